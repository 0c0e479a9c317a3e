// Makes the files of the page. Names of files change with their contents, so that they may be kept for ever; index.html and sw.js
// name the others.

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";

const [packageFolder, folder] = process.argv.slice(2);
const here = import.meta.dirname;
const names = [];

const digest = (bytes) => createHash("sha256").update(bytes).digest("hex").slice(0, 10);

/** Writes a file whose name has a part that follows from its contents. */
async function put(name, bytes) {
  const { name: stem, ext } = path.parse(name);
  const full = `${stem}-${digest(bytes)}${ext}`;
  await writeFile(path.join(folder, full), bytes);
  names.push(full);
  return full;
}

/** A script with all that it imports. */
async function bundled(entry, define = {}) {
  const given = Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)]));
  const options = { bundle: true, minify: true, write: false, format: "esm", target: "es2022", legalComments: "none" };
  const { outputFiles } = await build({ ...options, entryPoints: [path.join(here, entry)], define: given });
  return outputFiles[0].contents;
}

/** The shaders of the project, with the jobs that run them. */
async function samples() {
  const shaders = path.join(here, "../../shaders");
  const files = (await readdir(shaders)).filter((name) => name.endsWith(".hlsl")).sort();
  return Promise.all(
    files.map(async (file) => {
      const name = path.parse(file).name;
      const text = await readFile(path.join(shaders, file), "utf8");
      // Of the stages of a draw, the pixel shader has the most to say.
      const lines = [...text.matchAll(/^\/\/@ run: (.*)$/gm)].map(([, line]) => line);
      const args = lines.find((line) => line.startsWith("-T ps_")) ?? lines[0];
      const job = await readFile(path.join(here, "samples", `${name}.json`), "utf8").catch(() => "");
      const title = `${name.replaceAll("_", " ")}${job === "" ? " (not run)" : ""}`;
      // Lines for the tests of the project say nothing to readers.
      return { name, title, args, text: text.replaceAll(/^\/\/@.*\n/gm, ""), job: job.replace(/^.*"shader".*\n/m, "") };
    }),
  );
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const define = {
  WASM_URL: await put("hlsl2spirv.wasm", await readFile(path.join(packageFolder, "hlsl2spirv.wasm"))),
  WORKER_URL: await put("compiler.js", await bundled("src/workers/compiler.ts")),
  SAMPLES_URL: await put("samples.json", JSON.stringify(await samples())),
};
const main = await put("main.js", await bundled("src/main.ts", define));
const style = await put("style.css", await readFile(path.join(here, "style.css")));
const page = await readFile(path.join(here, "index.html"), "utf8");
await writeFile(path.join(folder, "index.html"), page.replace("main.js", main).replace("style.css", style));
names.push("./");
const VERSION = digest(names.join(" ") + page);
await writeFile(path.join(folder, "sw.js"), await bundled("src/workers/service.ts", { FILES: names, VERSION }));
