/** Runs that an answer found, each with a way under the slider. */
import { Told } from "../parts/Told";
import type { FoundRun } from "../protocol";
import { showRun, shownRun } from "../state/verbs";

export function FoundRuns({ runs }: { runs: FoundRun[] }) {
  return (
    <>
      {runs.map((run) => (
        <Found key={run.name} run={run} />
      ))}
    </>
  );
}

function Found({ run }: { run: FoundRun }) {
  const shown = shownRun.value === run;
  return (
    <div class={shown ? "found-run shown" : "found-run"}>
      <p>
        <strong>{run.name}</strong> <Told text={run.reason} />
      </p>
      {run.explanation && run.explanation !== run.reason && (
        <details>
          <summary>Why</summary>
          <pre class="text">{run.explanation}</pre>
        </details>
      )}
      {run.path ? (
        <button type="button" class="small" aria-pressed={shown} onClick={() => void showRun(run)}>
          {shown ? "Under the slider" : "Show the run"} ({run.path.length} steps{run.loop ? ", then it repeats" : ""})
        </button>
      ) : (
        <span class="hint">This run cannot be stepped through.</span>
      )}
    </div>
  );
}

export function Verdict({ word, kind }: { word: string; kind: "good" | "bad" | "open" }) {
  return <span class={`verdict ${kind}`}>{word}</span>;
}
