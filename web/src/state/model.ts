/** The model that is being edited, and what is found in it as it is typed. */
import { computed, effect, signal, untracked } from "@preact/signals";
import { EngineError } from "../engine/engine";
import type { PlacedDiagnostic, PlacedFix } from "../protocol";
import type { ModelEditor } from "../editor/setup";
import { recall, remember } from "./store";
import { ask, ready } from "./talk";

export interface Work {
  name: string;
  text: string;
  /** Where it is kept on the server, and which text of it this is. */
  file: { path: string; stamp: string } | null;
  saved: string | null;
}

const kept = recall<Work | null>("work", null);
export const work = signal<Work>(kept ?? { name: "model.pml", text: "", file: null, saved: null });
export const hasWork = kept !== null;
export const findings = signal<PlacedDiagnostic[]>([]);
export const checked = signal("");
export const checking = signal(false);
export const errors = computed(() => findings.value.filter((one) => one.severity === "error").length);
/** Whether the findings are those of the text as it is, and it can run. */
export const runs = computed(() => checked.value === work.value.text && errors.value === 0 && work.value.text.trim() !== "");
export const modified = computed(() => work.value.file !== null && work.value.saved !== work.value.text);
/** Only one editor is there; what belongs to its screen is done through it. */
export const editor = signal<ModelEditor | null>(null);

/** Raised when another model takes the place of the one before, and answers about that are of no use. */
export const replaced = signal(0);

const WAIT = 250;
let timer = 0;

/** What a task is told of the model. */
export function asked(): { text: string; name: string } {
  return { text: work.value.text, name: work.value.name };
}

export function edited(text: string): void {
  work.value = { ...work.value, text };
  clearTimeout(timer);
  timer = setTimeout(() => void check(), WAIT);
}

/** Another model takes the place of this one. */
export function openText(name: string, text: string, file: Work["file"] = null): void {
  work.value = { name, text, file, saved: file ? text : null };
  findings.value = [];
  replaced.value++;
  editor.value?.replace(text, name);
  void check();
}

export async function check(): Promise<void> {
  if (!ready.value) return;
  const text = work.value.text;
  if (!text.trim()) {
    findings.value = [];
    checked.value = text;
    return;
  }
  checking.value = true;
  try {
    const found = await ask("check", asked());
    if (work.value.text === text) findings.value = found.outcome.diagnostics;
  } catch (problem) {
    if (work.value.text === text) findings.value = told(problem);
  } finally {
    checking.value = false;
    if (work.value.text === text) checked.value = text;
  }
}

/** A text that cannot be judged is a finding, too. */
function told(problem: unknown): PlacedDiagnostic[] {
  const failure = problem instanceof EngineError ? problem.failure : null;
  if (failure?.diagnostics?.length) return failure.diagnostics as PlacedDiagnostic[];
  const message = problem instanceof Error ? problem.message : String(problem);
  const place = { file: work.value.name, line: 1, column: 1, length: 1 };
  return [{ ...place, severity: "error", code: "E000", message, hint: null, notes: [], fixes: [] }];
}

/** Apply a fix to the text; places count characters, the editor counts units of UTF-16. */
export function apply(fix: PlacedFix): void {
  const view = editor.value;
  if (!view) return;
  const changes = fix.edits
    .filter((edit) => isOwn(edit.file))
    .map((edit) => {
      const from = view.offset(edit.line, edit.column);
      const to = from + [...view.text.slice(from)].slice(0, edit.length).join("").length;
      return { from, to, insert: edit.text };
    });
  view.edit(changes);
}

/** Whether a place is in the text that is being edited, and not in one that it includes. */
export function isOwn(file: string): boolean {
  return file === work.value.name || file === work.value.file?.path || file === "" || file === "<text>";
}

export function beginModel(): void {
  effect(() => remember("work", work.value));
  effect(() => {
    if (ready.value) untracked(() => void check());
  });
}
