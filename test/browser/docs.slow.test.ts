import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Contract, operationsOf } from "../../contract/endpoint.ts";
import { control, service } from "../../contract/index.ts";
import { type RunningSandbox, startSandbox } from "../../src/start.ts";
import { errorsOf, hasChromium, launch, openPage } from "./chromium.ts";

const operations = operationsOf(service);
/** Swagger UI takes a second to open an operation, so those of each kind of request and of answer stand for all. */
const kinds = ["thirdparties.create", "thirdparties.search", "dossiers.download", "documents.file"];
const [longestPath] = operations.toSorted((a, b) => b.endpoint.path.length - a.endpoint.path.length);
/** The width in pixels that no operation may exceed when it is open. */
const telephone = 390;

describe.skipIf(!hasChromium)("Swagger UI in a browser", () => {
  let running: RunningSandbox;
  let browser: Browser;
  let page: Page;
  const foreignRequests: string[] = [];
  let errors: string[];

  beforeAll(async () => {
    running = await startSandbox({ now: "2026-01-15T09:00:00", freeze: true, demo: true });
    browser = await launch();
    page = await openPage(browser, telephone);
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol !== "data:" && url.origin !== running.url) foreignRequests.push(request.url());
    });
    errors = errorsOf(page);
    await open();
  });
  afterAll(async () => {
    await browser?.close();
    await running?.close();
  });

  // A test that fails leaves the page anywhere, and those after it would wait for what is not there.
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await open();
  });

  const open = async () => {
    await page.goto(`${running.url}/docs`);
    await page.locator(".opblock").first().waitFor();
    await still();
  };
  const still = async () => {
    await page.addStyleTag({ content: "* { transition: none !important; animation: none !important }" });
  };
  const blockOf = (operationId: string): Locator => {
    const [tag = ""] = operationId.split(".");
    return page.locator(`[id="operations-${tag}-${operationId.replace(".", "\\\\.")}"]`);
  };
  /** Opens an operation; returns how wide the page is then. */
  const widthWith = async (operationId: string): Promise<unknown> => {
    await blockOf(operationId).locator(".opblock-summary-control").click();
    await blockOf(operationId).locator(".responses-inner").first().waitFor();
    return page.evaluate("document.documentElement.scrollWidth");
  };
  /** Clicks Execute of an open operation with the values on the page, and returns the status that the page shows. */
  const execute = async (operationId: string): Promise<number> => {
    const block = blockOf(operationId);
    await block.locator("button.execute").click();
    const status = await block.locator(".live-responses-table tbody .response-col_status").first().innerText();
    await block.locator(".opblock-summary-control").click();
    return Number.parseInt(status, 10);
  };
  const allOperationsOf = async (contract: Contract) => {
    const count = operationsOf(contract).length;
    await page
      .locator(".opblock")
      .nth(count - 1)
      .waitFor();
    expect(await page.locator(".opblock").count()).toBe(count);
  };
  const isAuthorised = () => page.locator(".auth-wrapper .authorize.locked").waitFor();

  it("the docs page opens authorised, and its tabs lead to both documents, events and assumptions", async () => {
    expect(await page.title()).toBe("tiers-sandbox");
    await isAuthorised();
    await allOperationsOf(service);
    expect(await page.locator(".tabs [aria-current]").allInnerTexts()).toEqual(["The service"]);
    // Each in a tab of its own: Swagger UI takes seconds to come back to.
    for (const heading of ["Events", "Assumptions"]) {
      const opened = page.context().waitForEvent("page");
      await page.locator(".tabs a", { hasText: heading }).click({ modifiers: ["Control"] });
      const other = await opened;
      await other.locator("h1", { hasText: heading }).waitFor();
      await other.close();
    }
    await page.locator(".tabs a", { hasText: "Console" }).click();
    await page.waitForURL(({ pathname }) => pathname === "/", { waitUntil: "commit" });
    await open();
  });

  it("the docs page filters by words of the summaries, and Execute is in sight of an open operation", async () => {
    const filter = page.getByPlaceholder("Filter by words, tag or path");
    await filter.fill("happened third");
    await page.locator(".opblock").nth(1).waitFor({ state: "detached" });
    expect(await page.locator(".opblock-summary-description").allInnerTexts()).toEqual([
      "Find third parties by what happened to them",
    ]);
    await filter.fill("");
    await allOperationsOf(service);
    await page.setViewportSize({ width: 1280, height: 900 });
    await widthWith("thirdparties.list");
    await blockOf("thirdparties.list").locator(".opblock-summary-control").evaluate("(head) => head.scrollIntoView()");
    const { y = 0 } = (await blockOf("thirdparties.list").locator("button.execute").boundingBox()) ?? {};
    expect(y).toBeLessThan(900);
    await blockOf("thirdparties.list").locator(".opblock-summary-control").click();
    await page.setViewportSize({ width: telephone, height: 900 });
  });

  it.each(kinds)("the docs page gets a success from %s at the first click", async (operationId) => {
    expect(await widthWith(operationId)).toBe(telephone);
    expect([200, 201]).toContain(await execute(operationId));
  });

  it("the operation with the longest path is no wider than a telephone when it is open", async () => {
    expect(await widthWith(longestPath?.operationId ?? "")).toBe(telephone);
  });

  it("the control plane fits a telephone, and the service is authorised when it is opened second", async () => {
    await page.locator(".tabs a", { hasText: "Control plane" }).click();
    await allOperationsOf(control);
    expect(await page.locator(".tabs [aria-current]").allInnerTexts()).toEqual(["Control plane"]);
    await still();
    for (const operationId of ["accounts.put", "requests.stream"])
      expect([operationId, await widthWith(operationId)]).toEqual([operationId, telephone]);
    // A stream is shown when its seconds are over.
    expect(await execute("requests.stream")).toBe(200);
    await page.locator(".tabs a", { hasText: "The service" }).click();
    await blockOf("thirdparties.list").waitFor();
    await still();
    await isAuthorised();
    await widthWith("attributes.available");
    expect(await execute("attributes.available")).toBe(200);
  });

  it("the docs page keeps a token that was typed in", async () => {
    await isAuthorised();
    const own = await running.token(["demo", "another"]);
    await page.locator(".auth-wrapper .authorize").click();
    await page.locator(".modal-ux button", { hasText: "Logout" }).click();
    await page.locator(".modal-ux input").fill(own);
    await page.locator(".modal-ux button.authorize", { hasText: "Authorize" }).click();
    await page.reload();
    await isAuthorised();
    const block = blockOf("attributes.available");
    await widthWith("attributes.available");
    await block.locator("button.execute").click();
    await block.locator(".curl-command", { hasText: own }).waitFor();
  });

  it("the docs page sends no request elsewhere and logs no error", () => {
    expect(foreignRequests).toEqual([]);
    expect(errors).toEqual([]);
  });
});
