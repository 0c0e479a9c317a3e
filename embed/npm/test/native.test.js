// The package beside the command, which HLSL2SPIRV_COMMAND names: the same bytes, and the same results of runs.
//
// HLSL2SPIRV_LINES may name a list of command lines of other projects, as JSON: `[["folder", ["-T", "cs_6_0", "a.hlsl"]], …]`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";

const { Compiler } = await import(new URL("index.js", `${pathToFileURL(process.env.HLSL2SPIRV_NPM)}/`));
const compiler = await Compiler.load();
const command = path.resolve(process.env.HLSL2SPIRV_COMMAND);
const shaders = path.resolve(import.meta.dirname, "../../../shaders");
const work = mkdtempSync(path.join(tmpdir(), "hlsl2spirv-npm-"));
process.on("exit", () => rmSync(work, { recursive: true }));

/** A text as the command decodes it. */
function read(file) {
  return new TextDecoder("utf-8").decode(readFileSync(file));
}

/** The module that the command makes of a file, or nothing. */
function natively(folder, args) {
  const out = path.join(work, "out.spv");
  rmSync(out, { force: true });
  spawnSync(command, [...args, "-Fo", out], { cwd: folder });
  return existsSync(out) ? new Uint32Array(Uint8Array.from(readFileSync(out)).buffer) : undefined;
}

/** The same in WebAssembly, with the files that the command has read. */
function here(folder, args) {
  const rule = spawnSync(command, [...args, "-M"], { cwd: folder, encoding: "utf8" }).stdout;
  const names = rule.slice(rule.indexOf(": ") + 2).split(/(?:\s|\\\n)+/).filter((name) => name !== "");
  const [name] = args.slice(-1);
  const files = {};
  for (const one of names) {
    const file = path.resolve(folder, one);
    if (existsSync(file)) files[one] = read(file);
  }
  return compiler.compile(read(path.resolve(folder, name)), { name, args: args.slice(0, -1), files });
}

const lines = readdirSync(shaders).filter((file) => /\.\w+$/.test(file)).sort().flatMap((file) => {
  const marks = read(path.join(shaders, file)).matchAll(/^\/\/@ run: (.*)$/gm);
  return [...marks].map(([, line]) => [shaders, [...line.split(" "), file]]);
});

test("the shaders of this project have the command's bytes", () => {
  for (const [folder, args] of lines.flatMap(([folder, args]) => [[folder, args], [folder, ["-Od", ...args]]])) {
    const { ok, log, module } = here(folder, args);
    assert.ok(ok, `${args}: ${log}`);
    assert.deepEqual(module, natively(folder, args), args.join(" "));
  }
});

const others = process.env.HLSL2SPIRV_LINES;
test("the shaders of other projects have the command's bytes", { skip: others === undefined }, () => {
  const all = JSON.parse(readFileSync(others, "utf8"));
  let same = 0;
  for (const [folder, args] of all) {
    const expected = natively(folder, args);
    const { module, log } = here(folder, args);
    assert.deepEqual(module, expected, `${folder} ${args.join(" ")}: ${log}`);
    same += expected === undefined ? 0 : 1;
  }
  console.log(`${same} modules of ${all.length} lines are the same`);
});

/** Random numbers in the form of contents. */
function random(element, count, below, seed) {
  let state = seed;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const one = () => (element === "f32" ? (next() * below).toFixed(4) : Math.floor(next() * below));
  return `${element}:${Array.from({ length: count }, one).join(",")}`;
}

const BODIES = random("f32", 8 * 256, 4, 5);
const SPHERES =
  "[{center: [0, 0, 0], radius: 1, color: [0.8, 0.5, 0.2]}, {center: [0, 4, 1], radius: 2, emission: [4, 4, 4]}]";

