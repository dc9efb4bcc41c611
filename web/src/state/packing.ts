/** A model and a run in the address: JSON, deflated, in letters that addresses may have. */
import type { ModelParams } from "../protocol";

export interface Packed {
  /** The name of the model, and its text. */
  n: string;
  t: string;
  /** The numbers of the choices, where the cursor is, where the loop begins. */
  p?: number[];
  d?: number;
  l?: number | null;
  /** What the model needs besides its text. */
  m?: ModelParams;
  /** Conditions in lanes above the slider. */
  w?: string[];
}

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function pack(packed: Packed): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(packed)), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const LONGEST = 2_000_000;

/** Null for an address that is none of ours, or damaged. */
export async function unpack(text: string): Promise<Packed | null> {
  try {
    if (text.length > LONGEST) return null;
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const found: unknown = JSON.parse(
      new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))),
    );
    return isPacked(found) ? found : null;
  } catch {
    return null;
  }
}

function isPacked(found: unknown): found is Packed {
  const one = found as Packed;
  const path = one?.p ?? [];
  return typeof one?.t === "string" && typeof one.n === "string" && Array.isArray(path) && path.every(Number.isInteger);
}
