/** Files below the directory that is served. */
import { EngineError } from "../engine/engine";
import { modified, openText, work } from "./model";
import { ask, hello, say } from "./talk";

const told = (problem: unknown) => say(problem instanceof EngineError ? problem.message : String(problem));

export async function openFile(path: string): Promise<void> {
  try {
    const found = await ask("file.read", { path });
    openText(path, found.text, { path, stamp: found.stamp });
  } catch (problem) {
    told(problem);
  }
}

/** Into the file that it came from; a file that somebody else changed meanwhile is not overwritten. */
export async function saveFile(): Promise<void> {
  const { file, text } = work.value;
  if (!file) {
    say("This model has no file: it is kept in the browser. Share gives an address that has it.");
    return;
  }
  try {
    const saved = await ask("file.save", { path: file.path, text, stamp: file.stamp });
    work.value = { ...work.value, file: { path: file.path, stamp: saved.stamp }, saved: text };
    say(`${file.path} is saved.`);
  } catch (problem) {
    told(problem);
  }
}

/** What the server was asked to show; changes that were not saved are not lost by it. */
export async function openServed(): Promise<boolean> {
  const wanted = hello.value?.file ?? null;
  if (!wanted) return false;
  const ownChanges = work.value.file?.path === wanted && modified.value;
  if (!ownChanges) await openFile(wanted);
  return true;
}
