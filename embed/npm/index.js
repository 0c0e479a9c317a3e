// The functions of the package: documents to the WebAssembly and back. What they mean is in index.d.ts.

/** An instance whose memory has grown beyond this is replaced after the call: memory of WebAssembly never shrinks. */
const MOST_KEPT = 256 << 20;

/** The most instructions of waves in a run, unless the caller says otherwise: a minute or so. */
const MOST_STEPS = 2 ** 30;

/** The length of a number between the parts of a request. */
const NUMBER = 4;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const TYPED = {
  u8: Uint8Array,
  i8: Int8Array,
  u16: Uint16Array,
  i16: Int16Array,
  f16: globalThis.Float16Array ?? Uint16Array,
  u32: Uint32Array,
  i32: Int32Array,
  f32: Float32Array,
  u64: BigUint64Array,
  i64: BigInt64Array,
  f64: Float64Array,
};

/** The end of a call that has no answer. */
export class CompilerError extends Error {
  constructor(reason, message, cause) {
    super(message, { cause });
    this.name = "CompilerError";
    this.reason = reason;
  }
}

/** Byte strings one behind another, with their number and their lengths before them. */
function joined(parts) {
  const head = NUMBER * (1 + parts.length);
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, head));
  const view = new DataView(all.buffer);
  view.setUint32(0, parts.length, true);
  let at = head;
  parts.forEach((part, index) => {
    view.setUint32(NUMBER * (1 + index), part.byteLength, true);
    all.set(part, at);
    at += part.byteLength;
  });
  return all;
}

/** The parts of an answer, each with memory of its own. */
function split(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(0, true);
  let at = NUMBER * (1 + count);
  return Array.from({ length: count }, (_, index) => {
    const length = view.getUint32(NUMBER * (1 + index), true);
    at += length;
    return bytes.slice(at - length, at);
  });
}

