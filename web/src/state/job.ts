/** Long work: one question at a time, with its progress, and a way to stop it. */
import { signal } from "@preact/signals";
import { EngineError } from "../engine/engine";
import type { Methods } from "../protocol";
import { ask, say } from "./talk";

export interface Job {
  title: string;
  progress: string;
  since: number;
}

export const job = signal<Job | null>(null);
let stopping: AbortController | null = null;

export function cancel(): void {
  stopping?.abort();
}

/** Ask, and follow the work; undefined if it was stopped.  A new question stops the one before. */
export async function work<Name extends keyof Methods>(
  title: string,
  method: Name,
  params: Methods[Name]["params"],
): Promise<Methods[Name]["result"] | undefined> {
  stopping?.abort();
  const mine = (stopping = new AbortController());
  job.value = { title, progress: "", since: Date.now() };
  const progress = ({ text }: { text: string }) => {
    if (stopping === mine && job.value) job.value = { ...job.value, progress: text };
  };
  try {
    return await ask(method, params, { progress, signal: mine.signal });
  } catch (problem) {
    if (problem instanceof EngineError && problem.kind === "cancelled") {
      say(`${title} was cancelled.`);
      return undefined;
    }
    throw problem;
  } finally {
    if (stopping === mine) {
      stopping = null;
      job.value = null;
    }
  }
}
