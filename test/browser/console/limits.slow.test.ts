import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import { openPage } from "../chromium.ts";
import { faultsByAxe } from "./axe.ts";
import { describeConsole } from "./console.ts";

const views = {
  portfolio: "p",
  inbox: "i",
  journal: "j",
  requests: "r",
  worlds: "w",
  configuration: "o",
  scenarios: "n",
  faults: "f",
  audit: "s",
  connect: "c",
  about: "a",
};
const tabs = ["attributes", "contacts", "comments", "monitoring", "journal", "story", "json"];
const pages = ["events", "assumptions", "recipes", "docs"];
/** Swagger UI is not made here, and has a banner of its own beside that of the page. */
const ofSwagger = { exclude: ["#swagger-ui"] };
const isOfSwagger = /^docs: landmark-no-duplicate-banner/;
const addresses = [
  ...Object.keys(views),
  ...["portfolio/924004", ...tabs.map((tab) => `portfolio/924004/${tab}`), "inbox/1324048/11031206", "inbox?box=all"],
  ...["worlds/demo", "worlds/demo/compare", "worlds/new", "audit/coverage", "audit/coverage?part=statuses", "nowhere"],
  ...["configuration/difference", "configuration/edit", "configuration/edit/all?at=/documentTypes/KBIS"],
];

const expected = /^500 .*\/thirdparties\?q=a|^404 .*\/accounts\/gone\//;

