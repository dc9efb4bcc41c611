// Written by `python -m penstock.faces.web.types` from the records in Python: change those.

export interface PageProblem {
  /** usage: the question makes no sense; model: it has errors, see the diagnostics; time, memory: more would be needed than may be used; missing: a program that is not installed; limit: too much is asked for at once; conflict: a file has changed meanwhile; fault: our own */
  kind: PageProblemKind;
  message: string;
  diagnostics: PlacedDiagnostic[];
}

export type PageProblemKind = "usage" | "model" | "time" | "memory" | "cancelled" | "missing" | "limit" | "conflict" | "fault";

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
  /** a message that must wait is put back at the end of the mailbox (default), not taken at all (select), or keeps its place while the first one behind it that need not wait is taken (ordered) */
  defer?: Defer;
  /** a message to an actor that has stopped is lost (default), or is an error */
  stopped?: LateMessage;
  /** what begins instead of `main`: a test of the model, with its parameters, as `crowd(N=3)` */
  test?: string;
  /** so many actors of a type may crash, each at any time between two messages; each is written TYPE=N */
  crash?: string[];
  /** how many messages of a form may wait for their time, after `after` */
  delayed?: number;
  /** who sends to a full mailbox waits until there is room (default), or that is an error */
  overflow?: Overflow;
  /** what may happen to messages between actors: they get lost (lossy), come twice (duplicating), overtake others (reordering) */
  network?: string[];
  /** SIGNAL may also arrive on CHANNEL from outside, with any data; without one, any message; each is written CHANNEL[:SIGNAL] */
  env_in?: string[];
  /** CHANNEL has its other end outside */
  env_out?: string[];
  /** how to close the model (default: precise); `penstock close --help` explains them */
  method?: ClosingMethod;
  /** signals that nothing expects are taken from the queue, as in SDL */
  discard?: boolean;
  /** what is sent to a full channel is lost, as with spin -m; by default the sender waits */
  lossy?: boolean;
  /** buffered channels are never full */
  unlimited?: boolean;
  /** every tick is a step; by default time passes at once until the next timer runs down */
  every_tick?: boolean;
}

export type Defer = "putback" | "select" | "ordered";

export type LateMessage = "lost" | "error";

export type Overflow = "wait" | "error";

export type ClosingMethod = "process" | "may" | "flags" | "optimised" | "precise";

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
  exercises: ExerciseEntry[];
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

