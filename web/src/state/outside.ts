/** What the outside of an open model has an influence on, coloured in the text. */
import { signal } from "@preact/signals";
import type { Touched } from "../editor/places";

export const touched = signal<Touched[]>([]);
