/** What is known about how full channels get, since it was asked last; gone when the model is another one. */
import { signal } from "@preact/signals";
import type { BoundAnswer, BoundOutcome, ChannelAnswer, ChannelProof } from "../protocol";

export interface ChannelBound {
  bound: number | null;
  declared: number;
  exact: number | null;
  unbounded: boolean;
}

export const bounds = signal(new Map<string, ChannelBound>());
/** The proof whose sum is followed along the run. */
export const sum = signal<ChannelProof | null>(null);
export const certificate = signal<BoundAnswer["certificate"]>({});

export function noteBounds(answer: BoundAnswer & { outcome: BoundOutcome }): void {
  certificate.value = answer.certificate;
  bounds.value = new Map(
    answer.outcome.channels.map(({ name, bound, declared, exact, verdict }) => [
      name,
      { bound, declared, exact, unbounded: verdict === "UNBOUNDED" },
    ]),
  );
}

export function forgetBounds(): void {
  if (bounds.value.size) bounds.value = new Map();
  sum.value = null;
}

/** What the longest bar stands for. */
export const largest = (outcome: BoundOutcome) =>
  Math.max(1, ...outcome.channels.flatMap((one) => [one.declared, one.bound ?? 0, one.exact ?? 0]));

export const said = (one: ChannelAnswer) =>
  one.bound === null ? (one.verdict === "UNBOUNDED" ? "no bound" : "unknown") : `≤ ${one.bound}`;
