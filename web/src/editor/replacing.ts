/** Text that replaces a selection is put in by us: browsers would do it with styles, which the page does not let in. */
import { EditorView } from "@codemirror/view";

type Selecting = { getSelection?(): Selection | null };

/** What is selected on the screen, which the editor may not have heard of yet. */
function selected(view: EditorView): { from: number; to: number } | null {
  const found = (view.root as Selecting).getSelection?.() ?? null;
  if (!found?.anchorNode || !found.focusNode || found.isCollapsed || !view.contentDOM.contains(found.anchorNode)) return null;
  const ends = [view.posAtDOM(found.anchorNode, found.anchorOffset), view.posAtDOM(found.focusNode, found.focusOffset)];
  return { from: Math.min(...ends), to: Math.max(...ends) };
}

export const replacing = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== "insertText" || event.data === null || event.isComposing || view.state.readOnly) return false;
    const where = selected(view);
    if (!where) return false;
    const insert = event.data;
    const change = () =>
      view.state.update({
        changes: { ...where, insert },
        selection: { anchor: where.from + insert.length },
        userEvent: "input.type",
        scrollIntoView: true,
      });
    const taken = view.state.facet(EditorView.inputHandler).some((one) => one(view, where.from, where.to, insert, change));
    if (!taken) view.dispatch(change());
    event.preventDefault();
    return true;
  },
});
