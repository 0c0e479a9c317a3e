// A browser with the built page, for tests. HLSL2SPIRV_PAGE names the folder of the page.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import puppeteer from "puppeteer-core";
import { serve } from "./serve.js";

/** The patience of tests, in milliseconds: machines are busy. */
export const PATIENCE = Number(process.env.HLSL2SPIRV_PATIENCE ?? 120_000);

const PLACES = { chrome: ["/usr/bin/chromium", "/usr/bin/google-chrome"], firefox: ["/usr/bin/firefox-esr", "/usr/bin/firefox"] };

/** The browsers that are here, or the one that HLSL2SPIRV_BROWSER names: chrome or firefox. */
export function browsers() {
  const { HLSL2SPIRV_BROWSER: only } = process.env;
  const found = Object.entries(PLACES).map(([kind, places]) => [kind, places.find((place) => existsSync(place))]);
  return found.filter(([kind, place]) => place !== undefined && (only ?? kind) === kind);
}

/** A browser and a server of the page, which `close` ends. */
export async function start(kind, executablePath) {
  const server = await serve(process.env.HLSL2SPIRV_PAGE);
  // Tests run in containers, as root.
  const browser = await puppeteer.launch({ browser: kind, executablePath, headless: true, args: kind === "chrome" ? ["--no-sandbox"] : [] });
  const close = async () => {
    await browser.close();
    server.close();
  };
  return { browser, server, close };
}

/** Tests for each browser. `define` gets `visited` for those with a page of their own, `alone` for those with a browser of their own. */
export function inBrowsers(define) {
  for (const [kind, place] of browsers()) {
    describe(kind, { timeout: 60 * PATIENCE }, () => {
      const host = {};
      before(async () => Object.assign(host, await start(kind, place)));
      after(() => host.close());
      define({ kind, host, alone: (name, run) => alone(() => start(kind, place), name, run), visited: (...given) => visited(host, ...given) });
    });
  }
}

/** A test with a browser and a server of its own. */
function alone(open, name, run) {
  test(name, async () => {
    const own = await open();
    try {
      await run(own);
    } finally {
      await own.close();
    }
  });
}

/** A test with a page of its own, which must not write errors to the console, nor ask other hosts. */
function visited(host, name, run, hash = "#sample/saxpy", viewport) {
  test(name, async () => {
    const visit = await Visit.open(host, hash, viewport);
    try {
      await run(visit);
      assert.deepEqual(visit.problems, []);
      const own = new URL(host.server.url).origin;
      assert.deepEqual(visit.requests.filter((url) => !url.startsWith(own) && !/^(blob|data):/.test(url)), []);
    } finally {
      await visit.close();
    }
  });
}

/** The page of a fresh visitor, once its text is compiled. */
export class Visit {
  static async open({ browser, server }, hash = "", viewport = { width: 1280, height: 900 }) {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.setViewport(viewport);
    const visit = new Visit(context, page);
    page.on("request", (request) => visit.requests.push(request.url()));
    page.on("console", (message) => message.type() === "error" && visit.problems.push(message.text()));
    page.on("pageerror", (error) => visit.problems.push(error.message));
    await page.evaluateOnNewDocument(KEEP_SAVED);
    await page.goto(server.url + hash);
    await visit.compiled(0);
    // A sample runs by itself.
    await visit.rests();
    return visit;
  }

  constructor(context, page) {
    this.context = context;
    this.page = page;
    this.requests = [];
    this.problems = [];
  }

  /** Waits until more than so many compilations are shown. */
  async compiled(before) {
    await this.page.waitForFunction((before) => Number(document.body.dataset.compiled ?? 0) > before, { timeout: PATIENCE }, before);
  }

  get compilations() {
    return this.page.evaluate(() => Number(document.body.dataset.compiled ?? 0));
  }

  text(selector) {
    return this.page.$eval(selector, (element) => element.textContent);
  }

  /** Puts a text in the place of the editor's, as typing all of it at once does. */
  async type(text) {
    const before = await this.compilations;
    await this.page.click("#editor .cm-content");
    await this.page.keyboard.down("Control");
    await this.page.keyboard.press("a");
    await this.page.keyboard.up("Control");
    await this.page.evaluate((text) => document.execCommand("insertText", false, text), text);
    await this.compiled(before);
  }

