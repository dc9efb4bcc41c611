/**
 * The engine of the static page: Python in two workers of the browser.
 *
 * One answers quick questions and keeps the runs; the other does what takes long, one job after the other.  Python
 * cannot be interrupted from outside, so a job is cancelled by ending its worker, and another begins to load.
 */
import { Conversation, type Engine, type Failure, type Request } from "../engine/engine";
import { JOBS } from "../protocol";
import type { Said } from "./worker";

export type Loading = (text: string, share: number | null) => void;

type Question = Extract<Request, { id: number }>;

const STOPPED: Failure = { kind: "cancelled", message: "it was stopped" };

/** A worker, and the questions that it has not answered; there is always one at work, and another when one ends. */
class Helper {
  private worker: Worker;
  private waiting: Question[] = [];
  private broken = false;

  constructor(
    private readonly talk: () => Conversation,
    private readonly told: (said: Said) => void,
  ) {
    this.worker = this.begin();
  }

  ask(question: Question): void {
    this.waiting.push(question);
    if (this.broken) this.again();
    else if (this.waiting.length === 1) this.post(question);
  }

  has(id: number): boolean {
    return this.waiting.some((question) => question.id === id);
  }

  /** Ends what is being done; questions behind it are asked of the next worker. */
  cancel(id: number): void {
    const running = this.waiting[0]?.id === id;
    this.refuse(id, STOPPED);
    if (running) this.again();
  }

  private begin(): Worker {
    const worker = new Worker(new URL("engine/worker.js", document.baseURI), { type: "module", name: "penstock" });
    worker.onmessage = (event: MessageEvent<Said>) => this.hear(event.data);
    worker.onerror = (event) => this.hear({ broken: event.message || "the worker could not be loaded" });
    return worker;
  }

  private again(): void {
    this.worker.terminate();
    this.worker = this.begin();
    this.broken = false;
    const next = this.waiting[0];
    if (next) this.post(next);
  }

  private hear(said: Said): void {
    if ("frame" in said) this.answer(said.frame);
    else if ("broken" in said && this.waiting.length > 0) this.giveUp(said.broken);
    else {
      this.broken ||= "broken" in said;
      this.told(said);
    }
  }

  private answer(frame: string): void {
    const reply = JSON.parse(frame) as Parameters<Conversation["receive"]>[0];
    this.talk().receive(reply);
    if (reply.progress) return;
    this.waiting.shift();
    const next = this.waiting[0];
    if (next) this.post(next);
  }

  /** The question that broke Python is not asked again. */
  private giveUp(reason: string): void {
    const message = `this is too much for a browser; \`penstock serve\` has more memory and a deeper stack (${reason})`;
    this.refuse(this.waiting[0]!.id, { kind: "memory", message });
    this.again();
  }

  private refuse(id: number, error: Failure): void {
    this.waiting = this.waiting.filter((question) => question.id !== id);
    this.talk().receive({ id, error });
  }

  private post(question: Question): void {
    this.worker.postMessage(JSON.stringify(question));
  }
}

class Workers {
  readonly talk = new Conversation((request) => this.send(request));
  private jobs: Helper | null = null;
  private readonly quick: Helper;

  constructor(told: (said: Said) => void) {
    this.quick = new Helper(() => this.talk, told);
  }

  /** Both load the same files: the second one later, when the first does not wait for them any more. */
  prepare(): Helper {
    return (this.jobs ??= new Helper(() => this.talk, () => undefined));
  }

  private send(request: Request): void {
    if ("cancel" in request) this.cancel(request.cancel);
    else if (JOBS.includes(request.method)) this.prepare().ask(request);
    else this.quick.ask(request);
  }

  /** A quick question ends by itself; its answer is not waited for. */
  private cancel(id: number): void {
    if (this.jobs?.has(id)) this.jobs.cancel(id);
    else this.talk.receive({ id, error: STOPPED });
  }
}

/** For days without a network; a page that was not loaded over https has to do without. */
function keepOffline(): void {
  void navigator.serviceWorker?.register(new URL("offline.js", document.baseURI)).catch(() => undefined);
}

export function connect(loading: Loading): Promise<Engine> {
  return new Promise((done, failed) => {
    const workers = new Workers((said) => {
      if ("loading" in said) loading(said.loading, said.share);
      else if ("broken" in said) failed(new Error(`Python could not be loaded: ${said.broken}`));
      else {
        loading("", 1);
        done(workers.talk);
        workers.prepare();
        keepOffline();
      }
    });
  });
}
