/** Where the page begins. */
import { effect, untracked } from "@preact/signals";
import { render } from "preact";
import type { Engine } from "./engine/engine";
import { connectSocket } from "./engine/socket";
import { openServed } from "./state/files";
import { beginKeys } from "./state/keys";
import { beginLanes } from "./state/lanes";
import { beginModel, checked, hasWork, openText, replaced, runs, work } from "./state/model";
import { forgetBounds } from "./state/bounds";
import { touched } from "./state/outside";
import { beginKeeping, openAddress, startOf } from "./state/share";
import { forget, open, random, scrub, view } from "./state/run";
import { beginSettings } from "./state/settings";
import { ask, engine, hello, loading, lost } from "./state/talk";
import { forgetAnswer } from "./state/verbs";
import { beginSums } from "./results/SumPlot";
import { beginWaits } from "./results/Waits";
import { App } from "./views/App";

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
  beginWaits();
  beginSums();
  try {
    engine.value = await connect();
    hello.value = await ask("hello", {});
    loading.value = "";
    const written = hasWork || work.value.text !== ""; // perhaps while Python was being loaded
    if (!((await openAddress()) || (await openLinked()) || (await openServed()) || written)) first();
  } catch (problem) {
    loading.value = "";
    lost.value = problem instanceof Error ? problem.message : String(problem);
  }
}

/** A model beside the page, as a course embeds it: `?model=lessons/first.pml`. */
async function openLinked(): Promise<boolean> {
  const linked = new URLSearchParams(location.search).get("model");
  if (!linked) return false;
  const address = new URL(linked, location.href);
  if (address.origin !== location.origin) throw new Error("A model must come from where the page comes from.");
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${linked} cannot be read.`);
  openText(address.pathname.split("/").at(-1)!, await answer.text());
  return true;
}

const SHOWN = { steps: 40, seed: 4, depth: 14 };

/** Who comes for the first time sees a run in its midst: something to look at, and both directions to go. */
function first(): void {
  const found = hello.value?.gallery[0];
  if (!found) return;
  openText(found.name, found.text);
  const stop = effect(() => {
    if (!view.value) return;
    queueMicrotask(() => {
      stop();
      void random(SHOWN.steps, SHOWN.seed).then(() => scrub(SHOWN.depth));
    });
  });
}

/** A model without errors has a run; when it changes, the run begins anew. */
function beginRuns(): void {
  let last = "";
  let seen = 0;
  effect(() => {
    const { name, text } = work.value;
    const number = replaced.value;
    const known = checked.value === text;
    const can = runs.value;
    untracked(() => {
      if (number !== seen) {
        seen = number;
        last = "";
        forgetAnswer();
      }
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
