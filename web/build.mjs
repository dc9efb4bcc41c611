// Builds the page: `node build.mjs [DIRECTORY]`, by default where `penstock serve` finds it.
import { build } from "esbuild";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "..", "src", "penstock", "faces", "web", "static");
const LARGEST = 400_000; // compressed; what a phone on a train still loads

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { page: "src/main.tsx", style: "src/styles/page.css" },
  outdir: out,
  bundle: true,
  format: "esm",
  splitting: true,
  minify: true,
  target: ["es2022", "chrome110", "firefox115", "safari16.4"],
  chunkNames: "part-[hash]",
  legalComments: "none",
  logLevel: "warning",
});
cpSync(join(here, "static"), out, { recursive: true });

const size = readdirSync(out)
  .map((name) => gzipSync(readFileSync(join(out, name))).length)
  .reduce((sum, length) => sum + length, 0);
console.log(`page: ${Math.round(size / 1000)} KB compressed in ${out}`);
if (size > LARGEST) {
  console.error(`the page is larger than ${LARGEST / 1000} KB`);
  process.exit(1);
}
