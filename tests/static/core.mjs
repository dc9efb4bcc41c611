// Asks Penstock in Pyodide what a file asks: `node core.mjs SOURCES QUESTIONS`, answers on the standard output.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { bundled, installed } from "./bundled.mjs";

const { loadPyodide } = installed("pyodide");
const { Solver } = await bundled("solver.ts");

const python = await loadPyodide();
python.registerJsModule("penstock_solver", { solve: (await Solver.load()).solve });
for (const [here, there] of [["/sources", process.argv[2]], ["/static", fileURLToPath(new URL(".", import.meta.url))]]) {
  python.FS.mkdirTree(here);
  python.mountNodeFS(here, there);
}
python.globals.set("questions", readFileSync(process.argv[3], "utf8"));
process.stdout.write(python.runPython(`
import json, sys
sys.dont_write_bytecode = True
sys.path[:0] = ["/sources", "/static"]
from answers import answers
answers(json.loads(questions))
`));
