// A compiler in a worker of its own, which is ended and started anew when it takes too long.

import type { Calls, Method, Reason, Reply } from "./protocol.js";

/** The end of a call without a result. */
export class Failure extends Error {
  constructor(
    readonly reason: Reason,
    message: string,
  ) {
    super(message);
    this.name = "Failure";
  }
}

interface Waiting {
  resolve: (result: never) => void;
  reject: (failure: Failure) => void;
  timer: number;
}

export class Engine {
  readonly #module: WebAssembly.Module;
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 0;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /** Calls the compiler. A call that takes longer than so many milliseconds ends the worker, and all others with it. */
  call<M extends Method>(method: M, params: Calls[M]["params"], deadline = 10_000): Promise<Calls[M]["result"]> {
    const worker = (this.#worker ??= this.#start());
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      const late = () => this.#end("deadline", `no answer within ${deadline / 1000} seconds`);
      this.#waiting.set(id, { resolve, reject, timer: setTimeout(late, deadline) });
      worker.postMessage({ id, method, params });
    });
  }

  /** Ends the worker with all calls. The next call starts another one. */
  stop(): void {
    this.#end("stopped", "stopped");
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  #start(): Worker {
    const worker = new Worker(WORKER_URL, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#settle(data);
    worker.onerror = (event) => this.#end("mistake", event.message || "the compiler cannot be started");
    worker.postMessage(this.#module);
    return worker;
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if (waiting === undefined) return;
    this.#waiting.delete(reply.id);
    clearTimeout(waiting.timer);
    if ("reason" in reply) {
      waiting.reject(new Failure(reply.reason, reply.message));
    } else {
      waiting.resolve(reply.result as never);
    }
  }

  #end(reason: Reason, message: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const ended = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject, timer } of ended) {
      clearTimeout(timer);
      reject(new Failure(reason, message));
    }
  }
}
