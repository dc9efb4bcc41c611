/** What the engine will answer soon; it goes when the protocol has it. */
export {};


declare module "./protocol" {
  interface Methods {
    "run.random": { params: { run: number; count: number }; result: RunView };
    "run.until": { params: { run: number; condition: string }; result: RunView };
    "run.lane": { params: { run: number; expression: string }; result: { values: (string | null)[]; truth: boolean } };
    "run.path": { params: { run: number }; result: { choices: number[]; loop: number | null; depth: number } };
  }
}
