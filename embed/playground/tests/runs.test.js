// Runs of shaders in real browsers: draws, jobs with several dispatches and with what they expect, pictures, animation, limits. With
// HLSL2SPIRV_COMMAND, job files that the page saves run in the command as well.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inBrowsers, PATIENCE } from "./browser.js";

const JOBS = path.join(import.meta.dirname, "../../../examples/jobs");
const CLOCK = `cbuffer View { float scale; float time; uint frame; };
RWStructuredBuffer<float> data;
[numthreads(1, 1, 1)]
void main() {
    data[0] = time;
    data[1] += 1;
}
`;
const COPY = `Texture2D<float4> from;
RWTexture2D<float4> to;
[numthreads(1, 1, 1)]
void main(uint2 at : SV_DispatchThreadID) {
    to[at] = from[at].bgra;
}
`;
const ENDLESS = `RWStructuredBuffer<uint> data;
[numthreads(1, 1, 1)]
void main() {
    while (data[0] == 0) data[1]++;
}
`;
const RACE = `RWStructuredBuffer<uint> data;
[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
    data[i ^ 32] = data[i];
}
`;

/** A picture of 2 by 1 texels, red and green, as PNG. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAADklEQVR4nGP4z8DwHwQBEPgD/U6VwW8AAAAASUVORK5CYII=",
  "base64",
);

/** Puts a job in the place of the page's. */
const setJob = (visit, job) =>
  visit.page.$eval("#job", (area, text) => {
    area.value = text;
    area.dispatchEvent(new Event("change"));
  }, JSON.stringify(job));

const jobOf = (visit) => visit.page.$eval("#job", (area) => JSON.parse(area.value));

const numbers = (visit, name) =>
  visit.page.$$eval(`.run .buffer[aria-label="${name}"] tbody td`, (all) => all.map((cell) => Number(cell.textContent)));

