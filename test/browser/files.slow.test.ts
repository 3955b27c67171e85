import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningSandbox, startSandbox } from "../../src/start.ts";
import { hasWholeChromium, launchWhole, openPage } from "./chromium.ts";

interface Document {
  dossierId: number;
  documentId: number;
  evidences: { id: number }[];
}

describe.skipIf(!hasWholeChromium)("a file in a page of another origin", () => {
  let running: RunningSandbox;
  let browser: Browser;
  let site: Server;
  let link: string;

  beforeAll(async () => {
    running = await startSandbox({ now: "2026-01-15T09:00:00", freeze: true });
    const headers = { Authorization: `Bearer ${await running.token(["demo"])}` };
    const read = async <T>(path: string) =>
      (await fetch(`${running.url}/api/v1/account/demo${path}`, { headers })).json() as T;
    const range = "eventOccurrenceStartDate=2025-01-01T00:00:00&eventOccurrenceEndDate=2026-12-31T00:00:00";
    const { content } = await read<{ content: Document[] }>(
      `/documents/search?eventNames=DOCUMENT_ANSWER_ACCEPTED&${range}`,
    );
    const { dossierId, documentId, evidences } = content.find((found) => found.evidences.length > 0) as Document;
    const file = `/dossiers/${dossierId}/documents/${documentId}/files/${evidences[0]?.id}`;
    link = (await read<{ url: string }>(`${file}/link`)).url;
    site = createServer(({ url }, response) => {
      const source = url === "/saved" ? `${link}&disposition=attachment` : link;
      response.setHeader("Content-Type", "text/html").end(`<iframe src="${source.replaceAll("&", "&amp;")}"></iframe>`);
    });
    await once(site.listen(0, "127.0.0.1"), "listening");
    browser = await launchWhole();
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    await running?.close();
  });

  const siteUrl = () => `http://127.0.0.1:${(site.address() as AddressInfo).port}`;

  it("a frame shows the PDF behind a signed link", async () => {
    const page = await openPage(browser);
    await page.goto(siteUrl());
    // Chromium shows PDFs with an extension of its own.
    const shown = () => page.frames().some((frame) => frame.url().startsWith("chrome-extension://"));
    await expect.poll(shown).toBe(true);
  });

  it("a frame saves the PDF behind a signed link that asks for an attachment", async () => {
    const page = await openPage(browser);
    const [download] = await Promise.all([page.waitForEvent("download"), page.goto(`${siteUrl()}/saved`)]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  });
});
