import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assumptions } from "../../contract/assumptions.ts";
import { type RunningSandbox, startSandbox } from "../../src/start.ts";
import { brokenWords, errorsOf, hasChromium, launch, openPage } from "./chromium.ts";

/** Code that takes more lines than it has. */
const brokenCode = `[...document.querySelectorAll("article pre")].map((pre) => {
  const range = document.createRange();
  range.selectNodeContents(pre);
  const shown = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  return { text: pre.textContent, shown };
}).filter(({ text, shown }) => shown !== text.split("\\n").length).map(({ text }) => text)`;

describe.skipIf(!hasChromium)("the pages of events, assumptions and recipes in a browser", () => {
  let running: RunningSandbox;
  let browser: Browser;
  let page: Page;
  let errors: string[];
  const visible = () => page.locator("article:visible").count();

  beforeAll(async () => {
    running = await startSandbox({ now: "2026-01-15T09:00:00", freeze: true });
    browser = await launch();
    page = await openPage(browser);
    errors = errorsOf(page);
  });
  afterAll(async () => {
    await browser?.close();
    await running?.close();
  });

  it.each(["/events", "/assumptions", "/recipes"])(
    "%s neither scrolls sideways nor breaks a word in the middle, nor a line of code, at any width",
    async (path) => {
      await page.goto(running.url + path);
      for (const width of [320, 390, 768, 1024, 1920]) {
        await page.setViewportSize({ width, height: 900 });
        expect([width, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([width, width]);
        expect([width, await page.evaluate(brokenWords)]).toEqual([width, []]);
        expect([width, await page.evaluate(brokenCode)]).toEqual([width, []]);
      }
    },
  );

  it("the filter shows the rows that have all its words, and is kept in the address", async () => {
    await page.goto(`${running.url}/assumptions`);
    await page.keyboard.press("/");
    await page.keyboard.type("indicator sunday");
    expect(await page.locator("article:visible").evaluateAll((rows) => rows.map(({ id }) => id))).toEqual([]);
    expect(await page.locator("#none").isVisible()).toBe(true);
    await page.locator("[name=q]").fill("pages of at most");
    expect(await page.locator("article:visible").evaluateAll((rows) => rows.map(({ id }) => id))).toEqual(["limits"]);
    expect(await page.locator("output").innerText()).toBe(`1 of ${Object.keys(assumptions).length}`);
    expect(await page.locator("section:visible").count()).toBe(1);
    await page.reload();
    expect(await visible()).toBe(1);
    await page.locator("[name=q]").fill("");
    expect(await visible()).toBe(Object.keys(assumptions).length);
    expect(new URL(page.url()).search).toBe("");
  });

  it("the search of an event is tried by two clicks, and an operation leads to its assumptions", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${running.url}/events`);
    await page.locator("#DOSSIER_ARCHIVED a", { hasText: "this search" }).click();
    const block = page.locator(".opblock.is-open");
    await block.locator("button.execute").click();
    const { status } = await block
      .locator(".live-responses-table tbody .response-col_status")
      .first()
      .innerText()
      .then((text) => ({ status: Number.parseInt(text, 10) }));
    expect(status).toBe(200);
    expect(await block.locator(".request-url").innerText()).toContain("eventNames=DOSSIER_ARCHIVED");
    const opened = page.waitForEvent("popup");
    await block.locator("a[href*='/assumptions#']").first().click();
    await (await opened).locator("article:target").waitFor();
    await page.goto(`${running.url}/recipes`);
    await page.locator("#iban-mismatch a", { hasText: "Swagger UI" }).click();
    await page.locator(".opblock.is-open button.execute").click();
    await page.locator(".opblock.is-open .request-url").waitFor();
    expect(await page.locator(".opblock.is-open .curl-command").innerText()).toContain("iban-mismatch");
  });

  it("no page logs an error", () => expect(errors).toEqual([]));
});
