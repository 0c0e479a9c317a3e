// The package as its users have it: HLSL2SPIRV_NPM names the folder that `embed/npm/build` has filled.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { pathToFileURL } from "node:url";

const folder = new URL(`${pathToFileURL(process.env.HLSL2SPIRV_NPM)}/`);
const { Compiler, CompilerError } = await import(new URL("index.js", folder));
const compiler = await Compiler.load();

const DOUBLE = `RWStructuredBuffer<float> data;
[numthreads(4, 1, 1)] void main(uint i : SV_DispatchThreadID) { data[i] *= 2; }`;
const CS = ["-T", "cs_6_0"];

test("the example of the README runs", async () => {
  const text = await readFile(new URL("README.md", folder), "utf8");
  const [, code] = text.match(/```js\n([^]*?)```/);
  const lines = [];
  const console = { log: (line) => lines.push(line) };
  const body = code.replace(/^import.*$/m, "");
  await new (Object.getPrototypeOf(async () => {}).constructor)("Compiler", "console", body)(Compiler, console);
  assert.match(lines[0], /OpEntryPoint GLCompute %main/);
  assert.deepEqual(lines[1], new Float32Array([2, 4, 6, 8]));
  assert.match(lines[2], /error: .*data\[3\]/);
});

test("versions are those of the package", async () => {
  const { version } = JSON.parse(await readFile(new URL("package.json", folder), "utf8"));
  assert.equal(compiler.version, version);
});

test("messages have places", () => {
  const { ok, fault, messages } = compiler.compile("float f() { return lenght(1); }", { args: ["-T", "lib_6_3"] });
  assert.deepEqual([ok, fault, messages[0].line, messages[0].column], [false, "input", 1, 20]);
  assert.match(compiler.explain(messages[0].code), /Wrong:/);
});

test("half a pair of surrogates is a character", () => {
  const text = "// \ud83d\n[numthreads(1, 1, 1)] void main() {}";
  const { ok } = compiler.compile(text, { args: ["-T", "cs_6_0"], files: { "\udc00.h": "\ud800" } });
  assert.equal(ok, true);
  assert.equal(compiler.compile(text.slice(3), { args: ["-T", "cs_6_0"] }).fault, "input");
  assert.match(compiler.format(text), /^\/\/ \ufffd\n/);
});

test("files are included", () => {
  const files = { "lib/a.hlsli": "#define N 4\n" };
  const { ok, dependencies } = compiler.compile(`#include "a.hlsli"\n[numthreads(N, 1, 1)] void main() {}`, {
    args: [...CS, "-I", "lib"],
    files,
  });
  assert.ok(ok);
  assert.deepEqual(dependencies, ["shader.hlsl", "./lib/a.hlsli"].map((name) => name.replace("./", "")));
});

test("states and reports of time are texts", () => {
  const { ok, text } = compiler.compile(DOUBLE, { args: [...CS, "--emit=hir,spirv", "-ftime-report"] });
  assert.ok(ok);
  assert.match(text, /OpStore/);
});

test("buffers, images and push constants go in and out", () => {
  const text = `struct Push { float by; uint at; }; [[vk::push_constant]] Push push;
RWStructuredBuffer<float> data; RWTexture2D<float4> image; Texture2D<float4> from; SamplerState how;
[numthreads(2, 1, 1)] void main(uint2 at : SV_DispatchThreadID) {
    data[at.x + push.at] *= push.by;
    image[at] = from.SampleLevel(how, float2(0.5, 0.5), 0) * (at.x + 1);
    printf("%u", at.x);
}`;
  const { ok, error, log, bindings, printed } = compiler.run(text, {
    args: ["-fvk-t-shift", "10", "0", "-fvk-s-shift", "20", "0"],
    push: "{by: 3, at: 1}",
    bindings: {
      data: new Float32Array([1, 2, 3]),
      image: { size: [2, 1], format: "rgba8unorm" },
      from: { width: 1, height: 1, data: new Uint8Array([51, 0, 102, 255]) },
      how: "sampler:linear,clamp",
    },
  });
  assert.ok(ok, `${error} ${log}`);
  assert.deepEqual(bindings.data.data, new Float32Array([1, 6, 9]));
  assert.deepEqual([...bindings.image.rgba], [51, 0, 102, 255, 102, 0, 204, 255]);
  assert.equal(printed, "0\n1\n");
});

