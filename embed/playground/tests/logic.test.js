// The logic of the page without a browser: states, links, jobs, command lines, listings.

import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { build } from "esbuild";

/** A module of the page. */
async function load(name) {
  const entryPoints = [path.join(import.meta.dirname, `../src/${name}.ts`)];
  const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: "esm" });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const names = ["link", "state", "job", "listing", "places", "animation", "opened", "execution", "panels/passes", "draws", "meshes"];
const [link, state, job, listing, places, animation, opened, execution, passes, draws, meshes] = await Promise.all(names.map(load));

/** Numbers that look random and are the same in each run. */
function numbers(seed) {
  return () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
}

test("random states go through links", async () => {
  const random = numbers(1);
  const text = () => Array.from({ length: random() * 200 }, () => String.fromCodePoint(10 + Math.floor(random() * 0x2000))).join("");
  for (let round = 0; round < 1000; round++) {
    const files = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, at) => ({ name: `f${at}.hlsl`, text: text() }));
    const given = { files, args: text(), job: text(), data: round % 3 ? {} : { "a.png": btoa(String(round)) } };
    assert.deepEqual(await link.parsed(await link.fragment(given)), given);
  }
});

test("damaged links are refused with words", async () => {
  const good = await link.fragment({ files: [{ name: "a.hlsl", text: "float x;\n".repeat(100) }], args: "", job: "" });
  const random = numbers(2);
  let refused = 0;
  for (let round = 0; round < 500; round++) {
    const at = 3 + Math.floor(random() * (good.length - 3));
    const damaged = round % 2 ? good.slice(0, at) : `${good.slice(0, at)}A${good.slice(at + 1)}`;
    await link.parsed(damaged).then(
      ({ files }) => assert.ok(files.length > 0),
      (error) => {
        assert.match(error.message, /^(it|one of its|two of its|its|more than|.*name of a file)/);
        refused++;
      },
    );
  }
  assert.ok(refused > 250, `${refused} were refused`);
});

test("links that unpack to too much are refused", async () => {
  const files = [{ name: "a.hlsl", text: " ".repeat(16 << 20) }];
  const bytes = new TextEncoder().encode(JSON.stringify({ files, args: "", job: "" }));
  const packed = await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  await assert.rejects(link.parsed(`#1/${Buffer.from(packed).toString("base64url")}`), /too much/);
});

test("states that are none are refused", () => {
  const file = { name: "a.hlsl", text: "" };
  for (const value of [null, 1, {}, { files: [] }, { files: [{ name: "a" }] }, { files: [file, file] }, { files: [{ ...file, name: "../\n" }] }, { files: [file], args: 1 }, { files: [file], data: [] }, { files: [file], data: { a: "?" } }, { files: Array(65).fill(file) }]) {
    assert.throws(() => state.checked(value), Error, JSON.stringify(value)?.slice(0, 60));
  }
  assert.deepEqual(state.checked({ files: [file], odd: 1 }), { files: [file], args: "", job: "", data: {} });
});

test("command lines are split as shells do", () => {
  assert.deepEqual(state.words(`-T cs_6_0  -D "A=1 2" -D'B=' ''`), ["-T", "cs_6_0", "-D", "A=1 2", "-DB=", ""]);
  assert.deepEqual(state.options("dxc.exe -spirv -T cs_6_0 shaders/a.hlsl -E main"), ["-spirv", "-T", "cs_6_0", "-E", "main"]);
});

test("jobs are read and written", () => {
  const text = job.write(job.read('{"name": "x", "dispatch": [4], "bindings": {"a": {"f32": [1, 2]}, "b": "zeros:4"}, "odd": [[1, 2], [3]]}'));
  assert.match(text, /"f32": \[1, 2\]/);
  assert.deepEqual(job.read(text), { name: "x", dispatch: [4], bindings: { a: { f32: [1, 2] }, b: "zeros:4" }, odd: [[1, 2], [3]] });
  for (const wrong of ["[", "1", '{"dispatch": [0]}', '{"dispatch": "1"}', '{"dispatches": []}', '{"dispatches": [{"module": "a.spv"}]}', '{"dispatches": [1]}', '{"expect": []}', '{"jobs": [{}, {}]}']) {
    assert.throws(() => job.read(wrong), Error, wrong);
  }
  assert.deepEqual(job.read(""), { dispatch: [1, 1, 1], bindings: {}, check: "full" });
});

