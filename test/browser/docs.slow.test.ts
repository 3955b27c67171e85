import { existsSync } from "node:fs";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { operationsOf } from "../../contract/endpoint.ts";
import { control, service } from "../../contract/index.ts";
import { type RunningSandbox, startSandbox } from "../../src/start.ts";

const usual = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = (process.env.CHROMIUM ? [process.env.CHROMIUM] : usual).find((path) => existsSync(path));
if (!executablePath)
  process.stderr.write("test/browser: SKIPPED, there is no Chromium; install one, or name it in CHROMIUM.\n");

const operationIds = operationsOf(service).map(({ operationId }) => operationId);
const minute = 60_000;

describe.skipIf(!executablePath)("Swagger UI in a browser", () => {
  let running: RunningSandbox;
  let browser: Browser;
  let page: Page;
  const foreign: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    running = await startSandbox({ now: "2026-01-15T09:00:00", freeze: true });
    browser = await chromium.launch({
      executablePath: executablePath as string,
      args: ["--no-sandbox", "--disable-gpu"],
    });
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    page.setDefaultTimeout(minute / 2);
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol !== "data:" && url.origin !== running.url) foreign.push(request.url());
    });
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await open();
  }, 2 * minute);
  afterAll(async () => {
    await browser?.close();
    await running?.close();
  });

  const open = async (query = "") => {
    await page.goto(`${running.url}/docs${query}`);
    await page.locator(".opblock").first().waitFor();
    await page.addStyleTag({ content: "* { transition: none !important; animation: none !important }" });
  };
  const blockOf = (operationId: string): Locator => {
    const [tag = ""] = operationId.split(".");
    return page.locator(`[id="operations-${tag}-${operationId.replace(".", "\\\\.")}"]`);
  };
  /** Opens an operation, clicks Execute with what is there, and answers the status that the page shows. */
  const execute = async (operationId: string): Promise<number> => {
    const block = blockOf(operationId);
    const summary = block.locator(".opblock-summary-control");
    await summary.click();
    await block.locator("button.execute").click();
    const status = await block.locator(".live-responses-table tbody .response-col_status").first().innerText();
    await summary.click();
    return Number.parseInt(status, 10);
  };
  const isAuthorised = () => page.locator(".auth-wrapper .authorize.locked").waitFor();

  it("opens at /docs, with both documents to choose from", async () => {
    expect(await page.title()).toBe("tiers-sandbox");
    expect(await page.locator("#select option").allInnerTexts()).toEqual([
      "The service",
      "The sandbox's control plane",
    ]);
    expect(await page.locator(".opblock").count()).toBe(operationIds.length);
  });

  it("is authorised already", async () => {
    await isAuthorised();
  });

  it(
    "lists third parties and adds one, by clicking",
    async () => {
      expect(await execute("thirdparties.list")).toBe(200);
      expect(await execute("thirdparties.create")).toBe(201);
    },
    minute,
  );

  it.each(
    operationIds.filter((operationId) => operationId !== "thirdparties.list" && operationId !== "thirdparties.create"),
  )(
    "succeeds with %s at the first click",
    async (operationId) => {
      const status = await execute(operationId);
      expect([200, 201]).toContain(status);
    },
    minute,
  );

  it("says what is assumed where it is read", async () => {
    const block = blockOf("thirdparties.list");
    await block.locator(".opblock-summary-control").click();
    await block.locator("em", { hasText: "Assumed: pagination." }).first().waitFor();
  });

  it(
    "is authorised again after a reload",
    async () => {
      await page.reload();
      await isAuthorised();
      expect(await execute("attributes.available")).toBe(200);
    },
    minute,
  );

  it(
    "is authorised for the service also when the control plane was looked at first",
    async () => {
      await open("/?urls.primaryName=The%20sandbox's%20control%20plane");
      await page
        .locator(".opblock")
        .nth(operationsOf(control).length - 1)
        .waitFor();
      expect(await page.locator(".opblock").count()).toBe(operationsOf(control).length);
      expect(await execute("reference.seeds")).toBe(200);
      await page.locator("#select").selectOption({ label: "The service" });
      await blockOf("thirdparties.list").waitFor();
      await isAuthorised();
      expect(await execute("attributes.available")).toBe(200);
    },
    minute,
  );

  it(
    "keeps a token that its reader typed in",
    async () => {
      await open();
      await isAuthorised();
      const own = await running.token(["demo", "another"]);
      await page.locator(".auth-wrapper .authorize").click();
      await page.locator(".modal-ux button", { hasText: "Logout" }).click();
      await page.locator(".modal-ux input").fill(own);
      await page.locator(".modal-ux button.authorize", { hasText: "Authorize" }).click();
      await page.reload();
      await isAuthorised();
      const block = blockOf("attributes.available");
      await block.locator(".opblock-summary-control").click();
      await block.locator("button.execute").click();
      await block.locator(".curl-command", { hasText: own }).waitFor();
    },
    minute,
  );

  it("asks nobody else for anything, and has nothing to complain of", () => {
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
