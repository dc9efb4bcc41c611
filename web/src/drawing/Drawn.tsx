/** A graph that was laid out by the engine, drawn with elements: texts stay texts, whatever is in them. */
import type { DrawnEdge, DrawnGraph, DrawnNode } from "../protocol";

export interface Standing {
  process: number;
  name: string;
  /** It is here by the last step. */
  moved: boolean;
}

export interface DrawnProps {
  drawing: DrawnGraph;
  label: string;
  standing?: Map<string, Standing[]>;
  /** A word for how a node or an edge looks: `error`, `here`, `possible`, `taken`. */
  nodeLook?(node: DrawnNode): string;
  edgeLook?(edge: DrawnEdge): string;
  onNode?(node: DrawnNode): void;
  onEdge?(edge: DrawnEdge): void;
  nodeName?(node: DrawnNode): string;
  /** Without a frame of its own: a part of a larger picture. */
  bare?: boolean;
}

const LINE = 13;
const MARGIN = 14;
/** A drawing is not shrunk below what can be read; its panel scrolls. */
const SMALLEST = 0.8;

export function drawnSize(drawing: DrawnGraph): { width: number; height: number } {
  return { width: drawing.width + 2 * MARGIN, height: drawing.height + 2 * MARGIN };
}

export function Drawn(props: DrawnProps) {
  const { drawing, label } = props;
  if (props.bare) {
    return (
      <g class="drawn">
        <Inner {...props} />
      </g>
    );
  }
  const { width, height } = drawnSize(drawing);
  const clickable = props.onNode || props.onEdge;
  return (
    <svg
      class="drawn"
      width={width}
      height={height}
      style={{ minWidth: `${width * SMALLEST}px` }}
      viewBox={`${-MARGIN} ${-MARGIN} ${width} ${height}`}
      role={clickable ? "group" : "img"}
      aria-label={label}
    >
      <Inner {...props} />
    </svg>
  );
}

function Inner(props: DrawnProps) {
  const { drawing } = props;
  return (
    <>
      {drawing.entries.map(([from, to]) => (
        <path class="entry" d={entry(from, to)} />
      ))}
      {drawing.edges.map((edge) => (
        <Edge edge={edge} look={props.edgeLook?.(edge) ?? ""} />
      ))}
      {drawing.nodes.map((node) => (
        <Node node={node} props={props} />
      ))}
      {drawing.edges.map((edge) => (
        <Label edge={edge} look={props.edgeLook?.(edge) ?? ""} onEdge={props.onEdge} />
      ))}
    </>
  );
}

type Point = readonly [number, number];
const HEAD = 7;

function line(edge: DrawnEdge): string {
  const strokes = edge.strokes.map((points) => `${points.length === 3 ? "C" : "L"}${points.flat().join(" ")}`);
  return `M${edge.start.join(" ")}${strokes.join("")}`;
}

/** The head of an arrow with its tip here, pointing there. */
function head([x, y]: Point, [across, down]: Point): string {
  const [bx, by] = [x - across * HEAD, y - down * HEAD];
  const [sx, sy] = [down * HEAD * 0.45, across * HEAD * 0.45];
  return `M${x} ${y}L${bx + sx} ${by - sy}L${bx - sx} ${by + sy}Z`;
}

function entry(from: Point, to: Point): string {
  const [across, down] = [to[0] - from[0], to[1] - from[1]];
  const size = Math.hypot(across, down) || 1;
  return `M${from.join(" ")}L${to.join(" ")}${head(to, [across / size, down / size])}`;
}

function Edge({ edge, look }: { edge: DrawnEdge; look: string }) {
  return (
    <g class={`edge ${edge.style} ${edge.marked ? "marked" : ""} ${look}`}>
      <title>{[edge.text, edge.detail].filter(Boolean).join("\n")}</title>
      <path d={line(edge)} />
      <path class="head" d={head(edge.tip, edge.heading)} />
    </g>
  );
}