const PLAIN = `               OpCapability Shader
       %void = OpTypeVoid
       %main = OpFunction %void None %5
          %1 = OpLabel
               OpReturn
               OpFunctionEnd
`;
const TRACED = `               OpCapability Shader
          %9 = OpString "a.hlsl"
               OpSource HLSL 600 %9 "float x;
OpReturn
"
       %void = OpTypeVoid
               OpLine %9 7 1
       %main = OpFunction %void None %5
          %2 = OpLabel
               OpLine %9 8 3
               OpReturn
               OpFunctionEnd
`;

test("instructions have the lines that the same module with lines tells", () => {
  const lines = listing.linesOf(listing.listing(PLAIN), listing.listing(TRACED));
  assert.deepEqual(lines.slice(0, 6).map((source) => source?.line), [undefined, undefined, 7, 7, 8, undefined]);
  assert.equal(lines[4].file, "a.hlsl");
  assert.equal(listing.linesOf(listing.listing(PLAIN.replace("OpReturn", "OpKill")), listing.listing(TRACED)), undefined);
  assert.equal(listing.listing(TRACED).definitions.get("%void"), 5);
});

test("columns in bytes become columns of strings", () => {
  assert.deepEqual([0, 1, 3, 7, 99].map((byte) => places.units("aé😀b", byte)), [0, 1, 2, 4, 5]);
});

test("pictures of an animation differ in one number", () => {
  const scalar = (name, type) => ({ name, offset: 0, size: 4, type: { name: type, kind: "scalar", scalar: type } });
  const members = [scalar("scale", "float32"), scalar("time", "float32"), scalar("on", "bool"), scalar("frame", "uint32")];
  const reflection = {
    types: [{ name: "View", size: 16, members }],
    bindings: [{ name: "view", descriptor: "uniform_buffer", block: "View" }],
    push_constants: [{ block: "View" }],
  };
  const clocks = animation.clocks(reflection);
  assert.deepEqual(clocks.map(({ owner, member }) => [owner, member].join(".")), [".time", ".frame", "view.time", "view.frame", ".scale", "view.scale"]);
  const given = { dispatch: [1], bindings: { view: { scale: 2, time: 0 } }, push: { frame: 1 } };
  assert.deepEqual(animation.picture(given, clocks[2], 7, 0.5).bindings.view, { scale: 2, time: 0.5 });
  assert.deepEqual(animation.picture(given, clocks[1], 7, 0.5).push, { frame: 7 });
});

const BUFFERS = {
  types: [],
  entry_points: [{ name: "main", stage: "compute" }],
  bindings: [
    { name: "a", set: 0, binding: 0, descriptor: "storage_buffer", stride: 8 },
    { name: "p", set: 0, binding: 1, descriptor: "sampled_image", image: { dim: "2D" } },
  ],
  push_constants: [],
};

test("jobs become the options of a run", () => {
  const full = job.completed(job.read('{"check": "full", "bindings": {"odd": "zeros:4"}, "push": "u32:1"}'), BUFFERS);
  assert.deepEqual(full.bindings, { odd: "zeros:4", a: "zeros:512", p: "image:256x256" });
  const [step] = job.steps(full);
  assert.deepEqual(job.toRun(full, step, BUFFERS), { check: "full", dispatch: [1, 1, 1] });
  const picture = { width: 1, height: 1, data: new Uint8Array(4) };
  const data = new Map([["cat.png", picture], ["a.bin", new Uint8Array([1, 2])]]);
  const named = { ...full, bindings: { ...full.bindings, a: "file:data/a.bin", p: "image:cat.png" } };
  assert.deepEqual(job.given(step, BUFFERS, job.bound(named, data, BUFFERS)), [["a", "a", new Uint8Array([1, 2])], ["p", "p", picture]]);
  assert.deepEqual(job.bound({ ...full, bindings: { a: "file:cat.png" } }, data, BUFFERS).get("a"), picture.data);
  const inlined = job.inlined(named, data, BUFFERS).bindings;
  assert.deepEqual([inlined.a, inlined.p, inlined.odd], ["u8:1,2", "image:1x1:rgba8unorm:u8:0,0,0,0", "zeros:4"]);
});

