/** Where the page begins. */
import { effect, untracked } from "@preact/signals";
import { render } from "preact";
import type { Engine } from "./engine/engine";
import { connectSocket } from "./engine/socket";
import { beginKeys } from "./state/keys";
import { beginLanes } from "./state/lanes";
import { beginModel, checked, hasWork, openText, runs, work } from "./state/model";
import { forgetBounds } from "./state/bounds";
import { touched } from "./state/outside";
import { beginKeeping, openAddress, startOf } from "./state/share";
import { forget, open } from "./state/run";
import { beginSettings } from "./state/settings";
import { ask, engine, hello, loading, lost } from "./state/talk";
import { beginSums } from "./results/SumPlot";
import { beginWaits } from "./results/Waits";
import { App } from "./views/App";
import { beginTree } from "./views/RunTree";

/** The page says which engine it was built for. */
async function connect(): Promise<Engine> {
  const built = document.querySelector<HTMLMetaElement>("meta[name=penstock-engine]")?.content;
  if (built !== "static") return connectSocket((message) => (lost.value = message));
  return (await import("./static/engine")).connect((text) => (loading.value = text));
}

async function begin(): Promise<void> {
  beginSettings();
  const root = document.getElementById("page")!;
  root.replaceChildren();
  render(<App />, root);
  beginModel();
  beginLanes();
  beginKeys();
  beginRuns();
  beginKeeping();
  beginTree();
  beginWaits();
  beginSums();
  try {
    engine.value = await connect();
    hello.value = await ask("hello", {});
    loading.value = "";
    if (!(await openAddress()) && !hasWork) first();
  } catch (problem) {
    loading.value = "";
    lost.value = problem instanceof Error ? problem.message : String(problem);
  }
}

/** Who comes for the first time sees something that moves. */
function first(): void {
  const found = hello.value?.gallery[0];
  if (found) openText(found.name, found.text);
}

/** A model without errors has a run; when it changes, the run begins anew. */
function beginRuns(): void {
  let last = "";
  effect(() => {
    const { name, text } = work.value;
    const known = checked.value === text;
    const can = runs.value;
    untracked(() => {
      if (can && last !== name + text) {
        last = name + text;
        forgetBounds();
        touched.value = [];
        void open(startOf(text));
      } else if (known && !can) {
        last = "";
        forget("");
      }
    });
  });
}

void begin();
