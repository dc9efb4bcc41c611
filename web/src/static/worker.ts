/**
 * A worker with Python in it: questions come as frames and are answered one after the other.
 *
 * Everything is loaded from the directory of this file.
 */
import type { PyodideInterface } from "pyodide";
import type { PyCallable } from "pyodide/ffi";
import { Solver } from "./solver";

/** What a worker says besides the frames that answer questions. */
export type Said = { frame: string } | { loading: string; share: number } | { ready: true } | { broken: string };

const here = new URL(".", import.meta.url).href;
const say = (said: Said): void => self.postMessage(said);

async function loadPython(): Promise<PyodideInterface> {
  const { loadPyodide } = (await import(`${here}pyodide.mjs`)) as typeof import("pyodide");
  return loadPyodide({ indexURL: here, stdLibURL: `${here}library.zip` });
}

async function packages(): Promise<ArrayBuffer> {
  const answer = await fetch(`${here}packages.zip`);
  if (!answer.ok) throw new Error(`packages.zip: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

async function begin(): Promise<(frame: string) => Promise<void>> {
  say({ loading: "Loading Python…", share: 0.1 });
  const loading = [loadPython(), packages(), Solver.load({ locateFile: (name) => here + name })] as const;
  const python = await loading[0];
  say({ loading: "Loading Penstock…", share: 0.6 });
  const [, archive, solver] = await Promise.all(loading);
  python.unpackArchive(archive, "zip", { extractDir: "/packages" });
  python.registerJsModule("penstock_solver", { solve: solver.solve });
  say({ loading: "Starting Penstock…", share: 0.8 });
  const session = python.runPython(`
import sys
sys.path.insert(0, "/packages")
from penstock.faces.web.browser import BrowserSession
BrowserSession
`) as PyCallable;
  const answer = session((frame: string) => say({ frame })).answer as (frame: string) => void;
  return async (frame) => {
    await solver.repair();
    answer(frame);
  };
}

/** Python that has run out of its memory, or of its stack, answers nothing any more: whoever waits is to be told. */
function broken(problem: unknown): void {
  say({ broken: String(problem).split("\n", 1)[0]!.slice(0, 300) });
}

const begun = begin();
let before: Promise<unknown> = begun.then(() => say({ ready: true }), broken);
self.onmessage = (event: MessageEvent<string>) => {
  before = before.then(async () => (await begun)(event.data)).catch(broken);
};
