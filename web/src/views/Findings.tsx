/** What is wrong with the model, and what would repair it. */
import { Panel } from "../parts/Panel";
import { Told } from "../parts/Told";
import type { PlacedDiagnostic } from "../protocol";
import { apply, checked, checking, editor, findings, isOwn, work } from "../state/model";
import { loading } from "../state/talk";

export function Findings() {
  const found = findings.value;
  return (
    <Panel name="Findings" note={<span role="status">{note(found)}</span>}>
      {found.length ? <ul class="rows">{found.map(Finding)}</ul> : <p class="empty">{calm()}</p>}
    </Panel>
  );
}

function note(found: PlacedDiagnostic[]): string {
  if (!found.length) return "";
  const errors = found.filter((one) => one.severity === "error").length;
  const warnings = found.length - errors;
  return [errors && plural(errors, "error"), warnings && plural(warnings, "warning")].filter(Boolean).join(", ");
}

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? "" : "s"}`;

function calm(): string {
  if (loading.value) return "Findings appear as soon as the engine is ready; you can type already.";
  if (!work.value.text.trim()) return "Type a model on the left, or choose an example above.";
  if (checking.value || checked.value !== work.value.text) return "Checking…";
  return "Nothing to complain about.";
}

function Finding(one: PlacedDiagnostic) {
  const show = () => isOwn(one.file) && editor.value?.reveal(one, true);
  return (
    <li class={`finding ${one.severity}`}>
      <button type="button" class="row" onClick={show}>
        <span class="badge">{one.severity}</span>
        <span class="where">
          {isOwn(one.file) ? "" : `${one.file} `}
          {one.line}:{one.column}
        </span>
        <span class="said">
          <Told text={one.message} /> <span class="code">{one.code}</span>
          {one.hint && (
            <span class="hint">
              <Told text={one.hint} />
            </span>
          )}
        </span>
      </button>
      {one.fixes.map((fix) => (
        <button type="button" class="small fix" onClick={() => apply(fix)}>
          Fix: <Told text={fix.title} />
        </button>
      ))}
    </li>
  );
}
