/** A place of a text. Lines and columns, in bytes, are counted from 1. */
export interface Place {
  file?: string;
  line?: number;
  column?: number;
  end_line?: number;
  end_column?: number;
}

/** A second place of a message, or advice. */
export interface Note extends Place {
  message: string;
  /** The text that belongs at the place instead. */
  replacement?: string;
}

/** A message of the compiler, or something that a checked run has found. */
export interface Message extends Place {
  severity: "note" | "warning" | "error" | "fatal error" | "ignored";
  /** The code, which `explain` shows with a wrong and a right program. */
  code: string;
  /** Of a warning: its name, as in `-Wno-<group>`. */
  group?: string;
  message: string;
  notes?: Note[];
  expanded_from?: (Place & { macro: string })[];
  included_from?: { file: string; line: number }[];
}

/** A text with all that a compilation needs. */
export interface SourceOptions {
  /** The name of the text, for messages and as the base of includes: `shader.hlsl` by default. */
  name?: string;
  /** The command line, in DXC's style: `["-T", "cs_6_0", "-E", "main", "-O3"]`. */
  args?: string[];
  /** The texts of files to include, by their names. */
  files?: Record<string, string>;
}

export interface CompileOptions extends SourceOptions {
  /** True if the result has the interface of the module, with types and places of the source. */
  reflection?: boolean;
}

export interface Compilation {
  ok: boolean;
  /** The reason of a failure: the text, the options, or an internal compiler error. */
  fault?: "input" | "options" | "compiler";
  /** The module, if there is one. */
  module?: Uint32Array;
  /** The states requested by `--emit`, the text of `-P`, or the rule of `-M`. */
  text: string;
  messages: Message[];
  /** The messages as text, in the form that the options ask for. */
  log: string;
  /** The files that were read. */
  dependencies: string[];
  /** The interface of the module, as `hlsl2spirv reflect --format json` writes it. */
  reflection?: Reflection | null;
}

/** The interface of a module; `hlsl2spirv reflect --schema` prints the schema. */
export type Reflection = Record<string, any>;

/**
 * Contents of a binding: a text as on the command line (`f32:1,2,3`, `u32:0..16`, `zeros:64`, `image:64x64`,
 * `sampler:linear,wrap`, `{dt: 0.1, count: 64}`), the bytes of a buffer, an image, or members by their names.
 */
export type Contents = string | ArrayBufferView | ArrayBuffer | ImageContents | Picture | JobContents | Members;

/** Members by their names: `{center: [0, 0], scale: 2}`. */
export type Members = { [name: string]: MemberValue };
export type MemberValue = number | boolean | Members | MemberValue[];

/**
 * Contents as in a job file: a text as above, numbers of one type (`{f32: [1, 2]}`), or members by their names. Members that
 * look like an image, such as `{size: [1, 2]}`, need this form.
 */
export interface JobContents {
  value: unknown;
}

export interface ImageContents {
  size: [width: number, height?: number, depth?: number];
  /** A format such as `rgba8unorm`, `r32float`; the one that the shader declares by default. */
  format?: string;
  /** The texels of the format; zeros by default. */
  texels?: ArrayBufferView | ArrayBuffer;
}

/** An image of 8 bits for each of red, green, blue and alpha, as a canvas has it. */
export interface Picture {
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray;
}

export interface RunOptions extends SourceOptions {
  /** The entry point: `main`, or the only one, by default. */
  entry?: string;
  /** The number of groups along each axis. */
  dispatch?: [x: number, y?: number, z?: number];
  /**
   * Contents by the names of resources, or `set:binding`. An image and its sampler may share a name: a list of both. A list of
   * numbers or members is the elements of a buffer: `[{x: 1}, {x: 2}]`.
   */
  bindings?: Record<string, Contents | Contents[] | MemberValue[]>;
  /** Push constants: numbers, bytes, or members by name. */
  push?: string | ArrayBufferView | ArrayBuffer | JobContents | Members;
  /** Values of specialisation constants by id: `{0: 5, 1: "f32:1.5"}`. */
  constants?: Record<number, number | boolean | string>;
  /** Checks by their names, separated by commas: `full`, `fast`, `memory`, `race,bounds`. Without them the shader runs, and that is all. */
  check?: string;
  /** The rules that the checks go by. */
  rules?: "hlsl" | "vulkan" | "vulkan-robust";
  /** The number of lanes in a wave: a power of two up to 128. */
  wave?: number;
  /** The order of groups and waves, as `--schedule` takes it. */
  schedule?: string;
  /** The most instructions of waves, 2^30 by default; the run ends with an error after that. */
  maxSteps?: number;
  /** The contents that there must be after the run, as in job files: `{ y: { f32: [12, 24], ulp: 1 } }`. */
  expect?: Record<string, unknown>;
  /** What the checks must find, and nothing else, as in job files: `[{ check: "race", line: 80 }]`. */
  findings?: { check: string; line?: number; with?: number }[];
}

