/** The whole page. */
import { present } from "../state/exercises";
import { job } from "../state/job";
import { embedded } from "../state/settings";
import { loading, lost, notice } from "../state/talk";
import { result } from "../state/verbs";
import { waits } from "../results/Waits";
import { Automata } from "./Automata";
import { Channels } from "./Channels";
import { ChartView } from "./Chart";
import { Choices } from "./Choices";
import { Dialogs } from "./Dialogs";
import { Dock } from "./Dock";
import { Findings } from "./Findings";
import { Result } from "./Result";
import { Source } from "./Source";
import { Top } from "./Top";
import { Variables } from "./Variables";

export function App() {
  return (
    <div class={embedded ? "page embed" : "page"}>
      {!embedded && <Top />}
      <main class={result.value || job.value || waits.value || present() ? "views answered" : "views"}>
        <div class="column left">
          <Source />
          {!embedded && <Findings />}
        </div>
        <div class="column centre">
          {!embedded && <Automata />}
          <div class="middle">
            <Channels />
            <Variables />
          </div>
          <Choices />
        </div>
        <div class="column right">
          <ChartView />
          {!embedded && <Result />}
        </div>
      </main>
      <Dock />
      <Status />
      <Dialogs />
    </div>
  );
}

function Status() {
  const text = lost.value || loading.value || notice.value;
  return (
    <div class={lost.value ? "status bad" : "status"} role="status" aria-live="polite" hidden={!text}>
      {text}
    </div>
  );
}
