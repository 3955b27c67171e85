import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/start.ts";
import { hasChromium, launch, openPage } from "./chromium.ts";

describe.skipIf(!hasChromium)("the HAR of the request log in the developer tools of Chromium", () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    browser = await launch();
    folder = await mkdtemp(join(tmpdir(), "tiers-sandbox-"));
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("the Network panel imports it and shows each request with its status and body", async () => {
    const sandbox = await startSandbox({ port: 0 });
    onTestFinished(() => sandbox.close());
    const world = await sandbox.world("har");
    const headers = { authorization: `Bearer ${world.token}` };
    const listed = await fetch(`${world.baseUrl}/thirdparties?size=1`, { headers });
    const { content } = (await listed.json()) as { content: [{ thirdpartyId: number }] };
    await fetch(`${world.baseUrl}/dossiers/999`, { headers });
    const file = join(folder, "requests.har");
    await writeFile(file, await (await fetch(`${sandbox.url}/_sandbox/requests.har`)).text());

    const page = await openPage(browser);
    await page.goto("devtools://devtools/bundled/devtools_app.html?panel=network");
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page
        .getByRole("button", { name: /Import HAR/ })
        .first()
        .click(),
    ]);
    await chooser.setFiles(file);
    await page.locator("td").filter({ hasText: "thirdparties?size=1" }).first().click();
    await page.getByText("200 OK").first().waitFor();
    await page.getByRole("tab", { name: "Response" }).click();
    await page.getByText(String(content[0].thirdpartyId)).first().waitFor();
    await page.locator("td").filter({ hasText: "999" }).first().click();
    await page.getByRole("tab", { name: "Headers" }).click();
    await page.getByText("404 Not Found").first().waitFor();
    expect(await page.getByText("2 requests").count()).toBeGreaterThan(0);
  });
});
