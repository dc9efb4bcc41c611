/** Shapes as an SVG of its own: no styles, no classes, nothing from elsewhere. */
import type { Look, Shapes, Stroke } from "./shapes";

const NAMESPACE = "http://www.w3.org/2000/svg";
const MONO = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace";
const SANS = "system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif";
const n = (value: number) => String(Math.round(value * 100) / 100);

export function svgOf({ width, height, shapes }: Shapes): string {
  const svg = made("svg", { xmlns: NAMESPACE, width: n(width), height: n(height), viewBox: `0 0 ${n(width)} ${n(height)}` });
  svg.append(made("rect", { width: n(width), height: n(height), fill: "#ffffff" }));
  for (const shape of shapes) {
    if (shape.kind === "outline") svg.append(made("path", { d: shape.strokes.map(command).join(""), ...attributes(shape) }));
    else {
      const text = made("text", {
        x: n(shape.at[0]),
        y: n(shape.at[1]),
        "font-size": n(shape.size),
        "font-family": shape.mono ? MONO : SANS,
        "font-weight": shape.bold ? "600" : "400",
        fill: shape.fill ?? "none",
        opacity: n(shape.opacity),
        "xml:space": "preserve",
      });
      text.textContent = shape.text;
      svg.append(text);
    }
  }
  return `${new XMLSerializer().serializeToString(svg)}\n`;
}

function made(name: string, attributes: Record<string, string>): Element {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) if (key !== "xmlns") element.setAttribute(key, value);
  return element;
}

function attributes(look: Look): Record<string, string> {
  return {
    fill: look.fill ?? "none",
    ...(look.stroke ? { stroke: look.stroke, "stroke-width": n(look.width) } : {}),
    ...(look.dash.length ? { "stroke-dasharray": look.dash.join(" ") } : {}),
    ...(look.opacity < 1 ? { opacity: n(look.opacity) } : {}),
  };
}

function command(stroke: Stroke): string {
  if (stroke.kind === "close") return "Z";
  if (stroke.kind === "curve") return `C${stroke.points.flat().map(n).join(" ")}`;
  return `${stroke.kind === "move" ? "M" : "L"}${stroke.to.map(n).join(" ")}`;
}
