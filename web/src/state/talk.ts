/** The engine of this page, and what it says about itself. */
import { computed, signal } from "@preact/signals";
import { type Asking, type Engine, EngineError } from "../engine/engine";
import type { Hello, Methods } from "../protocol";

export const engine = signal<Engine | null>(null);
export const hello = signal<Hello | null>(null);
/** What is happening while the engine starts; empty when it is there. */
export const loading = signal("Connecting…");
/** Why there is no engine. */
export const lost = signal("");
/** Said once, to everybody: also to those who listen. */
export const notice = signal("");
export const ready = computed(() => engine.value !== null && hello.value !== null);

export function can(verb: string): boolean {
  return hello.value?.verbs.includes(verb) ?? false;
}

export async function ask<Name extends keyof Methods>(
  method: Name,
  params: Methods[Name]["params"],
  asking?: Asking,
): Promise<Methods[Name]["result"]> {
  if (!engine.value) throw new EngineError({ kind: "closed", message: lost.value || "The engine is not ready yet." });
  return (await engine.value.ask(method, params, asking)) as Methods[Name]["result"];
}

const SHOWN = 6000;
let timer = 0;

export function say(text: string): void {
  clearTimeout(timer);
  notice.value = "";
  queueMicrotask(() => (notice.value = text));
  timer = setTimeout(() => (notice.value = ""), SHOWN);
}
