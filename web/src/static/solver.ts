/**
 * HiGHS for Python: linear programs as JSON, solved while Python waits.
 *
 * The other side is `lp/wasm.py`.  HiGHS is loaded before Python asks, since loading takes turns of the event loop and
 * solving does not.
 */
import loadHighs, { type Highs, type InitOptions, type ModelData, type VariableType } from "highs";

interface Stated {
  cost: number[];
  lower: number[];
  upper: number[];
  integer: boolean[] | null;
  row_lower: number[];
  row_upper: number[];
  starts: number[];
  columns: number[];
  coefficients: number[];
  seconds: number | null;
}

interface Answer {
  status: number;
  values: number[];
  objective: number;
}

const SOLVE_ERROR = 4;
const OPTIMAL = 7;

export class Solver {
  /** Out of memory, a WebAssembly instance ends for good; another can only be loaded once Python has finished. */
  private broken = false;

  private constructor(
    private readonly options: InitOptions,
    private highs: Highs,
  ) {}

  static async load(options: InitOptions = {}): Promise<Solver> {
    return new Solver(options, await loadHighs({ ...options }));
  }

  async repair(): Promise<void> {
    if (this.broken) this.highs = await loadHighs({ ...this.options });
    this.broken = false;
  }

  /** What Python calls: never throws, since a solver that fails only leaves a question open. */
  readonly solve = (text: string): string => {
    const failed: Answer = { status: SOLVE_ERROR, values: [], objective: 0 };
    if (this.broken) return JSON.stringify(failed);
    try {
      return JSON.stringify(answered(this.highs, JSON.parse(text) as Stated));
    } catch {
      this.broken = true;
      return JSON.stringify(failed);
    }
  };
}

function answered(highs: Highs, stated: Stated): Answer {
  return highs.withModel(modelData(highs, stated), (model) => {
    model.options.set("output_flag", false);
    if (stated.seconds !== null) model.options.set("time_limit", stated.seconds);
    // As natively: 32767 instead of 32768 would be wrong, though it is near.
    if (stated.integer !== null) model.options.set("mip_rel_gap", 0);
    const { modelStatus } = model.run();
    const values = modelStatus === OPTIMAL ? [...model.getSolution().colValue] : [];
    return { status: modelStatus, values, objective: values.length > 0 ? model.getObjectiveValue() : 0 };
  });
}

function modelData(highs: Highs, stated: Stated): ModelData {
  const [numRows, numCols] = [stated.row_lower.length, stated.cost.length];
  const kinds = highs.constants.variableType;
  const matrix = {
    format: "csr" as const,
    numRows,
    numCols,
    starts: stated.starts,
    indices: stated.columns,
    values: stated.coefficients,
  };
  const data = {
    numCols,
    numRows,
    colCost: stated.cost,
    colLower: stated.lower,
    colUpper: stated.upper,
    rowLower: stated.row_lower,
    rowUpper: stated.row_upper,
    matrix,
  };
  const integrality: VariableType[] = (stated.integer ?? []).map((whole) => (whole ? kinds.integer : kinds.continuous));
  return stated.integer === null ? data : { ...data, integrality };
}
