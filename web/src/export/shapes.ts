/** A picture on the screen as plain shapes with their looks, for formats that know neither classes nor styles. */

export type Point = [number, number];
/** One point: a line there; three: a cubic curve; none: back to the beginning. */
export type Stroke = { kind: "move" | "line"; to: Point } | { kind: "curve"; points: [Point, Point, Point] } | { kind: "close" };

export interface Look {
  fill: string | null;
  stroke: string | null;
  width: number;
  dash: number[];
  opacity: number;
}
export interface Outline extends Look {
  kind: "outline";
  strokes: Stroke[];
}
export interface Words extends Look {
  kind: "words";
  at: Point;
  text: string;
  size: number;
  /** On the screen; other fonts are stretched to it. */
  length: number;
  mono: boolean;
  bold: boolean;
}
export type Shape = Outline | Words;
export interface Shapes {
  width: number;
  height: number;
  shapes: Shape[];
}

/** The picture must be in the document: only there it has a look. */
export function shapesOf(svg: SVGSVGElement): Shapes {
  const box = svg.viewBox.baseVal;
  const found: Shape[] = [];
  walk(svg, -box.x, -box.y, 1, found);
  return { width: box.width, height: box.height, shapes: found };
}

function walk(element: Element, x: number, y: number, opacity: number, found: Shape[]): void {
  for (const child of element.children) {
    const style = getComputedStyle(child);
    if (style.display === "none" || child.tagName === "title") continue;
    const moved = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(child.getAttribute("transform") ?? "");
    const [left, top] = [x + Number(moved?.[1] ?? 0), y + Number(moved?.[2] ?? 0)];
    const seen = opacity * Number(style.opacity);
    if (child.tagName === "text" || child.tagName === "tspan") words(child as SVGTextElement, style, left, top, seen, found);
    const strokes = outline(child);
    if (strokes) found.push({ kind: "outline", strokes: strokes.map((one) => shifted(one, left, top)), ...look(style, seen) });
    walk(child, left, top, seen, found);
  }
}

function look(style: CSSStyleDeclaration, opacity: number): Look {
  return {
    fill: colour(style.fill),
    stroke: colour(style.stroke),
    width: Number.parseFloat(style.strokeWidth) || 1,
    dash: style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(/[ ,]+/).map(Number.parseFloat),
    opacity,
  };
}

/** `#rrggbb`, or null for what is not to be seen. */
function colour(css: string): string | null {
  const found = /rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)/.exec(css);
  if (!found || found[4] === "0") return null;
  return `#${found.slice(1, 4).map((part) => Number(part).toString(16).padStart(2, "0")).join("")}`;
}

function words(element: SVGTextElement, style: CSSStyleDeclaration, x: number, y: number, opacity: number, found: Shape[]): void {
  const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent ?? "");
  const text = own.join("");
  if (!text.trim()) return;
  const length = element.getComputedTextLength();
  const back = style.textAnchor === "middle" ? length / 2 : style.textAnchor === "end" ? length : 0;
  const at: Point = [number(element, "x") - back + x, number(element, "y") + y];
  const bold = Number(style.fontWeight) >= 550;
  found.push({ kind: "words", at, text, size: Number.parseFloat(style.fontSize), length, mono: /mono/i.test(style.fontFamily), bold, ...look(style, opacity) });
}

const number = (element: Element, name: string) => Number(element.getAttribute(name) ?? 0);

/** What an element draws; null if it draws nothing itself. */
function outline(element: Element): Stroke[] | null {
  const of = (name: string) => number(element, name);
  switch (element.tagName) {
    case "rect":
      return rounded(of("x"), of("y"), of("width"), of("height"), of("rx"));
    case "circle":
      return rounded(of("cx") - of("r"), of("cy") - of("r"), 2 * of("r"), 2 * of("r"), of("r"));
    case "line":
      return [
        { kind: "move", to: [of("x1"), of("y1")] },
        { kind: "line", to: [of("x2"), of("y2")] },
      ];
    case "path":
      return pathOf(element.getAttribute("d") ?? "");
    default:
      return null;
  }
}

const ROUND = 0.5523;

function rounded(x: number, y: number, width: number, height: number, radius: number): Stroke[] {
  const r = Math.min(radius, width / 2, height / 2);
  const k = r * (1 - ROUND);
  const [right, bottom] = [x + width, y + height];
  const line = (a: number, b: number): Stroke => ({ kind: "line", to: [a, b] });
  const curve = (...points: [Point, Point, Point]): Stroke => ({ kind: "curve", points });
  return [
    { kind: "move", to: [x + r, y] },
    line(right - r, y),
    curve([right - k, y], [right, y + k], [right, y + r]),
    line(right, bottom - r),
    curve([right, bottom - k], [right - k, bottom], [right - r, bottom]),
    line(x + r, bottom),
    curve([x + k, bottom], [x, bottom - k], [x, bottom - r]),
    line(x, y + r),
    curve([x, y + k], [x + k, y], [x + r, y]),
    { kind: "close" },
  ];
}

/** The commands that our own pictures use: M L H V C Z, and small h, v, m. */
export function pathOf(d: string): Stroke[] {
  const strokes: Stroke[] = [];
  let here: Point = [0, 0];
  for (const [, command, rest] of d.matchAll(/([MLHVCZmhv])([^MLHVCZmhv]*)/g)) {
    const values = (rest!.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number);
    const [a = 0, b = 0] = values;
    if (command === "Z") strokes.push({ kind: "close" });
    else if (command === "C") {
      for (let at = 0; at + 5 < values.length; at += 6) {
        const [p = 0, q = 0, r = 0, s = 0, t = 0, u = 0] = values.slice(at, at + 6);
        strokes.push({ kind: "curve", points: [[p, q], [r, s], [t, u]] });
        here = [t, u];
      }
    } else {
      const to: Record<string, Point> = { M: [a, b], m: [here[0] + a, here[1] + b], L: [a, b], H: [a, here[1]], h: [here[0] + a, here[1]], V: [here[0], a], v: [here[0], here[1] + a] };
      here = to[command!]!;
      strokes.push({ kind: command === "M" || command === "m" ? "move" : "line", to: here });
    }
  }
  return strokes;
}

function shifted(stroke: Stroke, x: number, y: number): Stroke {
  const shift = ([a, b]: Point): Point => [a + x, b + y];
  if (stroke.kind === "close") return stroke;
  if (stroke.kind === "curve") return { kind: "curve", points: stroke.points.map(shift) as [Point, Point, Point] };
  return { ...stroke, to: shift(stroke.to) };
}
