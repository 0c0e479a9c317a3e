// Runs of shaders in the interpreter: inputs by a form, results, findings at their lines.

import type { Drawing as Drawn, ImageResult, Message, Place } from "../../../npm/index.js";
import { type Clock, clocks, picture as pictureOf } from "../animation.js";
import { button, h, save } from "../dom.js";
import type { Data } from "../data.js";
import { isDrawn } from "../draws.js";
import { type Engine, Failure } from "../engine.js";
import { type Executed, execute, type Shown } from "../execution.js";
import { type Bound, completed, inlined, type Job, read, write } from "../job.js";
import { type Reflection, reflectionOf } from "../reflection.js";
import type { Outcome } from "../session.js";
import { Drawing, type Scene } from "./drawing.js";
import { form } from "./form.js";
import { failureText } from "./messages.js";
import type { Panel } from "./panel.js";
import { buffer, picture } from "./results.js";

export interface RunEvents {
  /** The user wants to see a run. */
  start(): void;
  /** The job has changed. */
  job(text: string): void;
  /** A file that the user chose for a binding. Returns whether the state has taken it. */
  file(file: File): Promise<boolean>;
  /** The pictures and other files of the state. */
  data(): Promise<Data>;
  findings(messages: Message[]): void;
  /** Shows a place in the editor. */
  go(place: Place): void;
}

/** The interface of a text that does not compile. */
const NOTHING: Reflection = {
  spirv: { version: "", capabilities: [], extensions: [], size_words: 0 },
  requires: { api: "", features: [], extensions: [], limits: [] },
  entry_points: [],
  bindings: [],
  push_constants: [],
  types: [],
};

/** The time of a dispatch in seconds, unless the job says it. */
const DEADLINE = 120;
/** The frames of a second, unless the job says it. */
const FRAMES = 60;

export class Run implements Panel {
  readonly id = "run";
  readonly title = "Results";
  readonly element: HTMLElement;
  /** The buttons that are always in sight. */
  readonly controls: HTMLElement;
  readonly #engine: Engine;
  readonly #events: RunEvents;
  readonly #start = button("Run", () => this.#events.start(), { className: "main", title: "Ctrl+Enter" });
  readonly #stop = button("Stop", () => this.#end(), { disabled: true });
  readonly #status = h("p", { role: "status", className: "about" });
  readonly #drawing: Drawing;
  readonly #form = h("div");
  readonly #results = h("div", { className: "results" });
  readonly #text = h("textarea", { id: "job", rows: 12, spellcheck: false, onchange: () => this.#typed() });
  readonly #clock = h("select", { id: "clock" });
  readonly #play = button("Play", () => void this.#animate());
  readonly #feeds = h("input", { id: "feeds", type: "checkbox", onchange: () => this.#busy(false) });
  /** What grows in runs one after another: draws know it themselves. */
  readonly #growing = h("span", { className: "bar" }, h("label", { for: "clock" }, "growing"), this.#clock, h("label", { for: "feeds", className: "check" }, this.#feeds, "results become inputs"));
  /** Draws have a command instead. */
  readonly #files = h("div", { className: "bar" }, button("Save job file", () => void this.#saved().then((text) => save("job.json", text, "application/json"))));
  #clocks: Clock[] = [];
  #job: Job = read("");
  #outcome: Outcome | undefined;
  #shape = "";
  #isPlaying = false;
  #isDue = false;

