/** The run as a sequence chart that grows; only what is in sight is drawn, so that long runs stay quick. */
import { computed, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ChartPicture, columnOf, HEAD, metrics, ROW } from "../drawing/ChartPicture";
import { chartOf } from "../drawing/rows";
import { ExportMenu } from "../export/ExportMenu";
import { Panel } from "../parts/Panel";
import { printing } from "../state/settings";
import { begun, cursor, length, processes, scrub, steps, trouble } from "../state/run";

export const chart = computed(() => chartOf(steps.value, processes.value));

/** What is drawn; it changes every few rows only, so that most steps need no other stretch. */
interface Stretch {
  first: number;
  last: number;
  width: number;
}
const BLOCK = 8;

function stretchOf(body: HTMLElement): Stretch {
  const first = Math.floor((body.scrollTop - HEAD) / ROW / BLOCK - 1) * BLOCK;
  const last = Math.ceil((body.scrollTop + body.clientHeight) / ROW / BLOCK + 1) * BLOCK;
  return { first: Math.max(0, first), last, width: body.clientWidth };
}

const MOST_PRINTED = 300;

/** On paper, as much as somebody may want to read, the cursor in its midst. */
function printed(now: number): { first: number; last: number } {
  const first = Math.max(0, now - MOST_PRINTED / 2);
  return { first, last: first + MOST_PRINTED };
}

export function ChartView() {
  const box = useRef<HTMLDivElement>(null);
  const stretch = useSignal<Stretch>({ first: 0, last: 3 * BLOCK, width: 400 });
  const measure = () => {
    const body = box.current?.parentElement;
    if (!body) return;
    const [now, then] = [stretchOf(body), stretch.peek()];
    if (now.first !== then.first || now.last !== then.last || now.width !== then.width) stretch.value = now;
  };
  useLayoutEffect(() => {
    const body = box.current?.parentElement;
    if (!body) return;
    const watcher = new ResizeObserver(() => {
      follow(body, cursor.peek()); // an answer may have taken its room
      measure();
    });
    watcher.observe(body);
    body.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      watcher.disconnect();
      body.removeEventListener("scroll", measure);
    };
  }, [length.value > 0]);
  useLayoutEffect(() => {
    const body = box.current?.parentElement;
    if (!body) return;
    follow(body, cursor.value);
    const mover = steps.value[cursor.value - 1]?.process;
    if (mover != null) followAcross(body, mover, box.current!.offsetWidth);
  }, [cursor.value, steps.value]);

  if (!begun.value || !length.value) {
    return (
      <Panel name="Chart">
        <p class="empty">
          {begun.value ? "Take a step: the sequence chart of the run grows here." : trouble.value || "Who sends what to whom is drawn here."}
        </p>
      </Panel>
    );
  }
  const { rows } = chart.value;
  const size = metrics(chart.value, stretch.value.width);
  const { first, last } = printing.value ? printed(cursor.value) : stretch.value;
  return (
    <Panel name="Chart" flush note={`${length.value} steps`} tools={<ExportMenu view="chart" />}>
      <div class="chart-space" ref={box} style={{ height: `${HEAD + length.value * ROW + 16}px`, width: `${size.width}px` }}>
        <ChartPicture chart={chart.value} first={Math.min(first, rows.length - 1)} last={Math.min(last, rows.length)} now={cursor.value} size={size} pick={(step) => void scrub(step)} />
      </div>
    </Panel>
  );
}

/** A chart that is wider than its panel shows who moved. */
function followAcross(body: HTMLElement, mover: number, width: number): void {
  if (width <= body.clientWidth) return;
  const size = metrics(chart.value, body.clientWidth);
  const at = columnOf(chart.value, size, mover);
  const [left, right] = [at - size.column, at + size.column];
  if (left < body.scrollLeft) body.scrollLeft = left;
  else if (right > body.scrollLeft + body.clientWidth) body.scrollLeft = right - body.clientWidth;
}

/** The row under the cursor stays in sight; where it leaves, a third of the chart is free for those that follow. */
function follow(body: HTMLElement, depth: number): void {
  const at = HEAD + depth * ROW;
  const height = body.clientHeight;
  if (at > body.scrollTop + height - 1.5 * ROW) body.scrollTop = at - Math.min(height - 3 * ROW, (2 * height) / 3);
  else if (at - 2 * ROW < body.scrollTop + HEAD) body.scrollTop = at - HEAD - Math.max(3 * ROW, height / 3);
}
