/** A window over the page; keys stay inside it until it is closed. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./Icon";

interface Props {
  title: string;
  wide?: boolean;
  close(): void;
  children: ComponentChildren;
}

export function Dialog({ title, wide, close, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    box.current?.showModal();
    return () => box.current?.close();
  }, []);
  return (
    <dialog ref={box} aria-label={title} class={wide ? "wide" : ""} onClose={close} onCancel={close}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div class="body">{children}</div>
    </dialog>
  );
}
