// Draws: what a job says of one, and what the package needs to draw it.

import type { DrawOptions, DrawStage, MeshContents, SourceOptions } from "../../npm/index.js";
import { type Bound, find, type Job } from "./job.js";
import type { EntryPoint, Reflection } from "./reflection.js";

/** The fields `draw` of a job: those of the package's `draw`, and the name of a mesh. */
export type DrawFields = Pick<DrawOptions, "entries" | "size" | "samples" | "state" | "targets" | "depth" | "vertices" | "instances" | "groups" | "fps"> & {
  /** A shape of the page, or the name of an opened `.obj` file. */
  mesh?: string;
};

export type Size = [width: number, height: number];

/** The size of a picture unless the job says it: the interpreter takes half a second for a simple shader. */
const SIZE: Size = [256, 256];
/** The shortest and the longest side of a picture. */
const SIDES = { least: 16, most: 4096 };

/** The stages of draws by the beginnings of their profiles. */
const PROFILES: Record<string, DrawStage> = { vs: "vertex", hs: "hull", ds: "domain", gs: "geometry", as: "amplification", ms: "mesh", ps: "pixel" };

const ELSEWHERE = /^(compute|raygeneration|intersection|anyhit|closesthit|miss|callable|node)/;

/** True if the shaders of a text draw. */
export function isDrawn({ entry_points: all }: Reflection): boolean {
  return all.length > 0 && !all.some(({ stage }: EntryPoint) => ELSEWHERE.test(stage));
}

/** The size of a job's picture. */
export function sizeOf({ draw }: Job): Size {
  const [width, height] = draw?.size ?? SIZE;
  return [side(width), side(height)];
}

const side = (length: number) => Math.min(SIDES.most, Math.max(SIDES.least, Math.round(length) || SIDES.least));

/** The largest size in the ratio of a picture that takes this time, if each pixel takes `pace`. */
export function within([width, height]: Size, pace: number | undefined, time: number): Size {
  if (pace === undefined || pace * width * height <= time) return [width, height];
  const scale = Math.sqrt(time / (pace * width * height));
  return [side(scale * width), side(scale * height)];
}

/** A command line, taken apart: what all stages share, and the entry point that it names. */
export function shared(args: string[]): { args: string[]; entries: DrawOptions["entries"] } {
  const valueOf = (option: string) => {
    const at = args.findLastIndex((word) => word.startsWith(option));
    const word = args[at];
    return word === undefined ? undefined : word === option ? args[at + 1] : word.slice(option.length);
  };
  const stage = PROFILES[valueOf("-T")?.slice(0, 2) ?? ""];
  const entry = valueOf("-E");
  const isOther = (word: string, at: number) => !/^-[TE]/.test(word) && !/^-[TE]$/.test(args[at - 1] ?? "");
  return { args: args.filter(isOther), entries: stage === undefined || entry === undefined ? {} : { [stage]: entry } };
}

/** What changes from picture to picture. */
export interface Moment {
  size: Size;
  frame: number;
  /** In pixels of the picture. */
  mouse: [number, number];
  mesh: MeshContents | undefined;
  /** The pixel whose history is requested. */
  history?: [number, number] | undefined;
  /** False while something moves: checks take time. */
  isChecked: boolean;
}

/** The options of the package's `draw`. */
export function toDraw(job: Job, entries: DrawOptions["entries"], bound: Bound, reflection: Reflection, moment: Moment): Omit<DrawOptions, keyof SourceOptions> {
  const { mesh: _, size: __, ...fields } = job.draw ?? {};
  const { size, frame, mouse, mesh, history, isChecked } = moment;
  const bindings = Object.fromEntries([...bound].filter(([name]) => find(reflection, name) !== undefined));
  const more = { check: isChecked ? job.check : undefined, rules: isChecked ? job.rules : undefined, mesh, history };
  return {
    ...fields,
    entries: { ...entries, ...fields.entries },
    bindings,
    size,
    frame,
    mouse,
    ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)),
    ...(job.push === undefined ? {} : { push: { value: job.push } }),
  };
}

/** The command that draws the picture of a job. */
export function command(name: string, job: Job, args: string[], reflection: Reflection): string {
  const { args: rest, entries } = shared(args);
  const { mesh, size: _, entries: named, targets = [], fps, groups, ...fields } = job.draw ?? {};
  const given: [string, unknown][] = [
    ...Object.entries({ ...entries, ...named }),
    ["input", mesh === undefined ? undefined : /\.\w+$/.test(mesh) ? mesh : `${mesh}.obj`],
    ["size", sizeOf(job).join("x")],
    ...Object.entries(fields),
    ["dispatch", groups?.join(",")],
    ["fps", fps],
    ...targets.map((target): [string, unknown] => ["target", target]),
    ...Object.entries(job.bindings).filter(([binding]) => find(reflection, binding) !== undefined).flatMap(([binding, contents]) => [contents].flat().map((one): [string, unknown] => ["bind", typeof one === "string" ? `${binding}=${one}` : undefined])),
    ["check", job.check],
  ];
  const words = given.filter(([, value]) => value !== undefined).map(([option, value]) => `--${option}=${String(value)}`);
  const quoted = (word: string) => (/^[\w./=:,+@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
  return ["hlsl2spirv", "draw", name, ...words, ...(rest.length === 0 ? [] : ["--", ...rest])].map(quoted).join(" ");
}
