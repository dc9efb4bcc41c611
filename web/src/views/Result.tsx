/** What was asked last, and what came out of it. */
import { Panel } from "../parts/Panel";
import { Told } from "../parts/Told";
import { BoundResult } from "../results/BoundResult";
import { CloseResult } from "../results/CloseResult";
import { ConformResult } from "../results/ConformResult";
import { ExploreResult } from "../results/ExploreResult";
import { GraphResult } from "../results/GraphResult";
import { TextResult } from "../results/TextResult";
import { VerifyResult } from "../results/VerifyResult";
import { Waits } from "../results/Waits";
import { present } from "../state/exercises";
import { cancel, job } from "../state/job";
import { type Asked, result, stale } from "../state/verbs";
import { Exercise } from "./Exercise";

const TITLES = { verify: "Verify", bound: "Bound", explore: "Explore", close: "Close", conform: "Trace", graph: "State graph", text: "", trouble: "" };

export function Result() {
  const found = result.value;
  const title = found ? TITLES[found.verb] || ("title" in found ? found.title : "") : "";
  return (
    <Panel name="Result" note={title}>
      <Working />
      <div class="result-body">
        <Exercise />
        {stale.value && <p class="hint">About the text as it was: ask again.</p>}
        {found && <Answer found={found} />}
        <Waits />
        {!found && !present() && <Nothing />}
      </div>
    </Panel>
  );
}

function Answer({ found }: { found: Asked }) {
  switch (found.verb) {
    case "verify":
      return <VerifyResult answer={found.answer} />;
    case "bound":
      return <BoundResult answer={found.answer} />;
    case "explore":
      return <ExploreResult answer={found.answer} />;
    case "close":
      return <CloseResult answer={found.answer} />;
    case "conform":
      return <ConformResult answer={found.answer} />;
    case "graph":
      return <GraphResult answer={found.answer} />;
    case "text":
      return <TextResult files={found.files} />;
    case "trouble":
      return (
        <p role="alert">
          <Told text={found.message} />
        </p>
      );
  }
}

function Nothing() {
  if (job.value) return null;
  return (
    <p class="empty">
      Verify, bound or explore the model: the answer appears here, and the run that shows it appears under the slider.
    </p>
  );
}

function Working() {
  if (!job.value) return null;
  return (
    <div class="job" role="status">
      <progress aria-label={job.value.title} />
      <span>
        {job.value.title}: {job.value.progress || "working…"}
      </span>
      <button type="button" onClick={cancel}>
        Cancel
      </button>
    </div>
  );
}
