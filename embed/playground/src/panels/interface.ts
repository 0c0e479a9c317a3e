// What a shader wants from its host: entry points, bindings, requirements; and how its structs lie in memory.

import type { Place } from "../../../npm/index.js";
import { button, h, table } from "../dom.js";
import type { Engine } from "../engine.js";
import { type Member, type Reflection, reflectionOf, type Requirement, sizeText, type Struct } from "../reflection.js";
import type { Outcome } from "../session.js";
import type { Panel } from "./panel.js";

type Go = (place: Place) => void;

/** A name that leads to its declaration. */
function named(name: string, span: Place | undefined, go: Go): HTMLElement {
  return span === undefined ? h("span", {}, name) : button(name, () => go(span), { className: "place" });
}

export class Interface implements Panel {
  readonly id = "interface";
  readonly title = "Bindings";
  readonly element = h("div", { className: "interface" });
  readonly #go: Go;

  constructor(go: Go) {
    this.#go = go;
  }

  show({ compiled }: Outcome): void {
    const reflection = reflectionOf(compiled?.reflection);
    if (reflection === undefined) return this.element.replaceChildren(h("p", { className: "about" }, "No module."));
    this.element.replaceChildren(this.#entries(reflection), this.#bindings(reflection), ...this.#requirements(reflection));
  }

  #entries({ entry_points }: Reflection): HTMLElement {
    const rows = entry_points.map((entry) => [
      entry.name,
      entry.stage,
      (entry.local_size ?? []).map(sizeText).join(" × "),
      entry.groupshared_bytes ? `${entry.groupshared_bytes} bytes` : "",
    ]);
    return table("Entry points", ["name", "stage", "workgroup", "groupshared"], rows);
  }

  #bindings({ bindings }: Reflection): HTMLElement {
    const rows = bindings.map((binding) => {
      const { register } = binding.hlsl ?? {};
      return [
        named(binding.name, binding.hlsl?.span, this.#go),
        `${binding.set}:${binding.binding}`,
        register === undefined ? "" : `${register.class}${register.number}${register.space ? `, space${register.space}` : ""}`,
        binding.descriptor.replaceAll("_", " "),
        binding.hlsl?.type ?? "",
        sizeText(binding.count),
        sizeText(binding.min_size),
      ];
    });
    return table("Bindings", ["name", "set:binding", "register", "descriptor", "type", "count", "least bytes"], rows);
  }

  #requirements({ requires, spirv }: Reflection): HTMLElement[] {
    const name = (one: Requirement | string) => (typeof one === "string" ? one : (one.name ?? ""));
    const beyond = requires.limits.filter(({ value = 0, guaranteed = 0 }) => value > guaranteed);
    const all = [
      ["API", requires.api],
      ["SPIR-V", `${spirv.version}, ${4 * spirv.size_words} bytes`],
      ["Capabilities", spirv.capabilities.join(", ")],
      ["Features", requires.features.map(name).join(", ") || "none"],
      ["Extensions", requires.extensions.map(name).join(", ") || "none"],
      ["Limits beyond the guaranteed ones", beyond.map((limit) => `${limit.name} ${limit.value}`).join(", ") || "none"],
    ];
    return [table("Requirements", ["", ""], all)];
  }
}

/** The most bytes of a map. */
const MOST_BYTES = 1024;
const RULES = ["std140", "std430", "relaxed-std140", "relaxed-std430", "dx", "scalar"];

export class Layouts implements Panel {
  readonly id = "layouts";
  readonly title = "Layouts";
  readonly element = h("div", { className: "layouts" });
  readonly #engine: Engine;
  readonly #go: Go;

  constructor(engine: Engine, go: Go) {
    this.#engine = engine;
    this.#go = go;
  }

  show({ compiled, source }: Outcome): void {
    const structs = reflectionOf(compiled?.reflection)?.types.filter(({ members }) => members.length > 0) ?? [];
    const none = h("p", { className: "about" }, "The module holds no struct in memory.");
    const sections = structs.map((struct) => this.#section(struct, (name) => this.#compared(name, source)));
    this.element.replaceChildren(...(sections.length === 0 ? [none] : sections));
  }

  #section(struct: Struct, compared: (name: string) => Promise<string>): HTMLElement {
    const rows = struct.members.map((member) => [
      named(member.name || "(elements)", member.hlsl?.span, this.#go),
      member.hlsl?.type ?? member.type.name,
      member.offset,
      sizeText(member.size),
    ]);
    const size = typeof struct.size === "number" ? `, ${struct.size} bytes` : "";
    const text = h("pre", { tabIndex: 0 });
    const details = h("details", {}, h("summary", {}, "Under other rules"), text);
    details.ontoggle = () => {
      if (details.open && text.textContent === "") void compared(struct.name).then((all) => (text.textContent = all));
    };
    return h(
      "section",
      {},
      h("h3", {}, named(`struct ${struct.name}`, struct.hlsl?.span, this.#go), size),
      typeof struct.size === "number" && this.#map(struct, struct.size),
      table(`Members of ${struct.name}`, ["member", "type", "offset", "size"], rows),
      struct.hlsl !== undefined && details,
    );
  }

  #compared(name: string, source: Outcome["source"]): Promise<string> {
    const texts = this.#engine.call("layouts", { source, name, rules: RULES });
    return texts.then((text) => text || "The source has no struct of this name.", (error: Error) => error.message);
  }

  /** A row of cells for 16 bytes, four to a cell where members allow it. */
  #map(struct: Struct, size: number): HTMLElement {
    const of = (byte: number) => struct.members.findIndex(({ offset, size }) => byte >= offset && byte < offset + (typeof size === "number" ? size : Infinity));
    const cells: HTMLElement[] = [];
    for (let byte = 0; byte < Math.min(size, MOST_BYTES); ) {
      const member = of(byte);
      let end = byte + 1;
      while (end < size && of(end) === member && end % 16 !== 0) end++;
      cells.push(this.#cell(struct.members[member], member, byte, end - byte));
      byte = end;
    }
    const label = `Map of the ${size} bytes of ${struct.name}`;
    return h("div", { className: "map", role: "group", "aria-label": label }, ...cells, size > MOST_BYTES && h("p", {}, "…"));
  }

  #cell(member: Member | undefined, index: number, byte: number, width: number): HTMLElement {
    const span = member?.hlsl?.span;
    const name = member?.name ?? "padding";
    const cell = h("button", {
      type: "button",
      className: member === undefined ? "cell padding" : `cell shade${index % 6} width${width}`,
      title: `bytes ${byte} to ${byte + width - 1}: ${name}`,
      disabled: span === undefined,
      onclick: () => span && this.#go(span),
    });
    cell.style.gridColumn = `${(byte % 16) + 1} / span ${width}`;
    cell.textContent = name;
    return cell;
  }
}
