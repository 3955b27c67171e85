import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

const whole = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** It has no windows, and takes a fifth less of the processor than a whole one. */
const usual = ["/usr/bin/chromium-headless-shell", ...whole];
const found = (paths: readonly string[]) =>
  (process.env.CHROMIUM ? [process.env.CHROMIUM] : paths).find((path) => existsSync(path));
const executablePath = found(usual);
if (!executablePath)
  process.stderr.write("test/browser is skipped: no Chromium was found. Install one, or name it in CHROMIUM.\n");

export const hasChromium = executablePath !== undefined;

const start = (path = executablePath, ...more: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: path as string,
    args: ["--no-sandbox", "--disable-gpu", ...more],
    timeout: 0,
  });

/** With developer tools and a reader of PDF files, which a browser without windows lacks. */
export const hasWholeChromium = found(whole) !== undefined;
export const launchWhole = (): Promise<Browser> => start(found(whole));

let shared: Promise<Browser> | undefined;
/** The browser of the worker, whose end is that of its pages; with arguments, one that is started for them. */
export async function launch(...more: string[]): Promise<Browser> {
  if (more.length > 0) return start(executablePath, ...more);
  const browser = await (shared ??= start());
  const close = async () => void (await Promise.all(browser.contexts().map((context) => context.close())));
  return Object.assign(browser, { close });
}

/** A page that waits for a minute, which is far above what a busy machine needs, and then says for what. */
export async function openPage(browser: Browser, width = 1200): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  page.setDefaultTimeout(60_000);
  return page;
}

/**
 * The words of a page that stand on two lines; a name may be broken after a mark inside it. Ids, addresses and what is
 * shown as it was sent may be broken anywhere.
 */
export const brokenWords = `(() => {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange();
    const isOnOneLine = () => new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size < 2;
    range.selectNodeContents(node);
    if (isOnOneLine() || node.parentElement.closest(".id, .line, .request, .hidden, pre")) continue;
    for (const { index, 0: word } of node.data.matchAll(/[\\p{L}\\d]+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (!isOnOneLine()) broken.push(word);
    }
  }
  return broken;
})()`;

/** Errors of the page's own script, what the console of the browser calls an error, and refused requests. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    // A refused request is listed with its address below.
    if (message.type() === "error" && !message.text().startsWith("Failed to load")) errors.push(message.text());
  });
  page.on("response", (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
  });
  return errors;
}
