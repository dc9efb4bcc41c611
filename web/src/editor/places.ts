/** Where processes stand, which findings there are and what the outside reaches, as decorations of the text. */
import { type EditorState, type Extension, type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";

/** A stretch of a line; lines and columns count from one, columns in characters of Unicode. */
export interface Stretch {
  line: number;
  column: number;
  length: number;
}
export interface Standing extends Stretch {
  process: number;
  name: string;
  moved: boolean;
}
export interface Touched extends Stretch {
  kind: string;
  title: string;
}

/** From and to in the document; a place that is not there any more is moved into it. */
export function range(state: EditorState, at: Stretch): { from: number; to: number } {
  const line = state.doc.line(Math.min(Math.max(at.line, 1), state.doc.lines));
  const from = line.from + units(line.text, at.column - 1);
  const to = line.from + units(line.text, at.column - 1 + at.length);
  return { from, to: Math.max(from, to) };
}

/** How long the first `count` characters are in units of UTF-16. */
function units(text: string, count: number): number {
  return [...text].slice(0, count).join("").length;
}

const MOST_FLAGS = 3;

function flag(look: string, text: string): HTMLElement {
  const made = document.createElement("span");
  made.className = `flag ${look}`;
  made.textContent = text;
  return made;
}

class Flags extends WidgetType {
  constructor(readonly here: Standing[]) {
    super();
  }
  override eq(other: Flags): boolean {
    return JSON.stringify(other.here) === JSON.stringify(this.here);
  }
  toDOM(): HTMLElement {
    const box = document.createElement("span");
    box.className = "flags";
    const many = this.here.length > MOST_FLAGS;
    const shown = many ? [...this.here].sort((a, b) => Number(b.moved) - Number(a.moved)).slice(0, MOST_FLAGS - 1) : this.here;
    for (const one of shown) box.append(flag(`p${one.process % 10}${one.moved ? " moved" : ""}`, one.name));
    if (many) {
      const others = this.here.filter((one) => !shown.includes(one));
      const more = flag("more", `+ ${others.length}`);
      more.title = others.map((one) => one.name).join(", ");
      box.append(more);
    }
    return box;
  }
  override ignoreEvent(): boolean {
    return true;
  }
}

interface Marks {
  standing: Standing[];
  touched: Touched[];
}
export const setMarks = StateEffect.define<Partial<Marks>>();

function decorate(state: EditorState, marks: Marks): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const one of marks.touched) {
    const { from, to } = range(state, one);
    if (from < to) {
      const attributes = { title: one.title };
      found.push(Decoration.mark({ class: `outside ${one.kind}`, attributes }).range(from, to));
    }
  }
  const byLine = new Map<number, Standing[]>();
  for (const one of marks.standing) byLine.set(one.line, [...(byLine.get(one.line) ?? []), one]);
  for (const here of byLine.values()) {
    const line = state.doc.lineAt(range(state, here[0]!).from);
    found.push(Decoration.line({ class: `stands p${here[0]!.process % 10}` }).range(line.from));
    for (const one of here) {
      const { from, to } = range(state, one);
      if (from < to) found.push(Decoration.mark({ class: `next p${one.process % 10}` }).range(from, to));
    }
    found.push(Decoration.widget({ widget: new Flags(here), side: 1 }).range(line.to));
  }
  return Decoration.set(found, true);
}

const field = StateField.define<{ marks: Marks; shown: DecorationSet }>({
  create: () => ({ marks: { standing: [], touched: [] }, shown: Decoration.none }),
  update(before, transaction) {
    const effect = transaction.effects.findLast((one) => one.is(setMarks));
    if (effect) {
      const marks = { ...before.marks, ...(effect.value as Partial<Marks>) };
      return { marks, shown: decorate(transaction.state, marks) };
    }
    return transaction.docChanged ? { ...before, shown: before.shown.map(transaction.changes) } : before;
  },
  provide: (self) => EditorView.decorations.from(self, (value) => value.shown),
});

export const places: Extension = field;
