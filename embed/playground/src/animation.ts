// Animation: runs one after another, for which one number of the inputs grows.

import type { Job, JobContents } from "./job.js";
import { type Member, type Reflection, structOf } from "./reflection.js";

/** A number of a block. */
export interface Clock {
  /** The binding; nothing for push constants. */
  owner: string | undefined;
  member: string;
  /** True if it is a time in seconds, false if it counts pictures. */
  isTime: boolean;
}

/** The numbers that may grow, those first whose names say so. */
export function clocks(reflection: Reflection): Clock[] {
  const isNumber = ({ type }: Member) => type.kind === "scalar" && type.dims === undefined && type.scalar !== "bool";
  const of = (owner: string | undefined, block: string | undefined): Clock[] =>
    (structOf(reflection, block)?.members ?? [])
      .filter(isNumber)
      .map(({ name, type }) => ({ owner, member: name, isTime: type.scalar?.startsWith("float") ?? false }));
  const blocks = reflection.bindings.filter(({ descriptor }) => descriptor === "uniform_buffer");
  const all = [...reflection.push_constants.slice(0, 1).flatMap(({ block }) => of(undefined, block)), ...blocks.flatMap(({ name, block }) => of(name, block))];
  const rank = ({ member }: Clock) => (/time|frame|seconds/i.test(member) ? 0 : 1);
  return all.sort((one, other) => rank(one) - rank(other));
}

/** The job of a picture: its number, and the seconds since the first. */
export function picture(job: Job, { owner, member, isTime }: Clock, number: number, seconds: number): Job {
  const value = isTime ? seconds : number;
  const changed = (contents: JobContents | JobContents[] | undefined): JobContents =>
    typeof contents === "object" && !Array.isArray(contents) ? { ...contents, [member]: value } : { [member]: value };
  if (owner === undefined) return { ...job, push: changed(job.push) };
  return { ...job, bindings: { ...job.bindings, [owner]: changed(job.bindings[owner]) } };
}
