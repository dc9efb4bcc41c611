/** The editor: CodeMirror with what Promela needs, in a shadow tree so that no style has to be let in. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, toggleComment } from "@codemirror/commands";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { type Diagnostic, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { places, range, setMarks, type Standing, type Stretch, type Touched } from "./places";
import { promela } from "./promela";
import { replacing } from "./replacing";
import { look } from "./theme";

export interface EditorWishes {
  changed(text: string): void;
  complete(context: CompletionContext): Promise<CompletionResult | null>;
  describe(line: number, column: number): Promise<string>;
}

const ROOM = 50;

export class ModelEditor {
  readonly view: EditorView;
  private language = new Compartment();
  private quiet = false;

  constructor(host: HTMLElement, text: string, file: string, private readonly wishes: EditorWishes, readOnly = false) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    const state = EditorState.create({ doc: text, extensions: this.extensions(file, readOnly) });
    this.view = new EditorView({ state, parent: root, root });
  }

  private extensions(file: string, readOnly: boolean) {
    return [
      lineNumbers(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      indentUnit.of("    "),
      bracketMatching(),
      closeBrackets(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      autocompletion({ override: [(context) => this.wishes.complete(context)], icons: false }),
      hoverTooltip((view, at) => this.hover(view, at)),
      keymap.of([
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...completionKeymap,
        ...lintKeymap,
        { key: "Mod-/", run: toggleComment },
        indentWithTab,
      ]),
      this.language.of(promela(file)),
      places,
      replacing,
      look,
      EditorState.readOnly.of(readOnly),
      EditorState.allowMultipleSelections.of(true),
      EditorView.contentAttributes.of({ "aria-label": "Model", tabindex: "0", spellcheck: "false", autocapitalize: "off" }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.quiet) this.wishes.changed(update.state.doc.toString());
      }),
    ];
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Another text, without telling anybody; what is the same stays, with the cursor in it. */
  replace(text: string, file: string): void {
    this.quiet = true;
    const effects = [this.language.reconfigure(promela(file))];
    const changes = text === this.text ? undefined : { from: 0, to: this.view.state.doc.length, insert: text };
    this.view.dispatch({ changes, effects, selection: changes ? { anchor: 0 } : undefined });
    this.quiet = false;
  }

  /** A change that can be undone, such as a fix. */
  edit(changes: { from: number; to: number; insert: string }[]): void {
    this.view.dispatch({ changes, userEvent: "input.fix" });
  }

  offset(line: number, column: number): number {
    return range(this.view.state, { line, column, length: 0 }).from;
  }

  show(diagnostics: Diagnostic[]): void {
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  mark(standing: Standing[], touched: Touched[]): void {
    this.view.dispatch({ effects: setMarks.of({ standing, touched }) });
  }

  /** Bring a place into view, with the cursor there if it is to be edited. */
  reveal(at: Stretch, focus: boolean): void {
    const { from, to } = range(this.view.state, at);
    if (!focus) return this.revealLine(from);
    const effects = EditorView.scrollIntoView(from, { y: "center" });
    this.view.dispatch({ effects, selection: { anchor: from, head: to } });
    this.view.focus();
  }

  /** Lines begin where they begin: while a run moves on, the text moves up and down only. */
  private revealLine(at: number): void {
    const { scrollDOM } = this.view;
    const line = this.view.lineBlockAt(at);
    const [top, bottom] = [line.top - ROOM, line.bottom + ROOM];
    if (top < scrollDOM.scrollTop) scrollDOM.scrollTop = top;
    else if (bottom > scrollDOM.scrollTop + scrollDOM.clientHeight) scrollDOM.scrollTop = bottom - scrollDOM.clientHeight;
    scrollDOM.scrollLeft = 0;
  }

  private async hover(view: EditorView, at: number) {
    const line = view.state.doc.lineAt(at);
    const text = await this.wishes.describe(line.number, [...line.text.slice(0, at - line.from)].length + 1);
    if (!text) return null;
    return { pos: at, create: () => ({ dom: described(text) }) };
  }
}

function described(text: string): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "described";
  dom.textContent = text;
  return dom;
}
