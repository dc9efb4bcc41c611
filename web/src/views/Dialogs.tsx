/** The windows over the page, one at a time. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Cards } from "../parts/Cards";
import { Dialog } from "../parts/Dialog";
import { dialog } from "../state/dialogs";
import { begin } from "../state/exercises";
import { openFile } from "../state/files";
import { openText, work } from "../state/model";
import { share } from "../state/share";
import { hello, say } from "../state/talk";

const close = () => (dialog.value = "");

export function Dialogs() {
  switch (dialog.value) {
    case "gallery":
      return <Gallery />;
    case "files":
      return <Files />;
    case "share":
      return <Share />;
    case "help":
      return <Help />;
    case "exercises":
      return <Exercises />;
    default:
      return null;
  }
}

function Gallery() {
  const cards = hello.value?.gallery.map((one) => ({ title: one.title, file: one.name, text: one.sentence, open: () => openText(one.name, one.text) }));
  return <Cards title="Examples" cards={cards} close={close} />;
}

function Exercises() {
  const cards = hello.value?.exercises.map((one) => ({ title: one.title, file: one.file, text: one.task, open: () => begin(one) }));
  return <Cards title="Exercises" cards={cards} close={close} />;
}

function Files() {
  return (
    <Dialog title="Files" close={close}>
      <ul class="rows">
        {(hello.value?.files ?? []).map((one) => (
          <li key={one.path}>
            <button
              type="button"
              class="row"
              onClick={() => {
                close();
                void openFile(one.path);
              }}
            >
              <code>{one.path}</code>
              <span class="hint">{Math.max(1, Math.round(one.size / 1000))} KB</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Share() {
  const address = useSignal("");
  useEffect(() => {
    void share().then((found) => (address.value = found));
  }, []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address.value);
      say("The address is in the clipboard.");
      close();
    } catch {
      say("The browser does not allow it: copy the address by hand.");
    }
  };
  return (
    <Dialog title="Share" close={close}>
      <div class="stack">
        <p>
          This address has {work.value.name} and its run in it. Whoever opens it sees the same step; nothing is stored
          anywhere else.
        </p>
        <label>
          Address
          <input type="text" readOnly value={address.value} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <div class="buttons">
          <button type="button" class="main" disabled={!address.value} onClick={() => void copy()}>
            Copy
          </button>
          <span class="hint">{address.value.length.toLocaleString("en")} characters</span>
        </div>
        {hello.value?.engine === "serve" && (
          <p class="hint">
            This server answers on this machine only. Elsewhere, put what begins with “#” behind the address of a page of
            your own, or of the published one.
          </p>
        )}
      </div>
    </Dialog>
  );
}

const KEYS: [string, string][] = [
  ["→", "one step on: along the run, then at random"],
  ["←", "one step back"],
  ["1 … 9", "take that choice"],
  ["Space", "play and pause"],
  ["Home, End", "to the beginning, to the end of the run"],
  ["Escape", "close an enlarged view; leave the editor with Escape, then Tab"],
  ["Ctrl+Space", "complete a name in the editor"],
  ["Ctrl+Shift+M", "list the findings in the editor; F8 goes to the next"],
];

function Help() {
  return (
    <Dialog title="Keys and hints" close={close}>
      <div class="stack">
        <p>
          Write a model on the left. What is wrong with it is listed below it; a model without errors can be run: choose a
          step under Choices, or press Step. Every view shows the moment under the slider. Go back, choose another step, and
          a branch grows; all runs stay.
        </p>
        <table class="keys">
          <tbody>
            {KEYS.map(([key, text]) => (
              <tr>
                <th scope="row">
                  <kbd>{key}</kbd>
                </th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p class="hint">
          Penstock {hello.value?.version ?? ""}, {hello.value?.engine === "static" ? "running in this page" : "served from this machine"}.
        </p>
      </div>
    </Dialog>
  );
}
