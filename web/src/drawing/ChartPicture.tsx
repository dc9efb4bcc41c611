/** A stretch of a sequence chart: lifelines, arrows, and the row that the time cursor is at. */
import type { Arrow, Chart, ChartRow, StateBar } from "./rows";

export const ROW = 24;
export const HEAD = 34;
const NARROW = 92;
const WIDEST = 230;
const LETTER = 6.3;
const LEFT = 44;

export interface Metrics {
  width: number;
  column: number;
}

/** Columns share the width; where they would be too narrow, the chart is wider than its panel. */
export function metrics(chart: Chart, width: number): Metrics {
  const count = Math.max(1, chart.processes.length);
  const column = Math.min(WIDEST, Math.max(NARROW, (width - LEFT - 24) / count));
  return { width: Math.max(LEFT + column * count + 10, 60), column };
}

interface Props {
  chart: Chart;
  first: number;
  last: number;
  now: number;
  size: Metrics;
  pick?(step: number): void;
  whole?: boolean;
}

export function ChartPicture(props: Props) {
  const { chart, first, last, now, size, whole } = props;
  const top = HEAD + first * ROW - (first ? ROW / 2 : HEAD);
  const bottom = HEAD + last * ROW + 16;
  if (whole) {
    return (
      <>
        <g class="chart-picture">
          <Lines {...props} />
        </g>
        <g class="chart-heads">
          <Heads chart={chart} size={size} />
        </g>
      </>
    );
  }
  return (
    <>
      <svg
        class="chart-picture"
        style={{ top: `${top}px` }}
        width={size.width}
        height={bottom - top}
        viewBox={`0 ${top} ${size.width} ${bottom - top}`}
        role="img"
        aria-label={`Sequence chart, step ${now} of ${chart.rows.length}`}
      >
        <Lines {...props} />
      </svg>
      <svg class="chart-heads" width={size.width} height={HEAD} aria-hidden="true">
        <Heads chart={chart} size={size} />
      </svg>
    </>
  );
}

const across = (chart: Chart, size: Metrics) => (process: number) => LEFT + size.column * (place(chart, process) + 0.5);
export const columnOf = (chart: Chart, size: Metrics, process: number) => across(chart, size)(process);
const down = (step: number) => HEAD + (step - 0.5) * ROW;

function Lines({ chart, first, last, now, size, pick }: Props) {
  const x = across(chart, size);
  const rows = chart.rows.slice(first, last);
  const crossing = chart.arrows.filter((one) => one.sent <= last + 1 && (one.received ?? one.sent) >= first);
  return (
    <>
      {chart.processes.map(({ process }) => (
        <Lifeline key={process} chart={chart} process={process} x={x(process)} last={last} y={down} />
      ))}
      {chart.bars.map((bar) => (
        <State key={`${bar.process} ${bar.from}`} chart={chart} bar={bar} x={x(bar.process)} last={last} now={now} size={size} />
      ))}
      {rows.map((row) => (
        <Row key={row.step.number} row={row} now={now} x={x} y={down} size={size} pick={pick} />
      ))}
      {crossing.map((one) => (
        <ArrowLine key={one.number} arrow={one} now={now} x={x} y={down} size={size} />
      ))}
      {now > first && now <= last && <line class="now" x1={0} x2={size.width} y1={HEAD + now * ROW} y2={HEAD + now * ROW} />}
    </>
  );
}

function Heads({ chart, size }: { chart: Chart; size: Metrics }) {
  const x = across(chart, size);
  return (
    <>
      <rect class="ground" width={size.width} height={HEAD} />
      {chart.processes.map(({ process, name }) => (
        <g class={`head p${process % 10}`}>
          <rect x={x(process) - headWidth(name, size) / 2} y={5} width={headWidth(name, size)} height={21} rx={6} />
          <text x={x(process)} y={19.5} text-anchor="middle">
            <title>{name}</title>
            {shorten(name, size.column - 14)}
          </text>
        </g>
      ))}
    </>
  );
}

const place = (chart: Chart, process: number) => Math.max(0, chart.processes.findIndex((one) => one.process === process));
const headWidth = (name: string, size: Metrics) => Math.min(size.column - 6, name.length * 7 + 16);

/** Most rows have one text only: it may go beyond its column. */
const room = (x: number, size: Metrics) => Math.max(size.column - 16, Math.min(WIDEST, size.width - x - 16));

/** In the middle, so that what tells names apart at either end stays. */
export function shorten(text: string, width: number): string {
  const letters = Math.max(3, Math.floor(width / LETTER));
  if (text.length <= letters) return text;
  const front = Math.ceil((letters - 1) * 0.6);
  return `${text.slice(0, front)}…${text.slice(text.length - (letters - 1 - front))}`;
}

interface Spot {
  x(process: number): number;
  y(step: number): number;
}

