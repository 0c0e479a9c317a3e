// Tabs as screen readers and keyboards know them: one of them takes the focus, arrows move between them.

import { h } from "./dom.js";

export interface Tab {
  id: string;
  title: string;
}

/** A row of tabs over one panel or several. */
export class Tabs {
  readonly element: HTMLElement;
  #tabs: Tab[] = [];
  #selected = "";

  constructor(
    label: string,
    readonly panelOf: (tab: string) => string,
    readonly onselect: (tab: string) => void,
  ) {
    this.element = h("div", { role: "tablist", className: "tabs", "aria-label": label });
    this.element.onkeydown = (event) => this.#move(event);
  }

  get selected(): string {
    return this.#selected;
  }

  show(tabs: Tab[], selected: string): void {
    this.#tabs = tabs;
    this.#selected = selected;
    this.element.replaceChildren(...tabs.map((tab) => this.#button(tab)));
  }

  select(id: string): void {
    if (id !== this.#selected) this.show(this.#tabs, id);
    this.onselect(id);
  }

  #button({ id, title }: Tab): HTMLElement {
    const isSelected = id === this.#selected;
    return h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${id}`,
        tabIndex: isSelected ? 0 : -1,
        "aria-selected": String(isSelected),
        "aria-controls": this.panelOf(id),
        onclick: () => this.select(id),
      },
      title,
    );
  }

  #move(event: KeyboardEvent): void {
    const at = this.#tabs.findIndex(({ id }) => id === this.#selected);
    const last = this.#tabs.length - 1;
    const places: Record<string, number> = { ArrowLeft: at === 0 ? last : at - 1, ArrowRight: at === last ? 0 : at + 1, Home: 0, End: last };
    const tab = this.#tabs[places[event.key] ?? -1];
    if (tab === undefined) return;
    event.preventDefault();
    this.select(tab.id);
    this.element.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }
}
