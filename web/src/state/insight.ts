/** Names to complete and words about what stands somewhere, for the editor. */
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";

export async function complete(_context: CompletionContext): Promise<CompletionResult | null> {
  return null;
}

export async function describe(_line: number, _column: number): Promise<string> {
  return "";
}
