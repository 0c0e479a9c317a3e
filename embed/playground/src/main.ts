// The page: the editor on one side, panels about its text on the other.

import type { Message, Note, Place } from "../../npm/index.js";
import { type Data, read as readData } from "./data.js";
import { button, byId, h, ondrop, pick, save } from "./dom.js";
import { Editor, mark } from "./editor.js";
import { Engine } from "./engine.js";
import { Files } from "./files.js";
import { fragment, LONG, parsed, TOO_LONG } from "./link.js";
import { taken } from "./opened.js";
import { Help } from "./panels/help.js";
import { Interface, Layouts } from "./panels/interface.js";
import { diagnostics, failureText, Messages } from "./panels/messages.js";
import type { Panel } from "./panels/panel.js";
import { Passes } from "./panels/passes.js";
import { Run } from "./panels/run.js";
import { Spirv } from "./panels/spirv.js";
import { Texts } from "./panels/texts.js";
import { range } from "./places.js";
import { samples, stateOf } from "./samples.js";
import { type Outcome, Session, sourceOf } from "./session.js";
import { checked, saved, type State } from "./state.js";
import { Tabs } from "./tabs.js";

const KEPT = "hlsl2spirv-playground";

const STATES = [
  { id: "preprocessed", title: "Preprocessed text" },
  { id: "tokens", title: "Tokens" },
  { id: "ast", title: "Syntax tree" },
  { id: "hir", title: "Typed tree" },
  { id: "dialect", title: "SPIR-V dialect" },
  { id: "llvm-dialect", title: "LLVM dialect" },
  { id: "llvm", title: "LLVM IR" },
];

const LANGUAGES = [
  { id: "rust", title: "Rust" },
  { id: "c", title: "C and C++" },
  { id: "python", title: "Python with numpy" },
  { id: "ctypes", title: "Python with ctypes" },
  { id: "text", title: "Tables" },
];

class Page {
  readonly #compiler: Engine;
  readonly #session: Session;
  readonly #editor: Editor;
  readonly #files: Files;
  readonly #messages: Messages;
  readonly #run: Run;
  readonly #help: Help;
  readonly #spirv: Spirv;
  readonly #panels: Panel[];
  readonly #views: Tabs;
  readonly #args = byId("args") as HTMLInputElement;
  #outcome: Outcome | undefined;
  #findings: Message[] = [];
  #data: { of: State["data"]; read: Promise<Data> } | undefined;

