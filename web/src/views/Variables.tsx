/** Variables of the model and of its processes; what the last step changed is marked, with what it was. */
import { ExportMenu } from "../export/ExportMenu";
import { Panel } from "../parts/Panel";
import { Who } from "../parts/Who";
import type { SceneTimer, SceneVariable } from "../protocol";
import { scene, trouble } from "../state/run";

export function Variables() {
  const now = scene.value;
  if (!now) {
    return (
      <Panel name="Variables">
        <p class="empty">{trouble.value || "Values appear here, and what each step changes."}</p>
      </Panel>
    );
  }
  const nothing = !now.variables.length && !now.timers.length && now.processes.every((one) => !one.variables.length);
  return (
    <Panel name="Variables" tools={<ExportMenu view="variables" />}>
      {nothing && <p class="empty">This model has no variables.</p>}
      {now.variables.length > 0 && <Group title="global" variables={now.variables} />}
      {now.timers.length > 0 && <Timers timers={now.timers} />}
      {now.processes.map((one) =>
        one.variables.length ? (
          <Group key={one.process} title={<Who process={one.process} name={one.name} />} variables={one.variables} />
        ) : null,
      )}
    </Panel>
  );
}

function Group({ title, variables }: { title: preact.ComponentChildren; variables: SceneVariable[] }) {
  return (
    <table class="values">
      <caption>{title}</caption>
      <tbody>{variables.flatMap((one) => rows(one, 0))}</tbody>
    </table>
  );
}

/** Parts below what they belong to; an array of plain values is one row. */
function rows(one: SceneVariable, level: number): preact.VNode[] {
  const flat = one.parts.every((part) => !part.parts.length);
  const own = (
    <tr key={one.title} class={one.was !== null ? "changed" : ""}>
      <th scope="row" class={`level${Math.min(level, 3)}`} title={`${one.title}${one.type ? `: ${one.type}` : ""}`}>
        <code>{one.name}</code>
      </th>
      <td>
        {one.parts.length && flat ? <Elements parts={one.parts} /> : <code>{one.value}</code>}
        {one.was !== null && !one.parts.length && <span class="was">was {one.was}</span>}
      </td>
    </tr>
  );
  return flat ? [own] : [own, ...one.parts.flatMap((part) => rows(part, level + 1))];
}

function Elements({ parts }: { parts: SceneVariable[] }) {
  return (
    <span class="elements">
      {parts.map((part) => (
        <code key={part.title} class={part.was !== null ? "changed" : ""} title={`${part.title} = ${part.value}`}>
          {part.name.startsWith("[") ? "" : `${part.name} `}
          {part.value}
        </code>
      ))}
    </span>
  );
}

function Timers({ timers }: { timers: SceneTimer[] }) {
  return (
    <table class="values">
      <caption>timers</caption>
      <tbody>
        {timers.map((one) => (
          <tr key={one.name} class={one.was !== null ? "changed" : ""}>
            <th scope="row">
              <code>{one.name}</code>
            </th>
            <td>
              {one.left === null ? <span class="hint">off</span> : <Ticks left={one.left} />}
              {one.was !== null && <span class="was">was {one.was}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MOST_DOTS = 12;

function Ticks({ left }: { left: number }) {
  return (
    <span>
      <span class="ticks" aria-hidden="true">
        {"●".repeat(Math.min(left, MOST_DOTS))}
      </span>{" "}
      {left} {left === 1 ? "tick" : "ticks"}
    </span>
  );
}
