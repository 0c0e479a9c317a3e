// A job: its dispatches one after the other over the same buffers, once for each way in which it is to run, and what they leave.

import type { BufferResult, Contents, ImageResult, Message, Run, RunOptions } from "../../npm/index.js";
import type { Engine } from "./engine.js";
import { argsOf, type Bound, bound, fileOf, find, type Given, given, type Job, outer, type Step, steps, toRun } from "./job.js";
import type { Data } from "./data.js";
import type { Source } from "./protocol.js";
import { type Binding, type Reflection, reflectionOf } from "./reflection.js";

/** A resource after a run, with the interface of the shader that had it last. */
export interface Shown {
  name: string;
  result: BufferResult | ImageResult;
  reflection: Reflection;
  binding: Binding | undefined;
}

/** What a job leaves. */
export interface Executed {
  /** True if all dispatches have come to their end. */
  ok: boolean;
  error: string;
  printed: string;
  findings: Message[];
  verdicts: string[];
  /** What is not as the job expects, in words; nothing if it expects nothing. */
  differences: string | undefined;
  shown: Map<string, Shown>;
  /** The contents of the bindings, for another run. */
  bound: Bound;
}

/** A text that is compiled, with its interface. */
interface Compiled {
  source: Source;
  reflection: Reflection;
}

/** A way in which a job runs: a number of lanes in a wave, and an order of groups and waves. */
type Trial = Pick<RunOptions, "wave" | "schedule">;

/** The most runs of a job. */
const MOST_TRIALS = 64;

/** The ways in which a job is to run. */
export function trials(job: Job): Trial[] {
  const { waves, schedules, seeds } = job as { waves?: number[]; schedules?: number; seeds?: [number, number] };
  const [from, below] = seeds ?? [0, schedules ?? 0];
  const orders = Array.from({ length: Math.max(0, Math.min(below - from, MOST_TRIALS)) }, (_, at) => ({ schedule: `random:${from + at}` }));
  const all = (Array.isArray(waves) ? waves : [undefined]).flatMap((wave): Trial[] =>
    (orders.length === 0 ? [{}] : orders).map((order) => ({ ...order, ...(wave === undefined ? {} : { wave }) })),
  );
  return all.slice(0, MOST_TRIALS);
}

/** The compiled text of the page, and what else a run needs. */
export interface Context {
  engine: Engine;
  main: Compiled;
  data: Data;
  deadline: number;
}

/** The source of a dispatch: the page's with the dispatch's file as the main one, and with its options. */
function sourceOf(main: Source, step: Step): Source {
  const name = step.shader?.split(/[/\\]/).at(-1);
  const given = { ...main, args: argsOf(step, main.args ?? []) };
  const files = main.files ?? {};
  if (name === undefined || name === main.name) return given;
  const text = files[name];
  if (text === undefined) throw new Error(`the job's shader '${name}' is not among the files of the page`);
  const { [name]: _, ...others } = files;
  return { ...given, name, text, files: { ...others, [main.name ?? ""]: main.text } };
}

/** Compiles the text of each dispatch, each once. */
async function compiled(job: Job, all: Step[], { engine, main }: Context): Promise<Compiled[]> {
  if (job.dispatches === undefined) return [main];
  const known = new Map<string, Compiled>();
  const made: Compiled[] = [];
  for (const step of all) {
    const key = JSON.stringify([step.shader, step.entry, step.options]);
    const source = sourceOf(main.source, step);
    const one = known.get(key) ?? { source, reflection: await interfaceOf(engine, source) };
    known.set(key, one);
    made.push(one);
  }
  return made;
}

async function interfaceOf(engine: Engine, source: Source): Promise<Reflection> {
  const done = await engine.call("compile", { source });
  const reflection = reflectionOf(done.reflection);
  if (reflection === undefined) throw new Error(`a dispatch does not compile:\n${done.log}`);
  return reflection;
}

/** Runs a job. Throws an error that says why it cannot be run, or the failure of a call. */
export async function execute(job: Job, from: Bound | undefined, context: Context): Promise<Executed> {
  const all = steps(job);
  const texts = await compiled(job, all, context);
  const kept = expectations(job, all, texts);
  let done: Executed | undefined;
  const ways = trials(job);
  for (const trial of ways) {
    done = await once(job, all, texts, kept, trial, new Map(from ?? bound(job, context.data, context.main.reflection)), context);
    const isWrong = !done.ok || Boolean(done.differences) || done.findings.some(({ severity }) => severity.endsWith("error"));
    if (isWrong && ways.length > 1) done.verdicts.push(`This is the run with ${Object.values(trial).join(", ")}.`);
    if (isWrong) break;
  }
  if (done === undefined) throw new Error("the job is to run in no way");
  return done;
}