  constructor(engine: Engine, events: RunEvents) {
    this.#engine = engine;
    this.#events = events;
    this.#drawing = new Drawing(engine, {
      go: (place) => events.go(place),
      scene: () => this.#scene(this.#job),
      failed: (error) => this.#failed(error, this.#limit(this.#job)),
      busy: (isBusy) => this.#busy(isBusy),
    });
    const details = h("details", {}, h("summary", {}, "Inputs as a job file"), h("label", { for: "job" }, "Job"), this.#text, this.#files);
    const forms = ["zeros:1024", "f32:1,2,3", "u32:0..64", "f32:0.5*64", "image:512x512", "sampler:linear,wrap", "sampler:nearest,clamp"];
    const list = h("datalist", { id: "contents" }, ...forms.map((text) => h("option", { value: text })));
    this.controls = h("div", { className: "bar" }, this.#start, this.#stop);
    this.element = h(
      "div",
      { className: "run" },
      h("div", { className: "bar" }, this.#play, this.#growing, this.#status),
      this.#results,
      this.#form,
      details,
      list,
    );
  }

  /** Waits for the interface of the shader, and runs the job that was taken over last. */
  runWhenReady(): void {
    this.#isDue = true;
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
    this.#drawing.reset();
    this.#shape = "";
    this.#fill();
  }

  show(outcome: Outcome): void {
    this.#outcome = outcome;
    this.#fill();
    if (this.#isDue && outcome.compiled !== undefined) void this.run();
  }

  async run(): Promise<void> {
    this.#isDue = false;
    if (this.#draws) await this.#draw(0);
    else await this.#execute(this.#job, undefined);
  }

  /** True if the shaders of the text draw. */
  get #draws(): boolean {
    const reflection = this.#reflection();
    return this.#job.dispatches === undefined && reflection !== undefined && isDrawn(reflection);
  }

  #end(): void {
    this.#isPlaying = false;
    this.#engine.stop();
  }

  /** Runs a shader again and again, until it is stopped or fails. */
  async #animate(): Promise<void> {
    if (this.#draws) return this.#frames();
    const clock = this.#clocks[this.#clock.selectedIndex];
    const started = performance.now();
    let number = 0;
    let last: Executed | undefined;
    this.#isPlaying = true;
    this.#say("Running…");
    do {
      const job = clock === undefined ? this.#job : pictureOf(this.#job, clock, number, (performance.now() - started) / 1000);
      last = await this.#execute(job, this.#feeds.checked && last !== undefined ? fed(last, job) : undefined);
      if (last?.ok) this.#say(`${++number} pictures, ${((1000 * number) / (performance.now() - started)).toFixed(1)} a second`);
    } while (this.#isPlaying && last?.ok && (clock !== undefined || this.#feeds.checked));
    this.#isPlaying = false;
  }

  /** Draws one frame after another, in a size that is soon drawn, until it is stopped or fails. */
  async #frames(): Promise<void> {
    const started = performance.now();
    this.#isPlaying = true;
    for (let number = 1, isWell = true; this.#isPlaying && isWell; number++) {
      const seconds = (performance.now() - started) / 1000;
      isWell = await this.#draw(Math.floor(seconds * (this.#job.draw?.fps ?? FRAMES)));
      if (isWell) this.#say(`${number} pictures, ${((1000 * number) / (performance.now() - started)).toFixed(1)} a second`);
    }
    this.#isPlaying = false;
  }

  /** Draws a frame. Returns whether it has come to its end. */
  async #draw(frame: number): Promise<boolean> {
    const scene = await this.#scene(this.#job);
    if (scene === undefined) return false;
    this.#busy(true);
    if (!this.#isPlaying) this.#say("Running…");
    const started = performance.now();
    try {
      const done = await this.#drawing.draw(scene, frame, this.#isPlaying);
      this.#drawn(done, (performance.now() - started) / 1000);
      return done.ok;
    } catch (error) {
      this.#failed(error, this.#limit(scene.job));
      return false;
    } finally {
      this.#busy(false);
    }
  }

  /** What is drawn now; nothing while the shader does not compile. */
  async #scene(job: Job): Promise<Scene | undefined> {
    const { compiled, source } = this.#outcome ?? {};
    const reflection = compiled?.ok ? this.#reflection() : undefined;
    if (source === undefined || reflection === undefined) return this.#say("The shader does not compile.");
    return { job, source, reflection, data: await this.#events.data(), deadline: 1000 * this.#limit(job) };
  }

  /** The time of a run in seconds. */
  #limit({ deadline }: Job): number {
    return typeof deadline === "number" && deadline > 0 ? deadline : DEADLINE;
  }

  /** Says why a run has not come to its end. */
  #failed(error: unknown, limit: number): undefined {
    this.#isPlaying = false;
    if (!(error instanceof Failure)) return this.#say(`The job cannot be run: ${(error as Error).message}`);
    return this.#say(error.reason === "deadline" ? `The shader was ended: it ran for ${limit} seconds.` : failureText(error));
  }

  /** Shows what a draw has left beside its picture. */
  #drawn(done: Drawn, seconds: number): void {
    const { notes = [], printed = "", verdict = "" } = done;
    const [, ...others] = Object.entries(done.targets);
    // Messages of another stage than that of the page's command line are found here.
    this.#events.findings([...(done.messages ?? []), ...(done.findings ?? [])]);
    if (!done.ok) this.#say(`Ended after ${seconds.toFixed(2)} s: ${done.error ?? ""}`);
    else if (!this.#isPlaying) this.#say([`Ran in ${seconds.toFixed(2)} s.`, verdict, ...notes].filter((text) => text !== "").join(" "));
    const image = ([name, { size, ...about }]: (typeof others)[number]) => picture(name, { kind: "image", ...about, size: [...size, 1], layers: 1 });
    this.#results.replaceChildren(this.#drawing.element, ...told("printed", "Output of printf", printed), ...others.map(image));
  }

  /** Runs a job, from the contents that it says or others. Returns what it leaves; nothing if it has not come so far. */
  async #execute(job: Job, from: Bound | undefined): Promise<Executed | undefined> {
    const { compiled, source } = this.#outcome ?? {};
    if (source === undefined) return undefined;
    const reflection = (compiled?.ok ? this.#reflection() : undefined) ?? NOTHING;
    // Dispatches of a list compile what they need.
    if (job.dispatches === undefined) {
      if (reflection === NOTHING) return this.#say("The shader does not compile.");
      if (!reflection.entry_points.some(({ stage }) => stage === "compute")) return this.#say("Only compute shaders and draws run.");
    }
    const limit = this.#limit(job);
    this.#busy(true);
    if (!this.#isPlaying) this.#say("Running…");
    const started = performance.now();
    try {
      const context = { engine: this.#engine, main: { source, reflection }, data: await this.#events.data(), deadline: 1000 * limit };
      const done = await execute(job, from, context);
      this.#show(done, (performance.now() - started) / 1000);
      return done;
    } catch (error) {
      return this.#failed(error, limit);
    } finally {
      this.#busy(false);
    }
  }

  #busy(isBusy: boolean): void {
    this.#start.disabled = isBusy;
    this.#play.disabled = isBusy || (!this.#draws && this.#clocks.length === 0 && !this.#feeds.checked);
    this.#stop.disabled = !isBusy;
  }

  /** Says what has happened. */
  #say(text: string): undefined {
    this.#status.textContent = text;
    return undefined;
  }

  #reflection(): Reflection | undefined {
    return reflectionOf(this.#outcome?.compiled?.reflection);
  }

  #show(done: Executed, seconds: number): void {
    const time = `${seconds.toFixed(2)} s`;
    const met = done.differences === undefined ? "" : done.differences === "" ? " The results are as expected." : " The results are not as expected.";
    if (!done.ok || !this.#isPlaying) this.#say(done.ok ? `Ran in ${time}.${met} ${done.verdicts.join(" ")}` : `Ended after ${time}: ${done.error}`);
    this.#events.findings(done.findings);
    // What a shader writes comes first.
    const all = [...done.shown.values()];
    const isWritten = ({ binding }: Shown) => /^(RW|RasterizerOrdered|Append)/.test(binding?.hlsl?.type ?? "");
    const shown = ({ name, result, reflection, binding }: Shown) => (isPicture(result, binding) ? picture(name, result) : buffer(name, result, reflection, binding));
    const others = all.filter((one) => !isWritten(one)).map(shown);
    this.#results.replaceChildren(
      ...told("differences", "Differences to what the job expects", done.differences ?? ""),
      ...told("printed", "Output of printf", done.printed),
      ...all.filter(isWritten).map(shown),
      ...(others.length === 0 ? [] : [h("details", {}, h("summary", {}, "Inputs after the run"), ...others)]),
    );
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
    if ([...this.#clock.options].some(({ value }) => value === chosen)) this.#clock.value = chosen;
    this.#growing.hidden = this.#draws;
    this.#files.hidden = this.#draws;
    this.#busy(this.#engine.isBusy);
    this.#form.replaceChildren(
      form(this.#job, reflection, {
        changed: (job) => this.#change(job),
        file: (file) => this.#events.file(file),
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

  /** The job with all that the command needs: pictures and data of the page as numbers. */
  async #saved(): Promise<string> {
    const { source } = this.#outcome ?? {};
    const job = { shader: source?.name ?? "shader.hlsl", options: source?.args ?? [], ...this.#job };
    const reflection = this.#reflection();
    return write(reflection === undefined ? job : inlined(job, await this.#events.data(), reflection));
  }
}

/** A text that a run leaves, if there is any. */
function told(className: string, label: string, text: string): HTMLElement[] {
  return text === "" ? [] : [h("pre", { className, tabIndex: 0, role: "group", "aria-label": label }, text)];
}

/** Pictures, which buffers of texels are none. */
function isPicture(result: Shown["result"], binding: Shown["binding"]): result is ImageResult {
  return result.kind === "image" && !/texel_buffer$/.test(binding?.descriptor ?? "");
}

/** The results of a run as what the next one begins with; blocks of numbers are as its job says. */
function fed({ bound, shown }: Executed, job: Job): Bound {
  const isBlock = (name: string) => shown.get(name)?.binding?.descriptor === "uniform_buffer";
  return new Map([...bound].map(([name, contents]) => [name, isBlock(name) ? { value: job.bindings[name] } : contents]));
}
