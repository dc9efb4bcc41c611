/** How many states there are, and what goes wrong in them. */
import type { ExploreOutcome, VerbAnswer } from "../protocol";
import { FoundRuns, Verdict } from "./FoundRuns";

export function ExploreResult({ answer }: { answer: VerbAnswer & { outcome: ExploreOutcome } }) {
  const { outcome, runs } = answer;
  const count = outcome.violations.length;
  const word = count ? `${count} ${count === 1 ? "violation" : "violations"}` : outcome.complete ? "nothing goes wrong" : "not complete";
  return (
    <>
      <p>
        <Verdict word={word} kind={count ? "bad" : outcome.complete ? "good" : "open"} />
        {outcome.states.toLocaleString("en")} states, {outcome.transitions.toLocaleString("en")} transitions
        {outcome.deadlocks ? `, ${outcome.deadlocks} ${outcome.deadlocks === 1 ? "deadlock" : "deadlocks"}` : ""} in {outcome.seconds.toFixed(1)} s
      </p>
      {!outcome.complete && <p class="hint">Not all states were visited: there may be more to find.</p>}
      <FoundRuns runs={runs} />
    </>
  );
}
