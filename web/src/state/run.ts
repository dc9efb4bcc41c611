/** The run and its time cursor: every view shows the moment that is under it. */
import { batch, computed, signal } from "@preact/signals";
import { EngineError } from "../engine/engine";
import type { ModelParams, OpenedRun, RunLine, RunProcess, RunView, SceneStep, TreeBranch } from "../protocol";
import { asked, work } from "./model";
import { speed, SPEEDS } from "./settings";
import { ask, say } from "./talk";

export const opened = signal<OpenedRun | null>(null);
export const view = signal<RunView | null>(null);
export const scene = computed(() => view.value?.scene ?? null);
export const begun = computed(() => scene.value !== null);
export const length = computed(() => view.value?.length ?? 0);
/** Where the slider is; the scene follows as fast as it can. */
export const cursor = signal(0);
/** The steps of the line that are known, by their number minus one. */
export const steps = signal<SceneStep[]>([]);
export const processes = signal<RunProcess[]>([]);
/** All runs so far, where there is more than one. */
export const branches = signal<TreeBranch[]>([]);
export const playing = signal(false);
/** Where the run comes from, if not from steps by hand. */
export const origin = signal("");
export const trouble = signal("");
const openedFor = signal("");
/** Whether the run is one of the text as it is now: between two keystrokes it may not be. */
export const fresh = computed(() => view.value !== null && openedFor.value === work.value.name + work.value.text);
/** What the model of this run needs besides its text. */
export const needs = signal<ModelParams>({});
/** Raised whenever the line is another one than before, not just a longer one. */
export const lineChanges = signal(0);

const BLOCK = 500;
let chain: Promise<unknown> = Promise.resolve();
let wanted: number | null = null;

/** Raised when the engine has forgotten the run: it began anew, or has too many. */
export const lost = signal(0);

function isLost(problem: unknown): boolean {
  return problem instanceof EngineError && problem.kind === "usage" && problem.message.startsWith("there is no run ");
}

/** One move after the other: each begins where the one before ended. */
function move<Kind>(work: () => Promise<Kind>): Promise<Kind | undefined> {
  const next = chain.then(work).catch((problem: unknown) => {
    playing.value = false;
    if (isLost(problem)) {
      say("The engine had to start anew; the run is opened again.");
      lost.value++;
      return undefined;
    }
    say(problem instanceof EngineError ? problem.message : String(problem));
    return undefined;
  });
  chain = next;
  return next;
}

export interface Start {
  path?: number[];
  depth?: number;
  loop?: number | null;
  origin?: string;
  /** What the model needs besides its text. */
  model?: ModelParams;
}

/** Begin a run of the model as it is now, along a path if one is given. */
export function open(start: Start = {}): Promise<void> {
  playing.value = false;
  return move(async () => {
    try {
      const { path = [], depth = null, loop = null, model = {} } = start;
      const text = work.value.name + work.value.text;
      const found = await ask("run.open", { model: { ...asked(), ...model }, path, depth, loop });
      batch(() => {
        opened.value = found;
        openedFor.value = text;
        steps.value = [];
        needs.value = model;
        trouble.value = "";
        lineChanges.value++;
        show(found.view);
        origin.value = start.origin ?? "";
      });
      await learn();
    } catch (problem) {
      forget(problem instanceof Error ? problem.message : String(problem));
    }
  }) as Promise<void>;
}

/** There is no run: the model has errors, or none can be made. */
export function forget(reason: string): void {
  batch(() => {
    playing.value = false;
    opened.value = null;
    view.value = null;
    steps.value = [];
    processes.value = [];
    branches.value = [];
    cursor.value = 0;
    trouble.value = reason;
    lineChanges.value++;
  });
}

function show(found: RunView): void {
  const before = length.peek();
  view.value = found;
  if (found.line) showLine(found.line, before);
  if (wanted === null) cursor.value = found.scene.depth;
  if (found.note) say(found.note);
}

/** The line may be another one from some step on; what it has in common with the one before is known. */
function showLine(line: RunLine, before: number): void {
  const known = steps.value.slice(0, line.kept);
  if (line.kept < before) {
    lineChanges.value++;
    origin.value = "";
  }
  steps.value = known.length === line.kept ? known.concat(line.steps) : known;
  processes.value = line.processes;
  branches.value = line.branches;
}

/** Fetch the steps of a long line that are not known yet. */
async function learn(): Promise<void> {
  const run = view.value;
  while (run && view.value?.run === run.run && steps.value.length < length.value) {
    const first = steps.value.length + 1;
    const found = await ask("run.steps", { run: run.run, first, last: Math.min(first + BLOCK - 1, length.value) });
    if (!found.steps.length) break;
    batch(() => {
      steps.value = [...steps.value, ...found.steps];
      processes.value = found.processes;
    });
  }
}

async function follow(found: RunView): Promise<void> {
  batch(() => show(found));
  await learn();
}

/** Take a choice: along the line if it leads there, else on a branch of its own. */
export function choose(number: number): Promise<unknown> {
  return move(async () => {
    if (view.value) await follow(await ask("run.go", { run: view.value.run, choice: number }));
  });
}

/** One step on: along the line as long as there is one, then at random. */
export function step(): Promise<unknown> {
  return move(async () => {
    const now = view.value;
    if (!now) return;
    if (now.scene.depth < now.length) return follow(await ask("run.at", { run: now.run, depth: now.scene.depth + 1 }));
    if (now.scene.choices.length === 0) return;
    await follow(await ask("run.random", { run: now.run, count: 1 }));
  });
}

export function back(): Promise<unknown> {
  return scrub(Math.max(0, (wanted ?? cursor.value) - 1));
}

export function reset(): Promise<unknown> {
  playing.value = false;
  return scrub(0);
}

/** Go to a moment of the line; of many wishes in a row only the last is asked for. */
export function scrub(depth: number): Promise<unknown> {
  const waiting = wanted !== null;
  wanted = Math.min(Math.max(0, depth), length.value);
  cursor.value = wanted;
  if (waiting) return chain;
  return move(async () => {
    while (wanted !== null && view.value) {
      const goal: number = wanted;
      const found = await ask("run.at", { run: view.value.run, depth: goal });
      if (wanted === goal) wanted = null;
      batch(() => show(found));
    }
    wanted = null;
  });
}

/** Go to any moment of the tree: the line is the one through it. */
export function visit(moment: number): Promise<unknown> {
  return move(async () => {
    if (!view.value) return;
    await follow(await ask("run.to", { run: view.value.run, moment }));
  });
}

/** Many steps at random, at the end of the line or as a branch of it. */
export function random(count: number, seed: number | null = null): Promise<unknown> {
  return move(async () => {
    if (view.value) await follow(await ask("run.random", { run: view.value.run, count, seed }));
  });
}

export function until(condition: string): Promise<unknown> {
  return move(async () => {
    if (view.value) await follow(await ask("run.until", { run: view.value.run, condition }));
  });
}

export function play(): void {
  playing.value = !playing.value;
  if (playing.value) void playOn();
}

async function playOn(): Promise<void> {
  await chain; // the cursor is ahead of the scene while a move is under way
  while (playing.value && view.value) {
    const { scene: now, length: end, loop } = view.value;
    if (now.depth >= end && loop !== null) await scrub(loop - 1);
    else if (now.depth >= end && (now.choices.length === 0 || now.ending)) break;
    else await step();
    await new Promise((done) => setTimeout(done, 1000 / (SPEEDS[speed.value] ?? 2)));
  }
  playing.value = false;
}
