// Files that a user opens or drops: saved states, job files, shaders, and the pictures and data that jobs name.

import { base64 } from "./data.js";
import { argsOf, type Job, read, steps } from "./job.js";
import { isName, MOST_DATA, opened as stateOf, options, type State, type TextFile } from "./state.js";

/** What a file holds. */
type Opened =
  | { kind: "state"; state: State }
  | { kind: "job"; job: Job; text: string; name: string }
  | { kind: "text"; file: TextFile }
  | { kind: "data"; name: string; text: string };

const TEXTS = /\.(hlsl|hlsli|fx|fxh|h|inc|inl|ush|usf|glsl)$/i;

async function opened(file: File): Promise<Opened> {
  const { name, size } = file;
  if (!isName(name)) throw new Error("it has no name that a job could use");
  if (size > MOST_DATA / 2) throw new Error("it is too long");
  if (/\.json$/i.test(name)) return documentOf(name, await file.text());
  if (TEXTS.test(name)) return { kind: "text", file: { name, text: await file.text() } };
  return { kind: "data", name, text: base64(new Uint8Array(await file.arrayBuffer())) };
}

function documentOf(name: string, text: string): Opened {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new Error("it is damaged");
  }
  if (typeof document === "object" && document !== null && "playground" in document) return { kind: "state", state: stateOf(document) };
  return { kind: "job", job: read(text), text, name };
}

/** The files put into a state, and what is to be said of them. */
export interface Taken {
  state: State;
  told: string[];
}

/**
 * Puts files into a state: a saved one replaces all of it, a shader the texts, a job file the job. Files to include, pictures and
 * data are added.
 */
export async function taken(state: State, files: File[]): Promise<Taken> {
  const told: string[] = [];
  const all: Opened[] = [];
  for (const file of files) {
    try {
      all.push(await opened(file));
    } catch (error) {
      told.push(`'${file.name}' cannot be opened: ${(error as Error).message}.`);
    }
  }
  const of = <K extends Opened["kind"]>(kind: K) => all.filter((one): one is Extract<Opened, { kind: K }> => one.kind === kind);
  let next = of("state").at(-1)?.state ?? state;
  for (const { name, text } of of("data")) {
    next = { ...next, data: { ...next.data, [name]: text } };
    told.push(`A binding of the job can hold '${name}': image:${name} or file:${name}.`);
  }
  const texts = of("text").map(({ file }) => file);
  const [job] = of("job");
  if (texts.length > 0) next = { ...next, ...withTexts(next, texts, job?.job) };
  if (job !== undefined) {
    const [first = {}] = steps(job.job);
    next = { ...next, job: job.text, args: argsOf(first, options(next.args)).map(quoted).join(" ") };
    told.push(...missing(job.job, next));
  }
  return { state: next, told };
}

/** An option as one types it. */
const quoted = (option: string) => (/[\s"']|^$/.test(option) ? `'${option}'` : option);

const nameOf = (path: unknown) => String(path).split(/[/\\]/).at(-1) ?? "";

/** The texts with others: a shader begins anew, the one that a job names before all others. */
function withTexts({ files }: State, texts: TextFile[], job: Job | undefined): Partial<State> {
  const isShader = ({ name }: TextFile) => /\.(hlsl|fx)$/i.test(name);
  const wanted = nameOf(job?.shader);
  const rank = (file: TextFile) => (file.name === wanted ? 0 : isShader(file) ? 1 : 2);
  if (texts.some(isShader)) return { files: texts.sort((one, other) => rank(one) - rank(other)), ...(job === undefined ? { job: "" } : {}) };
  const kept = files.filter(({ name }) => !texts.some((file) => file.name === name));
  return { files: [...kept, ...texts] };
}

/** The files that a job names and that have not been opened. */
function missing(job: Job, { data, files }: State): string[] {
  const contents = Object.values(job.bindings).flat().map((one) => (typeof one === "string" ? one : one?.contents));
  const named = contents.flatMap((one) => /^(?:file|image):(.+\.\w+)$/.exec(String(one))?.[1] ?? []).filter((path) => data[nameOf(path)] === undefined);
  const shaders = [job, ...(job.dispatches ?? [])].flatMap(({ shader }) => (typeof shader === "string" ? [shader] : []));
  const absent = shaders.filter((path) => !files.some(({ name }) => name === nameOf(path)));
  const all = [...new Set([...absent, ...named])];
  return all.length === 0 ? [] : [`The job names files that are not here: ${all.join(", ")}. Open them as well.`];
}
