// The parts of a reflection that the page looks at. The schema of all of it is that of `hlsl2spirv reflect --schema`.

import type { Reflection as Document } from "../../npm/index.js";
import type { Place } from "../../npm/index.js";

export type Size = number | { runtime?: boolean; spec_constant?: number };

export interface Type {
  name: string;
  kind: string;
  scalar?: string;
  components?: number;
  columns?: number;
  rows?: number;
  struct?: string;
  dims?: { count: Size; stride?: number }[];
}

export interface Member {
  name: string;
  offset: number;
  size: Size;
  type: Type;
  hlsl?: { type?: string; span?: Place };
}

export interface Struct {
  name: string;
  size: Size;
  members: Member[];
  hlsl?: { span?: Place };
}

export interface Binding {
  name: string;
  set: number;
  binding: number;
  descriptor: string;
  count: Size;
  stages: string[];
  presence?: { kept?: boolean };
  block?: string;
  element?: Type;
  stride?: number;
  min_size?: Size;
  image?: { dim?: string; format?: string; sampled_type?: string };
  hlsl?: { type?: string; register?: { class: string; number: number; space: number }; span?: Place };
}

export interface EntryPoint {
  name: string;
  stage: string;
  local_size?: Size[];
  groupshared_bytes?: number;
  calls_printf?: boolean;
}

export interface Requirement {
  name?: string;
  value?: number;
  guaranteed?: number;
  because?: string;
}

export interface Reflection {
  spirv: { version: string; capabilities: string[]; extensions: string[]; size_words: number };
  requires: { api: string; features: (Requirement | string)[]; extensions: (Requirement | string)[]; limits: Requirement[] };
  entry_points: EntryPoint[];
  bindings: Binding[];
  push_constants: { name?: string; block?: string }[];
  types: Struct[];
}

/** The document as the page sees it. */
export const reflectionOf = (document: Document | null | undefined) => (document ?? undefined) as Reflection | undefined;

export function structOf(reflection: Reflection, name: string | undefined): Struct | undefined {
  return name === undefined ? undefined : reflection.types.find((type) => type.name === name);
}

/** The words for a size. */
export function sizeText(size: Size | undefined): string {
  if (typeof size === "number") return String(size);
  return size === undefined ? "" : size.runtime ? "any" : "by a constant";
}
