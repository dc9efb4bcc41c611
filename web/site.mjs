// Builds the static page: `node site.mjs DIRECTORY PYTHON`.  The page, Python as WebAssembly with bytecode of its own
// version, and a solver; neither the build nor the page fetches anything from other hosts.
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const here = dirname(fileURLToPath(import.meta.url));
const [, , directory, interpreter] = process.argv;
const out = resolve(directory);
const engine = join(out, "engine");
const pyodide = join(here, "node_modules", "pyodide");
const MANUAL = "docs";
const PACKAGES = ["penstock", "pycparser"]; // plain Python, so that it runs anywhere
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'", // Python and the solver are WebAssembly, which counts as code made from data
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:", // pictures that are made to be saved
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Where an installed package is. */
function place(name) {
  const asked = `import importlib.util; print(importlib.util.find_spec(${JSON.stringify(name)}).origin)`;
  return dirname(execFileSync(interpreter, ["-c", asked], { encoding: "utf8" }).trim());
}

/** The Python that will run it compiles it: in a browser that would take longer than all the rest. */
async function compilePython() {
  const packages = mkdtempSync(join(tmpdir(), "penstock-packages-"));
  for (const name of PACKAGES) // Python in there sees nothing else of this machine, so links would lead nowhere
    cpSync(place(name), join(packages, name), { recursive: true, dereference: true, filter: (file) => !file.includes("__pycache__") });
  const python = await loadPyodide({ indexURL: pyodide });
  for (const [inside, outside] of [["/out", engine], ["/pyodide", pyodide], ["/packages", packages]]) {
    python.FS.mkdirTree(inside);
    python.mountNodeFS(inside, outside);
  }
  python.runPython(readFileSync(join(here, "bytecode.py"), "utf8"));
  rmSync(packages, { recursive: true });
}

function copyPyodide() {
  for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"])
    copyFileSync(join(pyodide, name), join(engine, name));
  const lock = JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json"), "utf8"));
  writeFileSync(join(engine, "pyodide-lock.json"), JSON.stringify({ info: lock.info, packages: {} }));
  copyFileSync(join(here, "node_modules", "highs", "build", "highs.wasm"), join(engine, "highs.wasm"));
}

const bundle = (entryPoints, more) =>
  build({ absWorkingDir: here, entryPoints, outdir: out, bundle: true, format: "esm", minify: true, ...more });

function writePage() {
  const file = join(out, "index.html");
  const page = readFileSync(file, "utf8");
  const marked = page
    .replace('name="penstock-engine" content="serve"', 'name="penstock-engine" content="static"')
    .replace("<head>", `<head>\n    <meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
  if (!marked.includes('content="static"')) throw new Error("index.html does not say which engine answers");
  writeFileSync(file, marked);
}

/** All files with a name for this state of them, so that a browser keeps them and notices when they change. */
async function writeOffline() {
  const entries = readdirSync(out, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const names = files.map((file) => file.slice(out.length + 1)).filter((name) => !name.startsWith(`${MANUAL}/`)).sort();
  const state = createHash("sha256");
  for (const name of names) state.update(name).update(readFileSync(join(out, name)));
  const define = { FILES: JSON.stringify(names), STATE: JSON.stringify(state.digest("hex").slice(0, 16)) };
  await bundle({ offline: "src/static/offline.ts" }, { define, format: "iife" });
}

/** The page as `penstock serve` has it; the manual, which lies in the same place, stays. */
function copyPage() {
  const built = mkdtempSync(join(tmpdir(), "penstock-page-"));
  execFileSync("node", [join(here, "build.mjs"), built], { stdio: ["ignore", "ignore", "inherit"] });
  mkdirSync(out, { recursive: true });
  for (const name of readdirSync(out)) if (name !== MANUAL) rmSync(join(out, name), { recursive: true });
  cpSync(built, out, { recursive: true });
  rmSync(built, { recursive: true });
}

copyPage();
mkdirSync(engine);
copyPyodide();
await compilePython();
await bundle({ "engine/worker": "src/static/worker.ts" }, { external: ["node:*"] });
writePage();
await writeOffline();
const sizes = readdirSync(engine).map((name) => `${basename(name)} ${Math.round(readFileSync(join(engine, name)).length / 1000)} KB`);
console.log(`engine: ${sizes.join(", ")}`);
