// The test explorer: tests in HLSL, as the server lists and runs them.

/** Where a message says that an assertion is: file, line, column. */
const PLACE = /^(.+?):(\d+):(\d+): /m;

class Tests {
  /** `ask` has the server execute a command. */
  constructor(vscode, ask) {
    this.vscode = vscode;
    this.ask = ask;
    this.controller = vscode.tests.createTestController("hlsl2spirv", "HLSL");
    this.controller.createRunProfile("Run", vscode.TestRunProfileKind.Run, (request) => this.run(request), true);
  }

  /** Lists the tests of a document. */
  async list(document) {
    if (document.languageId !== "hlsl" || document.uri.scheme !== "file") {
      return;
    }
    const uri = document.uri;
    const key = uri.toString();
    if (!/\[\[(test|property)\b|\[Test\b/.test(document.getText())) {
      this.controller.items.delete(key);
      return;
    }
    const answer = await this.ask("hlsl2spirv.listTests", key);
    const found = (answer.tests ?? []).filter((it) => it.job);
    const file = this.controller.items.get(key) ?? this.controller.createTestItem(key, this.vscode.workspace.asRelativePath(uri), uri);
    file.children.replace(found.map((it) => this.item(uri, it)));
    this.controller.items.add(file);
  }

  item(uri, { job, place }) {
    const item = this.controller.createTestItem(`${uri}#${job}`, job, uri);
    const line = Math.max((place ? place.line : 1) - 1, 0);
    item.range = new this.vscode.Range(line, 0, line, 0);
    return item;
  }

  /** Runs the tests that are selected: those of a file together. */
  async run(request) {
    const run = this.controller.createTestRun(request);
    const files = new Map();
    const add = (item) => {
      const file = item.parent ?? item;
      const wanted = files.get(file) ?? new Set();
      (item.parent ? [item] : [...file.children].map(([, child]) => child)).forEach((it) => wanted.add(it));
      files.set(file, wanted);
    };
    if (request.include) {
      request.include.forEach(add);
    } else {
      this.controller.items.forEach(add);
    }
    for (const [file, wanted] of files) {
      const excluded = new Set(request.exclude ?? []);
      const items = [...wanted].filter((it) => !excluded.has(it));
      items.forEach((it) => run.started(it));
      const name = items.length === 1 ? items[0].label : undefined;
      const args = name === undefined ? [file.uri.toString()] : [file.uri.toString(), name];
      try {
        const answer = await this.ask("hlsl2spirv.runTests", ...args);
        items.forEach((it) => this.report(run, it, answer.tests ?? []));
      } catch (error) {
        items.forEach((it) => run.errored(it, new this.vscode.TestMessage(String(error.message ?? error))));
      }
    }
    run.end();
  }

  /** Shows results that a lens has asked for. */
  showResults(uri, results) {
    const file = this.controller.items.get(uri.toString());
    if (!file) {
      return;
    }
    const names = new Set(results.map((it) => it.job));
    const items = [...file.children].map(([, child]) => child).filter((it) => names.has(it.label));
    const run = this.controller.createTestRun(new this.vscode.TestRunRequest(items));
    items.forEach((it) => this.report(run, it, results));
    run.end();
  }

  /** Reports the result of a test; a file with errors has a result without a name. */
  report(run, item, results) {
    const result = results.find((it) => it.job === item.label) ?? results.find((it) => !it.job);
    if (!result || result.skipped !== undefined) {
      run.skipped(item);
    } else if (result.passed) {
      run.passed(item, 1000 * result.seconds);
    } else {
      run.failed(item, this.message(item, result.message), 1000 * result.seconds);
    }
  }

  message(item, text) {
    const message = new this.vscode.TestMessage(text);
    const [, left, right] = /left (.*), right (.*?)(?: \(\d+ ulp\))?$/m.exec(text) ?? [];
    if (left !== undefined) {
      message.actualOutput = left;
      message.expectedOutput = right;
    }
    const place = PLACE.exec(text);
    const line = place ? Number(place[2]) - 1 : item.range.start.line;
    const column = place ? Number(place[3]) - 1 : 0;
    const uri = place && !item.uri.fsPath.endsWith(place[1].split(/[\\/]/).pop()) ? this.vscode.Uri.file(place[1]) : item.uri;
    message.location = new this.vscode.Location(uri, new this.vscode.Range(line, column, line, column));
    return message;
  }
}

module.exports = { Tests };
