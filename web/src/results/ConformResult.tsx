/** Whether a model allows what a program did. */
import { Told } from "../parts/Told";
import type { ConformOutcome, VerbAnswer } from "../protocol";
import { FoundRuns, Verdict } from "./FoundRuns";

export function ConformResult({ answer }: { answer: VerbAnswer & { outcome: ConformOutcome } }) {
  const { conforms, steps, departure, standing } = answer.outcome;
  return (
    <>
      <p>
        <Verdict word={conforms ? "conforms" : "departs"} kind={conforms ? "good" : "bad"} />
        the model allows {steps} {steps === 1 ? "entry" : "entries"} of the trace
      </p>
      {departure && (
        <p>
          Line {departure.line} of the trace, <code>{departure.step}</code>, is not possible; possible would be{" "}
          {departure.allowed.length ? departure.allowed.join(", ") : "nothing"}.
        </p>
      )}
      {standing.map((text) => (
        <p class="hint">
          <Told text={text} />
        </p>
      ))}
      <FoundRuns runs={answer.runs} />
    </>
  );
}
