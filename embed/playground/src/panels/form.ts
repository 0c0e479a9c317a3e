// The inputs of a shader: a field for each member of a block, and one for each other binding. A job file is what they fill.

import { button, h, pick } from "../dom.js";
import { fromField, isNumbers, type Job, type JobContents, toField } from "../job.js";
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
      ? dispatchField(current, changed)
      : h("p", { className: "about" }, `${current.dispatches.length} dispatches, which the job file lists.`),
    pushed !== undefined &&
      block(reflection, pushed.name ?? "push constants", pushed.block, current.push ?? {}, (contents) => {
        current.push = contents;
        changed();
      }),
    ...bound.map((binding) => field(reflection, binding, current.bindings[binding.name] ?? "", put(binding), events)),
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
