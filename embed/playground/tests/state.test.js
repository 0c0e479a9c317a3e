// States that are kept, saved and opened, and what is left of them when the compiler fails, in real browsers.

import assert from "node:assert/strict";
import { inBrowsers, PATIENCE, Visit } from "./browser.js";

const SMALL = "[numthreads(1, 1, 1)]\nvoid main() {}\n";

/** A comment that no packing makes short. */
function noise(length) {
  let seed = 7;
  const next = () => {
    for (const shift of [13, -17, 5]) seed ^= shift > 0 ? seed << shift : seed >>> -shift;
    return (seed >>> 0) / 2 ** 32;
  };
  return `// ${Array.from({ length }, () => String.fromCharCode(65 + Math.floor(58 * next()))).join("").replaceAll("\\", "_")}\n`;
}

/** Goes before the worker's script: texts with a word make the compiler trap, with or without a reason, or take for ever. */
const FAULTY = `
const trap = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 116, 0, 0, 10, 5, 1, 3, 0, 0, 11]))).exports.t;
const Real = WebAssembly.Instance;
WebAssembly.Instance = class {
  constructor(module, imports) {
    const { exports } = new Real(module, imports);
    let why = "";
    const answer = (start, length) => {
      const request = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, start, length));
      if (request.includes("SPIN")) for (;;);
      if (request.includes("DIE")) setTimeout(() => { throw new Error("the worker has died"); });
      why = request.includes("PANIC") ? "panicked at odd.rs" : "";
      if (request.includes("TRAP") || why) trap();
      return exports.hlsl2spirv_answer(start, length);
    };
    const failure = () => {
      const bytes = new TextEncoder().encode(why);
      const start = exports.hlsl2spirv_allocate(4 + bytes.length);
      new DataView(exports.memory.buffer).setUint32(start, bytes.length, true);
      new Uint8Array(exports.memory.buffer, start + 4).set(bytes);
      return start;
    };
    this.exports = { ...exports, hlsl2spirv_answer: answer, hlsl2spirv_failure: failure };
  }
};
`;

inBrowsers(({ host, alone, visited }) => {
  visited("a long link is told to be one, and opens", async (visit) => {
    await visit.type(SMALL + noise(12_000));
    await visit.press("Share");
    await visit.shows("#notice", /link.*some programs cut it/);
    const hash = await visit.page.evaluate(() => location.hash);
    assert.ok(hash.length > 8 << 10 && hash.length < 32 << 10, `${hash.length}`);
    const other = await Visit.open(host, hash);
    assert.equal(await other.text(".status"), "No messages");
    await other.close();
  });

  visited("a state that is too long for a link is saved, and opens again", async (visit) => {
    const text = SMALL + noise(60_000);
    await visit.type(text);
    await visit.options("-T cs_6_0 -D LONG=1");
    await visit.press("Share");
    await visit.shows("#notice", /too long for a link/);
    const { name, text: saved } = await visit.saved();
    assert.equal(name, "playground.json");
    const other = await Visit.open(host, "#sample/saxpy");
    const before = await other.open([{ name, contents: saved }]);
    await other.compiled(before);
    assert.equal(await other.page.$eval("#args", (input) => input.value), "-T cs_6_0 -D LONG=1");
    assert.match(await other.text("#editor .cm-content"), /void main\(\) \{\}/);
    assert.match(await other.text("#files"), /saxpy\.hlsl/);
    await other.press("Save");
    assert.equal((await other.saved()).text, saved);
    await other.close();
  });

  visited("a file that cannot be opened leaves all as it was", async (visit) => {
    const before = await visit.text("#editor .cm-content");
    for (const [contents, words] of [
      ['{"playground": 1, "files": [{', /'a\.json' cannot be opened: it is damaged/],
      ['{"playground": 2}', /version 2, which this page does not know/],
      ['{"playground": 1, "files": []}', /holds no files/],
      ['{"dispatch": [-1]}', /'dispatch' is a list/],
    ]) {
      await visit.open([{ name: "a.json", contents }]);
      await visit.shows("#notice", words);
      assert.equal(await visit.text("#editor .cm-content"), before);
    }
  });

  visited("files are dropped on the page", async (visit) => {
    const before = await visit.compilations;
    await visit.page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "dropped.hlsl"));
      document.querySelector("#editor .cm-content").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, SMALL);
    await visit.compiled(before);
    assert.match(await visit.text("#files [role=tab]"), /dropped\.hlsl/);
    assert.match(await visit.text("#editor .cm-content"), /void main\(\) \{\}/);
  });

  visited("a report holds what is needed to see a mistake again", async (visit) => {
    await visit.type("float f() { return lenght(1); }\n");
    await visit.press("Report");
    const { name, text } = await visit.saved();
    assert.equal(name, "report.md");
    for (const words of [/Options: `-T cs_6_0/, /error: .*lenght/, /## saxpy\.hlsl/, /return lenght\(1\)/, /"push"/]) assert.match(text, words);
  });

  alone("the last visit is kept", async (own) => {
    const visit = await Visit.open(own);
    await visit.type(SMALL);
    await visit.page.reload();
    await visit.compiled(0);
    assert.match(await visit.text("#editor .cm-content"), /void main\(\) \{\}/);
  });

  alone("a compiler that fails says so, and the page stays usable", async (own) => {
    own.server.rewrite = (name, bytes) => (/^compiler-/.test(name) ? FAULTY + bytes : bytes);
    const visit = await Visit.open(own, "#sample/saxpy");
    for (const [word, words] of [
      ["PANIC", /a mistake of the compiler; please report it: panicked at odd\.rs\. The page stays usable/],
      ["TRAP", /The compiler has given up: memory or stack have run out/],
      ["SPIN", /The compiler was ended: no answer within 10 seconds\. It starts anew/],
    ]) {
      await visit.type(`// ${word}\n${SMALL}`);
      assert.match(await visit.text(".messages"), words);
      assert.equal(await visit.text(".status"), "No result");
      await visit.press("Report");
      assert.match((await visit.saved()).text, words.source.startsWith("a mis") ? /panicked at odd\.rs/ : /The compiler/);
      await visit.type(SMALL);
      assert.equal(await visit.text(".status"), "No messages");
      assert.match(await visit.run(), /^Ran in/);
    }
    await visit.type(`// PANIC\n${SMALL}`);
    assert.match(await visit.run(), /^The shader does not compile/);
  });

  alone("a new version of the page is offered, and keeps the text", async (own) => {
    const visit = await Visit.open(own, "#sample/saxpy");
    const { page } = visit;
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await visit.type(SMALL);
    assert.equal(await visit.text("#update"), "");
    own.server.rewrite = (name, bytes) => {
      if (name === "sw.js") return String(bytes).replace(/"hlsl2spirv-[0-9a-f]+"/, '"hlsl2spirv-other"');
      return name === "index.html" ? String(bytes).replace("<h1>hlsl2spirv", "<h1>hlsl2spirv 2") : bytes;
    };
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration.update()).then(() => undefined));
    await visit.shows("#update", /There is a new version of this page/);
    assert.equal(await visit.text("h1"), "hlsl2spirv");
    await Promise.all([page.waitForNavigation({ timeout: PATIENCE }), visit.press("Load it")]);
    await visit.compiled(0);
    assert.equal(await visit.text("h1"), "hlsl2spirv 2");
  });
});