export interface Run {
  /** True if the shader has run to its end. Findings do not change that. */
  ok: boolean;
  /** The reason why it has not. */
  error?: string;
  /** Output of `printf`. */
  printed?: string;
  /** The contents of what was bound, after the run. */
  bindings: Record<string, BufferResult | ImageResult>;
  /** The findings of checks, at their lines. */
  findings?: Message[];
  /** The findings as text. */
  log?: string;
  /** A sentence about what was found, and what the run proves. */
  verdict?: string;
  /** What is not as `expect` and `findings` say, in words; empty if all of it is. */
  differences?: string;
  /** Of a shader that was given as text: its compilation and its module. */
  compilation?: Omit<Compilation, "module">;
  module?: Uint32Array;
}

export type Numbers =
  | Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array
  | Float32Array | Float64Array | BigUint64Array | BigInt64Array;

export interface BufferResult {
  kind: "buffer";
  /** The type of the numbers: `f32`, `u32`, `i32`, `f16` (bits where the engine has no `Float16Array`) … */
  element: string;
  data: Numbers;
}

export interface ImageResult {
  kind: "image";
  element: string;
  format: string;
  size: [number, number, number];
  layers: number;
  data: Numbers;
  /** The first layer as 8 bits for each of red, green, blue and alpha, for a canvas. */
  rgba: Uint8ClampedArray;
}

/** What draws and launches of rays have in common: shaders, what is bound to them, and checks. */
export interface CarryOutOptions extends SourceOptions {
  /** Contents by the names of resources, or `set:binding`, as for `run`. */
  bindings?: RunOptions["bindings"];
  /** Push constants: numbers, bytes, or members by name. */
  push?: RunOptions["push"];
  /** Checks by name, separated by commas, or `full`. */
  check?: string;
  rules?: RunOptions["rules"];
  /** The most instructions of waves, 2^30 by default; the draw ends with an error after that. */
  maxSteps?: number;
}

/** Triangles: numbers of 32 bits in rows. */
export interface MeshContents {
  /** `POSITION`: three for each vertex. */
  positions: Float32Array;
  /** The three vertices of each triangle. */
  triangles: Uint32Array;
  /** `NORMAL`: three for each vertex; the means of the faces around a position by default. */
  normals?: Float32Array;
  /** `TEXCOORD`: two for each vertex. */
  coordinates?: Float32Array;
  /** `COLOR`: three for each vertex. */
  colors?: Float32Array;
}

export type DrawStage = "vertex" | "hull" | "domain" | "geometry" | "amplification" | "mesh" | "pixel";

/** A draw. What is not given is as `hlsl2spirv draw` has it. */
export interface DrawOptions extends CarryOutOptions {
  /** Entry points of stages; the only ones by default. */
  entries?: Partial<Record<DrawStage, string>>;
  /** The width and the height of the picture: 512 x 512 by default. */
  size?: [width: number, height: number];
  /** Samples of a pixel: 1, 2, 4, 8 or 16. */
  samples?: number;
  /** The state, as on the command line: `cull=back,depth=less`. */
  state?: string;
  /** Formats of targets, as on the command line: `SV_Target0=rgba16float:0,0,0,1`. */
  targets?: string[];
  /** The format of depth and stencil. */
  depth?: string;
  vertices?: number;
  instances?: number;
  /** The groups of mesh or amplification shaders. */
  groups?: [x: number, y: number, z: number];
  mesh?: MeshContents;
  /** The number of the frame, and how many there are in a second: `time` and its like are filled in. */
  frame?: number;
  fps?: number;
  /** The position of the mouse in pixels. */
  mouse?: [x: number, y: number];
  /** The pixel whose history is printed. */
  history?: [x: number, y: number];
}

/** A launch of rays. What is not given is as `hlsl2spirv trace` has it. */
export interface TraceOptions extends CarryOutOptions {
  /** The size of the launch, and of images that are not bound. */
  size?: [width: number, height: number];
  raygen?: string;
  /** Records of the table of shaders, as on the command line. */
  hit?: string[];
  miss?: string[];
  callable?: string[];
  record?: string[];
  recursion?: number;
}

/** What draws and launches of rays leave. */
export interface CarriedOut {
  /** True if all shaders have run to their end. Findings do not change that. */
  ok: boolean;
  /** The reason why they have not. */
  error?: string;
  /** If a shader does not compile: the messages of the compiler. */
  messages?: Message[];
  /** Output of `printf`, and the history of the requested pixel. */
  printed?: string;
  /** The blocks of constants that were filled in, and warnings. */
  notes?: string[];
  /** The findings of checks, at their lines. */
  findings?: Message[];
  /** The findings, or the messages of the compiler, as text. */
  log?: string;
  /** A sentence about what was found. */
  verdict?: string;
}

/** A target after a draw. */
export interface TargetResult {
  format: string;
  size: [width: number, height: number];
  element: "f32" | "u32" | "i32";
  /** Four numbers for each texel, in rows from the upper edge. */
  data: Float32Array | Uint32Array | Int32Array;
  /** The texels as 8 bits for each of red, green, blue and alpha, for a canvas. */
  rgba: Uint8ClampedArray;
}

