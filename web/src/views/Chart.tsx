/** The run as a sequence chart that grows; only what is in sight is drawn, so that long runs stay quick. */
import { computed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { ChartPicture, columnOf, HEAD, metrics, ROW } from "../drawing/ChartPicture";
import { chartOf } from "../drawing/rows";
import { ExportMenu } from "../export/ExportMenu";
import { Panel } from "../parts/Panel";
import { cursor, length, processes, scene, scrub, steps, trouble } from "../state/run";

export const chart = computed(() => chartOf(steps.value, processes.value));

export function ChartView() {
  const box = useRef<HTMLDivElement>(null);
  const window_ = useSignal({ top: 0, height: 400, width: 400 });
  const measure = () => {
    const body = box.current?.parentElement;
    if (body) window_.value = { top: body.scrollTop, height: body.clientHeight, width: body.clientWidth };
  };
  useLayoutEffect(() => {
    const body = box.current?.parentElement;
    if (!body) return;
    const watcher = new ResizeObserver(measure);
    watcher.observe(body);
    body.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      watcher.disconnect();
      body.removeEventListener("scroll", measure);
    };
  }, [length.value > 0]);
  useEffect(() => {
    const body = box.current?.parentElement;
    if (body) follow(body, cursor.value);
    const mover = scene.value?.step?.process;
    if (body && mover != null) followAcross(body, mover, box.current!.offsetWidth);
  }, [cursor.value, length.value]);

  if (!scene.value || !length.value) {
    return (
      <Panel name="Chart">
        <p class="empty">
          {scene.value ? "Take a step: the sequence chart of the run grows here." : trouble.value || "Who sends what to whom is drawn here."}
        </p>
      </Panel>
    );
  }
  const { rows } = chart.value;
  const { top, height, width } = window_.value;
  const size = metrics(chart.value, width);
  const first = Math.max(0, Math.min(Math.floor((top - HEAD) / ROW) - 4, rows.length - 1));
  const last = Math.min(rows.length, first + Math.ceil(height / ROW) + 10);
  return (
    <Panel name="Chart" flush note={`${length.value} steps`} tools={<ExportMenu view="chart" />}>
      <div class="chart-space" ref={box} style={{ height: `${HEAD + length.value * ROW + 16}px`, width: `${size.width}px` }}>
        <ChartPicture chart={chart.value} first={first} last={last} now={cursor.value} size={size} pick={(step) => void scrub(step)} />
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

/** The row under the cursor stays in sight, with some room below. */
function follow(body: HTMLElement, depth: number): void {
  const at = HEAD + depth * ROW;
  if (at > body.scrollTop + body.clientHeight - 1.5 * ROW) body.scrollTop = at - body.clientHeight + 3 * ROW;
  else if (at - 2 * ROW < body.scrollTop + HEAD) body.scrollTop = Math.max(0, at - HEAD - 3 * ROW);
}
