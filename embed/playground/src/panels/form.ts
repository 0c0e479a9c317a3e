// The inputs of a shader: a field for each member of a block, and one for each other binding. A job file is what they fill.

import { button, h, pick } from "../dom.js";
import { isDrawn, sizeOf } from "../draws.js";
import { fromField, isNumbers, type Job, type JobContents, toField, zeros } from "../job.js";
import { shapes } from "../meshes.js";
import { type Binding, type Member, type Reflection, structOf } from "../reflection.js";

export interface FormEvents {
  changed(job: Job): void;
  /** A file that the user chose as contents. */
  file(file: File): Promise<boolean>;
}

/** The characters of contents that a field shows. */
const MOST_SHOWN = 2000;

const AXES = ["x", "y", "z"];

/** The form of a job. It is made anew when the interface of the shader changes. */
export function form(job: Job, reflection: Reflection, events: FormEvents): HTMLElement {
  const current = structuredClone(job);
  const changed = () => events.changed(structuredClone(current));
  const bound = reflection.bindings.filter(({ name }) => current.bindings[name] !== undefined);
  const put = (binding: Binding) => (contents: JobContents) => {
    current.bindings[binding.name] = contents;
    changed();
  };
  const [pushed] = reflection.push_constants;
  return h(
    "form",
    { className: "inputs", onsubmit: () => false },
    current.dispatches === undefined
      ? isDrawn(reflection)
        ? drawFields(current, changed)
        : dispatchField(current, changed)
      : h("p", { className: "about" }, `${current.dispatches.length} dispatches, which the job file lists.`),
    pushed !== undefined &&
      block(reflection, pushed.name ?? "push constants", pushed.block, current.push ?? {}, (contents) => {
        current.push = contents;
        changed();
      }),
    ...bound.map((binding) => field(reflection, binding, current.bindings[binding.name] ?? "", put(binding), events)),
    ...filledIn(current, reflection).map((binding) =>
      h(
        "fieldset",
        {},
        h("legend", {}, binding.name),
        h("p", { className: "about" }, "Filled in: the time, the size of the picture, the mouse, by their names. "),
        button("Set its members", () => put(binding)(zeros(reflection, binding.block))),
      ),
    ),
    checks(current, changed),
  );
}

function dispatchField(job: Job, changed: () => void): HTMLElement {
  const sizes = AXES.map((axis, at) => {
    const input = h("input", { type: "number", min: "1", max: "65535", value: String(job.dispatch[at] ?? 1), "aria-label": `Groups along ${axis}` });
    input.onchange = () => {
      job.dispatch = AXES.map((_, other) => (other === at ? Math.max(1, Number(input.value) || 1) : (job.dispatch[other] ?? 1)));
      changed();
    };
    return input;
  });
  return h("fieldset", {}, h("legend", {}, "Groups"), ...sizes);
}

/** The blocks that a draw fills in by the names of their members. */
function filledIn(job: Job, reflection: Reflection): Binding[] {
  return isDrawn(reflection) ? reflection.bindings.filter(({ name, descriptor }) => descriptor === "uniform_buffer" && job.bindings[name] === undefined) : [];
}

/** The samples of a pixel. */
const SAMPLES = [1, 2, 4, 8, 16];

/** What a draw needs beside its resources. */
function drawFields(job: Job, changed: () => void): HTMLElement {
  const draw = (job.draw ??= {});
  const [width, height] = sizeOf(job);
  const labelled = (label: string, id: string, input: HTMLElement) => h("div", { className: "field" }, h("label", { for: id }, label), Object.assign(input, { id }));
  const number = (label: string, name: "vertices" | "instances", usual: number) => {
    const input = h("input", { type: "number", min: "1", max: "16777216", value: String(draw[name] ?? usual) });
    input.onchange = () => {
      draw[name] = Math.max(1, Math.round(Number(input.value)) || usual);
      changed();
    };
    return labelled(label, `draw-${name}`, input);
  };
  const size = h("input", { type: "text", value: `${width}x${height}`, inputMode: "numeric" });
  size.onchange = () => {
    const [, across, down] = /^\s*(\d+)\s*[x×,]\s*(\d+)\s*$/.exec(size.value) ?? [];
    size.setCustomValidity(down === undefined ? "a width and a height: 320x180" : "");
    if (!size.reportValidity()) return;
    draw.size = [Number(across), Number(down)];
    changed();
  };
  const known = draw.mesh === undefined || shapes.includes(draw.mesh) ? shapes : [...shapes, draw.mesh];
  const mesh = h("select", {}, h("option", { value: "" }, "none: vertices without attributes"), ...known.map((name) => h("option", { value: name }, name)));
  mesh.value = draw.mesh ?? "";
  mesh.onchange = () => {
    if (mesh.value === "") delete draw.mesh;
    else draw.mesh = mesh.value;
    changed();
  };
  const samples = h("select", {}, ...SAMPLES.map((count) => h("option", { value: String(count) }, String(count))));
  samples.value = String(draw.samples ?? 1);
  samples.onchange = () => {
    draw.samples = Number(samples.value);
    changed();
  };
  const state = h("input", { type: "text", value: draw.state ?? "", placeholder: "cull=back,blend=alpha", spellcheck: false });
  state.onchange = () => {
    if (state.value.trim() === "") delete draw.state;
    else draw.state = state.value.trim();
    changed();
  };
  return h(
    "fieldset",
    {},
    h("legend", {}, "Draw"),
    labelled("size", "draw-size", size),
    labelled("mesh", "draw-mesh", mesh),
    draw.mesh === undefined && number("vertices", "vertices", 3),
    number("instances", "instances", 1),
    labelled("samples", "draw-samples", samples),
    labelled("state", "draw-state", state),
  );
}

