/** Shapes as a PDF of one page, with lines that stay sharp and texts that can be searched. */
import type { Shape, Shapes, Stroke, Words } from "./shapes";

const POINTS = 0.75; // of a pixel
const n = (value: number) => String(Math.round(value * 100) / 100);
const FONTS = ["Helvetica", "Helvetica-Bold", "Courier", "Courier-Bold"];

export function pdfOf({ width, height, shapes }: Shapes): Blob {
  const clarities = [...new Set(shapes.map((shape) => clarity(shape)))];
  const body = [`${n(POINTS)} 0 0 ${n(-POINTS)} 0 ${n(height * POINTS)} cm`, ...shapes.map(drawn)].join("\n");
  const states = clarities.map((one) => `/G${one} << /ca ${one / 100} /CA ${one / 100} >>`).join(" ");
  const fonts = FONTS.map((_, index) => `/F${index} ${index + 5} 0 R`).join(" ");
  const box = `[0 0 ${n(width * POINTS)} ${n(height * POINTS)}]`;
  const resources = `<< /Font << ${fonts} >> /ExtGState << ${states} >> >>`;
  return written([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Resources ${resources} /Contents 4 0 R >>`,
    `<< /Length ${body.length} >>\nstream\n${body}\nendstream`,
    ...FONTS.map((name) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`),
  ]);
}

/** All is written in Latin letters, so a letter is a byte, and places can be counted. */
function written(objects: string[]): Blob {
  let text = "%PDF-1.4\n";
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new Blob([Uint8Array.from(text, (letter) => letter.charCodeAt(0))], { type: "application/pdf" });
}

const clarity = (shape: Shape) => Math.round(100 * shape.opacity);

function drawn(shape: Shape): string {
  const parts = [`q /G${clarity(shape)} gs`];
  if (shape.fill) parts.push(`${rgb(shape.fill)} rg`);
  if (shape.kind === "words") return [...parts, words(shape), "Q"].join(" ");
  if (shape.stroke) parts.push(`${rgb(shape.stroke)} RG ${n(shape.width)} w 1 J 1 j`);
  if (shape.dash.length) parts.push(`[${shape.dash.map(n).join(" ")}] 0 d`);
  const paint = shape.fill && shape.stroke ? "B" : shape.fill ? "f" : shape.stroke ? "S" : "n";
  return [...parts, ...shape.strokes.map(command), paint, "Q"].join(" ");
}

function rgb(colour: string): string {
  return [1, 3, 5].map((at) => n(Number.parseInt(colour.slice(at, at + 2), 16) / 255)).join(" ");
}

function command(stroke: Stroke): string {
  if (stroke.kind === "close") return "h";
  if (stroke.kind === "curve") return `${stroke.points.flat().map(n).join(" ")} c`;
  return `${stroke.to.map(n).join(" ")} ${stroke.kind === "move" ? "m" : "l"}`;
}

/** Each text is as long as on the screen, whatever font the reader has. */
function words(shape: Words): string {
  const text = latin(shape.text);
  const font = (shape.mono ? 2 : 0) + (shape.bold ? 1 : 0);
  const natural = measured(text, shape);
  const stretch = natural > 0 ? n((100 * shape.length) / natural) : "100";
  const [x, y] = shape.at;
  const quoted = text.replace(/[\\()]/g, "\\$&");
  return `BT /F${font} ${n(shape.size)} Tf ${stretch} Tz 1 0 0 -1 ${n(x)} ${n(y)} Tm (${quoted}) Tj ET`;
}

const canvas = document.createElement("canvas").getContext("2d");

function measured(text: string, shape: Words): number {
  if (shape.mono || !canvas) return 0.6 * shape.size * text.length;
  canvas.font = `${shape.bold ? "bold " : ""}${shape.size}px Helvetica, Arial, "Liberation Sans", sans-serif`;
  return canvas.measureText(text).width;
}

const OTHERS: Record<string, string> = { "…": "\x85", "≤": "<=", "≥": ">=", "→": "->", "●": "\x95", "↻": "@", "–": "\x96", "—": "\x97", "’": "\x92" };

/** In the letters that every PDF reader has. */
function latin(text: string): string {
  return [...text].map((letter) => OTHERS[letter] ?? (letter.charCodeAt(0) < 256 ? letter : "?")).join("");
}
