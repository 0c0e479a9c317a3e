// Job files: how a shader is run, as `hlsl2spirv test` reads it. Fields that the page does not know stay as they are.

import type { Contents, Picture, RunOptions, SourceOptions } from "../../packaging/npm/index.js";
import { type Binding, type Member, type Reflection, structOf } from "./reflection.js";

/** Contents of a binding: a text as on the command line, numbers of a type, or members by their names. */
export type JobContents = string | { [name: string]: unknown };

export interface Job {
  dispatch: number[];
  bindings: Record<string, JobContents>;
  push?: JobContents;
  [field: string]: unknown;
}

/** The job of a text. Throws an error that says what is wrong. */
export function read(text: string): Job {
  if (text.trim() === "") return { dispatch: [1, 1, 1], bindings: {} };
  let value = JSON.parse(text) as Record<string, unknown>;
  if (Array.isArray(value?.jobs)) {
    if (value.jobs.length !== 1) throw new Error("the file has several jobs, and the page runs one");
    value = value.jobs[0] as Record<string, unknown>;
  }
  if (typeof value !== "object" || value === null) throw new Error("a job is an object");
  if (value.dispatches !== undefined) throw new Error("the page runs one dispatch, and the job has several");
  const { dispatch = [1, 1, 1], bindings = {} } = value;
  if (!Array.isArray(dispatch) || dispatch.length > 3 || !dispatch.every((size) => Number.isInteger(size) && size > 0)) {
    throw new Error("'dispatch' is a list of up to three numbers of groups");
  }
  if (typeof bindings !== "object" || bindings === null) throw new Error("'bindings' is an object");
  return { ...value, dispatch, bindings: bindings as Job["bindings"] };
}

export function write(job: Job): string {
  return `${JSON.stringify(job, null, 2).replaceAll(/\[\s+([^[\]{}]*?)\s+\]/g, (_, list: string) => `[${list.replaceAll(/\s*\n\s*/g, " ")}]`)}\n`;
}

/** Contents that are written in a field of a form. */
export function fromField(text: string): JobContents {
  if (!/^\s*\{/.test(text)) return text;
  try {
    return JSON.parse(text) as JobContents;
  } catch {
    return text;
  }
}

export const toField = (contents: JobContents) => (typeof contents === "string" ? contents : JSON.stringify(contents));

/** The number of elements of a buffer that nobody has given a size. */
const USUAL_COUNT = 64;

/** Contents that let a shader run. */
export function usual(reflection: Reflection, binding: Binding): JobContents {
  switch (binding.descriptor) {
    case "uniform_buffer":
      return zeros(reflection, binding.block);
    case "sampler":
      return "sampler:linear,clamp";
    case "sampled_image":
    case "storage_image":
    case "combined_image_sampler":
      return binding.image?.dim === "1D" ? "image:256" : binding.image?.dim === "3D" ? "image:32x32x32" : "image:256x256";
    case "uniform_texel_buffer":
    case "storage_texel_buffer":
      return `zeros:${USUAL_COUNT}`;
    default:
      return `zeros:${(binding.stride ?? 4) * USUAL_COUNT}`;
  }
}

/** A block of zeros, by members. */
export function zeros(reflection: Reflection, block: string | undefined): JobContents {
  const members = structOf(reflection, block)?.members ?? [];
  return Object.fromEntries(members.filter(isNumbers).map((member) => [member.name, zero(member)]));
}

/** Numbers and vectors, which have a field of their own. */
export function isNumbers({ type }: Member): boolean {
  return (type.kind === "scalar" || type.kind === "vector") && type.dims === undefined;
}

function zero({ type }: Member): unknown {
  const one = type.scalar === "bool" ? false : 0;
  return type.kind === "vector" ? Array.from({ length: type.components ?? 1 }, () => one) : one;
}

/** The job with contents for all that a module has. */
export function completed(job: Job, reflection: Reflection): Job {
  const wanted = reflection.bindings.filter((binding) => binding.presence?.kept !== false);
  const bindings = { ...job.bindings };
  for (const binding of wanted) bindings[binding.name] ??= usual(reflection, binding);
  const [pushed] = reflection.push_constants;
  const push = job.push ?? (pushed === undefined ? undefined : zeros(reflection, pushed.block));
  return { ...job, bindings, ...(push === undefined ? {} : { push }) };
}

/** Pictures by the names of files that a job has for them. */
export type Pictures = Map<string, Picture>;

/** The options of the package's `run` for a job. Bindings that a module lacks are left out. */
export function toRun(job: Job, reflection: Reflection, pictures: Pictures): Omit<RunOptions, keyof SourceOptions> {
  const known = new Set(reflection.bindings.map(({ name }) => name));
  const bound = Object.entries(job.bindings).filter(([name]) => known.has(name) || /^\d+:\d+/.test(name));
  const [x = 1, y = 1, z = 1] = job.dispatch;
  const given = ["entry", "constants", "check", "rules", "wave"].filter((field) => job[field] !== undefined);
  return {
    ...Object.fromEntries(given.map((field) => [field, job[field]])),
    dispatch: [x, y, z],
    bindings: Object.fromEntries(bound.map(([name, contents]) => [name, contentsOf(contents, pictures)])),
    ...(job.push === undefined || reflection.push_constants.length === 0 ? {} : { push: { value: job.push } }),
  };
}

function contentsOf(contents: JobContents, pictures: Pictures): Contents {
  const [, file] = (typeof contents === "string" && /^(?:file|image):(.+\.\w+)$/.exec(contents)) || [];
  const picture = file === undefined ? undefined : pictures.get(file);
  return picture ?? { value: contents };
}
