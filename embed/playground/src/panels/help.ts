// The pages about messages: each with a wrong and a right program, which the editor takes over by a click.

import type { Example } from "../../../npm/index.js";
import { button, h } from "../dom.js";
import type { Engine } from "../engine.js";
import type { Panel } from "./panel.js";

export class Help implements Panel {
  readonly id = "help";
  readonly title = "Messages";
  readonly element: HTMLElement;
  readonly #engine: Engine;
  readonly #load: (program: Example["wrong"]) => void;
  readonly #select = h("select", { id: "code", onchange: () => void this.explain(this.#select.value) });
  readonly #page = h("div", { className: "page" });
  #examples: Example[] | undefined;

  constructor(engine: Engine, load: (program: Example["wrong"]) => void) {
    this.#engine = engine;
    this.#load = load;
    const bar = h("div", { className: "bar" }, h("label", { for: "code" }, "Message"), this.#select);
    this.element = h("div", { className: "help" }, bar, this.#page);
  }

  show(): void {
    if (this.#examples === undefined) void this.explain("");
  }

  /** Shows the page of a code; that of the first if it is empty. */
  async explain(code: string): Promise<void> {
    this.#examples ??= await this.#engine.call("examples", {});
    const examples = this.#examples;
    if (this.#select.options.length === 0) this.#select.append(...examples.map((one) => h("option", {}, one.code)));
    const wanted = code === "" ? (examples[0]?.code ?? "") : code;
    this.#select.value = wanted;
    const example = examples.find((one) => one.code === wanted);
    const text = await this.#engine.call("explain", { code: wanted });
    this.#page.replaceChildren(
      h("h3", {}, wanted),
      ...(example === undefined
        ? []
        : [
            h(
              "div",
              { className: "bar" },
              button("Open the wrong program", () => this.#load(example.wrong)),
              button("Open the right program", () => this.#load(example.right)),
            ),
          ]),
      text === undefined ? h("p", {}, `Unknown message ${wanted}.`) : h("pre", { tabIndex: 0 }, text),
    );
  }
}