inBrowsers(({ visited }) => {
  visited("a growing number animates a shader, until it is stopped", async (visit) => {
    await visit.page.select("#clock", "count");
    await visit.type(CLOCK);
    assert.equal(await visit.page.$eval("#clock", (select) => select.value), "View.time");
    await visit.press("Play");
    await visit.shows(".run .about", /^[3-9] pictures, [\d.]+ a second|^\d\d+ pictures/);
    assert.ok((await numbers(visit, "data"))[1] > 0);
    await visit.press("Stop");
    await visit.shows(".run .about", /^Stopped/);
    assert.match(await visit.run(), /^Ran in/);
    assert.deepEqual((await numbers(visit, "data")).slice(1, 3), [0, 1]);
  });

  visited("results become the inputs of the next picture", async (visit) => {
    await visit.type(CLOCK);
    await visit.click("#feeds");
    await visit.press("Play");
    await visit.page.waitForFunction(() => Number(document.querySelectorAll(".run .buffer[aria-label=data] tbody td")[2]?.textContent) >= 3, { timeout: PATIENCE });
    await visit.press("Stop");
    await visit.shows(".run .about", /^Stopped/);
  });

  visited("a job with several dispatches runs, and its results are compared", async (visit) => {
    const files = ["radix_sort.hlsl", "radix_sort.json"].map((name) => ({ name, contents: readFileSync(path.join(JOBS, name), "utf8") }));
    const before = await visit.open(files);
    await visit.compiled(before);
    assert.equal(await visit.page.$eval("#args", (input) => input.value), "-T cs_6_0 -E count");
    assert.match(await visit.run(), /^Ran in .* The results are as expected\./);
    const sorted = await numbers(visit, "sorted");
    assert.deepEqual(sorted.slice(1, 4), [300, 300, 2957]);
    const job = await jobOf(visit);
    job.expect.sorted.u32[1] = 301;
    await setJob(visit, job);
    assert.match(await visit.run(), /The results are not as expected/);
    assert.match(await visit.text(".run .differences"), /dispatch 6: an element of 'moved' differs\s+moved\[1\]: expected 301, found 300/);
  });

  visited("findings that a job expects are compared", async (visit) => {
    await visit.type(RACE);
    const job = { bindings: { data: "zeros:256" }, check: "race", findings: [{ check: "race", line: 4 }] };
    await setJob(visit, job);
    assert.match(await visit.run(), /The results are as expected/);
    await setJob(visit, { ...job, findings: [] });
    assert.match(await visit.run(), /not as expected/);
    assert.match(await visit.text(".run .differences"), /unexpected finding of 'race' at line 4/);
  });

  visited("a job runs once for each of its waves and orders", async (visit) => {
    await visit.type(CLOCK.replace("data[0] = time", "data[0] = WaveGetLaneCount()"));
    await setJob(visit, { bindings: { data: "zeros:256" }, check: "full", waves: [8, 16], schedules: 2, expect: { data: { f32: [8, 1] } } });
    assert.match(await visit.run(), /not as expected.* This is the run with .*16/);
  });

  visited("a job that is wrong is told", async (visit) => {
    for (const [job, words] of [
      [{ dispatches: [{ entry: "odd" }] }, /^The job cannot be run: a dispatch does not compile/],
      [{ dispatches: [{ shader: "odd.hlsl" }] }, /'odd\.hlsl' is not among the files/],
      [{ bindings: {}, expect: { odd: "u32:1" } }, /not as expected/],
    ]) {
      await setJob(visit, job);
      await visit.click("#start button.main");
      await visit.shows(".run .about", words);
    }
    await setJob(visit, { dispatch: [0] });
    assert.match(await visit.text(".run .about"), /^The job is wrong: 'dispatch' is a list/);
  });

  visited("a picture that is opened is what a shader reads, and stays in job files and links", async (visit) => {
    await visit.type(COPY);
    await setJob(visit, { dispatch: [2], bindings: { from: "image:cat.png", to: "image:2x1:rgba8unorm" } });
    await visit.open([{ name: "cat.png", contents: [...PNG] }]);
    await visit.shows("#notice", /image:cat\.png/);
    assert.match(await visit.run(), /^Ran in/);
    const shown = () => visit.page.$eval(".run canvas", (canvas) => [...canvas.getContext("2d").getImageData(0, 0, 2, 1).data]);
    const texels = await shown();
    assert.deepEqual(texels.slice(0, 4), [0, 0, 255, 255]);
    // Saved and opened again, the job is the same without the picture.
    await visit.press("Save job file");
    const { name, text } = await visit.saved();
    assert.equal(name, "job.json");
    assert.match(text, /"image:2x1:rgba8unorm:u8:255,0,0,255,/);
    runNatively(text, texels);
    await visit.sample("saxpy");
    await visit.type(COPY);
    await visit.open([{ name, contents: text }]);
    await visit.page.waitForFunction(() => document.querySelector("#contents-from")?.value.startsWith("image:2x1"), { timeout: PATIENCE });
    assert.match(await visit.run(), /^Ran in/);
    assert.deepEqual(await shown(), texels);
  });

  visited("a picture has a zoom, and says the texel under the pointer", async (visit) => {
    await visit.type(COPY);
    await setJob(visit, { dispatch: [2], bindings: { from: "image:2x1:rgba8unorm:u8:255,0,0,255,0,255,0,255", to: "image:2x1:rgba8unorm" } });
    assert.match(await visit.run(), /^Ran in/);
    await visit.page.$eval(".run input[type=range]", (input) => {
      input.value = "8";
      input.dispatchEvent(new Event("input"));
    });
    const box = await visit.page.$eval(".run canvas", (canvas) => {
      canvas.scrollIntoView();
      const { x, y, width, height } = canvas.getBoundingClientRect();
      return { x, y, width, height };
    });
    assert.equal(box.width, 16);
    await visit.page.mouse.move(box.x + 12, box.y + 4);
    await visit.shows(".run .texel", /^1, 0: 0, 255, 0, 255$/);
    await visit.press("Save PNG");
    assert.equal((await visit.saved()).name, "to.png");
  });

  visited("a run beyond its deadline is ended", async (visit) => {
    await visit.type(ENDLESS);
    await setJob(visit, { bindings: { data: "zeros:8" }, deadline: 1 });
    await visit.click("#start button.main");
    await visit.shows(".run .about", /^The shader was ended: it ran for 1 seconds\.$/);
    await visit.type(CLOCK);
    assert.match(await visit.run(), /^Ran in/);
  });

  visited("a mesh is drawn, turned by the pointer, and a pixel has a history with places", async (visit) => {
    await visit.sample("clay");
    await visit.shows(".run .about", /^Ran in .*Frame/);
    const picture = () => visit.page.$eval(".screen", (canvas) => ({ size: [canvas.width, canvas.height], all: canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.join() }));
    const before = await picture();
    assert.deepEqual(before.size, [320, 240]);
    assert.match(await visit.text(".drawing code"), /^hlsl2spirv draw clay\.hlsl --pixel=pixel_main --input=torus\.obj --size=320x240 --state=cull=back --check=full$/);
    const box = await visit.page.$eval(".screen", (canvas) => {
      canvas.scrollIntoView();
      const { x, y } = canvas.getBoundingClientRect();
      return { x, y };
    });
    await visit.page.mouse.move(box.x + 100, box.y + 100);
    await visit.shows(".drawing .texel", /^100, 100: [\d.]+, /);
    await visit.page.mouse.down();
    await visit.page.mouse.move(box.x + 140, box.y + 130, { steps: 3 });
    await visit.page.mouse.up();
    const changed = (text) => visit.page.waitForFunction((text) => {
      const canvas = document.querySelector(".screen");
      const isWhole = canvas.width === 320 && !document.querySelector("#start button.main").disabled;
      return isWhole && canvas.getContext("2d").getImageData(0, 0, 320, 240).data.join() !== text;
    }, { timeout: PATIENCE }, text);
    await changed(before.all);
    await visit.page.mouse.click(box.x + 160, box.y + 60);
    await visit.shows(".drawing .history", /pixel \(160,60\): \d+ fragment/);
    await visit.page.$eval(".drawing .history .place", (button) => button.click());
    assert.match(await visit.page.$eval("#editor .cm-activeLine", (line) => line.textContent), /return/);
    await visit.press("Play");
    await visit.shows(".run .about", /^[2-9] pictures|^\d\d+ pictures/);
    await visit.press("Stop");
  });

  visited("pixel shaders fill a picture that follows the mouse, and their findings have lines", async (visit) => {
    await visit.sample("tunnel");
    await visit.shows(".run .about", /^Ran in/);
    await visit.type("float2 mouse;\nfloat4 main() : SV_Target {\n    return float4(mouse.x / 320, 0, 0, 1);\n}\n");
    assert.match(await visit.run(), /^Ran in/);
    const red = () => visit.page.$eval(".screen", (canvas) => canvas.getContext("2d").getImageData(0, 0, 1, 1).data[0]);
    assert.equal(await red(), 0);
    const { x, y, width } = await visit.page.$eval(".screen", (canvas) => {
      canvas.scrollIntoView();
      const { x, y, width } = canvas.getBoundingClientRect();
      return { x, y, width };
    });
    await visit.page.mouse.move(x + width / 2, y + 5);
    await visit.page.waitForFunction(() => document.querySelector(".screen").getContext("2d").getImageData(0, 0, 1, 1).data[0] > 120, { timeout: PATIENCE });
    await visit.page.waitForFunction(() => !document.querySelector("#start button.main").disabled, { timeout: PATIENCE });
    await visit.type("float4 main() : SV_Target {\n    float4 color;\n    color.x = 1;\n    return color;\n}\n");
    await visit.run();
    await visit.shows(".messages", /uninitialized|uninit/);
    await visit.type("float4 main() : SV_Target { return 1; }\nfloat4 second() : SV_Target { return 2; }\n");
    await visit.options("-T lib_6_3");
    await visit.type("[shader(\"pixel\")] float4 one() : SV_Target { return 1; }\n[shader(\"pixel\")] float4 two() : SV_Target { return 0; }\n");
    assert.match(await visit.run(), /^Ended after .*one.*two/);
  });

  visited("printf, structs and typed buffers are shown", async (visit) => {
    await visit.type(`struct Item { float2 at; uint kind; };
RWStructuredBuffer<Item> items;
RWBuffer<float> plain;
[numthreads(2, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    items[i].at = float2(i, 0.5);
    items[i].kind = 7;
    plain[i] = i + 0.25;
    printf("lane %u", i);
}
`);
    assert.match(await visit.run(), /^Ran in/);
    assert.match(await visit.text(".run .printed"), /lane 0\s+lane 1/);
    assert.deepEqual((await numbers(visit, "items")).slice(0, 8), [0, 0, 0.5, 7, 1, 1, 0.5, 7]);
    assert.match(await visit.text(".run .results"), /0\.25.*1\.25/s);
  });
});

/** Runs a job file of the page in the command, which must leave the same texels. */
function runNatively(text, texels) {
  if (process.env.HLSL2SPIRV_COMMAND === undefined) return;
  const folder = mkdtempSync(path.join(tmpdir(), "playground-"));
  const job = JSON.parse(text);
  writeFileSync(path.join(folder, job.shader), COPY);
  writeFileSync(path.join(folder, "job.json"), JSON.stringify({ ...job, expect: { to: { u8: texels } } }));
  execFileSync(process.env.HLSL2SPIRV_COMMAND, ["test", path.join(folder, "job.json")]);
  rmSync(folder, { recursive: true });
}
