/** What was asked last, and what came out of it. */
import { Panel } from "../parts/Panel";
import { cancel, job } from "../state/job";
import { result } from "../state/verbs";

export function Result() {
  const found = result.value;
  return (
    <Panel name="Result" note={found?.title ?? ""}>
      {job.value && (
        <div class="job" role="status">
          <progress aria-label={job.value.title} />
          <span>
            {job.value.title}… {job.value.progress}
          </span>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </div>
      )}
      {found ? found.body() : <p class="empty">Verify, bound or explore the model: the answer appears here, and a run that shows it appears under the slider.</p>}
    </Panel>
  );
}