function checks(job: Job, changed: () => void): HTMLElement {
  const select = h("select", { id: "check" }, ...["", "fast", "memory", "full"].map((name) => h("option", { value: name }, name || "none")));
  select.value = typeof job.check === "string" ? job.check : "";
  select.onchange = () => {
    if (select.value === "") delete job.check;
    else job.check = select.value;
    changed();
  };
  return h("fieldset", {}, h("legend", {}, "Checks"), h("label", { for: "check" }, "Look for mistakes"), select);
}

/** The members of a block: numbers by fields, all others as they are in the job. */
function block(
  reflection: Reflection,
  name: string,
  type: string | undefined,
  contents: JobContents | JobContents[],
  put: (contents: JobContents) => void,
): HTMLElement {
  const members = structOf(reflection, type)?.members.filter(isNumbers) ?? [];
  if (typeof contents !== "object" || Array.isArray(contents) || members.length === 0) {
    return h("fieldset", {}, h("legend", {}, name), contentsField(name, contents, put));
  }
  const values: Record<string, unknown> = { ...contents };
  const fields = members.map((member) => memberField(name, member, values[member.name], (value) => {
    values[member.name] = value;
    put({ ...values });
  }));
  return h("fieldset", {}, h("legend", {}, name), ...fields);
}

function memberField(owner: string, member: Member, value: unknown, put: (value: unknown) => void): HTMLElement {
  const count = member.type.kind === "vector" ? (member.type.components ?? 1) : 1;
  const shown = Array.isArray(value) ? value.join(", ") : String(value ?? 0);
  const id = `${owner}.${member.name}`;
  const input = h("input", { id, type: "text", value: shown, inputMode: "decimal", spellcheck: false });
  input.onchange = () => {
    const numbers = input.value.split(/[\s,]+/).filter((word) => word !== "").map((word) => number(word));
    const isRight = numbers.length === count && numbers.every((one) => one !== undefined);
    input.setCustomValidity(isRight ? "" : `${count} number${count === 1 ? "" : "s"}`);
    input.reportValidity();
    if (isRight) put(count === 1 ? numbers[0] : numbers);
  };
  return h("div", { className: "field" }, h("label", { for: id }, member.name), input);
}

function number(word: string): number | boolean | undefined {
  if (word === "true" || word === "false") return word === "true";
  const value = Number(word);
  return Number.isNaN(value) ? undefined : value;
}

function contentsField(name: string, contents: JobContents | JobContents[], put: (contents: JobContents) => void): HTMLElement {
  const input = h("input", { id: `contents-${name}`, type: "text", value: toField(contents), spellcheck: false });
  input.setAttribute("list", "contents");
  // A long text slows typing down, and is not read.
  if (input.value.length > MOST_SHOWN) {
    input.value = `${input.value.slice(0, MOST_SHOWN)}…`;
    input.title = "The job file has all of it.";
  }
  const shown = input.value;
  input.onchange = () => input.value !== shown && put(fromField(input.value));
  return h("div", { className: "field" }, h("label", { for: `contents-${name}` }, "contents"), input);
}

function field(
  reflection: Reflection,
  binding: Binding,
  contents: JobContents | JobContents[],
  put: (contents: JobContents) => void,
  events: FormEvents,
): HTMLElement {
  const { name, descriptor } = binding;
  if (descriptor === "uniform_buffer") return block(reflection, name, binding.block, contents, put);
  const isImage = binding.image !== undefined;
  return h(
    "fieldset",
    {},
    h("legend", {}, name, h("small", {}, ` ${binding.hlsl?.type ?? descriptor}`)),
    contentsField(name, contents, put),
    isImage && button("Picture…", () => void choose("image/*", events).then((file) => file !== undefined && put(`image:${file}`))),
    !isImage && descriptor !== "sampler" && button("File…", () => void choose("", events).then((file) => file !== undefined && put(`file:${file}`))),
    !isImage && descriptor !== "sampler" && button("Random numbers", () => put(random(contents, binding))),
  );
}

async function choose(accept: string, events: FormEvents): Promise<string | undefined> {
  const [file] = await pick(accept);
  return file !== undefined && (await events.file(file)) ? file.name : undefined;
}

const MOST_RANDOM = 4096;

/** As many random numbers as the contents have now, in the type of the elements. */
function random(contents: JobContents | JobContents[], binding: Binding): JobContents {
  const [, bytes] = (typeof contents === "string" && /^zeros:(\d+)/.exec(contents)) || [];
  const count = Math.min(bytes === undefined ? 64 : Math.max(1, Math.floor(Number(bytes) / 4)), MOST_RANDOM);
  const isFloat = binding.element?.scalar === "float32";
  const one = () => (isFloat ? Math.round(Math.random() * 1000) / 1000 : Math.floor(Math.random() * 1000));
  return { [isFloat ? "f32" : "u32"]: Array.from({ length: count }, one) };
}
