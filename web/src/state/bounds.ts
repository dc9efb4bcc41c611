/** What is known about how full channels get, since it was asked last; gone when the model is another one. */
import { signal } from "@preact/signals";

export interface ChannelBound {
  bound: number | null;
  declared: number | null;
  exact: number | null;
  unbounded: boolean;
}

export const bounds = signal(new Map<string, ChannelBound>());
