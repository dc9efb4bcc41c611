/** The closed text of an open model beside its source; what the outside reaches is coloured there. */
import type { CloseOutcome, VerbAnswer } from "../protocol";
import { TextResult } from "./TextResult";

export function CloseResult({ answer }: { answer: VerbAnswer & { outcome: CloseOutcome } }) {
  const { open, influence, promela } = answer.outcome;
  const ends = [...open.channels, ...open.signals];
  if (!ends.length) {
    return (
      <p>
        Nothing is open. <code>env chan q = [1] of {"{ byte }"}</code> declares a channel to the outside; <code>env q ? message</code> says
        what may arrive from there, too.
      </p>
    );
  }
  const reached = influence.filter((one) => one.value !== "reliable").length;
  return (
    <>
      <p>
        Open at {ends.join(", ")}.{" "}
        {reached ? `The outside has an influence on ${reached} of ${influence.length} values; they are coloured in the source:` : ""}
      </p>
      {reached > 0 && (
        <p class="legend">
          <span class="swatch chaotic" /> may be anything <span class="swatch depends" /> depends on the outside
        </p>
      )}
      <TextResult files={[{ name: "closed.pml", text: promela }]} />
    </>
  );
}
