// A page of Firefox at the other end of a pipe: each line that comes in is a call, each that goes
// out its answer, in JSON. Puppeteer drives it by WebDriver BiDi.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const [modules, executablePath] = process.argv.slice(2);
const { default: puppeteer } = createRequire(`${modules}/`)("puppeteer-core");
const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath,
  extraPrefsFirefox: { "ui.prefersReducedMotion": 1 },
});

let page;
let wrong = []; // errors of the page, and what it was refused

const CALLS = {
  async open(width, height) {
    await page?.browserContext().close();
    wrong = [];
    page = await (await browser.createBrowserContext()).newPage();
    await page.setViewport({ width, height });
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (message) => {
      if (["error", "warn"].includes(message.type())) wrong.push(message.text());
    });
    page.on("response", (answer) => {
      if (answer.status() >= 400) wrong.push(`${answer.status()} ${answer.url()}`);
    });
  },
  goto: (url) => page.goto(url),
  evaluate: (expression) => page.evaluate(expression),
  waitForFunction: (expression, timeout) => page.waitForFunction(expression, { timeout }),
  waitForSelector: (selector, how) => page.waitForSelector(selector, how),
  move: (x, y) => page.mouse.move(x, y),
  click: (x, y) => page.mouse.click(x, y),
  press: (selector) => page.click(selector),
  wrong: () => wrong,
};
const TOLD = ["evaluate", "wrong"]; // the others answer with what only makes sense here

for await (const line of createInterface({ input: process.stdin })) {
  const [call, ...values] = JSON.parse(line);
  let answer;
  try {
    const value = await CALLS[call](...values);
    answer = { value: TOLD.includes(call) ? value : null };
  } catch (error) {
    answer = { error: `${call}: ${error.message}` };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await browser.close();