function Lifeline({ chart, process, x, last, y }: { chart: Chart; process: number; x: number; last: number; y(step: number): number }) {
  const from = chart.begins.has(process) ? y(chart.begins.get(process)!) : HEAD - 6;
  const end = chart.ends.get(process);
  const to = end === undefined ? HEAD + last * ROW + 16 : y(end);
  return (
    <g class={`life p${process % 10}`}>
      <line x1={x} x2={x} y1={from} y2={Math.max(from, to)} />
      {end !== undefined && <path d={`M${x - 6} ${to}h12`} class="end" />}
    </g>
  );
}

function State({ chart, bar, x, last, now, size }: { chart: Chart; bar: StateBar; x: number; last: number; now: number; size: Metrics }) {
  const to = bar.to ?? chart.ends.get(bar.process);
  const [top, bottom] = [down(bar.from), to === undefined ? HEAD + last * ROW + 16 : down(to)];
  if (bottom <= top) return null;
  return (
    <g class={`state p${bar.process % 10} ${bar.from > now ? "later" : ""}`}>
      <title>{`in state ${bar.state}, from step ${bar.from}`}</title>
      <rect x={x - 5} y={top} width={10} height={bottom - top} rx={2} />
      <text x={x - 9} y={top + 4} text-anchor="end">
        {shorten(bar.state, size.column - 26)}
      </text>
    </g>
  );
}

function Row({ row, now, x, y, size, pick }: { row: ChartRow; now: number; size: Metrics; pick?: (step: number) => void } & Spot) {
  const { step } = row;
  const at = y(step.number);
  const who = step.process;
  const look = step.number > now ? "row later" : step.number === now ? "row here" : "row";
  return (
    <g class={look} onClick={pick && (() => pick(step.number))}>
      <title>{[`step ${step.number}`, step.name, step.statement].filter(Boolean).join(" · ")}</title>
      <rect class="band" x={0} y={at - ROW / 2} width={size.width} height={ROW} />
      <text class="number" x={LEFT - 12} y={at + 4} text-anchor="end">
        {step.number}
      </text>
      {step.tick > 0 ? (
        <g class="tick">
          <line x1={LEFT} x2={size.width - 10} y1={at} y2={at} />
          <text x={LEFT + 6} y={at - 3}>
            tick {step.tick}
          </text>
        </g>
      ) : (
        who !== null && (
          <g class={`dot p${who % 10}`}>
            <circle cx={x(who)} cy={at} r={3.6} />
            {row.loses && <path class="lost" d={`M${x(who)} ${at}h26m-4 -4l8 8m-8 0l8 -8`} />}
            {row.text && (
              <text class="local" x={x(who) + (row.loses ? 36 : 9)} y={at + 4}>
                {shorten(row.text, room(x(who), size))}
              </text>
            )}
          </g>
        )
      )}
    </g>
  );
}

function ArrowLine({ arrow, now, x, y, size }: { arrow: Arrow; now: number; size: Metrics } & Spot) {
  const from = { x: x(arrow.from), y: y(arrow.sent) };
  const shown = arrow.received !== null && arrow.received <= now;
  const later = arrow.sent > now;
  const to = arrow.to === null || arrow.received === null ? null : { x: x(arrow.to), y: y(arrow.received) };
  const back = to !== null ? to.x < from.x : from.x + size.column > size.width;
  const look = `arrow p${arrow.from % 10} ${later ? "later" : shown ? "" : "open"} ${arrow.lost ? "lost" : ""}`;
  const text = shorten(arrow.text, back ? from.x - LEFT : room(from.x, size));
  return (
    <g class={look}>
      <title>{`${arrow.text}, step ${arrow.sent}${arrow.received ? `, received in step ${arrow.received}` : ", not received"}`}</title>
      {to ? <Line from={from} to={to} lost={arrow.lost} /> : <path d={`M${from.x} ${from.y}h${back ? -22 : 22}m0 -3.5v7`} />}
      <text x={from.x + (back ? -9 : 9)} y={from.y - 4} text-anchor={back ? "end" : "start"}>
        {text}
      </text>
    </g>
  );
}

function Line({ from, to, lost }: { from: { x: number; y: number }; to: { x: number; y: number }; lost: boolean }) {
  if (Math.abs(from.x - to.x) < 1) {
    // To oneself: out and back again.
    return <path d={`M${from.x} ${from.y}h26V${to.y}h-20`} />;
  }
  const [across, down] = [to.x - from.x, to.y - from.y];
  const size = Math.hypot(across, down);
  const [ux, uy] = [across / size, down / size];
  const [bx, by] = [to.x - ux * 11, to.y - uy * 11];
  return (
    <>
      <path d={`M${from.x} ${from.y}L${bx} ${by}`} />
      {lost && <path class="lost" d={`M${bx - 4} ${by - 4}l8 8m-8 0l8 -8`} />}
      <path class="head" d={`M${to.x - ux * 4} ${to.y - uy * 4}L${bx - uy * 4} ${by + ux * 4}L${bx + uy * 4} ${by - ux * 4}Z`} />
    </>
  );
}
