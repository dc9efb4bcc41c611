/** Pictures and texts as files that the browser saves. */
import { render, type VNode } from "preact";
import { work } from "../state/model";
import { pdfOf } from "./pdf";
import { type Shapes, shapesOf } from "./shapes";
import { svgOf } from "./svg";
import { tikzOf } from "./tikz";

export type PictureFormat = "svg" | "png" | "pdf" | "tex";

export function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** `crossing-chart.svg`: by the model and the view. */
export function fileName(view: string, ending: string): string {
  const model = work.value.name.replace(/^.*\//, "").replace(/\.\w+$/, "");
  return `${model}-${view.replaceAll(" ", "-")}.${ending}`;
}

/** Draw a picture out of sight, and take its shapes. */
function shapes(picture: VNode): Shapes {
  const host = document.createElement("div");
  host.className = "paper";
  host.setAttribute("aria-hidden", "true");
  document.body.append(host);
  try {
    render(picture, host);
    return shapesOf(host.querySelector("svg")!);
  } finally {
    render(null, host);
    host.remove();
  }
}

export async function savePicture(view: string, picture: VNode, format: PictureFormat): Promise<void> {
  const found = shapes(picture);
  save(fileName(view, format), await content(found, format));
}

async function content(found: Shapes, format: PictureFormat): Promise<Blob> {
  switch (format) {
    case "svg":
      return new Blob([svgOf(found)], { type: "image/svg+xml" });
    case "pdf":
      return pdfOf(found);
    case "tex":
      return new Blob([tikzOf(found)], { type: "text/x-tex" });
    case "png":
      return png(found);
  }
}

const SHARP = 2;
const MOST_PIXELS = 16_000;

async function png(found: Shapes): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svgOf(found)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(SHARP, MOST_PIXELS / found.width, MOST_PIXELS / found.height);
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.ceil(found.width * scale), Math.ceil(found.height * scale)];
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("The picture is too large."))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
