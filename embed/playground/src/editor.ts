// The editor: texts with colours, messages, help and completion, all of which the compiler's own language server says.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import type { CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentLess, insertTab } from "@codemirror/commands";
import { bracketMatching, indentUnit } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { type Extension, EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
  type Tooltip,
} from "@codemirror/view";
import type { Completions, Hover, Signatures, Token } from "../../npm/index.js";
import { markdown } from "./markdown.js";
import { signatureHelp } from "./signature.js";

/** What the editor asks about the file that it shows. */
export interface Helper {
  hover(offset: number): Promise<Hover | undefined>;
  complete(offset: number): Promise<Completions | undefined>;
  signatures(offset: number): Promise<Signatures | undefined>;
  definition(offset: number): Promise<{ file: string; range: [number, number] }[]>;
  tokens(): Promise<Token[]>;
}

export interface Events {
  changed(file: string, text: string): void;
  /** The line of the cursor, from 1. */
  moved(file: string, line: number): void;
  opened(file: string): void;
}

const setTokens = StateEffect.define<Token[]>();
const setMarked = StateEffect.define<number[]>();

/** A field of decorations that an effect replaces. */
function decorated<T>(effect: ReturnType<typeof StateEffect.define<T>>, of: (state: EditorState, value: T) => DecorationSet) {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(old, transaction) {
      for (const one of transaction.effects) if (one.is(effect)) return of(transaction.state, one.value);
      return old.map(transaction.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

const colours = decorated(setTokens, (state, tokens) => {
  const inside = tokens.filter(({ from, to }) => from < to && to <= state.doc.length);
  return Decoration.set(inside.map((token) => Decoration.mark({ class: `tok-${token.class}` }).range(token.from, token.to)), true);
});

const marked = decorated(setMarked, (state, lines) => {
  const known = lines.filter((line) => line >= 1 && line <= state.doc.lines);
  return Decoration.set(known.map((line) => Decoration.line({ class: "marked" }).range(state.doc.line(line).from)), true);
});

/** Extensions for a text that is read, not written. */
export const readOnly: Extension = [
  lineNumbers(),
  drawSelection(),
  highlightSelectionMatches(),
  EditorState.readOnly.of(true),
  keymap.of([...defaultKeymap, ...searchKeymap]),
  marked,
];

/** Marks lines of a view, and shows the first of them if it is asked to. */
export function mark(view: EditorView, lines: number[], scrolls: boolean): void {
  const [first] = lines;
  const effects: StateEffect<unknown>[] = [setMarked.of(lines)];
  if (scrolls && first !== undefined && first <= view.state.doc.lines) {
    effects.push(EditorView.scrollIntoView(view.state.doc.line(first).from, { y: "center" }));
  }
  view.dispatch({ effects });
}

export class Editor {
  readonly view: EditorView;
  #states = new Map<string, EditorState>();
  #file = "";
  #helper: Helper;
  #events: Events;

  constructor(parent: HTMLElement, helper: Helper, events: Events) {
    this.#helper = helper;
    this.#events = events;
    this.view = new EditorView({ parent });
  }

  get file(): string {
    return this.#file;
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Shows a file. Its history of changes is kept as long as its text is this one. */
  open(file: string, text: string): void {
    if (this.#file !== "") this.#states.set(this.#file, this.view.state);
    const known = this.#states.get(file);
    this.#file = file;
    this.view.setState(known?.doc.toString() === text ? known : this.#fresh(text));
    void this.colour();
  }

  /** Forgets all files. */
  forget(): void {
    this.#file = "";
    this.#states.clear();
  }

  async colour(): Promise<void> {
    const asked = this.view.state.doc;
    const tokens = await this.#helper.tokens().catch(() => undefined);
    if (tokens !== undefined && this.view.state.doc.eq(asked)) this.view.dispatch({ effects: setTokens.of(tokens) });
  }

  diagnose(diagnostics: Diagnostic[]): void {
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  select(from: number, to: number): void {
    this.view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    this.view.focus();
  }

  #fresh(text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightActiveLine(),
        lintGutter(),
        history(),
        drawSelection(),
        EditorState.allowMultipleSelections.of(true),
        EditorState.tabSize.of(4),
        indentUnit.of("    "),
        bracketMatching(),
        closeBrackets(),
        highlightSelectionMatches(),
        autocompletion({ override: [(context) => this.#completions(context)] }),
        signatureHelp((offset) => this.#helper.signatures(offset)),
        hoverTooltip((_, offset) => this.#hover(offset)),
        colours,
        marked,
        EditorView.contentAttributes.of({ "aria-label": "Text of the shader", tabindex: "0" }),
        keymap.of([
          { key: "F12", run: (view) => this.#follow(view.state.selection.main.head) },
          // Tab moves the focus after Escape, as CodeMirror documents it for keyboards.
          { key: "Tab", run: insertTab, shift: indentLess },
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...completionKeymap,
          ...lintKeymap,
        ]),
        EditorView.domEventHandlers({
          mousedown: (event, view) => {
            const at = event.ctrlKey || event.metaKey ? view.posAtCoords(event) : null;
            return at !== null && this.#follow(at);
          },
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.#events.changed(this.#file, this.text);
          if (update.docChanged || update.selectionSet) {
            this.#events.moved(this.#file, update.state.doc.lineAt(update.state.selection.main.head).number);
          }
        }),
      ],
    });
  }

  async #hover(offset: number): Promise<Tooltip | null> {
    const found = await this.#helper.hover(offset).catch(() => undefined);
    if (found === undefined) return null;
    const [pos, end] = found.range;
    return { pos, end, create: () => ({ dom: markdown(found.markdown) }) };
  }

  async #completions(context: CompletionContext): Promise<CompletionResult | null> {
    const isWanted = context.explicit || context.matchBefore(/[\w.:#<"/[]$/) !== null;
    if (!isWanted) return null;
    const found = await this.#helper.complete(context.pos).catch(() => undefined);
    if (found === undefined) return null;
    return {
      from: found.range[0],
      to: found.range[1],
      ...(found.isCut ? {} : { validFor: /^\w*$/ }),
      options: found.items.map(({ name, kind, detail, markdown: text, rank }) => ({
        label: name,
        type: kind,
        detail,
        boost: -rank,
        ...(text === "" ? {} : { info: () => markdown(text) }),
      })),
    };
  }

  #follow(offset: number): boolean {
    void this.#helper
      .definition(offset)
      .catch(() => [])
      .then(([first]) => {
        if (first === undefined) return;
        if (first.file !== this.#file) this.#events.opened(first.file);
        if (this.#file === first.file) this.select(...first.range);
      });
    return true;
  }
}
