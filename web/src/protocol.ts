// Written by `python -m penstock.faces.web.types` from the records in Python: change those.

export interface PageProblem {
  /** usage: the question makes no sense; model: it has errors, see the diagnostics; time, memory: more would be needed than may be used; missing: a program that is not installed; limit: too much is asked for at once; fault: our own */
  kind: PageProblemKind;
  message: string;
  diagnostics: PlacedDiagnostic[];
}

export type PageProblemKind = "usage" | "model" | "time" | "memory" | "cancelled" | "missing" | "limit" | "fault";

export interface PlacedDiagnostic {
  file: string;
  line: number;
  column: number;
  /** how many characters are meant */
  length: number;
  severity: Severity;
  code: string;
  message: string;
  hint: string | null;
  notes: PlacedNote[];
  fixes: PlacedFix[];
}

export type Severity = "error" | "warning";

export interface PlacedNote {
  message: string;
  file: string;
  line: number;
  column: number;
}

export interface PlacedFix {
  title: string;
  edits: PlacedEdit[];
}

export interface PlacedEdit {
  file: string;
  line: number;
  column: number;
  /** how many characters are replaced */
  length: number;
  text: string;
}

export interface ProgressNews {
  text: string;
  done: number | null;
  total: number | null;
}

export interface ModelParams {
  /** the file of the model; give this or `text` */
  path?: string;
  /** the model itself; give this or `path` */
  text?: string;
  /** what messages call a model that is given as text; the ending tells the language: `.pml` is Promela (default: model.pml), `.apml` actors, `.pch` a model and a program in one */
  name?: string;
  /** define a macro, as for the C preprocessor; each is written NAME[=VALUE] */
  definitions?: string[];
  /** search DIR for included files */
  directories?: string[];
  /** how many messages a mailbox holds (default: 3), or that of one actor type; `auto`: what `bound` proves; each is written N|TYPE=N|auto */
  mailbox?: string[];
  /** a message that must wait is put back at the end of the mailbox (default), or not taken at all */
  defer?: Defer;
  /** SIGNAL may also arrive on CHANNEL from outside, with any data; without one, any message; each is written CHANNEL[:SIGNAL] */
  env_in?: string[];
  /** CHANNEL has its other end outside */
  env_out?: string[];
  /** how to close the model (default: optimised); `penstock close --help` explains them */
  method?: ClosingMethod;
  /** signals that nothing expects are taken from the queue, as in SDL */
  discard?: boolean;
  /** what is sent to a full channel is lost, as with spin -m; by default the sender waits */
  lossy?: boolean;
  /** buffered channels are never full */
  unlimited?: boolean;
}

export type Defer = "putback" | "select";

export type ClosingMethod = "process" | "may" | "flags" | "optimised";

export interface Nothing {
}

export interface Hello {
  version: string;
  engine: EngineKind;
  /** what can be asked of a model here */
  verbs: string[];
  limits: EngineLimits;
  /** what to open first */
  file: string | null;
  files: FileEntry[];
  gallery: GalleryEntry[];
}

export type EngineKind = "serve" | "static";

export interface EngineLimits {
  /** the longest model */
  text_kb: number;
  /** the longest job */
  seconds: number;
  /** how many work at the same time */
  jobs: number;
}

export interface FileEntry {
  path: string;
  size: number;
}

export interface GalleryEntry {
  name: string;
  title: string;
  sentence: string;
  text: string;
}

export interface OpenRunParams {
  model: ModelParams;
  path?: number[];
  depth?: number | null;
  /** the step from which on the path repeats */
  loop?: number | null;
}

export interface OpenedRun {
  view: RunView;
  /** one for each type of process; nodes are the numbers in scenes */
  automata: DrawnGraph[];
  /** the model, and what it includes */
  texts: WrittenText[];
  /** which automaton is whose, in the same order */
  types: string[];
}

