import { mkdtemp, rm } from "node:fs/promises";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningSandbox, startSandbox } from "../../../src/start.ts";
import { errorsOf, hasChromium, launch } from "../chromium.ts";
import { faultsByAxe } from "./axe.ts";

const key = "the-key-of-this-team";
const prefix = "/tools/sandbox";
/** A name that is not loopback; the browser is told to find it here. */
const host = "sandbox.test";

/** A proxy that shows the sandbox below a path; whatever asks for something beside it is noted. */
function proxyTo(target: URL, strays: string[]): Server {
  return createServer((incoming, outgoing) => {
    const { url = "", method, headers } = incoming;
    if (!url.startsWith(`${prefix}/`)) {
      strays.push(url);
      return outgoing.writeHead(404).end();
    }
    const forwarded = {
      "x-forwarded-host": headers.host,
      "x-forwarded-prefix": prefix,
      "x-forwarded-for": "203.0.113.7",
    };
    const sent = request(
      new URL(url.slice(prefix.length), target),
      { method, headers: { ...headers, host: target.host, ...forwarded } },
      (answer) => answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers)),
    );
    sent.on("error", () => outgoing.destroy());
    outgoing.on("close", () => sent.destroy());
    incoming.pipe(sent);
  });
}

describe.skipIf(!hasChromium)("the console of a shared sandbox", () => {
  let data: string;
  let running: RunningSandbox;
  let proxy: Server;
  let browser: Browser;
  let page: Page;
  let url: string;
  let errors: string[];
  const strays: string[] = [];
  const asked: string[] = [];
  beforeAll(async () => {
    await import("../../../scripts/console.ts");
    data = await mkdtemp(join(tmpdir(), "console-shared-"));
    running = await startSandbox({
      data,
      demo: true,
      now: "2026-01-15T09:00:00",
      freeze: true,
      trustedProxies: ["127.0.0.1"],
      allowedHosts: [host],
      sandboxKey: key,
      jwtSecret: "a secret of this team, long enough for it",
    });
    proxy = proxyTo(new URL(running.url), strays);
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    url = `http://${host}:${(proxy.address() as AddressInfo).port}${prefix}/`;
    browser = await launch(`--host-resolver-rules=MAP ${host} 127.0.0.1`);
    const context = await browser.newContext();
    context.setDefaultTimeout(0);
    page = await context.newPage();
    errors = errorsOf(page);
    page.on("request", (one) => asked.push(one.url()));
  });
  afterAll(async () => {
    await browser?.close();
    proxy?.closeAllConnections();
    proxy?.close();
    await running?.close();
    await rm(data, { recursive: true, force: true });
  });

  const give = async (given: string) => {
    await page.getByLabel("Key").fill(given);
    await page.getByRole("button", { name: "Open the console" }).click();
  };

  it("asks for the key, refuses a wrong one, and shows the world with the right one", async () => {
    await page.goto(url);
    await page.getByRole("heading", { name: "This sandbox is shared" }).waitFor();
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await faultsByAxe(page)).toEqual([]);
    }
    await give("not-the-key");
    await page.getByRole("alert").getByText("does not know that key").waitFor();
    await give(key);
    await page.locator(".now time").waitFor();
    await expect.poll(() => page.locator(".stream").innerText()).toBe("Live");
  });

  it("keeps the key for the session of the tab, in no address, no cookie and no local storage", async () => {
    await page.reload();
    await page.locator(".now time").waitFor();
    const kept = await page.evaluate<string>("JSON.stringify([location.href, document.cookie, { ...localStorage }])");
    expect(kept).not.toContain(key);
    expect(await page.evaluate<string>("JSON.stringify({ ...sessionStorage })")).toContain(key);
    expect(asked.filter((address) => address.includes(key))).toEqual([]);
    const other = await page.context().newPage();
    await other.goto(url);
    await other.getByLabel("Key").waitFor();
    await other.close();
  });

  it("below the path of a proxy shows pages, the PDF in its frame, and what happens as it happens", async () => {
    errors.length = 0;
    const [file] = await Promise.all([
      page.waitForResponse((response) => response.url().startsWith(`${url}files/`)),
      page.goto(`${url}#/demo/inbox/1324048/11031206`),
    ]);
    expect([file.status(), file.headers()["content-type"]]).toEqual([200, "application/pdf"]);
    expect(await page.locator("iframe").getAttribute("src")).toContain(`${url}files/`);
    await page.goto(`${url}#/demo/portfolio/924004/comments`);
    const event = { event: "THIRD_PARTY_COMMENT_ADDED", thirdpartyId: 924004, data: { text: "From elsewhere" } };
    await fetch(`${running.url}/_sandbox/accounts/demo/occurrences`, {
      method: "POST",
      headers: { "X-Sandbox-Key": key, "Content-Type": "application/json" },
      body: JSON.stringify(event),
    });
    await page.locator("article", { hasText: "From elsewhere" }).waitFor();
    await page.goto(`${url}#/demo/connect`);
    await page.locator("main").getByText(`${url}api/v1/account/demo`, { exact: true }).first().waitFor();
    // Over plain HTTP the browser notes that it leaves a header aside.
    expect(errors.filter((error) => !error.includes("Cross-Origin-Opener-Policy"))).toEqual([]);
    await page.getByRole("link", { name: "Swagger UI" }).click();
    await expect.poll(() => page.context().pages().at(-1)?.url()).toContain(`${url}docs`);
    await page.context().pages().at(-1)?.getByText("GET").first().waitFor();
    expect(strays.filter((path) => path !== "/favicon.ico")).toEqual([]);
  });
});
