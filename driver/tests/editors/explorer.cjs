// The test explorer of the extension for VS Code, with an editor that has what it calls, and the server.
const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL, fileURLToPath } = require("node:url");
const { Tests } = require(path.join(process.env.CLIENTS, "vscode", "tests.js"));

const server = spawn(process.env.HLSL2SPIRV, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
let last = 0;
let received = Buffer.alloc(0);

function send(message) {
  const text = JSON.stringify({ jsonrpc: "2.0", ...message });
  server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

function request(method, params) {
  const id = ++last;
  send({ id, method, params });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

server.stdout.on("data", (part) => {
  received = Buffer.concat([received, part]);
  for (;;) {
    const head = received.indexOf("\r\n\r\n");
    const length = head < 0 ? NaN : Number(/Content-Length: (\d+)/.exec(received.subarray(0, head).toString())[1]);
    if (!(received.length >= head + 4 + length)) {
      return;
    }
    const message = JSON.parse(received.subarray(head + 4, head + 4 + length).toString());
    received = received.subarray(head + 4 + length);
    if (message.method && message.id !== undefined) {
      send({ id: message.id, result: null });
    } else if (waiting.has(message.id)) {
      const { resolve, reject } = waiting.get(message.id);
      message.error ? reject(new Error(message.error.message)) : resolve(message.result);
    }
  }
});

/** Items by their ids, as the editor keeps them. */
class Items {
  constructor() {
    this.map = new Map();
  }
  get(id) {
    return this.map.get(id);
  }
  add(item) {
    this.map.set(item.id, item);
  }
  delete(id) {
    this.map.delete(id);
  }
  replace(items) {
    this.map = new Map(items.map((it) => [it.id, it]));
  }
  forEach(call) {
    this.map.forEach((it) => call(it));
  }
  [Symbol.iterator]() {
    return this.map[Symbol.iterator]();
  }
}

/** The states of items of the last run. */
let states;
const uriOf = (text) => ({ scheme: "file", fsPath: fileURLToPath(text), toString: () => text });
const vscode = {
  TestRunProfileKind: { Run: 1 },
  Uri: { parse: uriOf, file: (file) => uriOf(pathToFileURL(file).toString()) },
  Range: class { constructor(line, character) { this.start = { line, character }; } },
  Location: class { constructor(uri, range) { Object.assign(this, { uri, range }); } },
  TestMessage: class { constructor(message) { this.message = message; } },
  TestRunRequest: class { constructor(include) { this.include = include; } },
  workspace: { asRelativePath: (uri) => path.basename(uri.fsPath) },
  tests: {
    createTestController: () => ({
      items: new Items(),
      createRunProfile: () => {},
      createTestItem: (id, label, uri) => ({ id, label, uri, children: new Items() }),
      createTestRun: () => {
        states = new Map();
        const set = (state) => (item, message) => states.set(item.label, { state, message });
        return { started() {}, passed: set("passed"), failed: set("failed"), skipped: set("skipped"), errored: set("errored"), end() {} };
      },
    }),
  },
};

async function session() {
  const folder = process.env.FOLDER;
  const file = path.join(folder, "tested.hlsl");
  const text = "#ifdef HLSL_TEST\n[[test]] void good() { check(1 == 1); }\n[[test]] [[case(1)]] [[case(2)]]\nvoid cases(int n) { check(n == 1); }\n" +
    "[[test]] [[skip]] void later() {}\n[[test]] void wrong() { nothing(); }\n#endif\n";
  fs.writeFileSync(file, text);
  const key = pathToFileURL(file).toString();
  await request("initialize", { processId: process.pid, rootUri: pathToFileURL(folder).toString(), capabilities: {} });
  send({ method: "initialized", params: {} });
  send({ method: "textDocument/didOpen", params: { textDocument: { uri: key, languageId: "hlsl", version: 1, text } } });
  const explorer = new Tests(vscode, (command, ...args) => request("workspace/executeCommand", { command, arguments: args }));
  const document = { languageId: "hlsl", uri: uriOf(key), getText: () => text };
  await explorer.list(document);
  const listed = explorer.controller.items.get(key);
  // The editor does so.
  [...listed.children].forEach(([, it]) => (it.parent = listed));
  const lines = [...listed.children].map(([, it]) => `${it.label}:${it.range.start.line}`);
  assert.deepEqual(lines, ["good:1", "cases(1):3", "cases(2):3", "later:4", "wrong:5"]);
  await explorer.run({});
  const found = [...states].map(([label, it]) => `${label} ${it.state}`);
  assert.deepEqual(found, ["good passed", "cases(1) passed", "cases(2) failed", "later skipped", "wrong failed"]);
  const { message } = states.get("cases(2)");
  assert.equal(message.actualOutput, "2");
  assert.equal(message.expectedOutput, "1");
  assert.deepEqual(message.location.range.start, { line: 3, character: 20 });
  assert(states.get("wrong").message.message.includes("undeclared identifier 'nothing'"));
  // A single test, and one that a lens runs.
  await explorer.run({ include: [[...listed.children][0][1]] });
  assert.deepEqual([...states.keys()], ["good"]);
  const lenses = await request("textDocument/codeLens", { textDocument: { uri: key } });
  const lens = lenses.find((it) => it.command.title === "Run the test" && it.range.start.line === 3);
  const { tests } = await request("workspace/executeCommand", { command: lens.command.command, arguments: lens.command.arguments });
  explorer.showResults(uriOf(key), tests);
  assert.deepEqual([...states.keys()], ["cases(1)", "cases(2)"]);
  // A file without tests has no item.
  await explorer.list({ ...document, getText: () => "float x;" });
  assert.equal(explorer.controller.items.get(key), undefined);
  await request("shutdown", null);
  send({ method: "exit" });
}

session().then(
  () => {},
  (error) => {
    console.error(error);
    server.kill();
    process.exit(1);
  },
);
