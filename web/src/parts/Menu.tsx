/** A button with a list of things to do, for the mouse and for keys alike. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

export interface Item {
  label: string;
  hint?: string;
  disabled?: boolean;
  run(): void;
}

interface Props {
  label: string;
  face: ComponentChildren;
  items: Item[];
  quiet?: boolean;
}

export function Menu({ label, face, items, quiet }: Props) {
  const open = useSignal(false);
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!open.value) return;
    const list = box.current?.querySelector<HTMLElement>("[role=menu]");
    if (list) place(list, box.current!);
    list?.querySelector<HTMLElement>("[role=menuitem]:not(:disabled)")?.focus();
    const away = (event: Event) => {
      if (!box.current?.contains(event.target as Node)) open.value = false;
    };
    document.addEventListener("pointerdown", away);
    return () => document.removeEventListener("pointerdown", away);
  }, [open.value]);

  const choose = (item: Item) => {
    close();
    item.run();
  };
  const close = () => {
    open.value = false;
    box.current?.querySelector<HTMLElement>("button")?.focus();
  };
  return (
    <span class="menu" ref={box} onKeyDown={(event) => keys(event, box.current!, close)}>
      <button
        type="button"
        class={quiet ? "quiet" : ""}
        aria-haspopup="menu"
        aria-expanded={open.value}
        aria-label={label}
        title={label}
        onClick={() => (open.value = !open.value)}
      >
        {face}
      </button>
      {open.value && (
        <div role="menu" aria-label={label}>
          {items.map((item) => (
            <button type="button" role="menuitem" disabled={item.disabled} tabIndex={-1} onClick={() => choose(item)}>
              {item.label}
              {item.hint && <small>{item.hint}</small>}
            </button>
          ))}
        </div>
      )}
    </span>
  );
}

/** Below its button, or above it where there is no room; panels cut what hangs out of them, so it is fixed. */
function place(list: HTMLElement, box: HTMLElement): void {
  const button = box.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = list;
  const below = button.bottom + 4 + height < innerHeight;
  list.style.top = `${Math.max(4, below ? button.bottom + 4 : button.top - height - 4)}px`;
  list.style.left = `${Math.max(4, Math.min(button.right - width, innerWidth - width - 4))}px`;
}

function keys(event: KeyboardEvent, box: HTMLElement, close: () => void): void {
  const items = [...box.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)")];
  const at = items.indexOf(document.activeElement as HTMLElement);
  if (items.length === 0) return;
  const moves: Record<string, () => void> = {
    Escape: close,
    ArrowDown: () => items[(at + 1) % items.length]?.focus(),
    ArrowUp: () => items[(at + items.length - 1) % items.length]?.focus(),
    Home: () => items[0]?.focus(),
    End: () => items.at(-1)?.focus(),
  };
  const move = moves[event.key];
  if (!move) return;
  event.preventDefault();
  event.stopPropagation();
  move();
}
