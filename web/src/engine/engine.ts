/** Who answers the questions of the page: a server on this machine, or Python in a worker of the browser. */

export interface Progress {
  text: string;
}

export interface Asking {
  progress?: (progress: Progress) => void;
  signal?: AbortSignal;
}

/** Frames of JSON, the same over a socket and between workers. */
export type Request = { id: number; method: string; params: unknown } | { cancel: number };
export interface Failure {
  kind: string;
  message: string;
  diagnostics?: unknown[];
}
export interface Reply {
  id: number;
  progress?: Progress;
  result?: unknown;
  error?: Failure;
}

export class EngineError extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
  get kind(): string {
    return this.failure.kind;
  }
}

export interface Engine {
  /** `ask("check", {...})`: the answer, or an `EngineError`. */
  ask(method: string, params: unknown, asking?: Asking): Promise<unknown>;
}

/** What both engines share: numbered questions, and who waits for which answer. */
export class Conversation implements Engine {
  private last = 0;
  private open = new Map<number, { done: (result: unknown) => void; failed: (error: Error) => void; asking: Asking }>();

  constructor(private readonly send: (request: Request) => void) {}

  ask(method: string, params: unknown, asking: Asking = {}): Promise<unknown> {
    const id = ++this.last;
    return new Promise((done, failed) => {
      asking.signal?.addEventListener("abort", () => this.cancel(id), { once: true });
      this.open.set(id, { done, failed, asking });
      this.send({ id, method, params });
    });
  }

  receive(reply: Reply): void {
    const waiting = this.open.get(reply.id);
    if (!waiting) return;
    if (reply.progress) return waiting.asking.progress?.(reply.progress);
    this.open.delete(reply.id);
    if (reply.error) waiting.failed(new EngineError(reply.error));
    else waiting.done(reply.result);
  }

  /** Nobody waits any longer; the engine ends the work as soon as it can. */
  private cancel(id: number): void {
    const waiting = this.open.get(id);
    if (!waiting) return;
    this.open.delete(id);
    this.send({ cancel: id });
    waiting.failed(new EngineError({ kind: "cancelled", message: "It was cancelled." }));
  }

  /** Nobody will answer any more. */
  close(message: string): void {
    for (const { failed } of this.open.values()) failed(new EngineError({ kind: "closed", message }));
    this.open.clear();
  }
}
