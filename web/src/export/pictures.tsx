/** The views as pictures of their own: all of them, not only what is in sight. */
import type { VNode } from "preact";
import { ChartPicture, HEAD, metrics, ROW } from "../drawing/ChartPicture";
import { Drawn, drawnSize } from "../drawing/Drawn";
import type { Scene, SceneVariable } from "../protocol";
import { bounds } from "../state/bounds";
import { work } from "../state/model";
import { cursor, opened, scene } from "../state/run";
import { nameOf, standingAt } from "../state/standing";
import { chart } from "../views/Chart";

const LETTER = 7;
const LINE = 18;
const GAP = 16;

export const Root = ({ width, height, children }: { width: number; height: number; children: preact.ComponentChildren }) => (
  <svg class="picture" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
    {children}
  </svg>
);

export function chartPicture(): VNode {
  const found = chart.value;
  const size = metrics(found, Math.max(500, found.processes.length * 170));
  const height = HEAD + found.rows.length * ROW + 20;
  return (
    <Root width={size.width} height={height}>
      <ChartPicture chart={found} first={0} last={found.rows.length} now={cursor.value} size={size} whole />
    </Root>
  );
}

export function automataPicture(): VNode {
  const now = scene.value!;
  const { automata, types } = opened.value!;
  let y = 0;
  const placed = automata.map((drawing, index) => {
    const at = y;
    y += drawnSize(drawing).height + GAP + LINE;
    return { drawing, at, type: types[index]! };
  });
  const width = Math.max(...automata.map((one) => drawnSize(one).width), 200) + 80;
  return (
    <Root width={width} height={y}>
      {placed.map(({ drawing, at, type }) => (
        <g transform={`translate(14 ${at + LINE + 14})`}>
          <text class="title" x={0} y={-14}>
            {drawing.title}
          </text>
          <Drawn drawing={drawing} label={type} standing={standingAt(now, type)} bare />
        </g>
      ))}
    </Root>
  );
}

export function channelsPicture(): VNode {
  const { channels } = scene.value!;
  const width = Math.max(420, ...channels.map((one) => 20 + one.messages.reduce((sum, message) => sum + message.values.join(", ").length * LETTER + 20, 0)));
  return (
    <Root width={width} height={channels.length * 64 + 10}>
      {channels.map((channel, index) => {
        const y = index * 64 + 20;
        const count = channel.messages.length;
        const proved = bounds.value.get(channel.name)?.bound ?? null;
        const most = Math.max(channel.capacity ?? 0, count, proved ?? 0, 1);
        let x = 10;
        return (
          <>
            <text class="title" x={10} y={y}>
              {channel.name}
            </text>
            <text class="note" x={width - 10} y={y} text-anchor="end">
              {channel.capacity === 0 ? "rendezvous" : `${count} of ${channel.capacity ?? "any number"}${proved === null ? "" : `, proved ≤ ${proved}`}`}
            </text>
            {channel.capacity !== 0 && <rect class="room" x={10} y={y + 6} width={width - 20} height={7} rx={3} />}
            {count > 0 && <rect class="filled" x={10} y={y + 6} width={((width - 20) * count) / most} height={7} rx={3} />}
            {proved !== null && <line class="proved" x1={10 + ((width - 20) * proved) / most} x2={10 + ((width - 20) * proved) / most} y1={y + 3} y2={y + 16} />}
            {channel.messages.map((message) => {
              const text = message.values.join(", ");
              const box = { x, width: text.length * LETTER + 14 };
              x += box.width + 5;
              return (
                <>
                  <rect class="message-box" x={box.x} y={y + 17} width={box.width} height={21} rx={5} />
                  <text x={box.x + 7} y={y + 31}>
                    {text}
                  </text>
                </>
              );
            })}
          </>
        );
      })}
    </Root>
  );
}

/** Name, value and what it was, as rows. */
function rowsOf(now: Scene): { title?: string; name: string; value: string; was: string | null }[] {
  const flat = (one: SceneVariable): { name: string; value: string; was: string | null }[] =>
    one.parts.length ? one.parts.flatMap(flat) : [{ name: one.title, value: one.value, was: one.was }];
  const group = (title: string, variables: SceneVariable[]) => (variables.length ? [{ title, name: "", value: "", was: null }, ...variables.flatMap(flat)] : []);
  const timers = now.timers.map((one) => ({ name: one.name, value: one.left === null ? "off" : `${one.left} ticks`, was: one.was }));
  return [
    ...group("global", now.variables),
    ...(timers.length ? [{ title: "timers", name: "", value: "", was: null }, ...timers] : []),
    ...now.processes.flatMap((one) => group(nameOf(one.process), one.variables)),
  ];
}

export function variablesPicture(): VNode {
  const rows = rowsOf(scene.value!);
  const first = Math.max(80, ...rows.map((row) => row.name.length * LETTER + 30));
  const width = first + Math.max(160, ...rows.map((row) => `${row.value}  was ${row.was ?? ""}`.length * LETTER + 20));
  return (
    <Root width={width} height={rows.length * LINE + 16}>
      {rows.map((row, index) => {
        const y = index * LINE + 18;
        if (row.title) return <text class="title" x={8} y={y}>{row.title}</text>;
        return (
          <>
            <line class="rule" x1={8} x2={width - 8} y1={y - 13} y2={y - 13} />
            <text x={14} y={y}>{row.name}</text>
            <text class={row.was === null ? "" : "changed"} x={first} y={y}>{row.value}</text>
            {row.was !== null && <text class="note" x={width - 8} y={y} text-anchor="end">was {row.was}</text>}
          </>
        );
      })}
    </Root>
  );
}

export function sourcePicture(): VNode {
  const lines = work.value.text.replace(/\n$/, "").split("\n");
  const standing = scene.value?.processes ?? [];
  const width = Math.max(...lines.map((line) => line.length * 7.3), 300) + 160;
  return (
    <Root width={width} height={lines.length * LINE + 16}>
      {lines.map((line, index) => {
        const y = index * LINE + 18;
        const here = standing.filter((one) => one.place.line === index + 1);
        let x = 56 + line.length * 7.3;
        return (
          <>
            <text class="note" x={34} y={y} text-anchor="end">{index + 1}</text>
            <text x={46} y={y} xml:space="preserve">{line.replaceAll("\t", "    ")}</text>
            {here.map((one) => {
              const at = x;
              x += one.name.length * 6.2 + 28;
              return (
                <g class={`tag p${one.process % 10}`}>
                  <rect x={at} y={y - 12} width={one.name.length * 6.2 + 22} height={16} rx={8} />
                  <circle cx={at + 9} cy={y - 4} r={3.5} />
                  <text x={at + 16} y={y}>{one.name}</text>
                </g>
              );
            })}
          </>
        );
      })}
    </Root>
  );
}
