/** A view of the page: a region with a name, its tools, and a way to give it the whole page. */
import type { ComponentChildren } from "preact";
import { expanded } from "../state/settings";
import { Icon } from "./Icon";

interface Props {
  name: string;
  note?: ComponentChildren;
  tools?: ComponentChildren;
  /** Nothing around what is in it. */
  flush?: boolean;
  /** What is in it has keys of its own, so the panel needs none to be scrolled. */
  active?: boolean;
  kind?: string;
  children: ComponentChildren;
}

export function Panel({ name, note, tools, flush, active, kind, children }: Props) {
  const wide = expanded.value === name;
  const title = wide ? `Close ${name}` : `Enlarge ${name}`;
  return (
    <div class={`panel ${kind ?? name.toLowerCase()}${wide ? " wide" : ""}`}>
      <header>
        <h2>{name}</h2>
        <span class="note">{note}</span>
        <span class="tools">
          {tools}
          <button
            type="button"
            class="quiet"
            aria-label={title}
            title={title}
            aria-pressed={wide}
            onClick={() => (expanded.value = wide ? "" : name)}
          >
            <Icon name={wide ? "close" : "enlarge"} />
          </button>
        </span>
      </header>
      <section class={flush ? "body flush" : "body"} aria-label={name} tabIndex={active ? undefined : 0}>
        {children}
      </section>
    </div>
  );
}
