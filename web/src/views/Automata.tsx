/** What each type of process does, and where its processes stand. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { Drawn, type Standing } from "../drawing/Drawn";
import { ExportMenu } from "../export/ExportMenu";
import { Panel } from "../parts/Panel";
import type { DrawnEdge, Scene, SceneStep } from "../protocol";
import { choose, opened, scene, trouble } from "../state/run";
import { standingAt } from "../state/standing";

export function Automata() {
  const list = useRef<HTMLDivElement>(null);
  const found = opened.value;
  const now = scene.value;
  useLayoutEffect(() => {
    if (list.current) reveal(list.current);
  }, [now]);
  if (!found || !now) {
    return (
      <Panel name="Automata">
        <p class="empty">{trouble.value || "Each process type is drawn here as an automaton, with a flag where its processes stand."}</p>
      </Panel>
    );
  }
  return (
    <Panel name="Automata" tools={<ExportMenu view="automata" />}>
      <div class="automata-list" ref={list}>
        {found.automata.map((drawing, index) => {
          const type = found.types[index]!;
          const standing = standingAt(now, type);
          return (
            <figure key={type}>
              <figcaption>
                <strong>{drawing.title}</strong>
              </figcaption>
              <Drawn
                drawing={drawing}
                label={`Automaton of ${type}: ${where(standing)}`}
                standing={standing}
                edgeLook={(edge) => look(edge, type, now)}
                onEdge={(edge) => take(edge, type, now)}
              />
            </figure>
          );
        })}
      </div>
    </Panel>
  );
}

function where(standing: Map<string, Standing[]>): string {
  const said = [...standing].flatMap(([node, here]) => here.map((one) => `${one.name} is at ${node}`));
  return said.join(", ") || "no process is in it";
}

const isAt = (edge: DrawnEdge, step: SceneStep | { place: { line: number }; statement: string }) =>
  step.place !== null && edge.detail.endsWith(`:${step.place.line}`) && edge.text === step.statement;

/** The choices that an edge stands for: of a process at its source, or of the receiver in a rendezvous. */
function choicesOf(edge: DrawnEdge, type: string, now: Scene) {
  const standing = now.processes.filter((one) => one.type === type && String(one.node) === edge.source);
  return now.choices.filter(({ step }) =>
    standing.some(
      (one) =>
        (one.process === step.process && isAt(edge, step)) ||
        (step.partner && one.process === step.partner.process && isAt(edge, step.partner)),
    ),
  );
}

function look(edge: DrawnEdge, type: string, now: Scene): string {
  if (choicesOf(edge, type, now).length) return "possible";
  const last = now.step;
  if (!last) return "";
  const mover = (process: number | undefined | null) =>
    now.processes.some((one) => one.process === process && one.type === type && String(one.node) === edge.target);
  const own = mover(last.process) && isAt(edge, last);
  const other = last.partner && mover(last.partner.process) && isAt(edge, last.partner);
  return own || other ? "taken" : "";
}

function take(edge: DrawnEdge, type: string, now: Scene): void {
  const found = choicesOf(edge, type, now)[0];
  if (found) void choose(found.number);
}

/** The place where something moved comes into view; the page itself stays where it is. */
function reveal(list: HTMLElement): void {
  const body = list.parentElement!;
  const node = list.querySelector(".node.moved") ?? list.querySelector(".node.here");
  if (!node) return;
  const [there, here] = [node.getBoundingClientRect(), body.getBoundingClientRect()];
  if (there.top < here.top) body.scrollTop -= here.top - there.top + 20;
  else if (there.bottom > here.bottom) body.scrollTop += there.bottom - here.bottom + 20;
  if (there.left < here.left) body.scrollLeft -= here.left - there.left + 20;
  else if (there.right > here.right) body.scrollLeft += there.right - here.right + 20;
}
