import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { HarFile } from "../../src/commands/har-file.ts";
import { startRecordProxy } from "../../src/commands/record-proxy.ts";
import { startSandbox } from "../../src/start.ts";
import { Disguise } from "../../src/verify/record/disguise.ts";
import { EntryWriter } from "../../src/verify/record/entry.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { hasWholeChromium, launchWhole, openPage } from "./chromium.ts";

describe.skipIf(!hasWholeChromium)("a HAR in the developer tools of Chromium", () => {
  it.each(["the request log", "record"])("shows each request of %s with its status and body", async (origin) => {
    const sandbox = await startSandbox({ port: 0 });
    const browser = await launchWhole();
    const path = join(temporaryFolder(), "run.har");
    const file = new HarFile(path, { name: "test", version: "1" });
    const writer = new EntryWriter(sandbox.url, new Disguise("key"), false);
    const proxy = await startRecordProxy({ target: sandbox.url, port: 0 }, (passed) =>
      file.add(writer.entry(passed) as object),
    );
    onTestFinished(async () => {
      await browser.close();
      await proxy.close();
      await sandbox.close();
    });
    const world = await sandbox.world("har");
    const headers = { authorization: `Bearer ${world.token}` };
    const url = world.baseUrl.replace(sandbox.url, proxy.url);
    const listed = await fetch(`${url}/thirdparties?size=1`, { headers });
    const { content } = (await listed.json()) as { content: [{ thirdpartyId: number }] };
    await fetch(`${url}/thirdparties/999`, { headers });
    file.close();
    const har =
      origin === "record"
        ? readFileSync(path)
        : Buffer.from(await (await fetch(`${sandbox.url}/_sandbox/requests.har`)).arrayBuffer());

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
