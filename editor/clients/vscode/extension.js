// The extension: it finds the command, starts the server, dims the lines that the preprocessor skips, and shows tests.
const { execFile } = require("child_process");
const { homedir } = require("os");
const { join } = require("path");
const vscode = require("vscode");
const { Tests } = require("./tests");
const { LanguageClient } = require("vscode-languageclient/node");

let client;
/** The command, once it is found. */
let command;
let decoration;
let tests;
/** The texts that commands have made, by path. */
const made = new Map();
const changed = new vscode.EventEmitter();
/** The skipped lines by document. */
const skipped = new Map();

function paint(editor) {
  const regions = editor && skipped.get(editor.document.uri.toString());
  if (regions) {
    editor.setDecorations(decoration, regions.map((it) => client.protocol2CodeConverter.asRange(it)));
  }
}

/** Shows the text that a command has made beside the shader. */
async function show({ title, text }) {
  const uri = vscode.Uri.from({ scheme: "hlsl2spirv", path: `/${title}` });
  made.set(uri.path, text);
  changed.fire(uri);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), {
    viewColumn: vscode.ViewColumn.Beside,
    preview: true,
  });
}

async function pickVariant() {
  const editor = vscode.window.activeTextEditor;
  const uri = client && editor && client.code2ProtocolConverter.asUri(editor.document.uri);
  const found = uri && (await client.sendRequest("hlsl2spirv/variants", { textDocument: { uri } }));
  const names = found ? found.variants : [];
  const name = await vscode.window.showQuickPick(names, { placeHolder: names[found && found.chosen] });
  if (name !== undefined) {
    const command = { command: "hlsl2spirv.chooseVariant", arguments: [uri, names.indexOf(name)] };
    await client.sendRequest("workspace/executeCommand", command);
  }
}

const runs = (path) => new Promise((resolve) => execFile(path, ["--version"], (error) => resolve(!error)));

/** The command of the settings, or where cargo installs it. */
async function find() {
  const named = vscode.workspace.getConfiguration("hlsl2spirv").get("path");
  for (const path of [named, join(homedir(), ".cargo", "bin", "hlsl2spirv")]) {
    if (await runs(path)) {
      return path;
    }
  }
  return undefined;
}

/** Asks where the command is, until there is one or the user gives up. */
async function ask() {
  const [choose, install] = ["Choose a File", "How to Install"];
  const said = "The command hlsl2spirv was not found in PATH. Messages, completion and the debugger need it.";
  const answer = await vscode.window.showErrorMessage(said, choose, install);
  if (answer === install) {
    await vscode.commands.executeCommand("extension.open", "hlsl2spirv.hlsl2spirv");
    return undefined;
  }
  const [file] = (answer === choose && (await vscode.window.showOpenDialog({ title: "hlsl2spirv" }))) || [];
  if (!file) {
    return undefined;
  }
  await vscode.workspace.getConfiguration("hlsl2spirv").update("path", file.fsPath, vscode.ConfigurationTarget.Global);
  return (await find()) ?? ask();
}

async function start() {
  command = (await find()) ?? (await ask());
  if (!command) {
    return;
  }
  const settings = vscode.workspace.getConfiguration("hlsl2spirv");
  const watch = vscode.workspace.createFileSystemWatcher(
    "**/{*.hlsl,*.hlsli,*.fx,*.fxh,*.h,*.inl,*.cfg,hlsl2spirv.toml,compile_commands.json,shadertoolsconfig.json}",
  );
  client = new LanguageClient(
    "hlsl2spirv",
    "hlsl2spirv",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "hlsl" }],
      synchronize: { fileEvents: watch, configurationSection: "hlsl2spirv" },
      initializationOptions: {
        inactiveRegions: true,
        virtualDocuments: true,
        arguments: settings.get("arguments"),
        shaderModel: settings.get("shaderModel"),
        inlayHints: settings.get("inlayHints"),
        codeLens: { enable: settings.get("codeLens.enable") },
      },
      middleware: {
        executeCommand: async (name, args, next) => {
          const result = await next(name, args);
          if (name === "hlsl2spirv.runTests" && result) {
            tests.showResults(vscode.Uri.parse(args[0]), result.tests ?? []);
          }
          if (result && result.text) {
            await show(result);
          }
          return result;
        },
      },
    },
  );
  client.onNotification("textDocument/inactiveRegions", ({ textDocument, regions }) => {
    const uri = vscode.Uri.parse(textDocument.uri).toString();
    skipped.set(uri, regions);
    vscode.window.visibleTextEditors.filter((it) => it.document.uri.toString() === uri).forEach(paint);
  });
  await client.start();
}

/** The debugger, which is the same program. */
const debuggers = {
  createDebugAdapterDescriptor() {
    return new vscode.DebugAdapterExecutable(command ?? "hlsl2spirv", ["debug"]);
  },
};

exports.activate = async (context) => {
  // Without a server there are no tests.
  tests = new Tests(vscode, async (command, ...args) =>
    client ? client.sendRequest("workspace/executeCommand", { command, arguments: args }) : {},
  );
  decoration = vscode.window.createTextEditorDecorationType({ opacity: "0.55", isWholeLine: true });
  context.subscriptions.push(
    decoration,
    tests.controller,
    vscode.workspace.onDidOpenTextDocument((it) => tests.list(it)),
    vscode.workspace.onDidSaveTextDocument((it) => tests.list(it)),
    vscode.window.onDidChangeActiveTextEditor(paint),
    vscode.debug.registerDebugAdapterDescriptorFactory("hlsl2spirv", debuggers),
    vscode.workspace.onDidCloseTextDocument((it) => skipped.delete(it.uri.toString())),
    vscode.commands.registerCommand("hlsl2spirv.restart", () => (client ? client.restart() : start())),
    vscode.commands.registerCommand("hlsl2spirv.pickVariant", pickVariant),
    vscode.workspace.registerTextDocumentContentProvider("hlsl2spirv", {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => made.get(uri.path) ?? "",
    }),
  );
  await start();
  await Promise.all(vscode.workspace.textDocuments.map((it) => tests.list(it)));
};

exports.deactivate = () => client && client.stop();
