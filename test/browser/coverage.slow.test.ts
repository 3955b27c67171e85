import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { page as pageOf } from "../../src/commands/coverage/page.ts";
import { Collector } from "../../src/coverage/collector.ts";
import { declaredHere } from "../../src/coverage/declared.ts";
import { coverageOf } from "../../src/coverage/report.ts";
import { hasChromium, launch, openPage } from "./chromium.ts";

describe.skipIf(!hasChromium)("the page of coverage in a browser", () => {
  let browser: Browser;
  let folder: string;
  let address: string;
  beforeAll(async () => {
    browser = await launch();
    folder = await mkdtemp(join(tmpdir(), "tiers-sandbox-"));
    const collector = new Collector();
    const list = { operation: "thirdparties.list", accountId: "a", status: 200, fault: null, forced: false };
    collector.served(list);
    collector.served({ ...list, forced: true, status: 401 });
    const file = join(folder, "coverage.html");
    await writeFile(file, pageOf(coverageOf(collector.counted(), declaredHere())));
    address = pathToFileURL(file).href;
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([1200, 400])("loads no other file, and is as wide as a window of %i pixels", async (width) => {
    const page = await openPage(browser, width);
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    page.on("console", (message) => complaints.push(message.text()));
    await page.goto(address);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(asked.filter((url) => !url.startsWith("data:"))).toEqual([address]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("opens what is covered, and follows the browser from light to dark", async () => {
    const page = await openPage(browser);
    await page.goto(address);
    const covered = page.locator("section").first().locator(".good");
    expect(await covered.isVisible()).toBe(false);
    await page.locator("summary").first().click();
    expect(await covered.innerText()).toBe("thirdparties.list×1");
    const colours = () =>
      page.evaluate("[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color].join()");
    await page.emulateMedia({ colorScheme: "light" });
    const light = await colours();
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await colours()).not.toBe(light);
    await page.close();
  });
});
