// What the editor and the module's text say and do, in real browsers. HLSL2SPIRV_PAGE names the folder of the page.

import assert from "node:assert/strict";
import { inBrowsers, PATIENCE } from "./browser.js";

const TEXT = `RWStructuredBuffer<float> data;
float twice(float amount) { return 2 * amount; }
[numthreads(4, 1, 1)]
void main(uint i : SV_DispatchThreadID) {
    data[i] = twice(data[i]);
}
`;

/** The text of the cursor's line in the editor, and what is selected. */
const cursor = (visit) =>
  visit.page.evaluate(() => [document.querySelector("#editor .cm-activeLine")?.textContent, getSelection().toString()]);

inBrowsers(({ visited }) => {
  visited("a name under the pointer is explained", async (visit) => {
    await visit.type(TEXT);
    await visit.hover("#editor .cm-content", "twice(data");
    await visit.shows(".cm-tooltip-hover", /float twice\(float amount\)/);
  });

  visited("heads of functions are shown while arguments are typed", async (visit) => {
    await visit.type(`${TEXT}float f() { return `);
    const { keyboard } = visit.page;
    await keyboard.type("lerp(");
    await visit.shows(".signature", /lerp\(/);
    const first = await visit.text(".signature strong");
    await keyboard.type("1, ");
    await visit.page.waitForFunction((first) => !["", first].includes(document.querySelector(".signature strong")?.textContent), { timeout: PATIENCE }, first);
    // One Escape may end a completion that is on its way.
    for (let press = 0; press < 2 && (await visit.page.$(".signature")) !== null; press++) await keyboard.press("Escape");
    assert.equal(await visit.page.$(".signature"), null);
  });

  visited("F12 and a click with Ctrl lead to the declaration", async (visit) => {
    await visit.type(TEXT);
    await visit.clickOn("#editor .cm-content", "twice(data");
    await visit.page.keyboard.press("F12");
    await visit.page.waitForFunction(() => getSelection().toString() === "twice", { timeout: PATIENCE });
    assert.match((await cursor(visit))[0], /^float twice/);
    await visit.page.keyboard.down("Control");
    await visit.clickOn("#editor .cm-content", "data[i]);");
    await visit.page.keyboard.up("Control");
    await visit.page.waitForFunction(() => getSelection().toString() === "data", { timeout: PATIENCE });
    assert.match((await cursor(visit))[0], /^RWStructuredBuffer/);
  });

  visited("a declaration in another file opens it", async (visit) => {
    await visit.open([
      { name: "main.hlsl", contents: TEXT.replace(/float twice.*\n/, '#include "part.hlsli"\n') },
      { name: "part.hlsli", contents: "\nfloat twice(float amount) { return 2 * amount; }\n" },
    ]);
    await visit.shows(".status", /No messages/);
    await visit.clickOn("#editor .cm-content", "twice(data");
    await visit.page.keyboard.press("F12");
    await visit.shows("#files [aria-selected=true]", /part\.hlsli/);
    await visit.page.waitForFunction(() => getSelection().toString() === "twice", { timeout: PATIENCE });
  });

  visited("an id of the module shows its definition", async (visit) => {
    await visit.type(TEXT);
    await visit.click("#tab-spirv");
    await visit.shows(".spirv .cm-content", /OpEntryPoint GLCompute %main/);
    await visit.hover(".spirv .cm-content", "%main");
    await visit.shows(".cm-tooltip-hover", /%main = OpFunction %void/);
  });

  visited("lines lead to instructions, and instructions to lines", async (visit) => {
    await visit.type(TEXT);
    await visit.click("#tab-spirv");
    await visit.shows(".spirv .cm-content", /OpEntryPoint/);
    // The lines come with a second compilation.
    const { page } = visit;
    await page.waitForFunction(async () => {
      const line = [...document.querySelectorAll("#editor .cm-line")].find((one) => one.textContent.includes("data[i] ="));
      const { x, y } = line.getBoundingClientRect();
      for (const type of ["mousedown", "mouseup"]) {
        line.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: x + 40 * (type === "mouseup"), clientY: y + 5, button: 0, detail: 1, buttons: 1 }));
      }
      return document.querySelector(".spirv .marked") !== null;
    }, { timeout: PATIENCE, polling: 500 });
    const marked = await page.$$eval(".spirv .marked", (all) => all.map((line) => line.textContent).join("\n"));
    assert.match(marked, /OpStore/);
    assert.doesNotMatch(marked, /OpCapability/);
    await page.$eval("#editor .cm-content", (content) => content.focus());
    await page.keyboard.down("Control");
    await page.keyboard.press("Home");
    await page.keyboard.up("Control");
    await visit.clickOn(".spirv .cm-content", "OpStore");
    await page.waitForFunction(() => document.querySelector("#editor .cm-activeLine")?.textContent.includes("data[i] ="), { timeout: PATIENCE });
    assert.match(await visit.text("#editor .marked"), /data\[i\] =/);
  });

  visited("a text is formatted", async (visit) => {
    await visit.type("float   f(  float x)\n{ return x+1 ;}\n");
    const before = await visit.compilations;
    await visit.press("Format");
    await visit.compiled(before);
    const lines = await visit.page.$$eval("#editor .cm-line", (all) => all.map((line) => line.textContent));
    assert.deepEqual(lines, ["float f( float x )", "{ return x + 1; }", ""]);
  });

  visited("each pass shows what it changes", async (visit) => {
    await visit.type(TEXT);
    await visit.click("#tab-passes");
    await visit.shows(".passes", /OpFunctionCall/);
    assert.match(await visit.text("#pass"), /0: front end.*inline.*mem2reg/s);
    const inline = await visit.page.$$eval("#pass option", (all) => all.find((one) => one.textContent.endsWith(": inline")).value);
    await visit.page.select("#pass", inline);
    await visit.shows("#panel-passes .about", /^[1-9]\d* lines less, [1-9]\d* lines more$/);
    const gone = await visit.page.$$eval(".passes del", (all) => all.map((one) => one.textContent).join(""));
    assert.match(gone, /OpFunctionCall/);
    assert.doesNotMatch(gone, /Bound/);
    await visit.type("x");
    await visit.shows("#panel-passes .about", /No module/);
  });
});
