/** How many states there are, and what goes wrong in them. */
import type { ExploreAnswer, ExploreOutcome } from "../protocol";
import { FoundRuns, Verdict } from "./FoundRuns";

export function ExploreResult({ answer }: { answer: ExploreAnswer & { outcome: ExploreOutcome } }) {
  const { outcome, runs, notes } = answer;
  const count = outcome.violations.length;
  const word = count ? `${count} ${count === 1 ? "violation" : "violations"}` : !outcome.complete ? "not complete" : notes.length ? "nothing else goes wrong" : "nothing goes wrong";
  return (
    <>
      <p>
        <Verdict word={word} kind={count ? "bad" : answer.fine ? "good" : "open"} />
        {outcome.states.toLocaleString("en")} states, {outcome.transitions.toLocaleString("en")} transitions
        {outcome.deadlocks ? `, ${outcome.deadlocks} ${outcome.deadlocks === 1 ? "deadlock" : "deadlocks"}` : ""} in {outcome.seconds.toFixed(1)} s
      </p>
      {!outcome.complete && <p class="hint">Not all states were visited: there may be more to find.</p>}
      {notes.map((text) => (
        <p class="hint">{text}</p>
      ))}
      <FoundRuns runs={runs} />
    </>
  );
}
