// A compiler in a worker of its own, which is ended and started anew when it takes too long.

import type { Calls, Method, Reason, Reply, Request } from "./protocol.js";

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

/** A call that waits for its turn, or for its result. */
interface Call {
  request: Request;
  deadline: number;
  resolve: (result: never) => void;
  reject: (failure: Failure) => void;
}

export class Engine {
  readonly #module: WebAssembly.Module;
  #worker: Worker | undefined;
  /** The call that the worker carries out, and the timer of its deadline. */
  #running: { call: Call; timer: number } | undefined;
  #waiting: Call[] = [];
  #next = 0;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /**
   * Calls the compiler, one call after the other. One that exceeds this number of milliseconds ends the worker; those behind it
   * go to the next one.
   */
  call<M extends Method>(method: M, params: Calls[M]["params"], deadline = 10_000): Promise<Calls[M]["result"]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request: { id: this.#next++, method, params }, deadline, resolve, reject });
      this.#go();
    });
  }

  /** Ends the worker with all calls. The next call starts another one. */
  stop(): void {
    const waiting = this.#waiting.splice(0);
    this.#end("stopped", "stopped");
    for (const { reject } of waiting) reject(new Failure("stopped", "stopped"));
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  /** Sends the next call, if the worker is free. */
  #go(): void {
    if (this.#running !== undefined) return;
    const call = this.#waiting.shift();
    if (call === undefined) return;
    const late = () => this.#end("deadline", `no answer within ${call.deadline / 1000} seconds`);
    this.#running = { call, timer: setTimeout(late, call.deadline) };
    this.#worker ??= this.#start();
    this.#worker.postMessage(call.request);
  }

  #start(): Worker {
    const worker = new Worker(WORKER_URL, { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#settle(data);
    worker.onerror = (event) => this.#end("mistake", event.message || "the compiler cannot be started");
    worker.postMessage(this.#module);
    return worker;
  }

  /** Takes the running call away. */
  #taken(): Call | undefined {
    const { call, timer } = this.#running ?? {};
    clearTimeout(timer);
    this.#running = undefined;
    return call;
  }

  #settle(reply: Reply): void {
    // A worker that was ended may have answered before.
    if (reply.id !== this.#running?.call.request.id) return;
    const call = this.#taken();
    if ("reason" in reply) {
      call?.reject(new Failure(reply.reason, reply.message));
    } else {
      call?.resolve(reply.result as never);
    }
    this.#go();
  }

  #end(reason: Reason, message: string): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#taken()?.reject(new Failure(reason, message));
    this.#go();
  }
}