export interface RunView {
  run: number;
  scene: Scene;
  /** of the line that the cursor is on: how many steps there are, those ahead included */
  length: number;
  /** in the whole tree */
  moments: number;
  /** the step from which on this line repeats */
  loop: number | null;
  /** what is to be said about getting here; mostly empty */
  note: string;
}

export interface Scene {
  /** its number in the tree of runs; 0 is the beginning */
  moment: number;
  /** how many steps led here */
  depth: number;
  step: SceneStep | null;
  processes: SceneProcess[];
  channels: SceneChannel[];
  /** the global ones */
  variables: SceneVariable[];
  timers: SceneTimer[];
  choices: SceneChoice[];
  ending: SceneEnding | null;
}

export interface SceneStep {
  number: number;
  /** who takes it; null: somebody changed a value by hand */
  process: number | null;
  name: string;
  /** null where it is not written in the text, such as the end of a process */
  place: ScenePlace | null;
  statement: string;
  partner: ScenePartner | null;
  changes: SceneChange[];
  events: SceneEvent[];
  /** processes that begin */
  started: number[];
  /** the process ends by it */
  ended: boolean;
  printed: string;
  /** if time passes: how often it has done so; 0 otherwise */
  tick: number;
  /** it is the environment of an open model that acts */
  outside: boolean;
}

export interface ScenePlace {
  file: string;
  line: number;
  column: number;
  /** how many characters are meant, all in this line */
  length: number;
}

export interface ScenePartner {
  process: number;
  name: string;
  place: ScenePlace;
  statement: string;
}

export interface SceneChange {
  name: string;
  before: string;
  after: string;
}

export interface SceneEvent {
  action: string;
  process: number;
  channel: string;
  values: string[];
  /** of the message */
  number: number;
  rendezvous: boolean;
}

export interface SceneProcess {
  /** its number in the run */
  process: number;
  pid: number;
  /** unique in the run: Sender, or Sender#2 among several */
  name: string;
  /** the name of its automaton */
  type: string;
  /** where in the automaton it stands */
  node: number;
  /** what it does next, or could do */
  place: ScenePlace;
  /** the inlines that it is inside of, the innermost first */
  calls: SceneCall[];
  can_move: boolean;
  /** what it waits for, if it cannot move by itself */
  waits: string;
  /** it is inside an atomic sequence: only it may move */
  alone: boolean;
  variables: SceneVariable[];
}

export interface SceneCall {
  inline: string;
  place: ScenePlace;
}

export interface SceneVariable {
  /** within what it is a part of: `b`, `[1]` */
  name: string;
  /** in full: `p[1].b` */
  title: string;
  value: string;
  /** empty for what has parts */
  type: string;
  /** the value before the step that led here, if that changed it or a part of it */
  was: string | null;
  /** what asks for it, wherever it is asked; empty if nothing does */
  expression: string;
  parts: SceneVariable[];
}

export interface SceneChannel {
  name: string;
  /** the process whose own it is */
  owner: number | null;
  /** it belongs to an actor, and has its name */
  mailbox: boolean;
  /** 0: a rendezvous; null: without limit */
  capacity: number | null;
  messages: SceneMessage[];
  changed: boolean;
}

export interface SceneMessage {
  number: number;
  values: string[];
  /** it came by the step that led here */
  new: boolean;
}

export interface SceneTimer {
  name: string;
  /** how many ticks are left; null: it is off */
  left: number | null;
  /** `off` or `on(2)`: what it was before the step that led here, if that changed it */
  was: string | null;
}

export interface SceneChoice {
  number: number;
  /** what it would do */
  step: SceneStep;
  /** where it leads, if it was taken here before */
  moment: number | null;
}

export interface SceneEnding {
  outcome: Ending;
  reason: string;
  waiting: SceneWaiting[];
}

export type Ending = "" | "finished" | "deadlock" | "livelock" | "assertion" | "error" | "limit" | "cycle" | "claim" | "trail";

export interface SceneWaiting {
  process: number;
  place: ScenePlace;
  statement: string;
  reason: string;
  channels: string[];
}

