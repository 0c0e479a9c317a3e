// The text that is worked on and its newest compilation: one at a time, and only of the newest text.

import type { Engine } from "./engine.js";
import { Failure } from "./engine.js";
import type { Compiled, Source } from "./protocol.js";
import { options, type State } from "./state.js";

/** The outcome of a compilation, or the reason why there is none. */
export interface Outcome {
  source: Source;
  compiled: Compiled | undefined;
  failure: Failure | undefined;
}

export function sourceOf(state: State): Source {
  const [main, ...others] = state.files;
  return {
    name: main?.name ?? "shader.hlsl",
    text: main?.text ?? "",
    args: options(state.args),
    files: Object.fromEntries(others.map(({ name, text }) => [name, text])),
  };
}

/** The pause after a key before the text is compiled, in milliseconds. */
const PAUSE = 20;

export class Session {
  #engine: Engine;
  #state: State;
  #timer: number | undefined;
  #isCompiling = false;
  #isStale = false;
  #listeners: ((outcome: Outcome) => void)[] = [];

  constructor(engine: Engine, state: State) {
    this.#engine = engine;
    this.#state = state;
  }

  get state(): State {
    return this.#state;
  }

  onoutcome(listener: (outcome: Outcome) => void): void {
    this.#listeners.push(listener);
  }

  /** Changes the state, and compiles it unless only the job has changed. */
  change(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    if (change.files === undefined && change.args === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.compile(), PAUSE);
  }

  async compile(): Promise<void> {
    this.#isStale = true;
    if (this.#isCompiling) return;
    this.#isCompiling = true;
    while (this.#isStale) {
      this.#isStale = false;
      const source = sourceOf(this.#state);
      const outcome = await this.#outcome(source);
      if (!this.#isStale) for (const listener of this.#listeners) listener(outcome);
    }
    this.#isCompiling = false;
  }

  async #outcome(source: Source): Promise<Outcome> {
    try {
      return { source, compiled: await this.#engine.call("compile", { source }), failure: undefined };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { source, compiled: undefined, failure: error };
    }
  }
}