export interface Drawing extends CarriedOut {
  /** The targets by the names of their outputs, such as `SV_Target0`. */
  targets: Record<string, TargetResult>;
}

export interface Traced extends CarriedOut {
  /** The contents of what was bound, and of the images that were not, after the launch. */
  bindings: Run["bindings"];
}

/** A text in an editor: the main file of a compilation, or one of its other files. */
export interface EditorOptions extends SourceOptions {
  /** The name of the other file. */
  file?: string;
}

/** A part of a text, in the units of JavaScript's strings. */
export type Range = [from: number, to: number];

export interface Hover {
  range: Range;
  markdown: string;
}

export interface Completions {
  /** The text that they replace. */
  range: Range;
  /** Those with a lower rank come first. */
  items: { name: string; kind: string; detail: string; markdown: string; rank: number }[];
  /** True if there are more of them, which have to be asked for with more letters. */
  isCut: boolean;
}

export interface Signatures {
  all: { label: string; markdown: string; params: Range[] }[];
  /** The number of the argument at the offset. */
  argument: number;
  /** The first function that accepts this number of arguments. */
  active: number;
}

export interface Token {
  from: number;
  to: number;
  /** As the Language Server Protocol has it: `keyword`, `function`, `enumMember` … */
  class: string;
}

/** A wrong and a right program for the message with a code. `options` is a command line. */
export interface Example {
  code: string;
  wrong: { options: string; text: string };
  right: { options: string; text: string };
}

/** A module after a pass. */
export interface Pass {
  /** The name of the pass; `front end` for the first. */
  name: string;
  text: string;
}

/** The end of a call that has no answer. The compiler stays usable. */
export class CompilerError extends Error {
  /** An internal compiler error, out of memory, or a source nested too deeply for the engine's stack. */
  reason: "mistake" | "memory" | "stack";
}

/**
 * A compiler. Calls are synchronous; a page makes them in a worker, which it can end. Calls that are wrong throw a
 * `TypeError`, those without an answer a {@link CompilerError}; mistakes of shaders are in the results.
 */
export class Compiler {
  /** A compiler from a module of WebAssembly that has been compiled already. */
  constructor(module: WebAssembly.Module);
  /** Loads the compiler: from the package's own file, or from a URL, bytes or a module. */
  static load(source?: string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module): Promise<Compiler>;
  readonly version: string;
  /** Compiles HLSL. */
  compile(text: string, options?: CompileOptions): Compilation;
  /** The interface of a module of any compiler. Throws an `Error` if it is none. */
  reflect(module: ArrayBufferView | ArrayBuffer): Reflection;
  /** A module of any compiler as text. Throws an `Error` if it is none. */
  disassemble(module: ArrayBufferView | ArrayBuffer): string;
  /** Formats HLSL: white space alone. `settings` are those of `[format]` in `hlsl2spirv.toml`. */
  format(text: string, settings?: Record<string, unknown>): string;
  /** The layouts of a shader's interface in another language, or as tables. Throws an `Error` with the messages if it does not compile. */
  code(text: string, language: "c" | "ctypes" | "python" | "rust" | "text", options?: SourceOptions): string;
  /** The module as text: as the front end gives it, and after each pass that changes it. Throws an `Error` with the messages if it does not compile. */
  passes(text: string, options?: SourceOptions): Pass[];
  /** A struct under several rules (`std140`, `relaxed-std430`, `dx`, `scalar` …) side by side, as text. */
  layouts(text: string, name: string, rules: string[], options?: SourceOptions): string;
  /** The hover text at an offset, in Markdown. */
  hover(text: string, offset: number, options?: EditorOptions): Hover | undefined;
  /** What may stand at an offset. */
  complete(text: string, offset: number, options?: EditorOptions): Completions | undefined;
  /** The functions that the call around an offset may mean. */
  signatures(text: string, offset: number, options?: EditorOptions): Signatures | undefined;
  /** The declarations of the name at an offset. */
  definition(text: string, offset: number, options?: EditorOptions): { file: string; range: Range }[];
  /** The tokens of a text, for colours. */
  tokens(text: string, options?: EditorOptions): Token[];
  /** Programs for all messages. */
  examples(): Example[];
  /** The page about a message, by its code or, for a warning, its name. */
  explain(code: string): string | undefined;
  /** Runs a compute shader, given as text or as a module, in an interpreter. */
  run(shader: string | ArrayBufferView | ArrayBuffer, options: RunOptions): Run;
  /** Draws with the shaders of a text or of a module, in an interpreter: a pixel shader alone fills the picture. */
  draw(shader: string | ArrayBufferView | ArrayBuffer, options?: DrawOptions): Drawing;
  /** The mesh of a Wavefront OBJ file. Arrays of attributes that it lacks are empty. Throws an `Error` at the first line that is not understood. */
  mesh(text: string): Required<MeshContents>;
  /** Launches rays with the shaders of a library, given as text or as a module, in an interpreter. */
  trace(shader: string | ArrayBufferView | ArrayBuffer, options?: TraceOptions): Traced;
}
