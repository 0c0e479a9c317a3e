// The extension for VS Code in a stand-in for the editor: which command it finds, and what it asks where there is none.
const Module = require("node:module");
const path = require("node:path");
const assert = require("node:assert");

const command = process.env.HLSL2SPIRV;
const missing = path.join(process.env.FOLDER, "no-command");
// Nothing is found where cargo installs.
process.env.HOME = process.env.USERPROFILE = process.env.FOLDER;

/** What happens in an editor with this path in its settings, and a user who gives these answers and chooses these files. */
async function session(setting, answers, files) {
  const seen = { asked: [], started: [], opened: [], restart: undefined };
  const settings = { get: (name) => (name === "path" ? setting : undefined), update: async (_, value) => void (setting = value) };
  const nothing = () => ({ dispose() {} });
  const vscode = {
    EventEmitter: class {},
    ConfigurationTarget: { Global: 1 },
    DebugAdapterExecutable: class {
      constructor(program) {
        this.program = program;
      }
    },
    window: {
      createTextEditorDecorationType: nothing,
      onDidChangeActiveTextEditor: nothing,
      showErrorMessage: async (said, ...choices) => {
        seen.asked.push([said, choices]);
        return answers.shift();
      },
      showOpenDialog: async () => files.splice(0, 1).map((fsPath) => ({ fsPath })),
    },
    workspace: {
      getConfiguration: () => settings,
      createFileSystemWatcher: nothing,
      onDidCloseTextDocument: nothing,
      onDidOpenTextDocument: nothing,
      onDidSaveTextDocument: nothing,
      textDocuments: [],
      registerTextDocumentContentProvider: nothing,
    },
    tests: { createTestController: () => ({ createRunProfile: nothing }) },
    TestRunProfileKind: { Run: 1 },
    debug: { registerDebugAdapterDescriptorFactory: (_, factory) => void (seen.debuggers = factory) },
    commands: {
      registerCommand: (name, run) => void (seen[name] = run),
      executeCommand: async (...words) => void seen.opened.push(words),
    },
  };
  class LanguageClient {
    constructor(_id, _name, server) {
      this.server = server;
    }
    onNotification() {}
    async start() {
      seen.started.push(this.server.command);
    }
  }
  const load = Module._load;
  Module._load = (name, ...rest) => {
    if (name === "vscode") {
      return vscode;
    }
    return name === "vscode-languageclient/node" ? { LanguageClient } : load(name, ...rest);
  };
  const file = path.join(__dirname, "../../../editor/clients/vscode/extension.js");
  delete require.cache[require.resolve(file)];
  await require(file).activate({ subscriptions: [] });
  Module._load = load;
  seen.setting = setting;
  return seen;
}

async function main() {
  const found = await session(command, [], []);
  assert.deepStrictEqual([found.started, found.asked], [[command], []]);
  assert.strictEqual(found.debuggers.createDebugAdapterDescriptor().program, command);

  const chosen = await session(missing, ["Choose a File", "Choose a File"], [`${missing}-either`, command]);
  assert.deepStrictEqual([chosen.started, chosen.asked.length, chosen.setting], [[command], 2, command]);
  assert.match(chosen.asked[0][0], /was not found/);

  const told = await session(missing, ["How to Install"], []);
  assert.deepStrictEqual([told.started, told.opened], [[], [["extension.open", "hlsl2spirv.hlsl2spirv"]]]);

  // Without an answer there is no server, until the user asks for one.
  const silent = await session(missing, [undefined], []);
  assert.deepStrictEqual([silent.started, silent.asked.length], [[], 1]);
  await silent["hlsl2spirv.restart"]();
  assert.deepStrictEqual([silent.started, silent.asked.length], [[], 2]);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
