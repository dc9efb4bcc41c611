// The solver of the static page, under Node: a problem on each line of the standard input, its answer on each line out.
import { createInterface } from "node:readline";
import { bundled } from "./bundled.mjs";

const { Solver } = await bundled("solver.ts");
const solver = await Solver.load();
for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(solver.solve(line) + "\n");
  await solver.repair();
}
