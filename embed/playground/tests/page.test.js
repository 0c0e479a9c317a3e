// The page in real browsers. HLSL2SPIRV_PAGE names its folder; with HLSL2SPIRV_COMMAND, pictures are compared with the command's.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { inBrowsers, PATIENCE, Visit } from "./browser.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SHADERS = path.join(import.meta.dirname, "../../../shaders");
const DOUBLE = `RWStructuredBuffer<float> data;
[numthreads(4, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    data[i] = length(data[i]) + 1;
}
`;
const ENDLESS = `RWStructuredBuffer<uint> data;
[numthreads(1, 1, 1)]
void main() {
    while (data[0] == 0) data[1]++;
}
`;

inBrowsers(({ kind, host, alone, visited }) => {
  visited("a text that is typed becomes a module", async (visit) => {
    await visit.type(DOUBLE);
    assert.equal(await visit.text(".status"), "No messages");
    await visit.click("#tab-spirv");
    await visit.shows(".spirv .cm-content", /OpCapability Shader/);
    await visit.shows(".spirv .about", /^\d+ bytes, \d+ instructions$/);
  });

  visited("a mistake has a place, and a click mends it", async (visit) => {
    await visit.type(DOUBLE.replace("length", "lenght"));
    assert.equal(await visit.text(".status"), "1 error");
    assert.match(await visit.text(".messages .place"), /^saxpy\.hlsl:4:15$/);
    await visit.page.waitForSelector(".cm-lintRange-error", { timeout: PATIENCE });
    const before = await visit.compilations;
    await visit.click(".messages .fix");
    await visit.compiled(before);
    assert.equal(await visit.text(".status"), "No messages");
    assert.match(await visit.text("#editor .cm-content"), /length\(data/);
  });

  visited("options are a command line", async (visit) => {
    await visit.options("-T cs_6_0 -E odd");
    assert.match(await visit.text(".messages"), /odd/);
    await visit.options("dxc -spirv -T cs_6_0 -E main -D 'X=1 2' saxpy.hlsl");
    assert.equal(await visit.text(".status"), "No messages");
    await visit.options("-T cs_6_0 -oddly");
    assert.match(await visit.text(".messages"), /oddly/);
  });

  visited("names are completed and explained, and tokens have colours", async (visit) => {
    await visit.page.waitForSelector("#editor .tok-keyword", { timeout: PATIENCE });
    await visit.type(`${DOUBLE}float direction() { return 1; }\nfloat f() { return direc`);
    await visit.page.keyboard.down("Control");
    await visit.page.keyboard.press(" ");
    await visit.page.keyboard.up("Control");
    await visit.shows(".cm-tooltip-autocomplete", /direction/);
  });

  for (const viewport of [{ width: 1280, height: 900 }, { width: 360, height: 740 }]) {
    visited(
      `a first visit shows a picture that was checked, and how it runs again, at ${viewport.width} pixels`,
      async (visit) => {
        assert.match(await visit.text(".run .about"), /^Ran in .*nothing was found|^Ran in .*valid/s);
        await visit.page.waitForSelector(".run canvas", { timeout: PATIENCE });
        const runs = await visit.page.$$eval("button", (all) => all.filter((one) => one.textContent === "Run").map((one) => one.getBoundingClientRect().bottom));
        assert.equal(runs.length, 1);
        assert.ok(runs[0] < viewport.height, `the button is at ${runs[0]}`);
      },
      "",
      viewport,
    );
  }

  visited("a buffer is a table after the run", async (visit) => {
    assert.match(await visit.run(), /^Ran in/);
    const cells = await visit.page.$$eval(".run .buffer td", (all) => all.slice(0, 5).map((cell) => cell.textContent));
    assert.deepEqual(cells, ["0", "12", "24", "36", "48"]);
  });

  visited("a picture has the colours of the command's", async (visit) => {
    await visit.sample("mandelbrot");
    await visit.page.$eval("#contents-image", (input) => {
      input.value = "image:64x64";
      input.dispatchEvent(new Event("change"));
    });
    assert.match(await visit.run(), /^Ran in/);
    const shown = await visit.page.$eval(".run canvas", (canvas) => [
      ...canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data,
    ]);
    assert.equal(shown.length, 4 * 64 * 64);
    if (process.env.HLSL2SPIRV_COMMAND === undefined) return;
    assert.deepEqual(shown, await native(visit.page, "mandelbrot", ["--dispatch", "64,64", "--check", "--bind", "view=f32:-0.5,0,2.5;u32:256", "--bind", "image=image:64x64"]));
  });

  visited("checks find a race at its line", async (visit) => {
    await visit.type(DOUBLE.replace("data[i] =", "data[i ^ 1] =").replace("length", "abs"));
    await visit.page.select("#check", "full");
    await visit.run();
    await visit.shows(".messages", /saxpy\.hlsl:4/);
  });

  visited("a shader that does not end is stopped, and the page stays usable", async (visit) => {
    await visit.type(ENDLESS);
    await visit.click("#start button.main");
    await visit.shows(".run .about", /^Running/);
    await visit.press("Stop");
    await visit.shows(".run .about", /^Stopped/);
    await visit.type(DOUBLE);
    assert.match(await visit.run(), /^Ran in/);
  });

  visited("files include others", async (visit) => {
    await visit.page.evaluate(() => (window.prompt = () => "part.hlsli"));
    await visit.press("Add file");
    await visit.type("#define PART 3\n");
    await visit.page.evaluate(() => document.querySelector("#files [role=tab]").click());
    await visit.type(`#include "part.hlsli"\n${DOUBLE.replace("+ 1", "+ PART")}`);
    assert.equal(await visit.text(".status"), "No messages");
  });

  visited("layouts, bindings, code and stages are shown", async (visit) => {
    const views = [
      ["layouts", "#panel-layouts", /struct Params, 8 bytes/],
      ["interface", "#panel-interface", /storage buffer/],
      ["code", "#panel-code pre", /struct Params/],
      ["stages", "#panel-stages pre", /params/],
      ["help", "#panel-help pre", /Wrong:/],
    ];
    for (const [tab, selector, pattern] of views) {
      await visit.click(`#tab-${tab}`);
      await visit.shows(selector, pattern);
    }
  });

  visited("a link brings the state back, and runs nothing", async (visit) => {
    await visit.type(`${DOUBLE}// äöü 😀\n`);
    await visit.press("Share");
    await visit.shows("#notice", /link/);
    const hash = await visit.page.evaluate(() => location.hash);
    assert.match(hash, /^#1\//);
    const other = await Visit.open(host, hash);
    assert.match(await other.text("#editor .cm-content"), /äöü 😀/);
    assert.equal(await other.text(".run .about"), "");
    await other.close();
  });

  for (const [hash, words] of [
    ["#1/AAAA", /damaged/],
    ["#1/!", /cut off/],
    ["#9/AAAA", /version 9/],
    [`#1/${"A".repeat(600_000)}`, /too long/],
    ["#sample/odd", /unknown sample/],
  ]) {
    test(`a link with ${hash.slice(0, 12)} gives a message`, async () => {
      const visit = await Visit.open(host, hash);
      assert.match(await visit.text("#notice"), words);
      await visit.close();
    });
  }

  visited("the keyboard is enough", async (visit) => {
    const { page } = visit;
    await page.focus("#tab-run");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.id), "tab-spirv");
    await page.focus("#editor .cm-content");
    await page.keyboard.down("Control");
    await page.keyboard.press("Enter");
    await page.keyboard.up("Control");
    await visit.shows(".run .about", /^Ran/);
  });

  for (const viewport of [{ width: 1280, height: 900 }, { width: 360, height: 740 }]) {
    visited(
      `${viewport.width} pixels are enough, and nothing stands in the way of helpers`,
      async (visit) => {
        await visit.run();
        const width = await visit.page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= viewport.width, `the page is ${width} pixels wide`);
        for (const tab of ["run", "spirv", "passes", "interface", "layouts", "code"]) {
          await visit.click(`#tab-${tab}`);
          await visit.page.evaluate(AXE);
          const found = await visit.page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
          const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
          assert.deepEqual(serious.map(({ id, nodes }) => [tab, id, nodes[0].html]), []);
        }
      },
      "#sample/saxpy",
      viewport,
    );
  }

  const { HLSL2SPIRV_SCREENSHOTS: pictures } = process.env;
  if (pictures !== undefined && kind === "chrome") {
    visited("the documentation has pictures of the page", async (visit) => {
      const shoot = (name) => visit.page.screenshot({ path: path.join(pictures, `playground-${name}.png`) });
      await visit.sample("path_tracer");
      assert.match(await visit.run(), /^Ran in/);
      await shoot("run");
      await visit.sample("clay");
      await visit.shows(".run .about", /^Ran in/);
      await shoot("draw");
      await visit.click("#tab-passes");
      await visit.shows("#panel-passes .about", /front end/);
      const changed = await visit.page.$$eval("#pass option", (all) => all.find((one) => one.textContent.endsWith(": mem2reg")).value);
      await visit.page.select("#pass", changed);
      await shoot("passes");
      await visit.type("RWStructuredBuffer<float> data;\n\n[numthreads(64, 1, 1)]\nvoid main(uint i : SV_GroupIndex) {\n    data[i ^ 32] = length(data[i]);\n}\n");
      await visit.click("#tab-run");
      await visit.page.select("#check", "full");
      await visit.run();
      await visit.shows(".messages", /path_tracer\.hlsl:5/);
      await shoot("findings");
    }, "", { width: 1100, height: 700 });
  }

  alone("a second visit works without the host", async (own) => {
    const visit = await Visit.open(own);
    await visit.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    own.server.close();
    await visit.page.reload();
    await visit.compiled(0);
    assert.match(await visit.text("#editor .cm-content"), /Mandelbrot/);
  });
});

/** The colours of a picture that the command makes. */
async function native(page, shader, args) {
  const folder = mkdtempSync(path.join(tmpdir(), "playground-"));
  const file = path.join(folder, "image.png");
  const command = ["run", path.join(SHADERS, `${shader}.hlsl`), ...args, "--engine", "interpreter", "--out", `image=${file}`];
  execFileSync(process.env.HLSL2SPIRV_COMMAND, command);
  const url = `data:image/png;base64,${readFileSync(file).toString("base64")}`;
  rmSync(folder, { recursive: true });
  return page.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return [...context.getImageData(0, 0, image.width, image.height).data];
  }, url);
}
