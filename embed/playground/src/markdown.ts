// The Markdown that the compiler writes: paragraphs, lists, fenced code, `code`, **bold** and rules. It becomes elements, never HTML.

import { h } from "./dom.js";

export function markdown(text: string): HTMLElement {
  const root = h("div", { className: "markdown" });
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    if (line.startsWith("```")) {
      const code: string[] = [];
      while (++at < lines.length && !lines[at]?.startsWith("```")) code.push(lines[at] ?? "");
      root.append(h("pre", { tabIndex: 0 }, h("code", {}, code.join("\n"))));
    } else if (/^(---+|\*\*\*+)$/.test(line)) {
      root.append(h("hr"));
    } else if (line.trim() !== "") {
      const paragraph = [line];
      while (at + 1 < lines.length && !/^\s*$|^```|^---/.test(lines[at + 1] ?? "")) paragraph.push(lines[++at] ?? "");
      root.append(h("p", {}, ...inline(paragraph.join("\n"))));
    }
  }
  return root;
}

function inline(text: string): (Node | string)[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (/^`[^`]+`$/.test(part)) return h("code", {}, part.slice(1, -1));
    if (/^\*\*[^*]+\*\*$/.test(part)) return h("strong", {}, part.slice(2, -2));
    return part;
  });
}
