// Texts that mean harm, and many calls: the compiler answers each, and its memory does not grow.
//
// HLSL2SPIRV_HOSTILE may name a folder with more such texts. HLSL2SPIRV_CALLS sets the number of compilations.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const folder = new URL(`${pathToFileURL(process.env.HLSL2SPIRV_NPM)}/`);
const { Compiler, CompilerError } = await import(new URL("index.js", folder));
const compiler = await Compiler.load();
const CS = { args: ["-T", "cs_6_6"] };
const GOOD = "RWStructuredBuffer<float> data; [numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) { data[i] *= 2; }";
const module = compiler.compile(GOOD, CS).module;

/** Compiles a text, and returns how the call ended. The next call must be as good as ever. */
function outcome(text) {
  let end;
  try {
    end = compiler.compile(text, CS).fault ?? "ok";
  } catch (error) {
    assert.ok(error instanceof CompilerError, error);
    end = error.reason;
  }
  if (!["ok", "input"].includes(end)) assert.deepEqual(compiler.compile(GOOD, CS).module, module);
  return end;
}

const shaders = path.resolve(import.meta.dirname, "../../../shaders");
const LONG = readFileSync(path.join(shaders, "path_tracer.hlsl"), "utf8");
const texts = readdirSync(shaders).filter((name) => /\.\w+$/.test(name)).sort().map((name) => readFileSync(path.join(shaders, name), "latin1"));

/** Damaged texts, always the same ones. */
function* damaged(count) {
  let state = 1;
  const next = (below) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % below;
  for (let at = 0; at < count; at++) {
    let text = texts[at % texts.length];
    const other = texts[next(texts.length)];
    for (let times = 1 + next(4); times > 0; times--) {
      const [start, end] = [next(text.length + 1), next(text.length + 1)].sort((a, b) => a - b);
      const piece = [
        () => "",
        () => other.slice(0, next(other.length)),
        () => text.slice(start, end).repeat(2),
        () => String.fromCharCode(next(256)),
        () => "({[<"[next(4)].repeat(next(3000)),
      ][next(5)]();
      text = text.slice(0, start) + piece + text.slice(end);
    }
    yield text;
  }
}

function all(list) {
  const ends = {};
  for (const text of list) {
    const end = outcome(text);
    ends[end] = (ends[end] ?? 0) + 1;
  }
  return ends;
}

test("damaged texts have answers", () => {
  const ends = all(damaged(300));
  assert.deepEqual(Object.keys(ends).filter((end) => !["ok", "input", "stack"].includes(end)), []);
});

const more = process.env.HLSL2SPIRV_HOSTILE;
test("texts of a folder have answers", { skip: more === undefined }, () => {
  const files = readdirSync(more).sort().map((name) => readFileSync(path.join(more, name), "latin1"));
  console.log(all([...files, ...damaged(1000 - Math.min(files.length, 900))]));
});

test("memory stays as it is over many compilations", () => {
  const before = process.memoryUsage.rss();
  const most = [];
  for (let at = Number(process.env.HLSL2SPIRV_CALLS ?? 100); at > 0; at--) {
    assert.ok(compiler.compile(at % 3 === 0 ? LONG : GOOD, CS).ok);
    if (at % 20 === 0) most.push(process.memoryUsage.rss());
  }
  const growth = (most.at(-1) - Math.min(before, ...most)) / 2 ** 20;
  assert.ok(growth < 200, `${growth} MiB more`);
});