export interface ExerciseEntry {
  name: string;
  title: string;
  task: string;
  /** what the model is called */
  file: string;
  text: string;
  /** what is asked for, in words */
  properties: string[];
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
  /** null where the line is the one that was told before */
  line: RunLine | null;
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
  /** a message gets lost: the one that is taken, or one that never arrives */
  loses: boolean;
  /** actors that are in another state from here on */
  states: SceneState[];
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

export interface SceneState {
  process: number;
  state: string;
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
  /** what it is declared to hold; 0: a rendezvous */
  capacity: number;
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

export interface RunLine {
  /** how many steps of the line before begin this one, too */
  kept: number;
  /** the first ones after these; where there are more, `run.steps` tells them */
  steps: SceneStep[];
  /** everybody who takes part in it */
  processes: RunProcess[];
  /** all runs; none as long as this line is all there is */
  branches: TreeBranch[];
}

export interface RunProcess {
  process: number;
  name: string;
  type: string;
  pid: number;
}

export interface TreeBranch {
  /** the moment that it begins after; null: the beginning */
  parent: number | null;
  /** the number of the first moment */
  first: number;
  last: number;
  /** of the first moment */
  depth: number;
  /** how many moments there are */
  steps: number;
  /** the step to the first moment */
  statement: string;
  /** who takes it */
  name: string;
  /** how the run ends at the last moment, as far as anybody looked; or empty */
  ending: string;
  /** the line that the cursor is on goes through it */
  present: boolean;
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

export interface RandomParams {
  run: number;
  count: number;
  seed?: number | null;
}

export interface UntilParams {
  run: number;
  condition?: string;
  line?: number | null;
  /** how many steps */
  most?: number;
  seed?: number | null;
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

export interface PathAnswer {
  path: number[];
  depth: number;
  loop: number | null;
}

export interface LaneParams {
  run: number;
  expression: string;
}

export interface LaneAnswer {
  values: (number | null)[];
  /** it is either true or false */
  truth: boolean;
}

export interface SumParams {
  run: number;
  certificate: Record<string, any>;
  channel: string;
  number?: number;
}

export interface SumAnswer {
  values: number[];
  unit: number;
  bound: number;
}

export interface WaitsAnswer {
  drawing: DrawnGraph;
  texts: GraphTexts;
  waits: WaitingFor[];
}

export interface GraphTexts {
  dot: string;
  mermaid: string;
}

export interface WaitingFor {
  process: number;
  /** empty if it waits for something else */
  channel: string;
  reason: string;
  helpers: number[];
}

export interface GraphParams {
  model: ModelParams;
  folded?: boolean;
  /** folded: only the places of these processes, or types, count */
  kept?: string[];
}

export interface GraphAnswer {
  /** null: there are too many nodes to be drawn */
  drawing: DrawnGraph | null;
  texts: GraphTexts | null;
  states: number;
  /** false: there are more states than were visited */
  complete: boolean;
  folded: boolean;
  /** folded: the processes whose places count; empty: all */
  kept: string[];
  nodes: number;
  paths: GraphPath[];
}

export interface GraphPath {
  node: string;
  path: number[];
}

export interface PlaceParams {
  model: ModelParams;
  line: number;
  column: number;
}

export interface CompletionAnswer {
  /** the column where what is completed begins */
  first: number;
  entries: CompletionEntry[];
}

export interface CompletionEntry {
  text: string;
  /** what it names; empty for a word of the language */
  kind: string;
  detail: string;
  documentation: string;
  /** arguments in parentheses follow */
  call: boolean;
}

export interface DescriptionAnswer {
  /** where what is described begins; 0: nothing is */
  column: number;
  length: number;
  names: DescribedName[];
}

export interface DescribedName {
  /** in Promela; empty for a word of the language */
  declaration: string;
  sentences: string[];
}

export interface ReadFileParams {
  path: string;
}

export interface OpenedFile {
  path: string;
  text: string;
  /** tells this text from others */
  stamp: string;
}

export interface SaveFileParams {
  path: string;
  text: string;
  /** of the text that is replaced; null: the file is new */
  stamp?: string | null;
}

export interface ExerciseParams {
  exercise: string;
  text: string;
}

export interface ExerciseAnswer {
  solved: boolean;
  verdicts: ExerciseVerdict[];
}

export interface ExerciseVerdict {
  property: string;
  verdict: JudgedAs;
  note: string;
}

export type JudgedAs = "holds" | "fails" | "undecided";

export interface ExportParams {
  run: number;
  format: ExportFormat;
}

export type ExportFormat = "svg" | "mermaid" | "text" | "json" | "itf" | "trail";

export interface ExportAnswer {
  name: string;
  media: string;
  text: string;
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
  /** a message that must wait is put back at the end of the mailbox (default), not taken at all (select), or keeps its place while the first one behind it that need not wait is taken (ordered) */
  defer?: Defer;
  /** a message to an actor that has stopped is lost (default), or is an error */
  stopped?: LateMessage;
  /** what begins instead of `main`: a test of the model, with its parameters, as `crowd(N=3)` */
  test?: string;
  /** so many actors of a type may crash, each at any time between two messages; each is written TYPE=N */
  crash?: string[];
  /** how many messages of a form may wait for their time, after `after` */
  delayed?: number;
  /** who sends to a full mailbox waits until there is room (default), or that is an error */
  overflow?: Overflow;
  /** what may happen to messages between actors: they get lost (lossy), come twice (duplicating), overtake others (reordering) */
  network?: string[];
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
  /** what its model needs besides the parameters that were given */
  model: ModelParams;
  /** why, in as many lines as it takes */
  explanation: string;
  /** as SPIN wrote it */
  trail: string | null;
}

export interface CheckOutcome {
  /** true if there are no errors; there may be warnings */
  ok: boolean;
  diagnostics: PlacedDiagnostic[];
  /** actor types for which verdicts may depend on how messages wait (`--defer`) */
  waiting: WaitingMessages[];
}

export interface WaitingMessages {
  type: string;
  messages: string[];
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

export interface AutomataParams {
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
  /** a message that must wait is put back at the end of the mailbox (default), not taken at all (select), or keeps its place while the first one behind it that need not wait is taken (ordered) */
  defer?: Defer;
  /** a message to an actor that has stopped is lost (default), or is an error */
  stopped?: LateMessage;
  /** what begins instead of `main`: a test of the model, with its parameters, as `crowd(N=3)` */
  test?: string;
  /** so many actors of a type may crash, each at any time between two messages; each is written TYPE=N */
  crash?: string[];
  /** how many messages of a form may wait for their time, after `after` */
  delayed?: number;
  /** who sends to a full mailbox waits until there is room (default), or that is an error */
  overflow?: Overflow;
  /** what may happen to messages between actors: they get lost (lossy), come twice (duplicating), overtake others (reordering) */
  network?: string[];
  /** show only the process NAME */
  process?: string;
}

export interface AutomataOutcome {
  automata: ShownAutomaton[];
}

export interface ShownAutomaton {
  name: string;
  kind: string;
  states: number;
  labels: Record<string, string[]>;
  transitions: ShownTransition[];
}

export interface ShownTransition {
  from: number;
  to: number;
  label: string;
  text: string;
  file: string;
  line: number;
  atomic: boolean;
  /** above 0: the escape of an unless */
  escape: number;
}

export interface LowerParams {
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
  /** a message that must wait is put back at the end of the mailbox (default), not taken at all (select), or keeps its place while the first one behind it that need not wait is taken (ordered) */
  defer?: Defer;
  /** a message to an actor that has stopped is lost (default), or is an error */
  stopped?: LateMessage;
  /** what begins instead of `main`: a test of the model, with its parameters, as `crowd(N=3)` */
  test?: string;
  /** so many actors of a type may crash, each at any time between two messages; each is written TYPE=N */
  crash?: string[];
  /** how many messages of a form may wait for their time, after `after` */
  delayed?: number;
  /** who sends to a full mailbox waits until there is room (default), or that is an error */
  overflow?: Overflow;
  /** what may happen to messages between actors: they get lost (lossy), come twice (duplicating), overtake others (reordering) */
  network?: string[];
  /** every tick is a step; by default time passes at once until the next timer runs down */
  every_tick?: boolean;
}

export interface LowerOutcome {
  promela: string;
}

export interface ActorsParams {
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
  /** a message that must wait is put back at the end of the mailbox (default), not taken at all (select), or keeps its place while the first one behind it that need not wait is taken (ordered) */
  defer?: Defer;
  /** a message to an actor that has stopped is lost (default), or is an error */
  stopped?: LateMessage;
  /** what begins instead of `main`: a test of the model, with its parameters, as `crowd(N=3)` */
  test?: string;
  /** so many actors of a type may crash, each at any time between two messages; each is written TYPE=N */
  crash?: string[];
  /** how many messages of a form may wait for their time, after `after` */
  delayed?: number;
  /** who sends to a full mailbox waits until there is room (default), or that is an error */
  overflow?: Overflow;
  /** what may happen to messages between actors: they get lost (lossy), come twice (duplicating), overtake others (reordering) */
  network?: string[];
}

export interface ActorsOutcome {
  promela: string;
  actors: ActorMailbox[];
  /** for each line of the Promela the line that it comes from */
  lines: TranslatedLine[];
}

export interface ActorMailbox {
  type: string;
  mailbox: number;
}

export interface TranslatedLine {
  line: number;
  file: string;
  from: number;
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
  /** a message that must wait is put back at the end of the mailbox (default), not taken at all (select), or keeps its place while the first one behind it that need not wait is taken (ordered) */
  defer?: Defer;
  /** a message to an actor that has stopped is lost (default), or is an error */
  stopped?: LateMessage;
  /** what begins instead of `main`: a test of the model, with its parameters, as `crowd(N=3)` */
  test?: string;
  /** so many actors of a type may crash, each at any time between two messages; each is written TYPE=N */
  crash?: string[];
  /** how many messages of a form may wait for their time, after `after` */
  delayed?: number;
  /** who sends to a full mailbox waits until there is room (default), or that is an error */
  overflow?: Overflow;
  /** what may happen to messages between actors: they get lost (lossy), come twice (duplicating), overtake others (reordering) */
  network?: string[];
  /** SIGNAL may also arrive on CHANNEL from outside, with any data; without one, any message; each is written CHANNEL[:SIGNAL] */
  env_in?: string[];
  /** CHANNEL has its other end outside */
  env_out?: string[];
  /** how to close the model (default: precise); `penstock close --help` explains them */
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
  /** every tick is a step; by default time passes at once until the next timer runs down */
  every_tick?: boolean;
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
  reference: string;
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
  /** whether a message gets lost: the one that is taken, or one that never arrives */
  loses: boolean;
  /** actors that are in another state from here on, and in which */
  states: Record<string, string>;
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

export interface ExploreParams {
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
  /** a message that must wait is put back at the end of the mailbox (default), not taken at all (select), or keeps its place while the first one behind it that need not wait is taken (ordered) */
  defer?: Defer;
  /** a message to an actor that has stopped is lost (default), or is an error */
  stopped?: LateMessage;
  /** what begins instead of `main`: a test of the model, with its parameters, as `crowd(N=3)` */
  test?: string;
  /** so many actors of a type may crash, each at any time between two messages; each is written TYPE=N */
  crash?: string[];
  /** how many messages of a form may wait for their time, after `after` */
  delayed?: number;
  /** who sends to a full mailbox waits until there is room (default), or that is an error */
  overflow?: Overflow;
  /** what may happen to messages between actors: they get lost (lossy), come twice (duplicating), overtake others (reordering) */
  network?: string[];
  /** SIGNAL may also arrive on CHANNEL from outside, with any data; without one, any message; each is written CHANNEL[:SIGNAL] */
  env_in?: string[];
  /** CHANNEL has its other end outside */
  env_out?: string[];
  /** how to close the model (default: precise); `penstock close --help` explains them */
  method?: ClosingMethod;
  /** signals that nothing expects are taken from the queue, as in SDL */
  discard?: boolean;
  /** visit at most N states (default: 1000000) */
  limit?: number;
  /** stop at the first violation */
  first?: boolean;
  /** the ltl formula or never claim that takes part (default: first) */
  claim?: string;
  /** leave ltl formulas and never claims aside */
  no_claim?: boolean;
  /** what is sent to a full channel is lost, as with spin -m; by default the sender waits */
  lossy?: boolean;
  /** buffered channels are never full */
  unlimited?: boolean;
  /** every tick is a step; by default time passes at once until the next timer runs down */
  every_tick?: boolean;
}

export interface ExploreAnswer {
  summary: string;
  /** false: there is a finding, or nothing is decided */
  fine: boolean;
  runs: FoundRun[];
  /** what a search of all states says nothing about */
  notes: string[];
}

export interface ExploreOutcome {
  /** as SPIN's verifier counts stored states */
  states: number;
  /** arrivals at stored states; SPIN counts one more, for the initial state */
  transitions: number;
  /** 0 for an open model where they are not judged */
  deadlocks: number;
  /** false if states were left unvisited */
  complete: boolean;
  /** of an open model: how it was closed; null for any other model */
  environment: Environment | null;
  seconds: number;
  violations: FoundViolation[];
}

export interface Environment {
  method: ClosingMethod;
  /** whether `holds` is about every environment */
  complete: boolean;
  not_judged: NotJudged[];
}

export type NotJudged = "deadlock: whether a process waits forever is up to the environment; `verify --property deadlock` asks whether the component can be stuck whatever the environment does" | "errors at run time that a value from outside would cause: an array index, a divisor, a time" | "other environments: this environment process does not send every value";

export interface FoundViolation {
  kind: Ending;
  text: string;
  file: string | null;
  line: number | null;
  run: RunData;
}

export interface RunData {
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

export interface VerifyParams {
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
  /** a message that must wait is put back at the end of the mailbox (default), not taken at all (select), or keeps its place while the first one behind it that need not wait is taken (ordered) */
  defer?: Defer;
  /** a message to an actor that has stopped is lost (default), or is an error */
  stopped?: LateMessage;
  /** what begins instead of `main`: a test of the model, with its parameters, as `crowd(N=3)` */
  test?: string;
  /** so many actors of a type may crash, each at any time between two messages; each is written TYPE=N */
  crash?: string[];
  /** how many messages of a form may wait for their time, after `after` */
  delayed?: number;
  /** who sends to a full mailbox waits until there is room (default), or that is an error */
  overflow?: Overflow;
  /** what may happen to messages between actors: they get lost (lossy), come twice (duplicating), overtake others (reordering) */
  network?: string[];
  /** SIGNAL may also arrive on CHANNEL from outside, with any data; without one, any message; each is written CHANNEL[:SIGNAL] */
  env_in?: string[];
  /** CHANNEL has its other end outside */
  env_out?: string[];
  /** how to close the model (default: precise); `penstock close --help` explains them */
  method?: ClosingMethod;
  /** signals that nothing expects are taken from the queue, as in SDL */
  discard?: boolean;
  /** verify only this: safety, assertions, deadlock, acceptance, progress, never, or the name of an ltl formula (repeatable; default: everything the model has) */
  properties?: string[];
  /** verify this formula (repeatable) */
  ltl?: string[];
  /** tell how many ticks pass from where one condition holds until another does, at least and at most, in a model with timers: `P@asked -> P@answered` (repeatable); each is written 'P -> Q' */
  time?: string[];
  /** look only at runs that are fair to every process */
  fair?: boolean;
  /** every tick is a step; by default time passes at once until the next timer runs down */
  every_tick?: boolean;
  /** look at every state (default), at most of them with little memory, or here and there with many searches */
  search?: SearchMethod;
  /** time for all searches together, without compiling */
  timeout?: number;
  /** memory for each search (default: most of what is free) */
  memory?: number;
  /** steps that the first search goes deep */
  depth?: number;
}

export type SearchMethod = "exhaustive" | "bitstate" | "swarm";

export interface VerifyOutcome {
  /** violated if any property is; holds only if all are known to hold */
  verdict: Verdict;
  file: string;
  /** of all violated properties */
  errors: number;
  /** stored, in all searches */
  states: number;
  /** taken, in all searches */
  transitions: number;
  /** for everything, compiling included */
  seconds: number;
  /** what `--timeout` limits: searches alone */
  searching_seconds: number;
  /** of the largest search */
  memory_mb: number;
  /** of the first violated property */
  trail: RunStep[];
  properties: JudgedProperty[];
  /** what `--time` asked for */
  times: MeasuredTime[];
  /** statements that no run executes, if a search was complete */
  unreached: Unreached[];
  /** of an open model: how it was closed; null for any other model */
  environment: Environment | null;
  warnings: string[];
  /** the command that replays the trail with SPIN; null unless a trail was written */
  replay: string | null;
  versions: Versions;
}

export type Verdict = "holds" | "violated" | "inconclusive";

export interface RunStep {
  step: number;
  /** unique in the run: Sender, or Sender#2 among several */
  process: string;
  pid: number;
  /** what formulas call the process: Sender[1]; empty if they cannot */
  reference: string;
  file: string;
  line: number;
  statement: string;
  changes: ChangedValue[];
  printed: string[];
}

export interface ChangedValue {
  name: string;
  value: string;
}

export interface JudgedProperty {
  name: string;
  kind: PropertyKind;
  formula: string | null;
  verdict: Verdict;
  /** what it means for an open model that no violation was found */
  covers: Covers;
  errors: number;
  states: number;
  transitions: number;
  /** steps on the longest path that was searched */
  depth: number;
  /** of the search alone */
  seconds: number;
  memory_mb: number;
  /** a sentence; null if the property holds */
  reason: string | null;
  /** a tool failed, and the reason says how */
  failed: boolean;
  not_checked: string[];
  /** what was increased, and why */
  notes: string[];
  /** the step from which on the run repeats */
  cycle: number | null;
  trail: RunStep[];
  /** the reason as a record; null if nothing fails */
  failure: ToldFailure | null;
  /** where the formula or claim is; null for other properties */
  written: TextPlace | null;
  /** why a property that holds says nothing, as a search of all states proved; empty: no such reason found; null: it does not hold, or nobody looked */
  vacuous: EmptyReason[] | null;
  /** of a violation in an open model: whether it is real; null if nobody asked */
  confirmation: Confirmation | null;
}

export type PropertyKind = "safety" | "assertions" | "deadlock" | "acceptance" | "progress" | "never" | "ltl" | "within";

export type Covers = "the model" | "every environment" | "every environment that sends whatever the component cannot go on without" | "one environment process" | "nothing";

export interface ToldFailure {
  kind: FailureKind;
  /** the formula, the assertion, or what went wrong */
  what: string | null;
  /** of the run that shows it */
  steps: number | null;
  /** the step from which on the run repeats; beyond the last one nothing happens any more */
  cycle: number | null;
  /** who fails, and where */
  at: StandingProcess | null;
  /** in a deadlock: who waits for what */
  waiting: WaitingData[];
  /** in a deadlock: what is left in channels */
  messages: HeldMessages[];
  /** what the environment of an open model sent before it was stuck */
  inputs: string[];
  /** mailboxes without room, and who has filled them */
  full: FullMailbox[];
  /** those that put messages back forever */
  processes: string[];
  /** in a cycle: the processes that take part in it */
  moving: string[];
  /** in a cycle: the processes that could move in each of its states and never do */
  starving: string[];
  /** in a cycle: the processes that could move in some of its states and never do */
  overtaken: string[];
  /** whether only unfair runs violate the property (it holds with `--fair`); null: not known, or no question */
  holds_if_fair: boolean | null;
  /** if it holds for fair runs: each of these is left out in every run that violates the property */
  left_out: string[];
  /** the same, of several processes of which one is left out */
  one_left_out: string[];
}

export type FailureKind = "deadlock" | "stuck" | "assertion" | "formula" | "deadline" | "never claim" | "acceptance" | "no progress" | "trace" | "overflow" | "run-time error" | "deferring" | "too many actors";

export interface StandingProcess {
  process: string;
  file: string;
  line: number;
}

export interface HeldMessages {
  channel: string;
  messages: number;
}

export interface FullMailbox {
  actor: string;
  capacity: number;
  shares: Share[];
}

export interface Share {
  sender: string;
  method: string;
  messages: number;
}

export interface TextPlace {
  file: string;
  line: number;
  column: number;
}

export interface EmptyReason {
  kind: Emptiness;
  /** the trigger or the assertion, as it is written */
  what: string;
  file: string;
  line: number;
  /** that were searched: all that can be reached */
  states: number;
  /** that keep every run from the assertion */
  guards: ClosedGuard[];
}

export type Emptiness = "the trigger never happens" | "the assertion is never reached" | "a guard before the assertion is never true";

export interface ClosedGuard {
  /** the condition, as it is written */
  what: string;
  file: string;
  line: number;
}

export interface Confirmation {
  /** whether an environment process causes an assertion to fail, too */
  real: boolean;
  /** of the assertion that fails then */
  line: number | null;
  /** what the environment process sends */
  inputs: string[];
  /** looked at with the environment process */
  states: number;
  /** whether these are all */
  complete: boolean;
  /** the last value on the way that is not known; null if there is none */
  unknown: UnknownValue | null;
}

export interface UnknownValue {
  variable: string;
  line: number;
}

export interface MeasuredTime {
  start: string;
  end: string;
  /** whether all searches were complete */
  decided: boolean;
  /** null: more than 4,095, never, or not decided */
  least: number | null;
  /** null: more than 4,095, perhaps forever, or not decided */
  most: number | null;
}

export interface Unreached {
  process: string;
  file: string;
  line: number;
  statement: string;
}

export interface Versions {
  spin: string;
  gcc: string;
  /** the compiler of the verifier that searches while gcc works, or instead: whichever ends first answers */
  besides: string | null;
}

export interface BoundParams {
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
  /** a message that must wait is put back at the end of the mailbox (default), not taken at all (select), or keeps its place while the first one behind it that need not wait is taken (ordered) */
  defer?: Defer;
  /** a message to an actor that has stopped is lost (default), or is an error */
  stopped?: LateMessage;
  /** what begins instead of `main`: a test of the model, with its parameters, as `crowd(N=3)` */
  test?: string;
  /** so many actors of a type may crash, each at any time between two messages; each is written TYPE=N */
  crash?: string[];
  /** how many messages of a form may wait for their time, after `after` */
  delayed?: number;
  /** who sends to a full mailbox waits until there is room (default), or that is an error */
  overflow?: Overflow;
  /** what may happen to messages between actors: they get lost (lossy), come twice (duplicating), overtake others (reordering) */
  network?: string[];
  /** distinguish messages by all constants that are received (default), or by their message type only */
  messages?: MessageDetail;
  /** our own method (default), or the published one with all simple cycles, for comparison */
  method?: BoundMethod;
  /** at most N processes at a time, such as SPIN's 255 */
  process_limit?: number;
  /** false: only the first test: no refinement, no runs, no search of states */
  refine?: boolean;
  /** how long all of it may take, from reading the model on (default: 30); what is known by then is printed */
  budget?: number;
  /** how much memory searches may take in all (default: 1024) */
  memory?: number;
  /** does the channel never hold more than N messages?  Proved, or shown by a run; each is written CHANNEL=N */
  limits?: string[];
  /** also find the largest number of messages there ever is */
  exact?: boolean;
}

export type MessageDetail = "fine" | "coarse";

export type BoundMethod = "net" | "iboc";

export interface BoundAnswer {
  summary: string;
  /** false: there is a finding, or nothing is decided */
  fine: boolean;
  runs: FoundRun[];
  proofs: ChannelProof[];
  /** the proofs in full: `run.sum` follows one along a run; empty: none */
  certificate: Record<string, any>;
}

export interface ChannelProof {
  channel: string;
  /** of the proofs of this channel; several channels of one name have one each */
  number: number;
  unit: number;
  /** the sum at the beginning */
  start: number;
  bound: number;
  /** the heaviest, if there are very many */
  parts: WeighedPart[];
  /** how many more there are */
  left: number;
}

export interface WeighedPart {
  text: string;
  /** the automaton, if this is a place of a process */
  type: string | null;
  /** where in the automaton */
  node: number | null;
  line: number | null;
  /** if it is a message */
  channel: string | null;
  weight: number;
  /** how many there are at the beginning */
  start: number;
}

export interface BoundOutcome {
  verdict: BoundVerdict;
  method: BoundMethod;
  channels: ChannelAnswer[];
  counterexamples: JudgedCycles[];
  /** after the stem, the loop can be repeated forever; each round adds messages to channels */
  runs: FillingRun[];
  /** what was tried, in this order */
  story: string[];
  /** null: each channel has an answer */
  undecided: UndecidedChannels | null;
  /** what the answer takes for granted */
  assumed: string[];
  /** what the answer does not cover */
  notes: string[];
  /** how the proofs were tried on runs of the model; null: there are none */
  trial: TrialAnswer | null;
  /** bounds that hold for any number of processes of a kind */
  any_number: string[];
  /** what became of each --limit */
  limits: LimitAnswer[];
  statistics: BoundStatistics;
}

export type BoundVerdict = "BOUNDED" | "UNBOUNDED" | "UNKNOWN";

export interface ChannelAnswer {
  name: string;
  declared: number;
  /** null: no number was found */
  bound: number | null;
  /** the most there ever is, with --exact */
  exact: number | null;
  verdict: BoundVerdict;
  /** a sum that never grows, one that the order of messages limits, writers that look at the length, all states, loops that exclude each other (no number), a run that can be repeated forever; null: none */
  proof: ProofKind | null;
  /** the means that found the answer, in words; -: none did */
  how: string;
  advice: string;
}

export type ProofKind = "weights" | "order" | "tests" | "states" | "structure" | "run";

export interface JudgedCycles {
  status: CycleStatus;
  reason: string;
  channels: Record<string, number>;
  cycles: RepeatedCycle[];
}

export type CycleStatus = "spurious" | "real" | "undecided";

export interface RepeatedCycle {
  process: string;
  times: number;
  lines: number[];
  /** the steps in order */
  statements: string[];
  /** false: a process that is started on the way */
  closed: boolean;
}

export interface FillingRun {
  growth: Record<string, number>;
  stem: LoopStep[];
  loop: LoopStep[];
}

export interface LoopStep {
  process: string | null;
  file: string;
  line: number;
  statement: string;
}

export interface UndecidedChannels {
  channels: string[];
  tried: string[];
  missing: string[];
  /** what to try next */
  advised: string[];
}

export interface TrialAnswer {
  runs: number;
  steps: number;
  /** why they were not tried; empty if they were */
  reason: string;
}

export interface LimitAnswer {
  channel: string;
  limit: number;
  verdict: LimitVerdict;
  /** how long the run is that exceeds it */
  steps: number | null;
}

export type LimitVerdict = "proved" | "exceeded" | "open";

export interface BoundStatistics {
  processes: number;
  locations: number;
  transitions: number;
  message_types: number;
  channels: number;
  cycles: number;
  vectors: number;
  /** linear programs that the published method solved for its refinement */
  programs: number;
  seconds: Record<string, number>;
}

export interface CloseParams {
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
  /** a message that must wait is put back at the end of the mailbox (default), not taken at all (select), or keeps its place while the first one behind it that need not wait is taken (ordered) */
  defer?: Defer;
  /** a message to an actor that has stopped is lost (default), or is an error */
  stopped?: LateMessage;
  /** what begins instead of `main`: a test of the model, with its parameters, as `crowd(N=3)` */
  test?: string;
  /** so many actors of a type may crash, each at any time between two messages; each is written TYPE=N */
  crash?: string[];
  /** how many messages of a form may wait for their time, after `after` */
  delayed?: number;
  /** who sends to a full mailbox waits until there is room (default), or that is an error */
  overflow?: Overflow;
  /** what may happen to messages between actors: they get lost (lossy), come twice (duplicating), overtake others (reordering) */
  network?: string[];
  /** SIGNAL may also arrive on CHANNEL from outside, with any data; without one, any message; each is written CHANNEL[:SIGNAL] */
  env_in?: string[];
  /** CHANNEL has its other end outside */
  env_out?: string[];
  /** how to close the model (default: precise); `penstock close --help` explains them */
  method?: ClosingMethod;
  /** signals that nothing expects are taken from the queue, as in SDL */
  discard?: boolean;
}

export interface CloseOutcome {
  method: ClosingMethod;
  open: OpenChannels;
  influence: Influenced[];
  /** the closed model */
  promela: string;
}

export interface OpenChannels {
  /** channels whose other end is outside */
  channels: string[];
  /** channels on which signals also arrive from outside */
  signals: string[];
}

export interface Influenced {
  process: string;
  line: number;
  variable: string;
  value: Reliability;
}

export type Reliability = "reliable" | "chaotic" | "depends";

export interface GenerateParams {
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
  /** a message that must wait is put back at the end of the mailbox (default), not taken at all (select), or keeps its place while the first one behind it that need not wait is taken (ordered) */
  defer?: Defer;
  /** a message to an actor that has stopped is lost (default), or is an error */
  stopped?: LateMessage;
  /** what begins instead of `main`: a test of the model, with its parameters, as `crowd(N=3)` */
  test?: string;
  /** so many actors of a type may crash, each at any time between two messages; each is written TYPE=N */
  crash?: string[];
  /** how many messages of a form may wait for their time, after `after` */
  delayed?: number;
  /** who sends to a full mailbox waits until there is room (default), or that is an error */
  overflow?: Overflow;
  /** what may happen to messages between actors: they get lost (lossy), come twice (duplicating), overtake others (reordering) */
  network?: string[];
  /** what is done where several guards are executable: the first of them (default), any, or each in turn */
  choice?: Choice;
  /** what executes the processes: a single loop (default), a thread for each, or a program for each */
  runtime?: Runtime;
  /** how many loops there may be, run beside each other, for processes that share only channels (default: 1) */
  cores?: number;
  /** where the program runs: on a computer with an operating system (default), or on a small machine without one */
  target?: Target;
  /** with --target embedded: how many processes there may be at a time, where the model does not tell */
  processes?: number;
  /** false: with --target embedded: leave out main.c */
  main?: boolean;
  /** how much channels hold: what is declared (default), or no more than `penstock bound` proves to be enough */
  capacities?: Capacities;
  /** of a model with timers: how long a tick takes, in milliseconds (default: 1; 0: no time) */
  tick?: number;
  /** of a .pch file: the model without gaps; by default its lines stay in place */
  tidy?: boolean;
  /** of a .pch file: a skeleton of a test for each action, in actions.c */
  tests?: boolean;
  /** false: of a .pch file: the model without comments */
  comments?: boolean;
}

export type Choice = "first" | "random" | "fair";

export type Runtime = "single" | "threads" | "processes";

export type Target = "host" | "embedded";

export type Capacities = "declared" | "bound";

export interface GenerateOutcome {
  /** the text of each file by its name; those of the runtime begin with runtime/ */
  files: Record<string, string>;
  diagnostics: PlacedDiagnostic[];
  /** with --cores: which processes run on which loop */
  loops: ProgramLoop[];
}

export interface ProgramLoop {
  processes: string[];
  because: string[];
}

export interface ConformParams {
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
  /** the trace; not with --run */
  trace?: string;
  /** how many messages a mailbox holds (default: 3), or that of one actor type; `auto`: what `bound` proves; each is written N|TYPE=N|auto */
  mailbox?: string[];
  /** a message that must wait is put back at the end of the mailbox (default), not taken at all (select), or keeps its place while the first one behind it that need not wait is taken (ordered) */
  defer?: Defer;
  /** a message to an actor that has stopped is lost (default), or is an error */
  stopped?: LateMessage;
  /** what begins instead of `main`: a test of the model, with its parameters, as `crowd(N=3)` */
  test?: string;
  /** so many actors of a type may crash, each at any time between two messages; each is written TYPE=N */
  crash?: string[];
  /** how many messages of a form may wait for their time, after `after` */
  delayed?: number;
  /** who sends to a full mailbox waits until there is room (default), or that is an error */
  overflow?: Overflow;
  /** what may happen to messages between actors: they get lost (lossy), come twice (duplicating), overtake others (reordering) */
  network?: string[];
  /** with --run: have it write its trace in bytes, a few for each step */
  binary?: boolean;
  /** the trace of another program of the same system, to be put into one order with the first */
  more?: string[];
}

export interface ConformOutcome {
  conforms: boolean;
  /** how many entries of the trace the model allows */
  steps: number;
  /** the first step that the model does not allow */
  departure: WrongStep | null;
  end: ProgramEnd;
  /** if it ended as it must not: where the model stood then, process by process */
  standing: string[];
  /** whether it was no longer followed, though the program went on */
  stopped: boolean;
  /** how many entries were read but not followed */
  skipped: number;
  /** how often something was missing, so that the model might be anywhere */
  gaps: number;
  /** of a program that was followed live: the most bytes that waited */
  behind: number;
}

export interface WrongStep {
  /** in the trace */
  line: number;
  step: string;
  allowed: string[];
  /** in which of several traces */
  trace: number;
}

export interface ProgramEnd {
  said: LoggedEnding | null;
  program: string | null;
  wrong: string | null;
}

export type LoggedEnding = "ended" | "deadlock" | "violated" | "failed" | "limit";

export interface Methods {
  "hello": { params: Nothing; result: Hello };
  "run.open": { params: OpenRunParams; result: OpenedRun };
  "run.close": { params: RunParams; result: Nothing };
  "run.go": { params: GoParams; result: RunView };
  "run.to": { params: ToParams; result: RunView };
  "run.at": { params: AtParams; result: RunView };
  "run.random": { params: RandomParams; result: RunView };
  "run.until": { params: UntilParams; result: RunView };
  "run.steps": { params: StepsParams; result: StepsAnswer };
  "run.path": { params: RunParams; result: PathAnswer };
  "run.lane": { params: LaneParams; result: LaneAnswer };
  "run.sum": { params: SumParams; result: SumAnswer };
  "run.waits": { params: RunParams; result: WaitsAnswer };
  "graph": { params: GraphParams; result: GraphAnswer };
  "complete": { params: PlaceParams; result: CompletionAnswer };
  "describe": { params: PlaceParams; result: DescriptionAnswer };
  "file.read": { params: ReadFileParams; result: OpenedFile };
  "file.save": { params: SaveFileParams; result: OpenedFile };
  "exercise.try": { params: ExerciseParams; result: ExerciseAnswer };
  "run.export": { params: ExportParams; result: ExportAnswer };
  "check": { params: CheckParams; result: VerbAnswer & { outcome: CheckOutcome } };
  "format": { params: FormatParams; result: VerbAnswer & { outcome: FormatOutcome } };
  "automata": { params: AutomataParams; result: VerbAnswer & { outcome: AutomataOutcome } };
  "lower": { params: LowerParams; result: VerbAnswer & { outcome: LowerOutcome } };
  "actors": { params: ActorsParams; result: VerbAnswer & { outcome: ActorsOutcome } };
  "simulate": { params: SimulateParams; result: VerbAnswer & { outcome: SimulateOutcome } };
  "explore": { params: ExploreParams; result: ExploreAnswer & { outcome: ExploreOutcome } };
  "verify": { params: VerifyParams; result: VerbAnswer & { outcome: VerifyOutcome } };
  "bound": { params: BoundParams; result: BoundAnswer & { outcome: BoundOutcome } };
  "close": { params: CloseParams; result: VerbAnswer & { outcome: CloseOutcome } };
  "generate": { params: GenerateParams; result: VerbAnswer & { outcome: GenerateOutcome } };
  "conform": { params: ConformParams; result: VerbAnswer & { outcome: ConformOutcome } };
}

/** What has a process of its own. */
export const JOBS: readonly string[] = ["bound", "close", "conform", "exercise.try", "explore", "generate", "graph", "simulate", "verify"];
