import { describe, expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/start.ts";
import { hasChromium, launch, openPage } from "./chromium.ts";

describe.skipIf(!hasChromium)("the HAR of the request log in the developer tools of Chromium", () => {
  it("the Network panel imports it and shows each request with its status and body", async () => {
    const sandbox = await startSandbox({ port: 0 });
    const browser = await launch();
    onTestFinished(async () => {
      await browser.close();
      await sandbox.close();
    });
    const world = await sandbox.world("har");
    const headers = { authorization: `Bearer ${world.token}` };
    const listed = await fetch(`${world.baseUrl}/thirdparties?size=1`, { headers });
    const { content } = (await listed.json()) as { content: [{ thirdpartyId: number }] };
    await fetch(`${world.baseUrl}/dossiers/999`, { headers });
    const har = Buffer.from(await (await fetch(`${sandbox.url}/_sandbox/requests.har`)).arrayBuffer());

    const page = await openPage(browser);
    await page.goto("devtools://devtools/bundled/devtools_app.html?panel=network");
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      page
        .getByRole("button", { name: /Import HAR/ })
        .first()
        .click(),
    ]);
    await chooser.setFiles({ name: "requests.har", mimeType: "application/json", buffer: har });
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
