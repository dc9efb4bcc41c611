/** The model as text, with every process at its line. */
import type { CompletionContext } from "@codemirror/autocomplete";
import type { Diagnostic } from "@codemirror/lint";
import { effect, untracked } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Standing } from "../editor/places";
import { ModelEditor } from "../editor/setup";
import { ExportMenu } from "../export/ExportMenu";
import { Panel } from "../parts/Panel";
import type { PlacedDiagnostic, Scene, SceneProcess } from "../protocol";
import { complete, describe } from "../state/insight";
import { apply, editor, edited, findings, isOwn, modified, runs, work } from "../state/model";
import { touched } from "../state/outside";
import { scene } from "../state/run";

export function Source() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { text, name } = untracked(() => work.value);
    const wishes = { changed: edited, complete: (context: CompletionContext) => complete(context), describe };
    const made = new ModelEditor(host.current!, text, name, wishes);
    editor.value = made;
    const stops = [
      effect(() => made.show(findings.value.filter((one) => isOwn(one.file)).map((one) => diagnostic(made, one)))),
      effect(() => made.mark(runs.value ? standing(scene.value) : [], touched.value)),
      effect(() => {
        const moved = runs.value ? standing(scene.value).find((one) => one.moved) : undefined;
        if (moved) made.reveal(moved, false);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      made.view.destroy();
      editor.value = null;
    };
  }, []);
  const { name } = work.value;
  return (
    <Panel name="Source" kind="model" flush active note={modified.value ? `${name}, not saved` : name} tools={<ExportMenu view="source" />}>
      <div class="editor" ref={host} />
    </Panel>
  );
}

/** Where each process is: in the text itself, or where it called what stands elsewhere. */
function standing(now: Scene | null): Standing[] {
  if (!now) return [];
  const movers = [now.step?.process, now.step?.partner?.process];
  return now.processes.flatMap((one) => {
    const place = ownPlace(one);
    return place ? [{ ...place, process: one.process, name: one.name, moved: movers.includes(one.process) }] : [];
  });
}

function ownPlace(one: SceneProcess) {
  return [one.place, ...one.calls.map((call) => call.place)].find((place) => isOwn(place.file));
}

function diagnostic(made: ModelEditor, one: PlacedDiagnostic): Diagnostic {
  const from = made.offset(one.line, one.column);
  const to = Math.max(from, made.offset(one.line, one.column + one.length));
  const notes = one.notes.map((note) => `\nline ${note.line}: ${note.message}`).join("");
  return {
    from,
    to,
    severity: one.severity,
    source: one.code,
    message: one.message + (one.hint ? `\n${one.hint}` : "") + notes,
    actions: one.fixes.map((fix) => ({ name: fix.title, apply: () => apply(fix) })),
  };
}
