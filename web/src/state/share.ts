/** The model and its run in an address, and back. */
import { watched } from "./lanes";
import { openText, work } from "./model";
import { pack, type Packed, unpack } from "./packing";
import { cursor, view } from "./run";
import { recall, remember } from "./store";
import { ask } from "./talk";

/** What is on the screen. */
async function present(): Promise<Packed> {
  const { name, text } = work.value;
  const run = view.value;
  if (!run) return { n: name, t: text };
  const path = await ask("run.path", { run: run.run });
  return { n: name, t: text, p: path.choices, d: cursor.value, l: path.loop, w: watched.value };
}

export async function share(): Promise<string> {
  const here = new URL(location.href);
  here.search = "";
  here.hash = await pack(await present());
  return here.href;
}
void openText;
void unpack;
void recall;
void remember;
