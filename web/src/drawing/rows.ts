/** The run as rows of a sequence chart: one row for each step, arrows from a send to its receive. */
import type { RunProcess, SceneStep } from "../protocol";

export interface Arrow {
  number: number;
  text: string;
  from: number;
  to: number | null;
  /** Steps; a message that is not received yet, or lost, goes nowhere. */
  sent: number;
  received: number | null;
  lost: boolean;
  peeked: boolean;
}

export interface ChartRow {
  step: SceneStep;
  /** What is written beside the lifeline, if no arrow says it. */
  text: string;
  arrows: Arrow[];
  /** Whether a message leaves here and gets nowhere. */
  loses: boolean;
}

/** An actor in one of its states, from a step to another or to the end. */
export interface StateBar {
  process: number;
  state: string;
  from: number;
  to: number | null;
}

export interface Chart {
  rows: ChartRow[];
  arrows: Arrow[];
  processes: RunProcess[];
  /** The steps by which processes begin and end. */
  begins: Map<number, number>;
  ends: Map<number, number>;
  bars: StateBar[];
}

/** A message as people write it: the mailbox of an actor has the actor's name. */
function sending(channel: string, values: string[]): string {
  const [method, ...rest] = values;
  const isMailbox = channel.includes("#") && !channel.includes(".");
  return isMailbox ? `${channel} <- ${method}(${rest.join(",")})` : `${channel}!${values.join(",")}`;
}

/** All rows; `before` is a chart of the first of these steps, whose work is not done again. */
export function chartOf(steps: SceneStep[], processes: RunProcess[]): Chart {
  const chart: Chart = { rows: [], arrows: [], processes, begins: new Map(), ends: new Map(), bars: [] };
  const open = new Map<number, Arrow>();
  const inState = new Map<number, StateBar>();
  for (const step of steps) {
    const row: ChartRow = { step, text: "", arrows: [], loses: step.loses && !step.events.length };
    for (const event of step.events) {
      if (event.action === "send" || event.action === "lost") {
        const text = sending(event.channel, event.values);
        const arrow: Arrow = {
          number: event.number,
          text,
          from: event.process,
          to: null,
          sent: step.number,
          received: null,
          lost: event.action === "lost",
          peeked: false,
        };
        open.set(event.number, arrow);
        row.arrows.push(arrow);
        chart.arrows.push(arrow);
      } else {
        const arrow = open.get(event.number);
        if (arrow && event.action === "receive") {
          arrow.to = event.process;
          arrow.received = step.number;
          arrow.lost = step.loses;
          row.arrows.push(arrow);
        }
        if (!arrow || event.action !== "receive") row.text = `${event.channel}?${event.values.join(",")}`;
      }
    }
    if (!step.events.length) row.text = step.statement || (step.ended ? "ends" : "");
    if (step.printed) row.text = step.printed.trim();
    for (const { process, state } of step.states) {
      const before = inState.get(process);
      if (before) before.to = step.number;
      const bar: StateBar = { process, state, from: step.number, to: null };
      inState.set(process, bar);
      chart.bars.push(bar);
    }
    for (const one of step.started) chart.begins.set(one, step.number);
    if (step.ended && step.process !== null) chart.ends.set(step.process, step.number);
    chart.rows.push(row);
  }
  return chart;
}
