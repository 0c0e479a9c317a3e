// The page's figures: sizes, and times in a browser. HLSL2SPIRV_PAGE names its folder.
//
//     HLSL2SPIRV_PAGE=FOLDER node tests/figures.js

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { browsers, start, Visit } from "./browser.js";

const folder = process.env.HLSL2SPIRV_PAGE;
for (const name of readdirSync(folder).sort()) {
  const bytes = readFileSync(path.join(folder, name));
  console.log(`${name}: ${bytes.length} bytes, gzip ${gzipSync(bytes, { level: 9 }).length}, brotli ${brotliCompressSync(bytes).length}`);
}

const seconds = (text) => Number(/([\d.]+) s/.exec(text)?.[1]);

for (const [kind, place] of browsers()) {
  const host = await start(kind, place);
  const visit = await Visit.open(host, "#sample/path_tracer");
  await visit.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await visit.page.reload();
  await visit.compiled(0);
  const first = await visit.page.evaluate(() => performance.getEntriesByName("messages")[0].startTime);
  const keys = [];
  for (let round = 0; round < 9; round++) {
    const before = await visit.compilations;
    await visit.page.focus("#editor .cm-content");
    await visit.page.keyboard.type("/");
    await visit.compiled(before);
    keys.push(await visit.page.evaluate(() => performance.getEntriesByName("messages").at(-1).startTime - performance.getEntriesByName("key").at(-1).startTime));
  }
  console.log(`${kind}: first messages from cache ${first.toFixed(0)} ms, after a key ${keys.sort((a, b) => a - b)[4].toFixed(0)} ms (median of 9)`);
  for (const name of ["mandelbrot", "path_tracer"]) {
    await visit.sample(name);
    console.log(`${kind}: ${name} ${seconds(await visit.run())} s`);
  }
  await host.close();
}
