// The worker in which the compiler is: the page may end it at any time.

import { Compiler, CompilerError } from "../../../npm/index.js";
import type { At, Calls, Method, Reply, Request, Source } from "../protocol.js";

declare const self: DedicatedWorkerGlobalScope;

type Answers = { [M in Method]: (compiler: Compiler, params: Calls[M]["params"]) => Calls[M]["result"] };

const text = ({ source }: { source: Source }) => source.text;

/** The options of a source for a question about one of its files. */
function within({ source: { text: _, ...options }, file }: { source: Source; file: string }) {
  return { ...options, file };
}

const place = (at: At) => [text(at), at.offset, within(at)] as const;

const ANSWERS: Answers = {
  version: (compiler) => compiler.version,
  compile: (compiler, { source: { text, ...options } }) => {
    const done = compiler.compile(text, { ...options, reflection: true });
    return { ...done, listing: done.module === undefined ? "" : compiler.disassemble(done.module) };
  },
  states: (compiler, { source: { text, ...options } }) => {
    const done = compiler.compile(text, options);
    return { text: done.text, log: done.log };
  },
  code: (compiler, { source: { text, ...options }, language }) => compiler.code(text, language, options),
  layouts: (compiler, { source: { text, ...options }, name, rules }) => compiler.layouts(text, name, rules, options),
  passes: (compiler, { source: { text, ...options } }) => compiler.passes(text, options),
  format: (compiler, { text }) => compiler.format(text),
  explain: (compiler, { code }) => compiler.explain(code),
  examples: (compiler) => compiler.examples(),
  hover: (compiler, at) => compiler.hover(...place(at)),
  complete: (compiler, at) => compiler.complete(...place(at)),
  signatures: (compiler, at) => compiler.signatures(...place(at)),
  definition: (compiler, at) => compiler.definition(...place(at)),
  tokens: (compiler, asked) => compiler.tokens(text(asked), within(asked)),
  draw: (compiler, { source: { text, ...source }, options }) => compiler.draw(text, { ...source, ...options }),
  mesh: (compiler, { text }) => compiler.mesh(text),
  run: (compiler, { source: { text, ...source }, options }) => compiler.run(text, { ...source, ...options }),
};

function answered(compiler: Compiler, { id, method, params }: Request): Reply {
  try {
    // The parameters are those of the method: `Engine.call` sees to it.
    const answer = ANSWERS[method] as (compiler: Compiler, params: unknown) => unknown;
    return { id, result: answer(compiler, params) };
  } catch (error) {
    const reason = error instanceof CompilerError ? error.reason : "refused";
    return { id, reason, message: error instanceof Error ? error.message : String(error) };
  }
}

self.onmessage = ({ data: module }: MessageEvent<WebAssembly.Module>) => {
  const compiler = new Compiler(module);
  self.onmessage = ({ data }: MessageEvent<Request>) => self.postMessage(answered(compiler, data));
};
