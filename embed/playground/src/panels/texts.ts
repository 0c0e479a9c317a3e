// Panels that show one text, chosen from a list: code for hosts, states of the compilation.

import { h } from "../dom.js";
import { Failure } from "../engine.js";
import type { Outcome } from "../session.js";
import type { Panel } from "./panel.js";

export interface Choice {
  id: string;
  title: string;
}

export class Texts implements Panel {
  readonly element: HTMLElement;
  readonly #select: HTMLSelectElement;
  readonly #text = h("pre", { tabIndex: 0, className: "text" });
  readonly #of: (choice: string, outcome: Outcome) => Promise<string>;
  #outcome: Outcome | undefined;

  constructor(
    readonly id: string,
    readonly title: string,
    label: string,
    choices: Choice[],
    of: (choice: string, outcome: Outcome) => Promise<string>,
  ) {
    this.#of = of;
    const options = choices.map((choice) => h("option", { value: choice.id }, choice.title));
    this.#select = h("select", { id: `choice-${id}`, onchange: () => void this.#fill() }, ...options);
    const bar = h("div", { className: "bar" }, h("label", { for: `choice-${id}` }, label), this.#select);
    this.element = h("div", { className: "texts" }, bar, this.#text);
  }

  show(outcome: Outcome): void {
    if (outcome === this.#outcome) return;
    this.#outcome = outcome;
    void this.#fill();
  }

  async #fill(): Promise<void> {
    const outcome = this.#outcome;
    if (outcome === undefined) return;
    const choice = this.#select.value;
    const text = await this.#of(choice, outcome).catch((error: unknown) => {
      if (error instanceof Failure) return error.message;
      throw error;
    });
    if (outcome === this.#outcome && choice === this.#select.value) this.#text.textContent = text;
  }
}
