/** What the outside of an open model has an influence on, coloured in the text. */
import { signal } from "@preact/signals";
import type { Touched } from "../editor/places";
import type { CloseOutcome } from "../protocol";
import { work } from "./model";

export const touched = signal<Touched[]>([]);
const SAID = { chaotic: "may be anything: it comes from outside", depends: "depends on what comes from outside" };

/** Names in lines whose value the outside reaches; what is reliable stays as it is. */
export function noteInfluence(outcome: CloseOutcome): void {
  const lines = work.value.text.split("\n");
  touched.value = outcome.influence.flatMap(({ line, variable, value }) => {
    if (value === "reliable") return [];
    const text = lines[line - 1] ?? "";
    return placesOf(text, variable).map((column) => ({
      line,
      column,
      length: variable.length,
      kind: value,
      title: `${variable} ${SAID[value]}`,
    }));
  });
}

function placesOf(text: string, name: string): number[] {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const found = [...text.matchAll(new RegExp(`(?<![\\w.])${escaped}(?!\\w)`, "g"))];
  return found.map((one) => [...text.slice(0, one.index)].length + 1);
}
