// The extension: it starts the server, and dims the lines that the preprocessor skips.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;
let decoration;
/** The skipped lines by document. */
const skipped = new Map();

function paint(editor) {
  const regions = editor && skipped.get(editor.document.uri.toString());
  if (regions) {
    editor.setDecorations(decoration, regions.map((it) => client.protocol2CodeConverter.asRange(it)));
  }
}

async function start() {
  const command = vscode.workspace.getConfiguration("hlsl2spirv").get("path");
  const watch = vscode.workspace.createFileSystemWatcher(
    "**/{*.hlsl,*.hlsli,*.fx,*.fxh,*.h,*.inl,hlsl2spirv.toml,compile_commands.json}",
  );
  client = new LanguageClient(
    "hlsl2spirv",
    "hlsl2spirv",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "hlsl" }],
      synchronize: { fileEvents: watch },
      initializationOptions: { inactiveRegions: true },
    },
  );
  client.onNotification("textDocument/inactiveRegions", ({ textDocument, regions }) => {
    const uri = vscode.Uri.parse(textDocument.uri).toString();
    skipped.set(uri, regions);
    vscode.window.visibleTextEditors.filter((it) => it.document.uri.toString() === uri).forEach(paint);
  });
  await client.start();
}

exports.activate = async (context) => {
  decoration = vscode.window.createTextEditorDecorationType({ opacity: "0.55", isWholeLine: true });
  context.subscriptions.push(
    decoration,
    vscode.window.onDidChangeActiveTextEditor(paint),
    vscode.workspace.onDidCloseTextDocument((it) => skipped.delete(it.uri.toString())),
    vscode.commands.registerCommand("hlsl2spirv.restart", () => client.restart()),
  );
  await start();
};

exports.deactivate = () => client && client.stop();
