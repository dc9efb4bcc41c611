/** The questions that can be asked of a model; what they find lands under the slider. */
import { computed, signal } from "@preact/signals";
import { EngineError } from "../engine/engine";
import type { FoundRun, Methods, PlacedDiagnostic } from "../protocol";
import { noteBounds, said, sum } from "./bounds";
import { work } from "./job";
import { asked, check, editor, errors, findings, work as model } from "./model";
import { noteInfluence } from "./outside";
import { length, open, random, scrub } from "./run";
import { can, say } from "./talk";

type Answer<Name extends keyof Methods> = Methods[Name]["result"];

/** What came out of the last question. */
export type Asked =
  | { verb: "verify"; answer: Answer<"verify"> }
  | { verb: "bound"; answer: Answer<"bound"> }
  | { verb: "explore"; answer: Answer<"explore"> }
  | { verb: "close"; answer: Answer<"close"> }
  | { verb: "conform"; answer: Answer<"conform"> }
  | { verb: "graph"; answer: Answer<"graph"> }
  | { verb: "text"; title: string; files: { name: string; text: string }[] }
  | { verb: "trouble"; title: string; message: string };

export const result = signal<Asked | null>(null);
const about_ = signal("");
/** The text was changed since. */
export const stale = computed(() => result.value !== null && about_.value !== model.value.text);
/** The run of the answer that is under the slider. */
export const shownRun = signal<FoundRun | null>(null);

export function forgetAnswer(): void {
  result.value = null;
  shownRun.value = null;
}

/** Ask, unless the model has errors; tell what keeps it from being answered. */
async function about<Name extends keyof Methods>(
  title: string,
  method: Name,
  params: Methods[Name]["params"],
): Promise<Answer<Name> | undefined> {
  await check();
  if (errors.value) {
    result.value = { verb: "trouble", title, message: "The model has errors: see Findings." };
    return undefined;
  }
  shownRun.value = null;
  const text = (about_.value = model.value.text);
  try {
    const found = await work(title, method, params);
    return text === model.value.text ? found : undefined;
  } catch (problem) {
    const failure = problem instanceof EngineError ? problem.failure : null;
    if (failure?.diagnostics?.length) findings.value = failure.diagnostics as PlacedDiagnostic[];
    result.value = { verb: "trouble", title, message: problem instanceof Error ? problem.message : String(problem) };
    return undefined;
  }
}

/** Lay a run that was found under the slider. */
export async function showRun(run: FoundRun, depth?: number): Promise<void> {
  if (!run.path) return;
  await open({ path: run.path, loop: run.loop, model: run.model, origin: run.name, depth });
  shownRun.value = run;
}

async function showFirst(runs: FoundRun[]): Promise<void> {
  const first = runs.find((one) => one.path);
  if (first) await showRun(first);
}

export async function askVerify(fair = false): Promise<void> {
  if (!can("verify")) {
    const message = "Verifying needs SPIN and a C compiler, which a browser does not have: use `penstock serve` on your machine. Explore visits all states here.";
    result.value = { verb: "trouble", title: "Verify", message };
    return;
  }
  const answer = await about("Verify", "verify", fair ? { ...asked(), fair } : asked());
  if (!answer) return;
  result.value = { verb: "verify", answer };
  say(answer.summary);
  await showFirst(answer.runs);
}

export async function askExplore(): Promise<void> {
  const answer = await about("Explore", "explore", asked());
  if (!answer) return;
  result.value = { verb: "explore", answer };
  say(answer.summary);
  await showFirst(answer.runs);
}

const SOME_STEPS = 60;
/** Channels that fit into a notice. */
const FEW = 4;

/** The picture of a proof needs a run: the one that fills a channel, the present one, or one at random. */
export async function askBound(): Promise<void> {
  const answer = await about("Bound", "bound", asked());
  if (!answer) return;
  noteBounds(answer);
  result.value = { verb: "bound", answer };
  const { channels, verdict } = answer.outcome;
  say(channels.length <= FEW ? channels.map((one) => `${one.name}: ${said(one)}`).join(", ") || answer.summary : verdict);
  if (answer.runs.some((one) => one.path)) await showFirst(answer.runs);
  else if (!length.value) {
    await random(SOME_STEPS);
    await scrub(0);
  }
  sum.value = answer.proofs[0] ?? null;
}

export async function askClose(): Promise<void> {
  const answer = await about("Close", "close", asked());
  if (!answer) return;
  noteInfluence(answer.outcome);
  result.value = { verb: "close", answer };
}

/** Follow what a generated program did, as it logged it. */
export async function askConform(trace: string): Promise<void> {
  const answer = await about("Trace", "conform", { ...asked(), trace });
  if (!answer) return;
  result.value = { verb: "conform", answer };
  say(answer.summary);
  await showFirst(answer.runs);
}

export async function askGraph(folded = false): Promise<void> {
  const answer = await about("State graph", "graph", { model: asked(), folded });
  if (answer) result.value = { verb: "graph", answer };
}

export async function askFormat(): Promise<void> {
  const answer = await about("Format", "format", asked());
  if (!answer) return;
  const view = editor.value;
  if (view && answer.outcome.changed) view.edit([{ from: 0, to: view.view.state.doc.length, insert: answer.outcome.text }]);
  say(answer.outcome.changed ? "Formatted; undo takes it back." : "It was well formatted already.");
}

export async function askPlain(): Promise<void> {
  const isActors = model.value.name.endsWith(".apml");
  const method = isActors ? "actors" : "lower";
  const answer = await about("Plain Promela", method, asked());
  if (answer) result.value = { verb: "text", title: "In plain Promela", files: [{ name: "model.pml", text: answer.outcome.promela }] };
}

export async function askProgram(): Promise<void> {
  const answer = await about("Program", "generate", asked());
  if (!answer) return;
  const files = Object.entries(answer.outcome.files).filter(([name]) => !name.startsWith("runtime/"));
  result.value = { verb: "text", title: "A program in C", files: files.map(([name, text]) => ({ name, text })) };
}
