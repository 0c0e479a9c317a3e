// Job files: how a shader is run, as `hlsl2spirv test` reads it. Fields that the page does not know stay as they are.

import type { Contents, Picture, RunOptions, SourceOptions } from "../../npm/index.js";
import type { Data } from "./data.js";
import { type DrawFields, isDrawn } from "./draws.js";
import { type Binding, type Member, type Reflection, structOf } from "./reflection.js";

/** Contents of a binding: a text as on the command line, numbers of a type, or members by their names. */
export type JobContents = string | { [name: string]: unknown };

/** A dispatch: what it does not say itself it has from the job. */
export interface Step {
  shader?: string;
  entry?: string;
  options?: string[];
  constants?: RunOptions["constants"];
  dispatch?: number[];
  push?: JobContents;
  /** Names in the shader, with those of the job's bindings. */
  bind?: Record<string, string>;
}

export interface Job extends Step {
  dispatch: number[];
  /** A list binds an image and its sampler to one name. */
  bindings: Record<string, JobContents | JobContents[]>;
  dispatches?: Step[];
  /** Of shaders that draw: the picture. The dispatch means nothing then. */
  draw?: DrawFields;
  /** The contents that there must be afterwards. */
  expect?: Record<string, JobContents>;
  [field: string]: unknown;
}

const isObject = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The job of a text. Throws an error that says what is wrong. */
export function read(text: string): Job {
  if (text.trim() === "") return { dispatch: [1, 1, 1], bindings: {}, check: "full" };
  let value = JSON.parse(text) as Record<string, unknown>;
  if (Array.isArray(value?.jobs)) {
    if (value.jobs.length !== 1) throw new Error("the file has several jobs, and the page runs one");
    value = value.jobs[0] as Record<string, unknown>;
  }
  if (!isObject(value)) throw new Error("a job is an object");
  const { dispatch = [1, 1, 1], bindings = {}, dispatches, expect = {}, draw = {} } = value;
  checkStep({ ...value, dispatch });
  if (!isObject(bindings)) throw new Error("'bindings' is an object");
  if (!isObject(expect)) throw new Error("'expect' is an object");
  if (!isObject(draw)) throw new Error("'draw' is an object");
  if (dispatches !== undefined) {
    if (!Array.isArray(dispatches) || dispatches.length === 0) throw new Error("'dispatches' is a list of dispatches");
    dispatches.forEach(checkStep);
  }
  return { ...value, dispatch, bindings } as Job;
}

/** Checks the fields of a dispatch. Throws an error that says what is wrong. */
function checkStep(value: unknown): void {
  if (!isObject(value)) throw new Error("a dispatch is an object");
  const { dispatch = [1], bind = {}, options = [], module } = value as Record<string, unknown>;
  if (module !== undefined) throw new Error("the page runs texts, and the job has a module");
  if (!Array.isArray(dispatch) || dispatch.length > 3 || !dispatch.every((size) => Number.isInteger(size) && size > 0)) {
    throw new Error("'dispatch' is a list of up to three numbers of groups");
  }
  if (!isObject(bind)) throw new Error("'bind' is an object");
  if (!Array.isArray(options)) throw new Error("'options' is a list");
}