  async options(args) {
    const before = await this.compilations;
    await this.page.$eval("#args", (input, args) => {
      input.value = args;
      input.dispatchEvent(new Event("input"));
    }, args);
    await this.compiled(before);
  }

  async sample(name) {
    const before = await this.compilations;
    await this.page.select("#samples", name);
    await this.compiled(before);
    await this.rests();
  }

  /** Waits until nothing runs. */
  async rests() {
    await this.page.waitForFunction(() => !document.querySelector("#start button.main").disabled, { timeout: PATIENCE });
  }

  /** Waits for a text that fits. */
  async shows(selector, pattern) {
    const source = pattern.source;
    await this.page
      .waitForFunction((selector, source) => new RegExp(source).test(document.querySelector(selector)?.textContent ?? ""), { timeout: PATIENCE }, selector, source)
      .catch(async (error) => {
        throw new Error(`${selector} does not show ${pattern}: ${await this.text(selector).catch(() => "it is not there")}`, { cause: error });
      });
  }

  async click(selector) {
    await this.page.$eval(selector, (element) => element.click());
  }

  async run() {
    await this.click("#start button.main");
    await this.shows(".run .about", /^(Ran|Ended|The |Only|Stopped)/);
    return this.text(".run .about");
  }

  /** Clicks a button by its text. */
  async press(text) {
    await this.page.evaluate((text) => {
      const found = [...document.querySelectorAll("button")].find((one) => one.textContent === text);
      if (found === undefined) throw new Error(`there is no button '${text}'`);
      found.click();
    }, text);
  }

  /** The last file that the page has saved: its name and its text. */
  async saved() {
    await this.page.waitForFunction(() => window.saved.length > 0, { timeout: PATIENCE });
    return this.page.evaluate(async () => {
      const { name, blob } = window.saved.pop();
      return { name, text: await blob.text() };
    });
  }

  /** Opens files with these names and contents: texts, or numbers of bytes. */
  async open(files) {
    const before = await this.page.evaluate((files) => {
      window.toOpen = files.map(({ name, contents }) => new File([typeof contents === "string" ? contents : new Uint8Array(contents)], name));
      document.getElementById("notice").textContent = "";
      return Number(document.body.dataset.compiled);
    }, files);
    await this.press("Open…");
    return before;
  }

  /** The beginning of the first place of a text in a line below an element. */
  async at(selector, text) {
    const place = await this.page.waitForFunction((selector, text) => {
      const line = [...document.querySelectorAll(`${selector} .cm-line`)].find((one) => one.textContent.includes(text));
      let left = line?.textContent.indexOf(text);
      const walker = line && document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node = walker?.nextNode(); node; left -= node.data.length, node = walker.nextNode()) {
        if (left >= node.data.length) continue;
        const range = document.createRange();
        range.setStart(node, left);
        range.setEnd(node, left + 1);
        const { x, y, width, height } = range.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
      }
      return null;
    }, { timeout: PATIENCE }, selector, text);
    return place.jsonValue();
  }

  /** Moves the pointer to a text, as hovering does: a step beside it first. */
  async hover(selector, text) {
    const { x, y } = await this.at(selector, text);
    await this.page.mouse.move(x - 1, y);
    await this.page.mouse.move(x, y);
  }

  async clickOn(selector, text) {
    const { x, y } = await this.at(selector, text);
    await this.page.mouse.click(x, y);
  }

  close() {
    return this.context.close();
  }
}

/** Keeps what the page saves, and opens the files of the test where it asks for some. */
const KEEP_SAVED = `
  window.saved = [];
  const blobs = new Map();
  const create = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    const url = create.call(URL, blob);
    blobs.set(url, blob);
    return url;
  };
  const click = HTMLElement.prototype.click;
  HTMLElement.prototype.click = function () {
    if (this instanceof HTMLAnchorElement && this.download) {
      window.saved.push({ name: this.download, blob: blobs.get(this.href) });
    } else if (this instanceof HTMLInputElement && this.type === "file") {
      const files = new DataTransfer();
      for (const file of window.toOpen ?? []) files.items.add(file);
      this.files = files.files;
      this.dispatchEvent(new Event("change"));
    } else {
      click.call(this);
    }
  };
`;
