// The files of a state as tabs: the first one is compiled.

import { button, h } from "./dom.js";
import { isName, type TextFile } from "./state.js";
import { Tabs } from "./tabs.js";

export interface FileEvents {
  open(name: string): void;
  add(name: string): void;
  remove(name: string): void;
  rename(from: string, to: string): void;
}

export class Files {
  readonly element: HTMLElement;
  readonly #tabs: Tabs;
  readonly #events: FileEvents;
  readonly #remove: HTMLButtonElement;
  #files: TextFile[] = [];

  constructor(events: FileEvents) {
    this.#events = events;
    this.#tabs = new Tabs("Files", () => "editor", (name) => events.open(name));
    this.#remove = button("Remove", () => this.#events.remove(this.#tabs.selected));
    const add = button("Add file", () => this.#ask("A name for the file", this.#free(), (name) => this.#events.add(name)));
    const rename = button("Rename", () => {
      const old = this.#tabs.selected;
      this.#ask("Another name", old, (name) => this.#events.rename(old, name));
    });
    this.element = h("div", { className: "bar" }, this.#tabs.element, add, rename, this.#remove);
  }

  show(files: TextFile[], open: string): void {
    this.#files = files;
    this.#tabs.show(files.map(({ name }) => ({ id: name, title: name })), open);
    this.#remove.disabled = files[0]?.name === open;
  }

  #free(): string {
    const isTaken = (name: string) => this.#files.some((file) => file.name === name);
    let number = 1;
    while (isTaken(`include${number}.hlsli`)) number++;
    return `include${number}.hlsli`;
  }

  #ask(question: string, proposal: string, then: (name: string) => void): void {
    const name = prompt(question, proposal)?.trim();
    if (name === undefined || name === proposal && this.#files.some((file) => file.name === name)) return;
    if (!isName(name) || this.#files.some((file) => file.name === name)) return alert(`'${name}' cannot be the name of a file here.`);
    then(name);
  }
}