export interface DrawnGraph {
  title: string;
  subtitle: string;
  width: number;
  height: number;
  nodes: DrawnNode[];
  edges: DrawnEdge[];
  entries: ([[number, number], [number, number]])[];
  /** short texts, and the long ones that they stand for */
  key: ([string, string])[];
}

export interface DrawnNode {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  shape: "round" | "double" | "box";
  lines: string[];
  /** smaller lines below the others */
  note: string[];
  /** something is wrong here, or this is where one is */
  marked: boolean;
  /** all that is known about it, line by line */
  detail: string;
}

export interface DrawnEdge {
  source: string;
  target: string;
  start: [number, number];
  /** where the line goes: one point is the end of a straight stroke, three are a cubic curve */
  strokes: (([number, number])[])[];
  tip: [number, number];
  /** the direction of the head, of length one */
  heading: [number, number];
  style: "plain" | "bold" | "dashed";
  label: DrawnLabel | null;
  /** the whole label */
  text: string;
  /** where it comes from, such as model.pml:12 */
  detail: string;
  marked: boolean;
}

export interface DrawnLabel {
  x: number;
  y: number;
  width: number;
  height: number;
  lines: string[];
}

export interface WrittenText {
  name: string;
  text: string;
}

export interface RunParams {
  run: number;
}

export interface GoParams {
  run: number;
  choice: number;
}

export interface ToParams {
  run: number;
  moment: number;
}

export interface AtParams {
  run: number;
  /** on the line that the cursor is on; beyond its end is its end */
  depth: number;
}

export interface StepsParams {
  run: number;
  first: number;
  last: number;
}

export interface StepsAnswer {
  processes: RunProcess[];
  steps: SceneStep[];
}

export interface RunProcess {
  process: number;
  name: string;
  type: string;
  pid: number;
}

export interface CheckParams {
  /** the file of the model; give this or `text` */
  path?: string;
  /** the model itself; give this or `path` */
  text?: string;
  /** what messages call a model that is given as text; the ending tells the language: `.pml` is Promela (default: model.pml), `.apml` actors, `.pch` a model and a program in one */
  name?: string;
  /** define a macro, as for the C preprocessor; each is written NAME[=VALUE] */
  definitions?: string[];
  /** search DIR for included files */
  directories?: string[];
  /** how many messages a mailbox holds (default: 3), or that of one actor type; `auto`: what `bound` proves; each is written N|TYPE=N|auto */
  mailbox?: string[];
  /** a message that must wait is put back at the end of the mailbox (default), or not taken at all */
  defer?: Defer;
}

export interface VerbAnswer {
  summary: string;
  /** false: there is a finding, or nothing is decided */
  fine: boolean;
  runs: FoundRun[];
}

export interface FoundRun {
  /** of the property, the channel or the kind of violation that it shows */
  name: string;
  reason: string;
  /** null: it cannot be stepped through */
  path: number[] | null;
  /** the step from which on it repeats */
  loop: number | null;
}

export interface CheckOutcome {
  /** true if there are no errors; there may be warnings */
  ok: boolean;
  diagnostics: PlacedDiagnostic[];
}

export interface FormatParams {
  /** the file of the model; give this or `text` */
  path?: string;
  /** the model itself; give this or `path` */
  text?: string;
  /** what messages call a model that is given as text; the ending tells the language: `.pml` is Promela (default: model.pml), `.apml` actors, `.pch` a model and a program in one */
  name?: string;
  /** define a macro, as for the C preprocessor; each is written NAME[=VALUE] */
  definitions?: string[];
  /** search DIR for included files */
  directories?: string[];
}

export interface FormatOutcome {
  text: string;
  changed: boolean;
}

