// A server of the built page for tests: files of one folder, which a test may change on their way.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import path from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json" };

/** Serves a folder below `/page/`, as hosts do that have several pages. */
export async function serve(folder) {
  const host = { rewrite: (_name, bytes) => bytes };
  const server = createServer(async (request, response) => {
    const name = new URL(request.url, "http://localhost").pathname.replace(/^\/page\//, "") || "index.html";
    const bytes = /^[\w.-]+$/.test(name) ? await readFile(path.join(folder, name)).catch(() => undefined) : undefined;
    const sent = bytes && host.rewrite(name, bytes);
    const type = TYPES[path.extname(name)] ?? "application/octet-stream";
    response.writeHead(bytes ? 200 : 404, { "content-type": type, "cache-control": "no-cache" }).end(sent);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(host, { url: `http://localhost:${server.address().port}/page/`, close: () => server.close() });
}