function Label({ edge, look, onEdge }: { edge: DrawnEdge; look: string; onEdge?: (edge: DrawnEdge) => void }) {
  const { label } = edge;
  if (!label) return null;
  const possible = onEdge && look.includes("possible");
  return (
    <text class={`label ${edge.marked ? "marked" : ""} ${look}`} onClick={possible ? () => onEdge(edge) : undefined}>
      <title>{[edge.text, edge.detail].filter(Boolean).join("\n")}</title>
      {label.lines.map((text, row) => (
        <tspan x={label.x} y={label.y + (row + 1) * LINE - 3.2}>
          {text}
        </tspan>
      ))}
    </text>
  );
}

function Node({ node, props }: { node: DrawnNode; props: DrawnProps }) {
  const here = props.standing?.get(node.id) ?? [];
  const look = [props.nodeLook?.(node) ?? "", here.length ? `here p${here[0]!.process % 10}` : "", here.some((one) => one.moved) ? "moved" : ""].join(" ");
  const middle = node.x + node.width / 2;
  const act = props.onNode && {
    role: "button" as const,
    tabIndex: 0,
    "aria-label": props.nodeName?.(node) ?? node.lines.join(" "),
    onClick: () => props.onNode?.(node),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        event.stopPropagation();
        props.onNode?.(node);
      }
    },
  };
  return (
    <g class={`node ${node.marked ? "marked" : ""} ${look}`} {...act}>
      <title>{node.detail || node.lines.join("\n")}</title>
      <Outline node={node} inset={0} />
      {node.shape === "double" && <Outline node={node} inset={3} />}
      <Inside node={node} x={middle} />
      <Flags here={here} x={node.x + node.width - 2} y={node.y - 6} />
    </g>
  );
}

const NOTE_LINE = 10;

/** Lines in the middle of a node, smaller ones below them. */
function Inside({ node, x }: { node: DrawnNode; x: number }) {
  const height = node.lines.length * LINE + node.note.length * NOTE_LINE;
  const top = node.y + (node.height - height) / 2;
  const below = top + node.lines.length * LINE;
  return (
    <>
      {node.lines.map((text, row) => (
        <text x={x} y={top + (row + 1) * LINE - 3} text-anchor="middle">
          {text}
        </text>
      ))}
      {node.note.length > 0 && " " /* who listens hears two words */}
      {node.note.map((text, row) => (
        <text class="small" x={x} y={below + (row + 1) * NOTE_LINE - 2} text-anchor="middle">
          {text}
        </text>
      ))}
    </>
  );
}

const ROUNDEST = 22;

function corner({ shape, width, height }: DrawnNode): number {
  return shape === "box" ? 2 : Math.min(width / 2, height / 2, ROUNDEST);
}

function Outline({ node, inset }: { node: DrawnNode; inset: number }) {
  return (
    <rect
      x={node.x + inset}
      y={node.y + inset}
      width={Math.max(0, node.width - 2 * inset)}
      height={Math.max(0, node.height - 2 * inset)}
      rx={Math.max(0, corner(node) - inset)}
    />
  );
}

const MOST_FLAGS = 3;

/** One above the other; where many stand, whoever moved and how many others. */
function Flags({ here, x, y }: { here: Standing[]; x: number; y: number }) {
  const many = here.length > MOST_FLAGS;
  const shown = many ? [...here].sort((a, b) => Number(b.moved) - Number(a.moved)).slice(0, MOST_FLAGS - 1) : here;
  const others = here.filter((one) => !shown.includes(one));
  return (
    <>
      {shown.map((one, index) => (
        <Flag key={one.process} one={one} x={x} y={y - index * 14} />
      ))}
      {many && (
        <g class="tag">
          <title>{others.map((one) => one.name).join(", ")}</title>
          <rect x={x} y={y - 2 - shown.length * 14} width={30} height={15} rx={7.5} />
          <text x={x + 6} y={y + 9 - shown.length * 14}>
            + {others.length}
          </text>
        </g>
      )}
    </>
  );
}

function Flag({ one, x, y }: { one: Standing; x: number; y: number }) {
  const width = one.name.length * 5.9 + 20;
  return (
    <g class={`tag p${one.process % 10}`}>
      <rect x={x} y={y - 2} width={width} height={15} rx={7.5} />
      <circle cx={x + 8} cy={y + 5.5} r={3.4} />
      <text x={x + 14} y={y + 9}>
        {one.name}
      </text>
    </g>
  );
}