describeConsole("the limits of the console", { expected }, (opened) => {
  const foreign: string[] = [];
  beforeAll(async () => {
    opened.page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== opened.running.url && /^https?:$/.test(protocol)) foreign.push(request.url());
    });
  });

  it("the script takes at most 64 kB, compressed, and 69 kB with the style sheet", () => {
    const sizeOf = (name: string) => gzipSync(readFileSync(`dist/console/${name}`)).length;
    expect(sizeOf("console.js")).toBeLessThanOrEqual(64_000);
    expect(sizeOf("console.js") + sizeOf("console.css")).toBeLessThanOrEqual(69_000);
  });

  /** What axe finds in light, and what it finds in the other colours. */
  const faultsOf = async (name: string, part: string | { exclude: string[] }) => {
    const faults = await faultsByAxe(opened.page, { part });
    await opened.page.emulateMedia({ colorScheme: "dark" });
    faults.push(...(await faultsByAxe(opened.page, { rules: "{ runOnly: ['color-contrast'] }", part })));
    await opened.page.emulateMedia({ colorScheme: "light" });
    return faults.map((fault) => `${name}: ${fault}`);
  };

  it("no view has a fault that axe finds, in either theme, and none is wider than a telephone", async () => {
    await opened.service("thirdparties?sise=1");
    const { content } = await opened.service<{ content: { dossierId: number }[] }>("thirdparties/924004/dossiers");
    const found: string[] = [];
    for (const [at, address] of [...addresses, `portfolio/924004/dossiers/${content[0]?.dossierId}`].entries()) {
      await opened.open(address);
      if (/^(journal|requests)$/.test(address)) {
        await opened.main().locator("tbody tr").first().click();
        await opened.detail().locator("h1").waitFor();
      }
      await opened.main().locator("h1").first().waitFor();
      // What is around the view is the same everywhere.
      found.push(...(await faultsOf(address, at === 0 ? "html" : "main")));
      await opened.page.setViewportSize({ width: 390, height: 900 });
      const wide = await opened.page.evaluate<number>("document.documentElement.scrollWidth");
      if (wide > 390) found.push(`${address}: ${wide} pixels wide`);
      await opened.page.setViewportSize({ width: 1440, height: 900 });
    }
    expect(found).toEqual([]);
  });

  it("nor has a page beside the console, nor what stands around a view now and then", async () => {
    const found: string[] = [];
    for (const path of pages) {
      await opened.page.goto(`${opened.running.url}/${path}`);
      await opened.page
        .locator(path === "docs" ? ".opblock" : "article")
        .first()
        .waitFor();
      found.push(...(await faultsOf(path, path === "docs" ? ofSwagger : "html")));
    }
    // Swagger UI asks for the theme as it starts.
    await opened.page.emulateMedia({ colorScheme: "dark" });
    await opened.page.goto(`${opened.running.url}/docs`);
    await opened.page.locator(".opblock").first().waitFor();
    const inDark = { rules: "{ runOnly: ['color-contrast'] }", part: ".account" };
    found.push(...(await faultsByAxe(opened.page, inDark)));
    await opened.page.emulateMedia({ colorScheme: "light" });
    await opened.control("faults", [{ kind: "status", operation: "thirdparties.search", accountId: "demo" }], "PUT");
    await opened.open("portfolio");
    await opened.page.getByRole("button", { name: "+1 week", exact: true }).click();
    await opened.page.getByRole("button", { name: "Advance" }).click();
    await opened.page.getByRole("region", { name: "What happened" }).waitFor();
    await opened.page.keyboard.press("~");
    for (const part of [".happened", ".strip", ".toast", ".drawer.open"])
      await opened.page.locator(part).first().waitFor();
    found.push(...(await faultsOf("everything around", "html")));
    await opened.page.keyboard.press("~");
    await opened.page.route("**/_sandbox/accounts/demo/thirdparties?*", (one) =>
      one.fulfill({ status: 500, json: {} }),
    );
    await opened.open("portfolio?filter=a");
    await opened.main().getByRole("button", { name: "Try again" }).waitFor();
    found.push(...(await faultsOf("a list that failed", "main")));
    await opened.page.unroute("**/_sandbox/accounts/demo/thirdparties?*");
    await opened.page.goto(`${opened.running.url}/#/gone/portfolio`);
    await opened
      .main()
      .getByRole("heading", { name: /There is no world/ })
      .waitFor();
    found.push(...(await faultsOf("no world", "main")));
    expect(found.filter((fault) => !isOfSwagger.test(fault))).toEqual([]);
  });

  it("Back leads out of the console where it opened the only account by itself", async () => {
    const page = await openPage(opened.browser);
    await page.goto(`${opened.running.url}/health`);
    await page.goto(opened.running.url);
    await expect.poll(() => new URL(page.url()).hash).toMatch(/^#\/demo/);
    await page.goBack();
    expect(new URL(page.url()).pathname).toBe("/health");
    await page.close();
  });

  it("every entry of the navigation is a view that is looked at here", async () => {
    await opened.open();
    const links = opened.page.locator("nav.side .entries a[href^='#']");
    const names = await links.evaluateAll((all) => all.map((link) => String(link).split("/").at(-1)));
    expect(names.sort()).toEqual(Object.keys(views).sort());
  });

  it("every view can be reached and left with the keyboard alone", async () => {
    await opened.open();
    const hash = async () => (await opened.hash()).split("?")[0];
    // A pair of keys counts within a second and a half, which a busy browser may need for one.
    const go = (name: string, letter: string) =>
      expect
        .poll(async () => {
          for (const key of ["g", letter]) await opened.page.keyboard.press(key);
          return hash();
        })
        .toBe(`#/demo/${name}`);
    for (const [name, letter] of Object.entries(views)) await go(name, letter);
    await go("portfolio", "p");
    await opened.page.getByRole("link", { name: "Novalune Systèmes" }).waitFor();
    await opened.page.keyboard.press("/");
    await opened.page.keyboard.type("jk~?g p");
    expect(await opened.page.locator("[data-filter]").inputValue()).toBe("jk~?g p");
    for (let count = 0; count < 7; count++) await opened.page.keyboard.press("Backspace");
    await opened.page.keyboard.press("Escape");
    await opened.page.getByRole("link", { name: "Novalune Systèmes" }).waitFor();
    for (const key of ["j", "j", "k", "Enter"]) await opened.page.keyboard.press(key);
    await expect.poll(hash).toMatch(/portfolio\/\d+$/);
    await opened.page.keyboard.press("Escape");
    await expect.poll(hash).toBe("#/demo/portfolio");
    await opened.page.keyboard.press("?");
    await opened.page
      .getByRole("dialog", { name: "Keys" })
      .getByLabel(/Single keys are on/)
      .uncheck();
    await opened.page.keyboard.press("Escape");
    await opened.page.keyboard.press("g");
    await opened.page.keyboard.press("i");
    expect(await hash()).toBe("#/demo/portfolio");
    await opened.page.evaluate("localStorage.clear()");
    await opened.page.reload();
    expect(foreign).toEqual([]);
  });

  it("five tabs share one stream, and all of them and the app under test get their answers", async () => {
    const context = await opened.browser.newContext();
    const streams = new Set<unknown>();
    context.on("request", (request) => request.url().includes("/_sandbox/stream") && streams.add(request));
    context.on("requestfinished", (request) => streams.delete(request));
    context.on("requestfailed", (request) => streams.delete(request));
    const tabs = [];
    for (let count = 0; count < 5; count++) {
      const tab = await context.newPage();
      tabs.push(tab);
      await tab.goto(`${opened.running.url}/#/demo/portfolio`);
      await tab.getByRole("link", { name: "Novalune Systèmes" }).waitFor();
    }
    expect(streams.size).toBe(1);
    await opened.service("thirdparties?size=1");
    for (const tab of tabs) await tab.locator(".drawer").getByText("/thirdparties?size=1").first().waitFor();
    await context.close();
  });
});
