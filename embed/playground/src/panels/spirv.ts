// The module as text: ids lead to their definitions, and lines of the source to their instructions and back.

import { EditorState, RangeSetBuilder } from "@codemirror/state";
import { Decoration, EditorView, hoverTooltip, type Tooltip, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { Place } from "../../../npm/index.js";
import { button, h, save } from "../dom.js";
import { mark, readOnly } from "../editor.js";
import type { Engine } from "../engine.js";
import { type Lines, type Listing, linesOf, listing } from "../listing.js";
import type { Outcome } from "../session.js";
import type { Panel } from "./panel.js";

const PARTS = /("(?:[^"\\]|\\.)*")|(%[\w.]+)|(\bOp\w+)|(;.*$)/gm;
const CLASSES = [undefined, "tok-string", "tok-variable", "tok-keyword", "tok-comment"];

/** The colours of what is seen. */
const colours = ViewPlugin.fromClass(
  class {
    decorations;
    constructor(view: EditorView) {
      this.decorations = colour(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = colour(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function colour(view: EditorView) {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (const match of view.state.sliceDoc(from, to).matchAll(PARTS)) {
      const kind = CLASSES[match.findIndex((group, index) => index > 0 && group !== undefined)];
      const start = from + match.index;
      if (kind !== undefined) builder.add(start, start + match[0].length, Decoration.mark({ class: kind }));
    }
  }
  return builder.finish();
}

export class Spirv implements Panel {
  readonly id = "spirv";
  readonly title = "SPIR-V";
  readonly element: HTMLElement;
  readonly #engine: Engine;
  readonly #go: (place: Place) => void;
  readonly #view: EditorView;
  readonly #about = h("p", { className: "about" });
  #listing: Listing = listing("");
  #lines: Lines | undefined;
  #outcome: Outcome | undefined;

  constructor(engine: Engine, go: (place: Place) => void) {
    this.#engine = engine;
    this.#go = go;
    this.#view = new EditorView();
    const bar = h(
      "div",
      { className: "bar" },
      this.#about,
      button("Save module", () => this.#save()),
      button("Copy text", () => void navigator.clipboard.writeText(this.#listing.text)),
    );
    this.element = h("div", { className: "spirv" }, bar, this.#view.dom);
  }

  show(outcome: Outcome): void {
    if (outcome === this.#outcome) return;
    this.#outcome = outcome;
    const { compiled } = outcome;
    if (!compiled?.module) {
      this.#about.textContent = compiled?.ok ? "No module." : "No module: see the messages.";
      if (compiled?.ok) this.#put(compiled.text);
      return;
    }
    this.#put(compiled.listing);
    this.#about.textContent = `${4 * compiled.module.length} bytes, ${this.#listing.instructions.length} instructions`;
    void this.#trace(outcome);
  }

  /** Shows the instructions of a line. */
  point(file: string, line: number): void {
    const found = (this.#lines ?? []).flatMap((source, at) => (source?.file === file && source.line === line ? [at + 1] : []));
    mark(this.#view, found, true);
  }

  #put(text: string): void {
    this.#listing = listing(text);
    this.#lines = undefined;
    const scroll = this.#view.scrollDOM.scrollTop;
    this.#view.setState(this.#state(text));
    this.#view.scrollDOM.scrollTop = scroll;
  }

  /** The lines of the instructions, which a second compilation tells. */
  async #trace(outcome: Outcome): Promise<void> {
    const { source } = outcome;
    const args = [...(source.args ?? []), "-fspv-debug=line", "-Wno-debug-info"];
    const traced = await this.#engine.call("compile", { source: { ...source, args } }).catch(() => undefined);
    if (traced !== undefined && outcome === this.#outcome) this.#lines = linesOf(this.#listing, listing(traced.listing));
  }

  #state(text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        readOnly,
        colours,
        hoverTooltip((view, at) => this.#hover(view, at)),
        EditorView.contentAttributes.of({ "aria-label": "SPIR-V", tabindex: "0" }),
        EditorView.domEventHandlers({ click: (event, view) => this.#click(event, view) }),
      ],
    });
  }

  #id(view: EditorView, at: number): { id: string; from: number; to: number } | undefined {
    const line = view.state.doc.lineAt(at);
    for (const match of line.text.matchAll(/%[\w.]+/g)) {
      const from = line.from + match.index;
      const to = from + match[0].length;
      if (from <= at && at <= to) return { id: match[0], from, to };
    }
    return undefined;
  }

  #hover(view: EditorView, at: number): Tooltip | null {
    const found = this.#id(view, at);
    const line = found && this.#listing.definitions.get(found.id);
    if (found === undefined || line === undefined) return null;
    const text = view.state.doc.line(line + 1).text.trim();
    return { pos: found.from, end: found.to, create: () => ({ dom: h("code", { className: "definition" }, text) }) };
  }

  #click(event: MouseEvent, view: EditorView): boolean {
    const at = view.posAtCoords(event);
    if (at === null) return false;
    const found = this.#id(view, at);
    const defined = found && this.#listing.definitions.get(found.id);
    if (found && defined !== undefined && (event.ctrlKey || event.metaKey)) {
      mark(view, [defined + 1], true);
      return true;
    }
    const source = this.#lines?.[view.state.doc.lineAt(at).number - 1];
    if (source !== undefined) this.#go(source);
    return false;
  }

  #save(): void {
    const module = this.#outcome?.compiled?.module;
    if (module !== undefined) save("shader.spv", new Uint32Array(module), "application/octet-stream");
  }
}