function bytesOf(value) {
  return value instanceof ArrayBuffer
    ? new Uint8Array(value)
    : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

const isBytes = (value) => ArrayBuffer.isView(value) || value instanceof ArrayBuffer;

/** The bytes as numbers; bytes that no whole number of them fills stay bytes. */
function numbers(bytes, element) {
  const Typed = TYPED[element];
  return bytes.byteLength % Typed.BYTES_PER_ELEMENT === 0 ? new Typed(bytes.buffer) : bytes;
}

/** The module that WebAssembly is made of. */
async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (isBytes(source)) return WebAssembly.compile(source);
  const url = new URL(source ?? new URL("./hlsl2spirv.wasm", import.meta.url));
  if (url.protocol === "file:") {
    // Bundlers for browsers look for modules whose names they can read.
    const files = "node:fs/promises";
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ files);
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot load ${url}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

export class Compiler {
  #module;
  #exports;

  constructor(module) {
    this.#module = module;
    this.#renew();
  }

  static async load(source) {
    return new Compiler(await compiled(source));
  }

  get version() {
    return this.#call({ op: "version" }).document.version;
  }

  compile(text, options = {}) {
    const { reflection = false, ...source } = options;
    const { document, parts } = this.#call({ op: "compile", source: sourceOf(text, source), reflection });
    return withModule(document, parts);
  }

  reflect(module) {
    return this.#about(module, "reflect").reflection;
  }

  disassemble(module) {
    return this.#about(module, "disassemble").text;
  }

  format(text, settings) {
    return successful(this.#call({ op: "format", text, settings }).document).text;
  }

  code(text, language, options = {}) {
    return successful(this.#call({ op: "code", source: sourceOf(text, options), language }).document).text;
  }

  passes(text, options = {}) {
    return successful(this.#call({ op: "passes", source: sourceOf(text, options) }).document).passes;
  }

  layouts(text, name, rules, options = {}) {
    return successful(this.#call({ op: "layouts", source: sourceOf(text, options), name, rules }).document).text;
  }

  hover(text, offset, options) {
    return this.#asked("hover", text, options, offset);
  }

  complete(text, offset, options) {
    return this.#asked("complete", text, options, offset);
  }

  signatures(text, offset, options) {
    return this.#asked("signatures", text, options, offset);
  }

  definition(text, offset, options) {
    return this.#asked("definition", text, options, offset) ?? [];
  }

  tokens(text, options) {
    const { classes, numbers: all } = this.#asked("tokens", text, options) ?? { classes: [], numbers: [] };
    let from = 0;
    return Array.from({ length: all.length / 3 }, (_, index) => {
      const [after, length, number] = all.slice(3 * index, 3 * index + 3);
      from += after;
      return { from, to: from + length, class: classes[number] };
    });
  }

  examples() {
    return this.#call({ op: "examples" }).document.found;
  }

  explain(code) {
    return this.#call({ op: "explain", code }).document.text ?? undefined;
  }

  run(shader, options) {
    const { dispatch = [1, 1, 1], ...rest } = options;
    const { document, parts } = this.#carriedOut("run", shader, { ...rest, dispatch: [...dispatch, 1, 1].slice(0, 3) });
    return withBindings(withModule(document, parts), parts);
  }

  draw(shader, options = {}) {
    const { mesh, ...rest } = options;
    const rows = (part) => Object.fromEntries(Object.entries(mesh).map(([name, numbers]) => [name, part(numbers)]));
    const { document, parts } = this.#carriedOut("draw", shader, rest, mesh === undefined ? undefined : (part) => ({ mesh: rows(part) }));
    const target = ({ name, numbers: at, rgba, ...about }) => [name, { ...about, data: numbers(parts[at], about.element), rgba: clamped(parts[rgba]) }];
    return { ...document, targets: Object.fromEntries((document.targets ?? []).map(target)) };
  }

  trace(shader, options = {}) {
    const { document, parts } = this.#carriedOut("trace", shader, options);
    return withBindings(document, parts);
  }

  mesh(text) {
    const { document, parts } = this.#call({ op: "mesh", text });
    const { ok: _, ...arrays } = successful(document);
    return Object.fromEntries(Object.entries(arrays).map(([name, at]) => [name, numbers(parts[at], name === "triangles" ? "u32" : "f32")]));
  }

  /** Carries out a shader, with what is bound to it. `more` adds fields whose bytes are parts. */
  #carriedOut(op, shader, options, more = () => ({})) {
    const { name, args, files, bindings = {}, push, maxSteps = MOST_STEPS, ...rest } = options;
    const parts = [];
    const part = (bytes) => parts.push(bytesOf(bytes));
    const given = (contents) => contentsOf(contents, part);
    const request = { op, ...rest, maxSteps };
    if (typeof shader === "string") {
      request.source = sourceOf(shader, { name, args, files });
    } else {
      request.module = part(shader);
    }
    request.bindings = Object.entries(bindings).flatMap(([binding, contents]) =>
      (Array.isArray(contents) && contents.every(isContents) ? contents : [contents]).map((one) => [binding, given(one)]),
    );
    if (push !== undefined) request.push = given(push);
    return this.#call({ ...request, ...more(part) }, parts);
  }

  #about(module, op) {
    return successful(this.#call({ op, module: 1 }, [bytesOf(module)]).document);
  }

  #asked(op, text, { file, ...options } = {}, offset) {
    return this.#call({ op, source: sourceOf(text, options), file, offset }).document.found ?? undefined;
  }

  #renew() {
    this.#exports = new WebAssembly.Instance(this.#module, {}).exports;
  }

  #memory(start, length) {
    return new Uint8Array(this.#exports.memory.buffer, start >>> 0, length);
  }

  /** Copies bytes that stand behind their length, and frees them. */
  #take(pointer) {
    const start = pointer >>> 0;
    const length = new DataView(this.#exports.memory.buffer).getUint32(start, true);
    const bytes = this.#memory(start + NUMBER, length).slice();
    this.#exports.hlsl2spirv_free(start, NUMBER + length);
    return bytes;
  }

  #call(request, given = []) {
    const bytes = joined([encoder.encode(JSON.stringify(request)), ...given]);
    let answer;
    try {
      const start = this.#exports.hlsl2spirv_allocate(bytes.byteLength) >>> 0;
      if (start === 0) throw new CompilerError("memory", `there is no memory for ${bytes.byteLength} bytes`);
      this.#memory(start, bytes.byteLength).set(bytes);
      answer = this.#take(this.#exports.hlsl2spirv_answer(start, bytes.byteLength));
    } catch (error) {
      const told = this.#told(error);
      this.#renew();
      throw told;
    }
    if (this.#exports.memory.buffer.byteLength > MOST_KEPT) this.#renew();
    const parts = split(answer);
    const document = JSON.parse(decoder.decode(parts[0]));
    if (document.refused !== undefined) throw new TypeError(document.refused);
    return { document, parts };
  }

  /** The error of a call that has ended its instance. */
  #told(error) {
    if (error instanceof CompilerError) return error;
    if (error instanceof RangeError) {
      return new CompilerError("stack", "the text nests too deeply for the stack of this engine", error);
    }
    if (!(error instanceof WebAssembly.RuntimeError)) return error;
    let text = "";
    try {
      text = decoder.decode(this.#take(this.#exports.hlsl2spirv_failure()));
    } catch {
      // The instance is too broken to say it.
    }
    if (text !== "") return new CompilerError("mistake", `a mistake of the compiler; please report it: ${text}`, error);
    return new CompilerError("memory", `memory or stack have run out (${error.message})`, error);
  }
}

const clamped = (bytes) => new Uint8ClampedArray(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function sourceOf(text, { name = "shader.hlsl", args, files, ...rest }) {
  return { name, text, args, files, ...rest };
}

const isPicture = ({ width, height, data }) => width !== undefined && height !== undefined && isBytes(data ?? 0);

const isImage = ({ size, format, texels, ...rest }) => Array.isArray(size) && Object.keys(rest).length === 0;

/** Returns whether a value is the contents of one binding, and not numbers or members by their names. */
function isContents(value) {
  if (typeof value === "string" || isBytes(value)) return true;
  if (value === null || typeof value !== "object") return false;
  return Object.keys(value).join() === "value" || isPicture(value) || isImage(value);
}

function contentsOf(contents, part) {
  if (!isContents(contents)) return { value: contents };
  if (typeof contents === "string") return { value: contents };
  if (isBytes(contents)) return { bytes: part(contents) };
  if (isPicture(contents)) {
    const { width, height, data } = contents;
    return { image: { size: [width, height, 1], format: "rgba8unorm", texels: part(data) } };
  }
  if (!isImage(contents)) return contents;
  const { size, format, texels } = contents;
  const image = { size: [...size, 1, 1].slice(0, 3), format };
  if (texels !== undefined) image.texels = part(texels);
  return { image };
}

/** Puts a module into the place of the number of its part. */
function withModule({ module, ...document }, parts) {
  return module === undefined ? document : { ...document, module: new Uint32Array(parts[module].buffer) };
}

/** Puts arrays into the place of the numbers of their parts. */
function withBindings({ bindings = [], ...document }, parts) {
  const shown = bindings.map(({ name, bytes, rgba, ...about }) => {
    const data = numbers(parts[bytes], about.element);
    return [name, rgba === undefined ? { ...about, data } : { ...about, data, rgba: clamped(parts[rgba]) }];
  });
  return { ...document, bindings: Object.fromEntries(shown) };
}

function successful(document) {
  if (!document.ok) throw new Error(document.error);
  return document;
}
