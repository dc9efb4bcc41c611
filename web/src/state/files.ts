/** Files below the directory that is served. */
import { openText } from "./model";
import { say } from "./talk";

export async function openFile(path: string): Promise<void> {
  say(`${path} cannot be read yet.`);
  void openText;
}
