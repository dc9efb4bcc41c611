/** Keys that move the time cursor, wherever nothing else wants them. */
import { back, choose, fresh, length, play, reset, scene, scrub, step } from "./run";
import { saveFile } from "./files";
import { expanded } from "./settings";

const MOVES: Record<string, () => unknown> = {
  ArrowRight: step,
  ArrowLeft: back,
  " ": play,
  Home: reset,
  End: () => scrub(length.value),
  Escape: () => (expanded.value = ""),
};

/** Whether keys mean something else where they are pressed. */
function taken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  const target = event.composedPath()[0] as HTMLElement;
  if (target.isContentEditable || target.closest?.("dialog, [role=menu], select, input:not([type=range])")) return true;
  if (target.matches?.("input[type=range]")) return event.key !== " ";
  return target.tagName === "BUTTON" && event.key === " ";
}

export function beginKeys(): void {
  document.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "s") {
      event.preventDefault();
      void saveFile();
      return;
    }
    if (taken(event)) return;
    const number = Number(event.key);
    const move = number >= 1 && scene.value?.choices.some((one) => one.number === number) ? () => choose(number) : MOVES[event.key];
    if (!move || (!fresh.value && event.key !== "Escape")) return;
    event.preventDefault();
    void move();
  });
}
