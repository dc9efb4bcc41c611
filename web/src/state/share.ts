/** The model and its run in an address, and back; the same is kept for the next visit. */
import { effect, untracked } from "@preact/signals";
import { watched } from "./lanes";
import { openText, work } from "./model";
import { pack, type Packed, unpack } from "./packing";
import { cursor, lineChanges, length, lost, needs, open, type Start, view } from "./run";
import { recall, remember } from "./store";
import { ask } from "./talk";

/** What is on the screen. */
async function present(): Promise<Packed> {
  const { name, text } = work.value;
  const run = view.value;
  if (!run) return { n: name, t: text };
  const { path, loop } = await ask("run.path", { run: run.run });
  return { n: name, t: text, p: path, d: cursor.value, l: loop, m: needs.value, w: watched.value };
}

export async function share(): Promise<string> {
  const here = new URL(location.href);
  here.search = "";
  here.hash = await pack(await present());
  return here.href;
}

/** A run that is to be opened as soon as its model has been read. */
let awaited: { text: string; start: Start } | null = null;

const startAt = (packed: Packed): Start => ({ path: packed.p, depth: packed.d, loop: packed.l, model: packed.m });

function await_(packed: Packed): void {
  if (packed.p) awaited = { text: packed.t, start: startAt(packed) };
}

/** Where the run of a text begins: by itself, or as it was shared or left. */
export function startOf(text: string): Start {
  const start = awaited?.text === text ? awaited.start : {};
  awaited = null;
  return start;
}

/** Open what the address has in it; false if that is nothing. */
export async function openAddress(): Promise<boolean> {
  const packed = location.hash.length > 1 ? await unpack(location.hash.slice(1)) : null;
  if (!packed) return false;
  history.replaceState(null, "", location.pathname + location.search);
  await_(packed);
  if (packed.w) watched.value = packed.w;
  openText(packed.n, packed.t);
  return true;
}

const RESTED = 200;

/** The run is kept as well as the text: who reloads the page is where they were. */
export function beginKeeping(): void {
  const kept = recall<Packed | null>("run", null);
  if (kept) await_(kept);
  let last: { key: string; packed: Packed } | null = null;
  let timer = 0;
  effect(() => {
    const again = lost.value > 0 ? last : null;
    if (again) untracked(() => void open(startAt(again.packed)));
  });
  effect(() => {
    const d = cursor.value;
    const key = `${view.value?.run}/${length.value}/${lineChanges.value}`;
    clearTimeout(timer);
    if (view.value) timer = setTimeout(() => void keep(key, d).catch(() => undefined), RESTED);
  });

  async function keep(key: string, d: number): Promise<void> {
    last = last?.key === key ? { key, packed: { ...last.packed, d } } : { key, packed: await present() };
    remember("run", last.packed);
  }
}