test("dispatches bind what their job says, as the command does", () => {
  const list = job.read('{"entry": "one", "bindings": {"a": "zeros:4", "p": "zeros:4", "b": "zeros:4"}, "dispatches": [{"dispatch": [2]}, {"entry": "two", "bind": {"a": "b"}}, {"bind": {"p": "a"}}]}');
  const bound = (at) => job.given(job.steps(list)[at], BUFFERS, job.bound(list, new Map(), BUFFERS)).map(([inner, outer]) => `${inner}=${outer}`);
  assert.deepEqual([bound(0), bound(1), bound(2)], [["a=a", "p=p"], ["a=b", "p=p"], ["p=a"]]);
  assert.deepEqual(job.steps(list).map(({ entry, dispatch }) => [entry, dispatch]), [["one", [2]], ["two", [1, 1, 1]], ["one", [1, 1, 1]]]);
});

test("jobs run in the ways that they ask for", () => {
  assert.deepEqual(execution.trials({}), [{}]);
  assert.deepEqual(execution.trials({ waves: [4, 8], seeds: [3, 5] }).map(({ wave, schedule }) => `${wave} ${schedule}`), ["4 random:3", "4 random:4", "8 random:3", "8 random:4"]);
  assert.equal(execution.trials({ schedules: 10_000 }).length, 64);
});

const EMPTY = { files: [{ name: "old.hlsl", text: "old" }], args: "-T cs_6_0", job: "{}", data: {} };
const file = (name, text) => new File([text], name);

test("files are opened for what they are", async () => {
  const { state: whole } = await opened.taken(EMPTY, [file("playground.json", state.saved({ ...EMPTY, args: "new" }))]);
  assert.deepEqual(whole, { ...EMPTY, args: "new" });
  const both = [file("b.hlsli", "b"), file("a.hlsl", "a"), file("job.json", '{"shader": "x/a.hlsl", "options": ["-D", "A=1 2"], "bindings": {"p": "image:cat.png", "q": "image:dog.png"}}'), file("cat.png", "cat")];
  const { state: made, told } = await opened.taken(EMPTY, both);
  assert.deepEqual(made.files.map(({ name }) => name), ["a.hlsl", "b.hlsli"]);
  assert.deepEqual([made.args, made.data], ["-D 'A=1 2' -T cs_6_0", { "cat.png": btoa("cat") }]);
  assert.match(told.join("\n"), /not here: dog\.png/);
  const { state: more } = await opened.taken(EMPTY, [file("c.hlsli", "c")]);
  assert.deepEqual([more.files.map(({ name }) => name), more.job], [["old.hlsl", "c.hlsli"], "{}"]);
});

test("files that cannot be opened leave all as it was, and say why", async () => {
  const text = state.saved(EMPTY);
  for (const [contents, words] of [
    [text.slice(0, -9), /damaged/],
    [text.replace('"playground":1', '"playground":2'), /version 2/],
    ['{"playground": 1, "files": []}', /no files/],
    ["[]", /a job is an object/],
  ]) {
    const { state: same, told } = await opened.taken(EMPTY, [file("a.json", contents)]);
    assert.equal(same, EMPTY);
    assert.match(told.join(), words);
  }
});

test("listings that differ in numbers alone are the same", () => {
  const parts = passes.compared("; Bound: 9\n%1 = OpLoad %2\n%9 = OpFAdd %1 %1\nOpReturn", "; Bound: 12\n%5 = OpLoad %7\n%8 = OpFMul %5 %5\nOpReturn");
  assert.deepEqual(parts.map(({ kind, lines }) => [kind, lines.length]), [["same", 2], ["old", 1], ["new", 1], ["same", 1]]);
});

const reflectionOf = (stages, bindings = []) => ({ entry_points: stages.map((stage) => ({ name: "main", stage })), bindings, push_constants: [], types: [] });