test("members are given by their names", () => {
  const text = `struct View { float2 center; uint scale; };
ConstantBuffer<View> view; RWStructuredBuffer<View> views; RWStructuredBuffer<float> numbers;
[numthreads(1, 1, 1)] void main() {
    numbers[0] = view.center.x + view.center.y * view.scale + views[1].center.y + views[0].scale;
}`;
  const bindings = {
    view: { center: [1, 2], scale: 3 },
    views: [{ scale: 40 }, { center: [0, 500] }],
    numbers: { value: { f32: [0] } },
  };
  const result = compiler.run(text, { bindings });
  assert.ok(result.ok, `${result.error} ${result.log}`);
  assert.deepEqual([...result.bindings.numbers.data], [547]);
  const { ok, error } = compiler.run(text, { bindings: { ...bindings, view: { centre: [0, 0] } } });
  assert.deepEqual(ok, false);
  assert.match(error, /no member 'centre'|has these members/);
  assert.equal(compiler.run(text, { bindings: { ...bindings, view: 5 } }).ok, false);
});

test("a race is found at its line", () => {
  const text = `RWStructuredBuffer<uint> data;
[numthreads(64, 1, 1)] void main(uint i : SV_GroupIndex) {
    data[i ^ 32] = data[i];
}`;
  const { findings, verdict } = compiler.run(text, { bindings: { data: "zeros:256" }, check: "full" });
  assert.deepEqual([findings[0].severity, findings[0].line], ["error", 3]);
  assert.match(verdict, /^2 errors/);
});

test("results and findings are compared with what is expected", () => {
  const run = (expect, more = {}) => compiler.run(DOUBLE, { bindings: { data: new Float32Array([1, 2, 3, 4]) }, expect, ...more });
  assert.equal(run({ data: { f32: [2, 4, 6, 8] } }, { check: "full", findings: [] }).differences, "");
  assert.match(run({ data: { f32: [2, 4, 6, 9] } }).differences, /data\[3\]: expected 9\.0, found 8\.0/);
  assert.equal(run(undefined).differences, undefined);
  assert.match(run({ odd: "zeros:4" }).error, /'odd' is not bound/);
});

test("a pixel shader fills a picture, and constants are filled in", () => {
  const text = `float time; float2 mouse; float4 main(float2 at : TEXCOORD) : SV_Target { return float4(at, time, mouse.x / 8); }`;
  const { ok, error, log, targets, notes } = compiler.draw(text, { size: [4, 2], frame: 30, fps: 60, mouse: [8, 1] });
  assert.ok(ok, `${error} ${log}`);
  const { size, element, data, rgba } = targets.SV_Target0;
  assert.deepEqual([size, element, data.length, rgba.length], [[4, 2], "f32", 32, 32]);
  assert.deepEqual([...rgba.slice(0, 4)], [32, 64, 128, 255]);
  assert.match(notes.join(), /time/);
});

test("a mesh is drawn with all that is bound, and a pixel has a history", () => {
  const text = `cbuffer Scene { float4 color; };
float4 vertex_main(float3 at : POSITION) : SV_Position { return float4(at, 1); }
float4 pixel_main() : SV_Target { return color; }`;
  const mesh = { positions: new Float32Array([-1, -1, 0, -1, 3, 0, 3, -1, 0]), triangles: new Uint32Array([0, 1, 2]) };
  const options = { mesh, size: [2, 2], bindings: { Scene: { color: [1, 0, 0.2, 1] } }, history: [1, 0], state: "cull=none" };
  const { ok, error, targets, printed } = compiler.draw(text, options);
  assert.ok(ok, error);
  assert.deepEqual([...targets.SV_Target0.rgba.slice(0, 4)], [255, 0, 51, 255]);
  assert.match(printed, /pixel \(1,0\): 1 fragment[^]*pixel_main/);
});

test("the mesh of an OBJ file is drawn", () => {
  const mesh = compiler.mesh("v -1 -1 0\nv -1 3 0\nv 3 -1 0\nf 1 2 3\n");
  assert.deepEqual([...mesh.triangles, ...mesh.normals.slice(0, 3), mesh.colors.length], [0, 1, 2, 0, 0, -1, 0]);
  const text = `struct Vertex { float4 clip : SV_Position; float3 normal : NORMAL; };
Vertex vertex_main(float3 at : POSITION, float3 normal : NORMAL) { Vertex made = { float4(at, 1), normal }; return made; }
float4 pixel_main(Vertex input) : SV_Target { return float4(-input.normal, 1); }`;
  const { ok, error, log, targets } = compiler.draw(text, { mesh, size: [1, 1] });
  assert.ok(ok, `${error} ${log}`);
  assert.deepEqual([...targets.SV_Target0.rgba], [0, 0, 255, 255]);
  assert.throws(() => compiler.mesh("f 1 2 3"), /line 1: there is no vertex 1/);
});

