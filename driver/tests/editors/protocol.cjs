// A session through the node side of VS Code's own client library, vscode-languageserver-protocol.
const assert = require("node:assert");
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const lsp = require("vscode-languageserver-protocol/node");

const folder = process.env.FOLDER;
const uri = (name) => pathToFileURL(path.join(folder, name)).toString();
const server = spawn(process.env.HLSL2SPIRV, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const connection = lsp.createProtocolConnection(
  new lsp.StreamMessageReader(server.stdout),
  new lsp.StreamMessageWriter(server.stdin),
);

/** The messages of each file, the newest last, and who waits for some. */
const published = new Map();
let waiting = [];
connection.onNotification(lsp.PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
  published.set(uri, diagnostics);
  waiting = waiting.filter((check) => !check());
});
const shown = [];
connection.onNotification(lsp.ShowMessageNotification.type, ({ message }) => shown.push(message));
const documents = [];
connection.onRequest(lsp.ShowDocumentRequest.type, (params) => {
  documents.push(params);
  return { success: true };
});
connection.onRequest(lsp.RegistrationRequest.type, () => {});
connection.onRequest(lsp.CodeLensRefreshRequest.type, () => {});

const messages = (of, count) =>
  new Promise((resolve) => {
    const check = () => {
      const found = published.get(of);
      return found && found.length === count && (resolve(found), true);
    };
    check() || waiting.push(check);
  });

async function session() {
  connection.listen();
  const { capabilities } = await connection.sendRequest(lsp.InitializeRequest.type, {
    processId: process.pid,
    rootUri: uri(""),
    workspaceFolders: [{ uri: uri(""), name: "project" }],
    capabilities: {
      workspace: { codeLens: { refreshSupport: true }, didChangeWatchedFiles: { dynamicRegistration: true } },
      window: { showDocument: { support: true }, workDoneProgress: true },
    },
  });
  assert(capabilities.selectionRangeProvider && capabilities.codeLensProvider);
  await connection.sendNotification(lsp.InitializedNotification.type, {});
  const main = uri("lit.ps.hlsl");
  const textDocument = { uri: main };
  let text = fs.readFileSync(path.join(folder, "lit.ps.hlsl"), "utf8");
  await connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
    textDocument: { uri: main, languageId: "hlsl", version: 1, text },
  });
  const [wrong] = await messages(main, 1);
  assert.strictEqual(wrong.code, "E2001");
  const actions = await connection.sendRequest(lsp.CodeActionRequest.type, {
    textDocument,
    range: wrong.range,
    context: { diagnostics: [wrong] },
  });
  const [edit] = actions[0].edit.changes[main];
  await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
    textDocument: { uri: main, version: 2 },
    contentChanges: [{ range: edit.range, text: edit.newText }],
  });
  await messages(main, 0);
  text = text.replace("shad(", `${edit.newText}(`);

  const at = (word, more = 0) => {
    const before = text.slice(0, text.indexOf(word) + more).split("\n");
    return { line: before.length - 1, character: before.at(-1).length };
  };
  const hover = await connection.sendRequest(lsp.HoverRequest.type, { textDocument, position: at("light.power", 7) });
  assert.match(hover.contents.value, /float Light::power/);
  const places = await connection.sendRequest(lsp.DefinitionRequest.type, { textDocument, position: at("power", 1) });
  assert.strictEqual(places[0].uri, uri("lights.hlsli"));
  const list = await connection.sendRequest(lsp.CompletionRequest.type, { textDocument, position: at("power") });
  assert.deepStrictEqual(list.items.map((it) => it.label), ["position", "power"]);
  const uses = await connection.sendRequest(lsp.ReferencesRequest.type, {
    textDocument,
    position: at("power", 1),
    context: { includeDeclaration: true },
  });
  assert.strictEqual(uses.length, 2);
  const renamed = await connection.sendRequest(lsp.RenameRequest.type, {
    textDocument,
    position: at("power", 1),
    newName: "strength",
  });
  assert.deepStrictEqual(Object.keys(renamed.changes).sort(), [uri("lights.hlsli"), main].sort());
  const ranges = await connection.sendRequest(lsp.SelectionRangeRequest.type, { textDocument, positions: [at("power", 1)] });
  assert(ranges[0].parent.parent);
  const whole = await connection.sendRequest(lsp.SemanticTokensRequest.type, { textDocument });
  const delta = await connection.sendRequest(lsp.SemanticTokensDeltaRequest.type, {
    textDocument,
    previousResultId: whole.resultId,
  });
  assert.deepStrictEqual(delta.edits, []);

  const lenses = await connection.sendRequest(lsp.CodeLensRequest.type, { textDocument });
  const { command } = lenses.find((it) => it.command.title === "Show SPIR-V");
  const result = await connection.sendRequest(lsp.ExecuteCommandRequest.type, command);
  assert.match(result.text, /OpEntryPoint Fragment/);
  assert.match(shown.at(-1), /bytes of SPIR-V/);
  assert.match(documents[0].uri, /lit\.ps\.hlsl\.main\.spvasm$/);
  fs.rmSync(path.dirname(new URL(documents[0].uri).pathname), { recursive: true });

  await connection.sendRequest(lsp.ShutdownRequest.type);
  const ended = new Promise((resolve) => server.on("exit", resolve));
  await connection.sendNotification(lsp.ExitNotification.type);
  assert.strictEqual(await ended, 0);
}

session().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    server.kill();
    process.exit(1);
  },
);