export interface SimulateParams {
  /** the file of the model; give this or `text` */
  path?: string;
  /** the model itself; give this or `path` */
  text?: string;
  /** what messages call a model that is given as text; the ending tells the language: `.pml` is Promela (default: model.pml), `.apml` actors, `.pch` a model and a program in one */
  name?: string;
  /** define a macro, as for the C preprocessor; each is written NAME[=VALUE] */
  definitions?: string[];
  /** search DIR for included files */
  directories?: string[];
  /** how many messages a mailbox holds (default: 3), or that of one actor type; `auto`: what `bound` proves; each is written N|TYPE=N|auto */
  mailbox?: string[];
  /** a message that must wait is put back at the end of the mailbox (default), or not taken at all */
  defer?: Defer;
  /** SIGNAL may also arrive on CHANNEL from outside, with any data; without one, any message; each is written CHANNEL[:SIGNAL] */
  env_in?: string[];
  /** CHANNEL has its other end outside */
  env_out?: string[];
  /** how to close the model (default: optimised); `penstock close --help` explains them */
  method?: ClosingMethod;
  /** signals that nothing expects are taken from the queue, as in SDL */
  discard?: boolean;
  /** at most N steps (default: 250) */
  steps?: number;
  /** repeat the random run that has this number */
  seed?: number;
  /** what is sent to a full channel is lost, as with spin -m; by default the sender waits */
  lossy?: boolean;
  /** buffered channels are never full */
  unlimited?: boolean;
}

export interface SimulateOutcome {
  outcome: Ending;
  reason: string;
  processes: Instance[];
  steps: StepData[];
  waiting: WaitingData[];
  /** the number of the step from which on the run repeats */
  loop: number | null;
  /** who sends what to whom, and what became of it */
  chart: Record<string, any>;
}

export interface Instance {
  name: string;
  proctype: string;
  pid: number;
}

export interface StepData {
  step: number;
  /** null: the never claim */
  process: string | null;
  file: string;
  /** 0: the process ends */
  line: number;
  statement: string;
  changes: Change[];
  messages: MessageData[];
  started: string[];
  ended: boolean;
  printed: string;
  /** who receives in a rendezvous */
  partner: string | null;
  partner_file: string;
  partner_line: number;
  partner_statement: string;
  /** how often time has passed, if it passes in this step; else 0 */
  tick: number;
  /** whether it is the environment of an open model that acts */
  outside: boolean;
}

export interface Change {
  name: string;
  before: string;
  after: string;
}

export interface MessageData {
  action: string;
  process: string;
  channel: string;
  values: string[];
  /** the same for a message where it is sent and where it is received */
  number: number;
  rendezvous: boolean;
}

export interface WaitingData {
  process: string;
  file: string;
  line: number;
  /** empty: not known */
  statement: string;
  /** the obstacles in words; empty: not known */
  reason: string;
  /** what keeps it from going on, one for each statement that it could do */
  obstacles: Obstacle[];
}

export interface Obstacle {
  kind: ObstacleKind;
  channel: string;
  written: string;
  mailbox: boolean;
  capacity: number;
  wanted: string[];
  first: string[];
  text: string;
  values: SeenValue[];
}

export type ObstacleKind = "none" | "not provided" | "full" | "no receiver" | "no sender" | "empty" | "no match" | "other first" | "timeout" | "false" | "fails";

export interface SeenValue {
  name: string;
  value: string;
}

export interface Methods {
  "hello": { params: Nothing; result: Hello };
  "run.open": { params: OpenRunParams; result: OpenedRun };
  "run.close": { params: RunParams; result: Nothing };
  "run.go": { params: GoParams; result: RunView };
  "run.to": { params: ToParams; result: RunView };
  "run.at": { params: AtParams; result: RunView };
  "run.steps": { params: StepsParams; result: StepsAnswer };
  "check": { params: CheckParams; result: VerbAnswer & { outcome: CheckOutcome } };
  "format": { params: FormatParams; result: VerbAnswer & { outcome: FormatOutcome } };
  "simulate": { params: SimulateParams; result: VerbAnswer & { outcome: SimulateOutcome } };
}
