/** How somebody likes the page. */
import { effect, signal } from "@preact/signals";
import { recall, remember } from "./store";

export type Theme = "system" | "light" | "dark";
export const theme = signal<Theme>(recall<Theme>("theme", "system"));
export const speed = signal(recall("speed", 3));
/** The panel that fills the page; none: all are there. */
export const expanded = signal("");
const asked = new URLSearchParams(location.search);
export const embedded = asked.get("embed") === "1";
const forced = asked.get("theme");
if (forced === "light" || forced === "dark") theme.value = forced;

/** On paper there is daylight, and nothing to scroll. */
export const printing = signal(false);

const system = matchMedia("(prefers-color-scheme: dark)");
export const dark = signal(system.matches);

export function beginSettings(): void {
  const show = () => {
    dark.value = !printing.value && (theme.value === "dark" || (theme.value === "system" && system.matches));
    document.documentElement.dataset.theme = dark.value ? "dark" : "light";
  };
  system.addEventListener("change", show);
  addEventListener("beforeprint", () => (printing.value = true));
  addEventListener("afterprint", () => (printing.value = false));
  effect(() => {
    remember("theme", theme.value);
    show();
  });
  effect(() => remember("speed", speed.value));
}

/** Steps in a second. */
export const SPEEDS = [0.5, 1, 2, 4, 8, 16, 50];
