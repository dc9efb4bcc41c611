/** Names to complete and words about what stands somewhere, for the editor. */
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { CompletionEntry } from "../protocol";
import { asked } from "./model";
import { ask, ready } from "./talk";

/** Columns count characters; the editor counts units of UTF-16. */
const characters = (text: string) => [...text].length;

export async function complete(context: CompletionContext): Promise<CompletionResult | null> {
  if (!ready.value || (!context.explicit && !context.matchBefore(/[\w.]{2,}/))) return null;
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  try {
    const model = { ...asked(), text: context.state.doc.toString() };
    const found = await ask("complete", { model, line: line.number, column: characters(before) + 1 });
    const begun = [...before].slice(0, found.first - 1).join("").length;
    return { from: line.from + begun, options: found.entries.map(option), validFor: /^\w*$/ };
  } catch {
    return null;
  }
}

function option(entry: CompletionEntry): Completion {
  return {
    label: entry.text,
    detail: entry.detail,
    type: entry.kind,
    apply: entry.call ? `${entry.text}(` : entry.text,
    info: entry.documentation || undefined,
  };
}

export async function describe(line: number, column: number): Promise<string> {
  if (!ready.value) return "";
  try {
    const found = await ask("describe", { model: asked(), line, column });
    return found.names.map((one) => [one.declaration, ...one.sentences].filter(Boolean).join("\n")).join("\n\n");
  } catch {
    return "";
  }
}