  constructor(module: WebAssembly.Module, state: State) {
    this.#compiler = new Engine(module);
    this.#session = new Session(this.#compiler, state);
    const go = (place: Place) => this.#go(place);
    this.#editor = new Editor(byId("editor"), this.#helper(), {
      changed: (file, text) => this.#typed(file, text),
      moved: (file, line) => this.#moved(file, line),
      opened: (file) => this.#open(file),
    });
    this.#files = new Files({
      open: (name) => this.#open(name),
      add: (name) => this.#setFiles([...this.#state.files, { name, text: "" }], name),
      remove: (name) => this.#setFiles(this.#state.files.filter((file) => file.name !== name), this.#main),
      rename: (from, to) => this.#setFiles(this.#state.files.map((file) => (file.name === from ? { ...file, name: to } : file)), to),
    });
    byId("files").append(this.#files.element);
    this.#messages = new Messages({ go, fix: (note) => this.#fix(note), explain: (code) => this.#explain(code) });
    byId("messages").append(this.#messages.status, this.#messages.element);
    // Runs and passes take long: a compiler of their own does not keep messages waiting.
    const slow = new Engine(module);
    this.#run = new Run(slow, {
      start: () => this.#start(),
      job: (job) => this.#change({ job }),
      file: (file) => this.#add(file),
      data: () => this.#read(),
      go,
      findings: (messages) => {
        this.#findings = messages;
        this.#diagnose();
      },
    });
    this.#help = new Help(this.#compiler, ({ options, text }) =>
      this.load({ files: [{ name: "example.hlsl", text }], args: options, job: "", data: {} }),
    );
    this.#spirv = new Spirv(this.#compiler, go);
    this.#panels = [
      this.#run,
      this.#spirv,
      new Passes(slow),
      new Interface(go),
      new Layouts(this.#compiler, go),
      new Texts("code", "Code", "Language", LANGUAGES, (language, { source }) =>
        this.#compiler.call("code", { source, language: language as "rust" }),
      ),
      new Texts("stages", "Stages", "State of the compilation", STATES, (state, { source }) => this.#stage(source, state)),
      this.#help,
    ];
    byId("panels").append(...this.#panels.map((panel) => this.#panel(panel)));
    this.#views = new Tabs("Views", (id) => `panel-${id}`, (id) => this.#view(id));
    byId("views").append(this.#views.element);
    byId("start").append(this.#run.controls);
    this.#views.show(this.#panels.map(({ id, title }) => ({ id, title })), "run");
    this.#view("run");
    this.#session.onoutcome((outcome) => this.#show(outcome));
    this.#args.oninput = () => this.#change({ args: this.#args.value });
    document.addEventListener("keydown", (event) => this.#key(event));
    byId("tools").append(
      button("Open…", () => void pick("", true).then((files) => this.take(files))),
      button("Save", () => this.#save()),
      button("Format", () => void this.#format()),
      button("Share", () => void this.#share()),
      button("Report", () => this.#report()),
    );
    ondrop((files) => void this.take(files));
    this.load(state);
  }

  get #state(): State {
    return this.#session.state;
  }

  get #main(): string {
    return this.#state.files[0]?.name ?? "";
  }

  /** Shows a sample and runs it: those of the page end soon. */
  show(sample: State): void {
    this.load(sample);
    this.#run.runWhenReady();
  }

  /** Shows a state. It is compiled, and not run. */
  load(state: State): void {
    this.#findings = [];
    this.#editor.forget();
    this.#session.change(state);
    this.#args.value = state.args;
    this.#run.set(state.job);
    this.#open(state.files[0]?.name ?? "");
    this.#keep();
  }

  /** Takes files that were opened or dropped. */
  async take(files: File[]): Promise<void> {
    if (files.length === 0) return;
    const { state, told } = await taken(this.#state, files);
    say(told.join(" "));
    if (state === this.#state) return;
    this.load(state);
    await this.#read();
  }

  async explain(code: string): Promise<void> {
    this.#views.select("help");
    await this.#help.explain(code);
  }

  #panel({ id, element }: Panel): HTMLElement {
    return h("section", { id: `panel-${id}`, role: "tabpanel", "aria-labelledby": `tab-${id}`, hidden: true }, element);
  }

  #view(id: string): void {
    for (const panel of this.#panels) byId(`panel-${panel.id}`).hidden = panel.id !== id;
    if (this.#outcome !== undefined) this.#panels.find((panel) => panel.id === id)?.show(this.#outcome);
  }

  #show(outcome: Outcome): void {
    this.#outcome = outcome;
    this.#findings = [];
    this.#diagnose();
    // The form of inputs follows the interface also while it is not seen.
    this.#run.show(outcome);
    this.#panels.find((panel) => panel.id === this.#views.selected)?.show(outcome);
    // A text that has crashed the compiler would crash it again.
    if (outcome.failure === undefined) void this.#editor.colour();
    performance.clearMarks("messages");
    performance.mark("messages");
    document.body.dataset.compiled = String(Number(document.body.dataset.compiled ?? 0) + 1);
  }

  #diagnose(): void {
    const messages = [...(this.#outcome?.compiled?.messages ?? []), ...this.#findings];
    this.#messages.show(messages, this.#outcome?.failure);
    const { doc } = this.#editor.view.state;
    this.#editor.diagnose(diagnostics(messages, this.#editor.file, doc, (note) => this.#fix(note)));
  }

  #typed(file: string, text: string): void {
    performance.clearMarks("key");
    performance.mark("key");
    this.#change({ files: this.#state.files.map((one) => (one.name === file ? { name: file, text } : one)) });
  }

  #change(change: Partial<State>): void {
    this.#session.change(change);
    this.#keep();
  }

  #setFiles(files: State["files"], open: string): void {
    this.#change({ files });
    this.#open(open);
  }

  #open(name: string): void {
    const file = this.#state.files.find((one) => one.name === name);
    if (file === undefined) return;
    this.#editor.open(file.name, file.text);
    this.#files.show(this.#state.files, name);
    this.#diagnose();
  }

  #moved(file: string, line: number): void {
    if (this.#views.selected === "spirv") this.#spirv.point(file, line);
  }

  #go(place: Place): void {
    const { file = this.#main } = place;
    if (file !== this.#editor.file) this.#open(file);
    if (file !== this.#editor.file) return;
    const { from, to } = range(this.#editor.view.state.doc, place);
    mark(this.#editor.view, [place.line ?? 1], false);
    this.#editor.select(from, to);
  }

  #fix(note: Note): void {
    const { file = this.#main, replacement } = note;
    if (file !== this.#editor.file) this.#open(file);
    if (file !== this.#editor.file || replacement === undefined) return;
    const { view } = this.#editor;
    view.dispatch({ changes: { ...range(view.state.doc, note), insert: replacement }, userEvent: "input.fix" });
    view.focus();
  }

  #explain(code: string): void {
    void this.explain(code);
  }

  async #stage(source: Outcome["source"], state: string): Promise<string> {
    const args = state === "preprocessed" ? ["-P"] : [`--emit=${state}`];
    const { text, log } = await this.#compiler.call("states", { source: { ...source, args: [...(source.args ?? []), ...args] } });
    return text || log;
  }

  #helper() {
    const at = (offset: number) => ({ source: sourceOf(this.#state), file: this.#editor.file, offset });
    return {
      hover: (offset: number) => this.#compiler.call("hover", at(offset)),
      complete: (offset: number) => this.#compiler.call("complete", at(offset)),
      signatures: (offset: number) => this.#compiler.call("signatures", at(offset)),
      definition: (offset: number) => this.#compiler.call("definition", at(offset)),
      tokens: () => this.#compiler.call("tokens", { source: sourceOf(this.#state), file: this.#editor.file }),
    };
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.#start();
  }

  /** Runs the shader in sight of its results. */
  #start(): void {
    this.#views.select("run");
    if (matchMedia("(max-width: 800px)").matches) byId("views").scrollIntoView({ behavior: "smooth" });
    void this.#run.run();
  }

  async #format(): Promise<void> {
    const { view } = this.#editor;
    const text = await this.#compiler.call("format", { text: this.#editor.text }).catch((error: Error) => say(error.message));
    if (text === undefined || text === this.#editor.text) return;
    const head = Math.min(view.state.selection.main.head, text.length);
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: head } });
  }

  async #share(): Promise<void> {
    const link = await fragment(this.#state).catch(() => undefined);
    if (link === undefined || link.length > TOO_LONG) {
      this.#save();
      return say("The text is too long for a link: it was saved as a file, which “Open” takes.");
    }
    history.replaceState(null, "", link);
    await navigator.clipboard?.writeText(location.href).catch(() => undefined);
    const advice = link.length > LONG ? " It is long: some programs cut it." : "";
    say(`The address is a link to this state, and was copied. Nothing was sent.${advice}`);
  }

  #save(): void {
    save("playground.json", saved(this.#state), "application/json");
  }

  /** Adds a file for the job. Returns whether it is there. */
  async #add(file: File): Promise<boolean> {
    const { state, told } = await taken(this.#state, [file]);
    const { data } = state;
    if (data[file.name] === undefined) {
      say(told.join(" "));
      return false;
    }
    this.#change({ data });
    return true;
  }

  /** The files of the state, read once. Says which are none. */
  #read(): Promise<Data> {
    const { data } = this.#state;
    if (this.#data?.of !== data) {
      const read = readData(data).then(({ data: found, wrong }) => {
        if (wrong.length > 0) say(`${wrong.join(", ")}.`);
        return found;
      });
      this.#data = { of: data, read };
    }
    return this.#data.read;
  }

  /** A text for a report: everything that is needed to see the mistake again. */
  #report(): void {
    const { files, args, job } = this.#state;
    const failure = this.#outcome?.failure;
    const texts = files.map(({ name, text }) => `## ${name}\n\n\`\`\`hlsl\n${text}\n\`\`\`\n`);
    const messages = failure ? failureText(failure) : (this.#outcome?.compiled?.log ?? "");
    const parts = [`# Report\n`, `Options: \`${args}\`\n`, messages && `\`\`\`\n${messages}\n\`\`\`\n`, ...texts, job && `Job:\n\n\`\`\`json\n${job}\`\`\`\n`];
    save("report.md", parts.filter((part) => part !== "").join("\n"), "text/markdown");
  }

  #keep(): void {
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.#state));
    } catch {
      // The browser keeps nothing: the page works without.
    }
  }
}

function say(text: string): undefined {
  byId("notice").textContent = text;
  return undefined;
}

/** The state that the browser has kept from the last visit. */
function kept(): State | undefined {
  try {
    return checked(JSON.parse(localStorage.getItem(KEPT) ?? "null"));
  } catch {
    return undefined;
  }
}

async function sample(name: string): Promise<State> {
  const all = await samples();
  const found = all.find((one) => one.name === name);
  if (found === undefined) throw new Error(`unknown sample '${name.slice(0, 40)}'`);
  return stateOf(found);
}

/** A state, and whether it is a sample, which runs by itself. */
interface First {
  state: State;
  isSample: boolean;
}

const ofSample = async (name: string): Promise<First> => ({ state: await sample(name), isSample: true });

/** What the last visit has left, or else the first sample. */
async function usual(): Promise<First> {
  const state = kept();
  return state === undefined ? ofSample("mandelbrot") : { state, isSample: false };
}

/** What the address names, or else the usual state. */
async function first(hash: string): Promise<First> {
  const [, kind, name = ""] = /^#(sample|explain)\/([\w-]+)$/.exec(hash) ?? [];
  if (kind === "sample") return ofSample(name);
  if (kind === undefined && hash.length > 1) return { state: await parsed(hash), isSample: false };
  return usual();
}

async function firstOrUsual(hash: string): Promise<First> {
  try {
    return await first(hash);
  } catch (error) {
    say(`The link cannot be opened: ${(error as Error).message}.`);
    return usual();
  }
}

function open(page: Page, { state, isSample }: First): void {
  if (isSample) page.show(state);
  else page.load(state);
}

async function menu(page: Page): Promise<void> {
  const all = await samples();
  const select = byId("samples") as HTMLSelectElement;
  select.append(...all.map(({ name, title }) => h("option", { value: name }, title)));
  select.onchange = () => {
    const found = all.find(({ name }) => name === select.value);
    select.value = "";
    if (found !== undefined) page.show(stateOf(found));
  };
}

async function start(): Promise<void> {
  const [module, given] = await Promise.all([
    WebAssembly.compileStreaming(fetch(WASM_URL)),
    firstOrUsual(location.hash),
  ]);
  const page = new Page(module, given.state);
  if (given.isSample) page.show(given.state);
  await menu(page);
  const [, code] = /^#explain\/(\w+)$/.exec(location.hash) ?? [];
  if (code !== undefined) await page.explain(code);
  window.addEventListener("hashchange", () => void firstOrUsual(location.hash).then((next) => open(page, next)));
}

start().catch((error: unknown) => say(`The page cannot start: ${error instanceof Error ? error.message : String(error)}`));

/** Offers a version of the page that waits until no tab has the old one. */
function offer(worker: ServiceWorker): void {
  const update = button("Load it", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    worker.postMessage("take over");
  });
  byId("update").replaceChildren("There is a new version of this page. ", update);
}

/** Keeps the page for visits without a network. Where there is no service worker, it works online. */
async function keep(): Promise<void> {
  const registration = await navigator.serviceWorker?.register("sw.js");
  if (registration?.waiting) offer(registration.waiting);
  registration?.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      // The first version of all takes no other's place.
      if (worker.state === "installed" && registration.active) offer(worker);
    });
  });
}

void keep().catch(() => undefined);
