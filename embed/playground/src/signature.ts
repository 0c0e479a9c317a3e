// The heads of the function whose arguments are being typed, in a tooltip above them.

import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { EditorView, keymap, showTooltip, type Tooltip, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { Signatures } from "../../npm/index.js";
import { h } from "./dom.js";

const setTooltip = StateEffect.define<Tooltip | null>();

const shown = StateField.define<Tooltip | null>({
  create: () => null,
  update(old, transaction) {
    for (const effect of transaction.effects) if (effect.is(setTooltip)) return effect.value;
    return old && { ...old, pos: transaction.changes.mapPos(old.pos) };
  },
  provide: (field) => showTooltip.from(field),
});

function tooltip(pos: number, { all, active, argument }: Signatures): Tooltip | null {
  const signature = all[active] ?? all[0];
  if (signature === undefined) return null;
  const { label, params } = signature;
  const [from, to] = params[argument] ?? [0, 0];
  const others = all.length > 1 ? ` (${active + 1} of ${all.length})` : "";
  const create = () => ({
    dom: h("div", { className: "signature" }, label.slice(0, from), h("strong", {}, label.slice(from, to)), label.slice(to), others),
  });
  return { pos, above: true, create };
}

/** Shows heads while arguments are typed, and as long as the cursor stays in the call. */
export function signatureHelp(ask: (offset: number) => Promise<Signatures | undefined>): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      /** The number of the newest question. An answer to an older one, or one that comes after Escape, is not shown. */
      #newest = 0;
      #isAsking = false;

      update(update: ViewUpdate) {
        const isClosed = update.transactions.some(({ effects }) => effects.some((effect) => effect.is(setTooltip) && effect.value === null));
        if (isClosed) this.#forget();
        const isOpen = this.#isAsking || update.state.field(shown) !== null;
        const isTyped = update.transactions.some((one) => one.isUserEvent("input.type")) && /[(,]\s*$/.test(before(update.view));
        if (isTyped || (isOpen && (update.selectionSet || update.docChanged))) void this.#ask(update.view);
      }

      #forget(): void {
        this.#newest++;
        this.#isAsking = false;
      }

      async #ask(view: EditorView) {
        const own = ++this.#newest;
        this.#isAsking = true;
        // The page hears of a change after the plugins.
        await Promise.resolve();
        const pos = view.state.selection.main.head;
        const found = await ask(pos).catch(() => undefined);
        // Each change has asked anew: the newest answer is about the current text.
        if (own !== this.#newest) return;
        this.#isAsking = false;
        view.dispatch({ effects: setTooltip.of(found === undefined ? null : tooltip(pos, found)) });
      }
    },
  );
  const close = (view: EditorView) => {
    if (view.state.field(shown) === null) return false;
    view.dispatch({ effects: setTooltip.of(null) });
    return true;
  };
  return [shown, plugin, keymap.of([{ key: "Escape", run: close }])];
}

/** The text of the line before the cursor. */
function before({ state }: EditorView): string {
  const { head } = state.selection.main;
  return state.sliceDoc(state.doc.lineAt(head).from, head);
}