export function write({ dispatch, ...job }: Job): string {
  const written = job.draw === undefined ? { dispatch, ...job } : job;
  return `${JSON.stringify(written, null, 2).replaceAll(/\[\s+([^[\]{}]*?)\s+\]/g, (_, list: string) => `[${list.replaceAll(/\s*\n\s*/g, " ")}]`)}\n`;
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

export const toField = (contents: Job["bindings"][string]) => (typeof contents === "string" ? contents : JSON.stringify(contents));

/** The number of elements of a buffer without a given size. */
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

/** The job with contents for all that a module has. One that lists its dispatches says itself what it has. */
export function completed(job: Job, reflection: Reflection): Job {
  if (job.dispatches !== undefined) return job;
  const bindings = { ...job.bindings };
  // Draws fill in blocks that nothing binds: the time, the size of the picture.
  const draws = isDrawn(reflection);
  const isMissing = ({ descriptor }: Binding) => !draws || descriptor !== "uniform_buffer";
  for (const binding of kept(reflection).filter(isMissing)) bindings[binding.name] ??= usual(reflection, binding);
  if (draws) return { ...job, bindings, draw: job.draw ?? {} };
  const [pushed] = reflection.push_constants;
  const push = job.push ?? (pushed === undefined ? undefined : zeros(reflection, pushed.block));
  return { ...job, bindings, ...(push === undefined ? {} : { push }) };
}

/** The dispatches of a job, each with all that it needs. */
export function steps(job: Job): Step[] {
  const { shader, entry, options, constants, dispatch, push, bind } = job;
  const around = Object.fromEntries(Object.entries({ shader, entry, options, constants, dispatch, push, bind }).filter(([, value]) => value !== undefined));
  return (job.dispatches ?? [{}]).map((own) => ({ ...around, ...own }));
}

/** The command line of a dispatch: that of the page unless it has one, with its entry point, and with a profile. */
export function argsOf({ options, entry }: Step, usual: string[]): string[] {
  const args = options ?? usual;
  const profiled = args.some((word) => word.startsWith("-T")) ? args : [...args, "-T", "cs_6_0"];
  if (entry === undefined) return profiled;
  return [...profiled.filter((word, at) => !word.startsWith("-E") && profiled[at - 1] !== "-E"), "-E", entry];
}

/** The contents of a job's bindings by their names. Between dispatches they are results. */
export type Bound = Map<string, Contents | Contents[]>;

/** The contents of a job's bindings before it runs. */
export function bound(job: Job, data: Data, reflection: Reflection): Bound {
  return new Map(eachBinding(job, (contents, name) => contentsOf(contents, data, isBuffer(reflection, name))));
}

/** The bindings of a job with other contents. */
function eachBinding<T>({ bindings }: Job, one: (contents: JobContents, name: string) => T): [string, T | T[]][] {
  return Object.entries(bindings).map(([name, contents]) => [name, Array.isArray(contents) ? contents.map((each) => one(each, name)) : one(contents, name)]);
}

/** True for buffers, which take the texels of a picture as bytes. */
function isBuffer(reflection: Reflection, name: string): boolean {
  const found = find(reflection, name);
  return found !== undefined && found.image === undefined;
}

/** The job's name for a binding of a shader; nothing if the dispatch gives that name to another one. */
export function outer({ bind = {} }: Step, inner: string): string | undefined {
  return bind[inner] ?? (Object.values(bind).includes(inner) ? undefined : inner);
}

/** The binding of a module that a job names as `name`, `name[2]` or `0:3`. */
export function find(reflection: Reflection, name: string): Binding | undefined {
  const plain = name.replace(/\[\d+\]$/, "");
  return kept(reflection).find((one) => one.name === plain || `${one.set}:${one.binding}` === plain);
}

/** The bindings that the module has: the source may declare more of them. */
const kept = ({ bindings }: Reflection) => bindings.filter(({ presence }) => presence?.kept !== false);

/** A name with the contents that are bound to it. */
export type Given = [inner: string, outer: string, contents: Contents | Contents[]];

/** What a dispatch binds of what there is: what its shader lacks is left out. */
export function given(step: Step, reflection: Reflection, all: Bound): Given[] {
  const named = Object.entries(step.bind ?? {});
  const own = [...all.keys()].filter((name) => outer(step, name) === name).map((name): [string, string] => [name, name]);
  return [...named, ...own.filter(([inner]) => !named.some(([name]) => name === inner))].flatMap(([inner, name]): Given[] => {
    const contents = all.get(name);
    return contents === undefined || find(reflection, inner) === undefined ? [] : [[inner, name, contents]];
  });
}

/** The options of the package's `run` for a dispatch, without what is bound and expected. */
export function toRun(job: Job, step: Step, reflection: Reflection): Omit<RunOptions, keyof SourceOptions> {
  const [x = 1, y = 1, z = 1] = step.dispatch ?? [];
  const fields = { entry: step.entry, constants: step.constants, check: job.check, rules: job.rules, wave: job.wave };
  return {
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    dispatch: [x, y, z],
    ...(step.push === undefined || reflection.push_constants.length === 0 ? {} : { push: { value: step.push } }),
  };
}

/** The name of a file that contents name, as the page has it: without folders. */
export function fileOf(contents: unknown): string | undefined {
  const text = typeof contents === "object" && contents !== null && "contents" in contents ? contents.contents : contents;
  const [, path] = (typeof text === "string" && /^(?:file|image):(.+\.\w+)$/.exec(text)) || [];
  return path?.split(/[/\\]/).at(-1);
}

/** The job with the files of the page in itself, as numbers. */
export function inlined(job: Job, data: Data, reflection: Reflection): Job {
  const one = (contents: JobContents, name: string): JobContents => {
    const known = fileIn(contents, data);
    return known === undefined ? contents : numbersOf(known, isBuffer(reflection, name));
  };
  return { ...job, bindings: Object.fromEntries(eachBinding(job, one)) };
}

function numbersOf(known: Picture | Uint8Array, isBytes: boolean): string {
  if (known instanceof Uint8Array) return `u8:${known.join(",")}`;
  const { width, height, data } = known;
  return `${isBytes ? "" : `image:${width}x${height}:rgba8unorm:`}u8:${data.join(",")}`;
}

/** The file that contents name, if the page has it. */
function fileIn(contents: JobContents, data: Data): Picture | Uint8Array | undefined {
  const file = fileOf(contents);
  return file === undefined ? undefined : data.get(file);
}

function contentsOf(contents: JobContents, data: Data, isBytes: boolean): Contents {
  const known = fileIn(contents, data);
  if (known !== undefined) return isBytes && "width" in known ? known.data : known;
  // Expected writes are checked by the command alone, which tracks all writes.
  if (typeof contents !== "object") return { value: contents };
  const { written: _, ...value } = contents;
  return { value };
}
