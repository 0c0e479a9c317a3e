// Elements, made by calls. Nothing here makes HTML out of text.

type Child = Node | string | number | undefined | false;

/** Properties of an element, its listeners (`onclick`), and attributes by their names where there is no property. */
type Properties<T> = Partial<Omit<T, "style" | "dataset">> & { [attribute: `aria-${string}`]: string } & {
  role?: string;
  for?: string;
};

/** An element with its properties and its children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties<HTMLElementTagNameMap[K]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("aria-") || name === "role" || name === "for") {
      element.setAttribute(name, String(value));
    } else {
      Reflect.set(element, name, value);
    }
  }
  element.append(...children.filter((child): child is Node | string => child !== undefined && child !== false).map(asNode));
  return element;
}

const asNode = (child: Node | string | number) => (typeof child === "number" ? String(child) : child);

/** The element with an id, of which the page has one. */
export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no '${id}'`);
  return element;
}

/** A button with a text. */
export function button(text: string, onclick: () => void, properties: Properties<HTMLButtonElement> = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick, ...properties }, text);
}

/** A table with a head. */
export function table(caption: string, head: string[], rows: Child[][]): HTMLTableElement {
  return h(
    "table",
    {},
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, ...head.map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, cell))))),
  );
}

/** Saves bytes or text as a file. */
export function save(name: string, contents: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([contents], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Asks for a file, or several. */
export function pick(accept: string, multiple = false): Promise<File[]> {
  return new Promise((resolve) => {
    const input = h("input", { type: "file", accept, multiple });
    input.onchange = () => resolve([...(input.files ?? [])]);
    input.oncancel = () => resolve([]);
    input.click();
  });
}

/** Takes files that are dropped on the page. */
export function ondrop(take: (files: File[]) => void): void {
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;
  const listen = (name: "dragover" | "drop", then: (event: DragEvent) => void) =>
    // Before the editor, which would put the text of a file at the pointer.
    document.addEventListener(name, (event) => hasFiles(event) && (event.preventDefault(), event.stopPropagation(), then(event)), { capture: true });
  listen("dragover", () => undefined);
  listen("drop", ({ dataTransfer }) => take([...(dataTransfer?.files ?? [])]));
}