test("a draw that cannot be says why, with the messages of the compiler", () => {
  const wrong = compiler.draw("float4 main() : SV_Target { return colour; }");
  assert.deepEqual([wrong.ok, wrong.messages[0].line, wrong.targets], [false, 1, {}]);
  assert.match(compiler.draw("[numthreads(1, 1, 1)] void main() {}").error, /./);
  const found = compiler.draw("float4 main() : SV_Target { float4 all; all.x = 1; return all; }", { size: [2, 2], check: "full" });
  assert.match(found.log, /uninit/);
  assert.throws(() => compiler.draw("", { sise: [1, 1] }), TypeError);
});

test("rays are launched into a scene", () => {
  const text = `RaytracingAccelerationStructure scene; RWTexture2D<float4> image;
struct [raypayload] Payload { float4 color : read(caller) : write(closesthit, miss); };
[shader("raygeneration")] void generate() {
    RayDesc ray = { float3(DispatchRaysIndex().xy, -1), 0, float3(0, 0, 1), 9 };
    Payload payload;
    TraceRay(scene, RAY_FLAG_NONE, 255, 0, 0, 0, ray, payload);
    image[DispatchRaysIndex().xy] = payload.color;
}
[shader("closesthit")] void hit(inout Payload payload, BuiltInTriangleIntersectionAttributes at) { payload.color = float4(1, 0, 0, 1); }
[shader("miss")] void missed(inout Payload payload) { payload.color = float4(0, 0, 1, 1); }`;
  const scene = { vertices: [-0.5, -0.5, 0, -0.5, 0.9, 0, 0.9, -0.5, 0] };
  const options = { args: ["-T", "lib_6_7", "-fspv-target-env=vulkan1.3"], size: [2, 1], bindings: { scene: { value: scene } } };
  const { ok, error, log, bindings } = compiler.trace(text, options);
  assert.ok(ok, `${error} ${log}`);
  assert.deepEqual([...bindings.image.rgba], [255, 0, 0, 255, 0, 0, 255, 255]);
});

test("passes are listed where they change something", () => {
  const passes = compiler.passes(DOUBLE, { args: CS });
  assert.equal(passes[0].name, "front end");
  assert.equal(passes.at(-1).text, compiler.disassemble(compiler.compile(DOUBLE, { args: CS }).module));
  assert.throws(() => compiler.passes("x", { args: CS }), /error/);
});

test("a shader that does not end, ends", () => {
  const text = `RWStructuredBuffer<uint> data;
[numthreads(1, 1, 1)] void main() { while (data[0] == 0) data[1]++; }`;
  const { ok, error } = compiler.run(text, { bindings: { data: "zeros:8" }, maxSteps: 1e6 });
  assert.deepEqual([ok, error], [false, "the shader does not terminate"]);
});

test("memory that there is not is a message", () => {
  const big = compiler.run(DOUBLE, { bindings: { data: "zeros:4000000000" } });
  assert.match(big.error, /cannot allocate 4000000000 bytes/);
  // It fits, but not with the copies that a run makes: this instance ends, and the next call has another.
  const large = () => compiler.run(DOUBLE, { bindings: { data: "zeros:1070000000" } });
  assert.throws(large, (error) => error instanceof CompilerError && error.reason === "memory");
  assert.ok(compiler.compile(DOUBLE, { args: CS }).ok);
});

test("wrong calls are refused", () => {
  assert.throws(() => compiler.compile(DOUBLE, { arg: [] }), TypeError);
  assert.throws(() => compiler.run(DOUBLE, { bindngs: {} }), TypeError);
  assert.throws(() => compiler.reflect(new Uint8Array(8)), TypeError);
  assert.equal(compiler.explain("E0000"), undefined);
});

test("text that nests deeply has an answer", () => {
  for (const [open, close] of [["(", ")"], ["{", "}"], ["[", "]"], ["!", ""], ["a<", ">"], ["if (1) ", ""]]) {
    for (const depth of [50, 200, 1000, 100_000]) {
      const text = `int f() { return ${open.repeat(depth)}1${close.repeat(depth)}; }`;
      try {
        assert.equal(typeof compiler.compile(text, { args: ["-T", "lib_6_3"] }).ok, "boolean");
      } catch (error) {
        assert.ok(error instanceof CompilerError, error);
        assert.equal(error.reason, "stack");
      }
    }
  }
});

test("formatting changes white space", () => {
  assert.equal(compiler.format("int  a ;\n", { width: 80 }), "int a;\n");
  assert.throws(() => compiler.format("", { breadth: 1 }), /unknown field/);
});