/** Compute shaders with inputs, and the bindings to compare. */
const runs = [
  ["bitonic_sort", { entry: "sort_block", dispatch: [2], bindings: { entries: random("u32", 4096, 1000, 1) }, out: ["entries"] }],
  ["bitonic_sort", { entry: "merge_step", dispatch: [2], bindings: { Params: "u32:8,4", entries: random("u32", 4096, 1000, 2) }, out: ["entries"] }],
  ["game_of_life", { dispatch: [2, 2], bindings: { before: `image:32x32:r32uint:${random("u32", 1024, 2, 3)}`, after: "image:32x32:r32uint" }, out: ["after"] }],
  ["gaussian_blur", { dispatch: [4, 4], bindings: { pass: "f32:1,0,0.03125,0.03125", source: `image:32x32:rgba32float:${random("f32", 4096, 1, 4)}`, linearClamp: "sampler:linear,clamp", target: "image:32x32:rgba32float" }, out: ["target"] }],
  ["histogram", { dispatch: [4], bindings: { Params: "u32:4096", input: random("u8", 4096, 256, 6), histogram: "zeros:1024" }, out: ["histogram"] }],
  ["mandelbrot", { dispatch: [16, 16], bindings: { view: "f32:-0.5,0,2.5;u32:64", image: "image:128x128" }, out: ["image"] }],
  ["matmul", { dispatch: [2, 2], bindings: { sizes: "u32:32,32,32", a: random("f32", 1024, 1, 7), b: random("f32", 1024, 1, 8), c: "zeros:4096" }, out: ["c"] }],
  ["nbody", { dispatch: [2], bindings: { Step: "u32:256;f32:0.01,0.1", before: BODIES, after: "zeros:8192" }, out: ["after"] }],
  ["path_tracer", { dispatch: [4, 4], bindings: { Frame: "{eye: [0, 1, 4], sphereCount: 2, forward: [0, 0, -1], frame: 1, right: [1, 0, 0], samples: 2, up: [0, 1, 0]}", spheres: SPHERES, image: "image:32x32" }, out: ["image"] }],
  ["prefix_sum", { dispatch: [2], bindings: { Params: "u32:1000", input: random("u32", 2048, 9, 9), output: "zeros:8192", totals: "zeros:8" }, out: ["output", "totals"] }],
  ["reduction", { dispatch: [2], bindings: { Params: "u32:1000", input: random("u32", 2048, 9, 10), sums: "zeros:8" }, out: ["sums"] }],
  ["saxpy", { dispatch: [4], push: "f32:2.5;u32:250", bindings: { x: random("f32", 256, 9, 11), y: random("f32", 256, 9, 12) }, out: ["y"] }],
];

test("compute shaders have the results of the command's interpreter", () => {
  for (const [name, { out, ...options }] of runs) {
    const file = path.join(shaders, `${name}.hlsl`);
    const { entry, dispatch, push, bindings } = options;
    const args = ["run", file, "--engine=interpreter", "--dispatch", dispatch.join(",")];
    if (entry !== undefined) args.push("--entry", entry);
    if (push !== undefined) args.push("--push", push);
    for (const [binding, contents] of Object.entries(bindings)) args.push("--bind", `${binding}=${contents}`);
    out.forEach((binding, at) => args.push("--out", `${binding}=${path.join(work, `${at}.bin`)}`));
    const native = spawnSync(command, args, { encoding: "utf8" });
    assert.equal(native.status, 0, `${name}: ${native.stderr}`);
    const done = compiler.run(read(file), options);
    assert.ok(done.ok, `${name}: ${done.error} ${done.compilation.log}`);
    out.forEach((binding, at) => {
      const { data } = done.bindings[binding];
      const found = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      assert.ok(found.some((byte) => byte !== 0), `${name}: ${binding} is written`);
      assert.ok(found.equals(readFileSync(path.join(work, `${at}.bin`))), `${name}: ${binding} differs`);
    });
    const { findings, verdict } = compiler.run(read(file), { ...options, check: "full" });
    assert.deepEqual(findings, [], `${name}: ${verdict}`);
  }
});