/** What a job expects of each dispatch, and what cannot be compared. */
interface Expected {
  of: Record<string, unknown>[];
  told: string;
}

/** Gives what is expected of a binding to the last dispatch that has it. */
function expectations(job: Job, all: Step[], texts: Compiled[]): Expected {
  const of = all.map((): Record<string, unknown> => ({}));
  const told: string[] = [];
  for (const [name, contents] of Object.entries(job.expect ?? {})) {
    const has = ({ at }: { at: number }) => innerOf(all[at], texts[at], name) !== undefined;
    const last = all.map((_, at) => ({ at })).filter(has).at(-1)?.at;
    const inner = last === undefined ? undefined : innerOf(all[last], texts[last], name);
    if (last === undefined || inner === undefined) told.push(`nothing is bound to '${name}'\n`);
    else if (fileOf(contents) !== undefined) told.push(`what is expected of '${name}' is in a file: \`hlsl2spirv test\` compares it\n`);
    else of[last] = { ...of[last], [inner]: contents };
  }
  return { of, told: told.join("") };
}

/** The shader's name for a binding of the job. */
function innerOf(step: Step | undefined, text: Compiled | undefined, name: string): string | undefined {
  if (step === undefined || text === undefined) return undefined;
  const named = Object.entries(step.bind ?? {}).find(([inner, other]) => other === name && find(text.reflection, inner) !== undefined);
  if (named !== undefined) return named[0];
  return outer(step, name) === name && find(text.reflection, name) !== undefined ? name : undefined;
}

async function once(job: Job, all: Step[], texts: Compiled[], expected: Expected, trial: Trial, now: Bound, context: Context): Promise<Executed> {
  const expects = job.expect !== undefined || job.findings !== undefined;
  const left: Executed = { ok: true, error: "", printed: "", findings: [], verdicts: [], differences: expects ? expected.told : undefined, shown: new Map(), bound: now };
  const wantsFindings = Array.isArray(job.findings);
  if (wantsFindings && all.length > 1) left.differences += "the findings of several dispatches are compared by `hlsl2spirv test`\n";
  for (const [at, step] of all.entries()) {
    const text = texts[at];
    if (text === undefined) break;
    const used = given(step, text.reflection, now);
    const wanted = expected.of[at] ?? {};
    const options = {
      ...toRun(job, step, text.reflection),
      ...trial,
      bindings: Object.fromEntries(used.map(([inner, , contents]) => [inner, contents])),
      ...(Object.keys(wanted).length === 0 ? {} : { expect: wanted }),
      ...(wantsFindings && all.length === 1 ? { findings: job.findings as NonNullable<RunOptions["findings"]> } : {}),
    };
    const done = await context.engine.call("run", { source: text.source, options }, context.deadline);
    // Its shader may have other names than the job.
    if (done.differences && all.length > 1) left.differences += `dispatch ${at + 1}: `;
    take(left, done, used, text.reflection);
    if (!done.ok) break;
  }
  return left;
}

/** Adds what a dispatch leaves. */
function take(left: Executed, done: Run, used: Given[], reflection: Reflection): void {
  left.ok = done.ok;
  left.error = done.error ?? "";
  left.printed += done.printed ?? "";
  left.findings.push(...(done.findings ?? []));
  if (done.verdict !== undefined) left.verdicts.push(done.verdict);
  if (left.differences !== undefined) left.differences += done.differences ?? "";
  for (const [inner, name, before] of used) {
    const result = done.bindings[inner];
    if (result === undefined) continue;
    left.shown.set(name, { name, result, reflection, binding: find(reflection, inner) });
    const now = contentsOf(result);
    left.bound.set(name, Array.isArray(before) ? before.map((one) => (isSampler(one) ? one : now)) : now);
  }
}

/** A result as the contents of another run. */
function contentsOf(result: BufferResult | ImageResult): Contents {
  if (result.kind === "buffer") return result.data;
  const { size, layers, format, data } = result;
  return { size: layers > 1 ? [size[0], size[1], layers] : size, format, texels: data };
}

const isSampler = (contents: Contents) =>
  typeof contents === "object" && "value" in contents && typeof contents.value === "string" && contents.value.startsWith("sampler");
