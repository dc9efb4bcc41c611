/** Who is where, and what they are called. */
import type { Scene } from "../protocol";
import type { Standing } from "../drawing/Drawn";
import { processes, scene } from "./run";

/** The processes of a type, by the places of its automaton. */
export function standingAt(now: Scene, type: string): Map<string, Standing[]> {
  const found = new Map<string, Standing[]>();
  const movers = [now.step?.process, now.step?.partner?.process];
  for (const { process, name, node } of now.processes.filter((one) => one.type === type)) {
    found.set(String(node), [...(found.get(String(node)) ?? []), { process, name, moved: movers.includes(process) }]);
  }
  return found;
}

export function nameOf(process: number): string {
  const living = scene.value?.processes.find((one) => one.process === process)?.name;
  return living ?? processes.value.find((one) => one.process === process)?.name ?? `process ${process}`;
}
