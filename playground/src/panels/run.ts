// Runs of compute shaders in the interpreter: inputs by a form, results, findings at their lines.

import type { Message, Picture, Run as RunResult } from "../../../packaging/npm/index.js";
import { type Clock, clocks, picture as pictureOf } from "../animation.js";
import { button, h, pick, save } from "../dom.js";
import { type Engine, Failure } from "../engine.js";
import { completed, type Job, read, toRun, write } from "../job.js";
import { type Reflection, reflectionOf } from "../reflection.js";
import type { Outcome } from "../session.js";
import { form } from "./form.js";
import { failureText } from "./messages.js";
import type { Panel } from "./panel.js";
import { buffer, picture } from "./results.js";

export interface RunEvents {
  /** The job has changed. */
  job(text: string): void;
  /** A job file with options for the compiler. */
  opened(job: Job): void;
  findings(messages: Message[]): void;
}

/** The time of a run, in milliseconds, unless it is stopped. */
const DEADLINE = 120_000;

export class Run implements Panel {
  readonly id = "run";
  readonly title = "Run";
  readonly element: HTMLElement;
  readonly #engine: Engine;
  readonly #events: RunEvents;
  readonly #start = button("Run", () => void this.run(), { className: "main", title: "Ctrl+Enter" });
  readonly #stop = button("Stop", () => this.#engine.stop(), { disabled: true });
  readonly #status = h("p", { role: "status", className: "about" });
  readonly #form = h("div");
  readonly #results = h("div", { className: "results" });
  readonly #text = h("textarea", { id: "job", rows: 12, spellcheck: false, onchange: () => this.#typed() });
  readonly #pictures = new Map<string, Picture>();
  readonly #clock = h("select", { id: "clock" });
  readonly #play = button("Play", () => void this.#animate());
  #clocks: Clock[] = [];
  #job: Job = read("");
  #outcome: Outcome | undefined;
  #shape = "";

