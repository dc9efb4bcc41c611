/** Shapes as a TikZ picture, to be put into a paper. */
import type { Shape, Shapes, Stroke } from "./shapes";

const n = (value: number) => String(Math.round(value * 100) / 100);
const point = ([x, y]: [number, number]) => `(${n(x)},${n(-y)})`;

export function tikzOf({ shapes }: Shapes): string {
  const colours = [...new Set(shapes.flatMap((one) => [one.fill, one.stroke]).filter((one) => one !== null))];
  const names = new Map(colours.map((colour, index) => [colour, `penstock${letters(index)}`]));
  return [
    "% \\usepackage{tikz} is all that this needs.",
    ...colours.map((colour) => `\\definecolor{${names.get(colour)}}{HTML}{${colour.slice(1).toUpperCase()}}`),
    "\\begin{tikzpicture}[x=0.75bp,y=0.75bp]",
    ...shapes.map((shape) => `  ${drawn(shape, names)}`),
    "\\end{tikzpicture}",
    "",
  ].join("\n");
}

/** Numbers are no part of names in TeX. */
const letters = (index: number) => [...String(index)].map((digit) => "ABCDEFGHIJ"[Number(digit)]).join("");

function drawn(shape: Shape, names: Map<string, string>): string {
  const clear = shape.opacity < 1 ? [`opacity=${n(shape.opacity)}`] : [];
  if (shape.kind === "words") {
    const options = ["anchor=base west", "inner sep=0pt", `text=${names.get(shape.fill ?? "") ?? "black"}`, ...clear];
    const font = `\\fontsize{${n(shape.size * 0.75)}bp}{${n(shape.size * 0.9)}bp}\\selectfont${shape.mono ? "\\ttfamily" : "\\sffamily"}${shape.bold ? "\\bfseries" : ""}`;
    return `\\node[${options.join(", ")}] at ${point(shape.at)} {${font} ${escaped(shape.text)}};`;
  }
  const options = [...clear];
  if (shape.fill) options.push(`fill=${names.get(shape.fill)}`);
  if (shape.stroke) options.push(`draw=${names.get(shape.stroke)}`, `line width=${n(shape.width * 0.75)}bp`);
  if (shape.dash.length) options.push(`dash pattern=${shape.dash.map((size, at) => `${at % 2 ? "off" : "on"} ${n(size * 0.75)}bp`).join(" ")}`);
  return `\\path[${options.join(", ")}] ${shape.strokes.map(command).join(" ")};`;
}

function command(stroke: Stroke): string {
  if (stroke.kind === "close") return "-- cycle";
  if (stroke.kind === "curve") return `.. controls ${point(stroke.points[0])} and ${point(stroke.points[1])} .. ${point(stroke.points[2])}`;
  return `${stroke.kind === "move" ? "" : "-- "}${point(stroke.to)}`;
}

const SPECIAL: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  "…": "\\dots{}",
  "≤": "$\\leq$",
  "≥": "$\\geq$",
  "●": "$\\bullet$",
};

function escaped(text: string): string {
  return [...text].map((letter) => SPECIAL[letter] ?? (/[#$%&_{}]/.test(letter) ? `\\${letter}` : letter)).join("");
}
