// A browser with the built page, for tests. HLSL2SPIRV_PAGE names the folder of the page.

import { existsSync } from "node:fs";
import puppeteer from "puppeteer-core";
import { serve } from "./serve.js";

/** The patience of tests, in milliseconds: machines are busy. */
export const PATIENCE = 120_000;

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
    await page.goto(server.url + hash);
    await visit.compiled(0);
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
    await this.click(".run button.main");
    await this.shows(".run .about", /^(Ran|Ended|The |Only|Stopped)/);
    return this.text(".run .about");
  }

  close() {
    return this.context.close();
  }
}
