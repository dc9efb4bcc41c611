/** Expressions that are watched along the whole run. */
import { effect, signal, untracked } from "@preact/signals";
import { length, lineChanges, view } from "./run";
import { recall, remember } from "./store";
import { ask } from "./talk";

export interface Lane {
  expression: string;
  title: string;
  values: (number | null)[];
  truth: boolean;
  trouble: string;
}

export const watched = signal<string[]>(recall<string[]>("watched", []));
export const lanes = signal<Lane[]>([]);

export function addLane(expression: string): void {
  if (!watched.value.includes(expression)) watched.value = [...watched.value, expression];
}

export function removeLane(expression: string): void {
  watched.value = watched.value.filter((one) => one !== expression);
}

async function lane(run: number, expression: string): Promise<Lane> {
  const base = { expression, title: expression };
  try {
    const found = await ask("run.lane", { run, expression });
    return { ...base, values: found.values, truth: found.truth, trouble: "" };
  } catch (problem) {
    return { ...base, values: [], truth: false, trouble: problem instanceof Error ? problem.message : String(problem) };
  }
}

let asked = 0;

/** Whenever the line or what is watched changes, ask again; only the latest answer counts. */
export function beginLanes(): void {
  effect(() => remember("watched", watched.value));
  effect(() => {
    const wishes = watched.value;
    const run = view.value?.run;
    void length.value;
    void lineChanges.value;
    const number = ++asked;
    if (run === undefined || !wishes.length) {
      if (untracked(() => lanes.value.length)) lanes.value = [];
      return;
    }
    void Promise.all(wishes.map((one) => lane(run, one))).then((found) => {
      if (number === asked) lanes.value = found;
    });
  });
}