test("a draw has the entry point of the command line, and what all stages share", () => {
  assert.deepEqual(draws.shared(["-T", "ps_6_0", "-D", "A=1", "-E", "shade"]), { args: ["-D", "A=1"], entries: { pixel: "shade" } });
  assert.deepEqual(draws.shared(["-Tvs_6_0", "-Emain", "-O3"]), { args: ["-O3"], entries: { vertex: "main" } });
  assert.deepEqual(draws.shared(["-T", "lib_6_3", "-DX"]), { args: ["-DX"], entries: {} });
  assert.ok(draws.isDrawn(reflectionOf(["fragment"])) && draws.isDrawn(reflectionOf(["vertex", "mesh"])));
  assert.ok(!draws.isDrawn(reflectionOf(["compute", "fragment"])) && !draws.isDrawn(reflectionOf([])) && !draws.isDrawn(reflectionOf(["raygeneration"])));
});

test("a picture that moves is as large as its time allows", () => {
  assert.deepEqual(draws.within([640, 360], undefined, 100), [640, 360]);
  assert.deepEqual(draws.within([640, 360], 100 / (320 * 180), 100), [320, 180]);
  assert.deepEqual(draws.within([640, 360], 1000, 100), [16, 16]);
});

test("jobs of draws bind what the shader cannot get otherwise", () => {
  const bindings = [{ name: "Frame", descriptor: "uniform_buffer" }, { name: "albedo", descriptor: "sampled_image", image: {} }];
  const { draw, bindings: all } = job.completed(job.read(""), reflectionOf(["fragment"], bindings));
  assert.deepEqual([draw, Object.keys(all)], [{}, ["albedo"]]);
  const written = job.write({ ...job.read('{"draw": {"size": [4, 2]}}') });
  assert.deepEqual(JSON.parse(written), { draw: { size: [4, 2] }, bindings: {} });
  assert.throws(() => job.read('{"draw": 3}'), /'draw' is an object/);
});

test("the command of a picture is what one types", () => {
  const drawn = { ...job.read(""), check: undefined, bindings: { tint: "f32:1", other: "f32:2" }, draw: { size: [64, 32], mesh: "torus", state: "cull=back", groups: [4, 1, 1] } };
  assert.equal(
    draws.command("a b.hlsl", drawn, ["-T", "ps_6_0", "-E", "main", "-D", "X=1"], reflectionOf(["fragment"], [{ name: "tint", descriptor: "uniform_buffer" }])),
    "hlsl2spirv draw 'a b.hlsl' --pixel=main --input=torus.obj --size=64x32 --state=cull=back --dispatch=4,1,1 --bind=tint=f32:1 -- -D X=1",
  );
});

test("normals of shapes have the length 1 and are on the side of their triangles", () => {
  for (const name of meshes.shapes) {
    const { positions, normals, triangles, coordinates } = meshes.seen(meshes.shape(name), { turn: 1, tilt: 0.5, zoom: 2 });
    assert.equal(coordinates.length / 2, positions.length / 3, name);
    const at = (rows, index) => [...rows.subarray(3 * index, 3 * index + 3)];
    for (let face = 0; face < triangles.length; face += 3) {
      const [a, b, c] = [0, 1, 2].map((corner) => at(positions, triangles[face + corner]));
      const [u, v] = [b, c].map((point) => point.map((one, axis) => one - a[axis]));
      const across = [0, 1, 2].map((axis) => u[(axis + 1) % 3] * v[(axis + 2) % 3] - u[(axis + 2) % 3] * v[(axis + 1) % 3]);
      const normal = at(normals, triangles[face]);
      assert.ok(Math.abs(Math.hypot(...normal) - 1) < 1e-5, name);
      // Triangles at poles have no area.
      const side = across.reduce((sum, one, axis) => sum + one * normal[axis], 0);
      assert.ok(side > -1e-6, `${name}: ${side}`);
    }
  }
});

test("a mesh that is turned stays upright, and is saved as it is seen", () => {
  const view = meshes.dragged(meshes.STRAIGHT, 0.25, 9);
  assert.deepEqual(view, { turn: -Math.PI / 2, tilt: -Math.PI / 2, zoom: 1 });
  assert.equal(meshes.zoomed(view, -400).zoom, 8);
  const triangle = { positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), triangles: new Uint32Array([0, 1, 2]) };
  assert.equal(meshes.objOf(triangle), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1// 2// 3//\n");
});
