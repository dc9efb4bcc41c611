/** Which window is open over the page. */
import { signal } from "@preact/signals";

export type DialogName = "" | "gallery" | "files" | "share" | "help" | "exercises";
export const dialog = signal<DialogName>("");
