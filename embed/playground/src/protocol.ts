// The messages between the page and the worker in which the compiler is.

import type {
  Compilation,
  Completions,
  Drawing,
  DrawOptions,
  Example,
  Hover,
  MeshContents,
  Pass,
  Reflection,
  Run,
  RunOptions,
  Signatures,
  SourceOptions,
  Token,
} from "../../npm/index.js";

/** A text with its options. */
export interface Source extends SourceOptions {
  text: string;
}

/** A compilation with the module as text. */
export type Compiled = Compilation & { listing: string; reflection?: Reflection | null };

/** A file of a source, and a place in it. */
export interface At {
  source: Source;
  file: string;
  offset: number;
}

/** The calls with their parameters and results. */
export interface Calls {
  version: { params: Record<string, never>; result: string };
  compile: { params: { source: Source }; result: Compiled };
  states: { params: { source: Source }; result: { text: string; log: string } };
  code: { params: { source: Source; language: "c" | "ctypes" | "python" | "rust" | "text" }; result: string };
  layouts: { params: { source: Source; name: string; rules: string[] }; result: string };
  passes: { params: { source: Source }; result: Pass[] };
  format: { params: { text: string }; result: string };
  explain: { params: { code: string }; result: string | undefined };
  examples: { params: Record<string, never>; result: Example[] };
  hover: { params: At; result: Hover | undefined };
  complete: { params: At; result: Completions | undefined };
  signatures: { params: At; result: Signatures | undefined };
  definition: { params: At; result: { file: string; range: [number, number] }[] };
  tokens: { params: { source: Source; file: string }; result: Token[] };
  run: { params: { source: Source; options: Omit<RunOptions, keyof SourceOptions> }; result: Run };
  draw: { params: { source: Source; options: Omit<DrawOptions, keyof SourceOptions> }; result: Drawing };
  mesh: { params: { text: string }; result: MeshContents };
}

export type Method = keyof Calls;

/** A call as it goes to the worker. The first message is the module of WebAssembly itself. */
export interface Request {
  id: number;
  method: Method;
  params: unknown;
}

/** The reasons for which a call has no result. */
export type Reason = "mistake" | "memory" | "stack" | "refused" | "deadline" | "stopped";

export type Reply = { id: number; result: unknown } | { id: number; reason: Reason; message: string };
