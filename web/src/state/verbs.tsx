/** The questions that can be asked of a model, and how their answers are shown. */
import { signal } from "@preact/signals";
import type { VNode } from "preact";
import type { Item } from "../parts/Menu";

export interface ShownResult {
  title: string;
  body(): VNode;
}
export const result = signal<ShownResult | null>(null);

export async function askVerify(): Promise<void> {}
export async function askBound(): Promise<void> {}
export async function askExplore(): Promise<void> {}
export function others(): Item[] {
  return [];
}
