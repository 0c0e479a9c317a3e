// The module pass by pass: what each pass that changes something takes away and puts in.

import { diffArrays } from "diff";
import type { Pass } from "../../../npm/index.js";
import { button, h } from "../dom.js";
import { type Engine, Failure } from "../engine.js";
import type { Outcome } from "../session.js";
import type { Panel } from "./panel.js";

/** The lines around a change that are shown. */
const AROUND = 3;

/** A part of a comparison. */
interface Part {
  kind: "same" | "new" | "old";
  lines: string[];
}

/** The lines of two listings. Passes number ids anew: lines that differ in numbers alone are the same. */
export function compared(old: string, now: string): Part[] {
  const plain = (line: string) => line.replaceAll(/%\d+\b|(?<=^; Bound: )\d+/g, "%").trim().replaceAll(/\s+/g, " ");
  const comparator = (one: string, other: string) => plain(one) === plain(other);
  const parts = diffArrays(old.split("\n"), now.split("\n"), { comparator });
  return parts.map(({ value, added, removed }) => ({ kind: added ? "new" : removed ? "old" : "same", lines: value }));
}

export class Passes implements Panel {
  readonly id = "passes";
  readonly title = "Passes";
  readonly element: HTMLElement;
  readonly #engine: Engine;
  readonly #select = h("select", { id: "pass", onchange: () => this.#fill() });
  readonly #text = h("pre", { tabIndex: 0, className: "text passes", role: "group", "aria-label": "Changes of the pass" });
  readonly #about = h("p", { className: "about", role: "status" });
  #passes: Pass[] = [];
  #outcome: Outcome | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
    const move = (by: number) => () => {
      this.#select.selectedIndex = Math.min(Math.max(this.#select.selectedIndex + by, 0), this.#passes.length - 1);
      this.#fill();
    };
    const bar = h("div", { className: "bar" }, h("label", { for: "pass" }, "Pass"), this.#select, button("Previous", move(-1)), button("Next", move(1)), this.#about);
    this.element = h("div", { className: "texts" }, bar, this.#text);
  }

  show(outcome: Outcome): void {
    if (outcome === this.#outcome) return;
    this.#outcome = outcome;
    void this.#ask(outcome);
  }

  async #ask(outcome: Outcome): Promise<void> {
    this.#about.textContent = "Compiling pass by pass…";
    const chosen = this.#select.selectedIndex;
    try {
      const passes = await this.#engine.call("passes", { source: outcome.source });
      if (outcome !== this.#outcome) return;
      this.#passes = passes;
      this.#select.replaceChildren(...passes.map(({ name }, at) => h("option", { value: String(at) }, `${at}: ${name}`)));
      this.#select.selectedIndex = Math.min(Math.max(chosen, 0), passes.length - 1);
      this.#fill();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (outcome !== this.#outcome) return;
      this.#passes = [];
      this.#select.replaceChildren();
      this.#text.replaceChildren();
      this.#about.textContent = error.reason === "refused" ? "No module: see the messages." : error.message;
    }
  }

  #fill(): void {
    const at = this.#select.selectedIndex;
    const [before, now] = [this.#passes[at - 1], this.#passes[at]];
    if (now === undefined) return;
    if (before === undefined) {
      this.#about.textContent = "The module as the front end gives it.";
      return this.#text.replaceChildren(now.text);
    }
    const parts = compared(before.text, now.text);
    const count = (kind: Part["kind"]) => parts.filter((part) => part.kind === kind).reduce((sum, { lines }) => sum + lines.length, 0);
    this.#about.textContent = `${count("old")} lines less, ${count("new")} lines more`;
    this.#text.replaceChildren(...parts.flatMap((part, index) => shown(part, index === 0, index === parts.length - 1)));
  }
}

/** The lines of a part; of what is the same those beside changes. */
function shown({ kind, lines }: Part, isFirst: boolean, isLast: boolean): (Node | string)[] {
  const text = (some: string[]) => some.map((line) => `${line}\n`).join("");
  if (kind === "new") return [h("ins", {}, text(lines))];
  if (kind === "old") return [h("del", {}, text(lines))];
  const head = isFirst ? [] : lines.slice(0, AROUND);
  const tail = isLast ? [] : lines.slice(Math.max(head.length, lines.length - AROUND));
  const left = lines.length - head.length - tail.length;
  return [text(head), ...(left > 0 ? [h("span", { className: "about" }, `… ${left} lines\n`)] : []), text(tail)];
}
