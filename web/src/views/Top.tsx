/** What can be asked of the model, and where models come from. */
import { Icon } from "../parts/Icon";
import { type Item, Menu } from "../parts/Menu";
import { saveFile } from "../state/files";
import { modified, work } from "../state/model";
import { dark, theme } from "../state/settings";
import { hello, ready, say } from "../state/talk";
import { askBound, askClose, askConform, askExplore, askFormat, askGraph, askPlain, askProgram, askVerify } from "../state/verbs";
import { dialog } from "../state/dialogs";

const LARGEST_TRACE = 20_000_000;

/** A file of this computer, which stays on it. */
function chooseTrace(): void {
  const box = document.createElement("input");
  box.type = "file";
  box.onchange = () => {
    const file = box.files?.[0];
    if (file && file.size > LARGEST_TRACE) say("This trace is too long for a page: use `penstock conform`.");
    else if (file) void file.text().then(askConform);
  };
  box.click();
}

function others(): Item[] {
  const disabled = !ready.value;
  return [
    { label: "Draw the state graph", hint: "of small models; larger ones are folded", disabled, run: () => void askGraph() },
    { label: "Close an open model", hint: "what the outside reaches, and the closed text", disabled, run: () => void askClose() },
    { label: "Show it in plain Promela", hint: "actors and timers translated", disabled, run: () => void askPlain() },
    { label: "Show a program in C", disabled, run: () => void askProgram() },
    { label: "Format the text", disabled, run: () => void askFormat() },
    { label: "Follow the trace of a program", hint: "a log of a program built with TRACE=1", disabled, run: chooseTrace },
    { label: "Exercises", run: () => (dialog.value = "exercises") },
  ];
}

export function Top() {
  const { name, file } = work.value;
  return (
    <header class="top">
      <h1>
        <img src="icon.svg" alt="" />
        Penstock
      </h1>
      <button type="button" onClick={() => (dialog.value = "gallery")}>
        Examples
      </button>
      {hello.value && hello.value.files.length > 0 && (
        <button type="button" onClick={() => (dialog.value = "files")}>
          Files
        </button>
      )}
      <span class="name" title={name}>
        {name}
      </span>
      {file && (
        <button type="button" disabled={!modified.value} onClick={() => void saveFile()} title="Write it into the file (Ctrl+S)">
          Save
        </button>
      )}
      <span class="divider" />
      <button type="button" class="main" disabled={!ready.value} title="All properties of the model, by SPIN" onClick={() => void askVerify()}>
        Verify
      </button>
      <button type="button" disabled={!ready.value} title="How full channels can get, and why" onClick={() => void askBound()}>
        Bound
      </button>
      <button type="button" disabled={!ready.value} title="All states, and what goes wrong in them" onClick={() => void askExplore()}>
        Explore
      </button>
      <Menu label="More questions" face={<Icon name="more" />} items={others()} />
      <span class="space" />
      <button type="button" onClick={() => (dialog.value = "share")}>
        <Icon name="share" /> Share
      </button>
      <Menu
        label="Look"
        quiet
        face={<Icon name={dark.value ? "moon" : "sun"} />}
        items={(["system", "light", "dark"] as const).map((one) => ({
          label: one === "system" ? "As the system" : one === "light" ? "Light" : "Dark",
          hint: theme.value === one ? "chosen" : "",
          run: () => (theme.value = one),
        }))}
      />
      <button type="button" class="quiet" aria-label="Help" title="Keys and hints" onClick={() => (dialog.value = "help")}>
        ?
      </button>
    </header>
  );
}