  constructor(engine: Engine, events: RunEvents) {
    this.#engine = engine;
    this.#events = events;
    const files = h(
      "div",
      { className: "bar" },
      button("Open job file…", () => void this.#open()),
      button("Save job file", () => save("job.json", this.#saved(), "application/json")),
    );
    const details = h("details", {}, h("summary", {}, "Inputs as a job file"), h("label", { for: "job" }, "Job"), this.#text, files);
    const forms = ["zeros:1024", "f32:1,2,3", "u32:0..64", "f32:0.5*64", "image:512x512", "sampler:linear,wrap", "sampler:nearest,clamp"];
    const list = h("datalist", { id: "contents" }, ...forms.map((text) => h("option", { value: text })));
    this.element = h(
      "div",
      { className: "run" },
      h("div", { className: "bar" }, this.#start, this.#stop, this.#play, h("label", { for: "clock" }, "growing"), this.#clock, this.#status),
      this.#results,
      this.#form,
      details,
      list,
    );
  }

  /** Takes a job over, without running it. */
  set(text: string): void {
    try {
      this.#job = read(text);
      this.#say("");
    } catch (error) {
      this.#say(`The job is wrong: ${(error as Error).message}`);
    }
    this.#text.value = text;
    this.#results.replaceChildren();
    this.#shape = "";
    this.#fill();
  }

  show(outcome: Outcome): void {
    this.#outcome = outcome;
    this.#fill();
  }

  async run(): Promise<void> {
    await this.#dispatch(this.#job);
  }

  /** Runs a shader again and again, until it is stopped or fails. */
  async #animate(): Promise<void> {
    const clock = this.#clocks[this.#clock.selectedIndex];
    if (clock === undefined) return;
    const started = performance.now();
    let number = 0;
    while (await this.#dispatch(pictureOf(this.#job, clock, number, (performance.now() - started) / 1000))) {
      number++;
      this.#say(`${number} pictures, ${((1000 * number) / (performance.now() - started)).toFixed(1)} a second`);
    }
  }

  /** Runs a job. Returns whether the shader has come to its end. */
  async #dispatch(job: Job): Promise<boolean> {
    const { compiled, source } = this.#outcome ?? {};
    const reflection = this.#reflection();
    if (source === undefined || !compiled?.ok || reflection === undefined) return this.#say("The shader does not compile.");
    if (!reflection.entry_points.some(({ stage }) => stage === "compute")) return this.#say("Only compute shaders run.");
    this.#busy(true);
    this.#say("Running…");
    const started = performance.now();
    try {
      const done = await this.#engine.call("run", { source, options: toRun(job, reflection, this.#pictures) }, DEADLINE);
      this.#show(done, reflection, (performance.now() - started) / 1000);
      return done.ok;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return this.#say(error.reason === "deadline" ? `The shader was ended: it ran for ${DEADLINE / 1000} seconds.` : failureText(error));
    } finally {
      this.#busy(false);
    }
  }

  #busy(isBusy: boolean): void {
    this.#start.disabled = isBusy;
    this.#play.disabled = isBusy || this.#clocks.length === 0;
    this.#stop.disabled = !isBusy;
  }

  /** Says what has happened. Returns that the shader has not come to its end. */
  #say(text: string): false {
    this.#status.textContent = text;
    return false;
  }

  #reflection(): Reflection | undefined {
    return reflectionOf(this.#outcome?.compiled?.reflection);
  }

  #show(done: RunResult, reflection: Reflection, seconds: number): void {
    const time = `${seconds.toFixed(2)} s`;
    this.#say(done.ok ? `Ran in ${time}. ${done.verdict ?? ""}` : `Ended after ${time}: ${done.error ?? ""}`);
    this.#events.findings(done.findings ?? []);
    const printed = done.printed ? [h("pre", { className: "printed", tabIndex: 0, "aria-label": "Output of printf" }, done.printed)] : [];
    const shown = Object.entries(done.bindings).map(([name, result]) => {
      const binding = reflection.bindings.find((one) => one.name === name);
      return result.kind === "image" ? picture(name, result) : buffer(name, result, reflection, binding);
    });
    // What a shader writes comes first.
    const isWritten = (at: number) => /^RW|Append/.test(reflection.bindings.find(({ name }) => name === Object.keys(done.bindings)[at])?.hlsl?.type ?? "");
    const written = shown.filter((_, at) => isWritten(at));
    const others = shown.filter((_, at) => !isWritten(at));
    const rest = others.length === 0 ? [] : [h("details", {}, h("summary", {}, "Inputs after the run"), ...others)];
    this.#results.replaceChildren(...printed, ...written, ...rest);
  }

  /** The form for the interface of the shader, made anew if that has changed. */
  #fill(): void {
    const reflection = this.#reflection();
    if (reflection === undefined) return;
    const shape = JSON.stringify([reflection.bindings, reflection.push_constants, reflection.types]);
    if (shape === this.#shape) return;
    this.#shape = shape;
    this.#job = completed(this.#job, reflection);
    const chosen = this.#clock.value;
    this.#clocks = clocks(reflection);
    this.#clock.replaceChildren(...this.#clocks.map(({ owner, member }) => h("option", {}, owner === undefined ? member : `${owner}.${member}`)));
    if (chosen !== "") this.#clock.value = chosen;
    this.#play.disabled = this.#clocks.length === 0;
    this.#form.replaceChildren(
      form(this.#job, reflection, {
        changed: (job) => this.#change(job),
        picture: (name, data) => this.#pictures.set(name, data),
      }),
    );
    this.#text.value = write(this.#job);
  }

  #change(job: Job): void {
    this.#job = job;
    this.#text.value = write(job);
    this.#events.job(this.#text.value);
    // Buttons of the form change fields.
    const focused = document.activeElement?.id;
    this.#shape = "";
    this.#fill();
    if (focused) document.getElementById(focused)?.focus();
  }

  #typed(): void {
    const text = this.#text.value;
    this.set(text);
    this.#events.job(text);
  }

  #saved(): string {
    const { source } = this.#outcome ?? {};
    const own = { shader: source?.name ?? "shader.hlsl", options: source?.args ?? [] };
    return write({ ...own, ...this.#job });
  }

  async #open(): Promise<void> {
    const file = await pick(".json,application/json");
    if (file === undefined) return;
    const text = await file.text();
    this.set(text);
    this.#events.job(text);
    this.#events.opened(this.#job);
  }
}
