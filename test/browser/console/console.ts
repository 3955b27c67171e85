import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page, Request } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import { type RunningSandbox, startSandbox } from "../../../src/start.ts";
import { sharedFolder } from "../../support/shared-folder.ts";
import { errorsOf, hasChromium, launch, launchWhole, openPage } from "../chromium.ts";

const clock = { now: "2026-01-15T09:00:00", freeze: true };
/** A data folder with the account demo, whose world takes seconds, once for all workers; and the page. */
const made = () =>
  sharedFolder("console", async (data) => {
    // The page is what the build makes of the sources, as they are now.
    await import("../../../scripts/console.ts");
    await (await startSandbox({ data, demo: true, people: "none", ...clock })).close();
  });

/** A server with a file store, a browser, and a page that shows the console. */
interface Started {
  running: RunningSandbox;
  browser: Browser;
  page: Page;
  token: string;
}
/** The address that the page has is taken in, and what follows from it is drawn. */
const drawn = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))";
/** An offer to undo stays until it is taken, however long a test takes. */
export const offersStay =
  "{ const later = setTimeout; window.setTimeout = (run, ms) => ms === 30000 ? 0 : later(run, ms); }";
function consoleOf(started: Started) {
  const ask = async <T>(path: string, body: unknown, headers: Record<string, string>, method = "POST"): Promise<T> => {
    const json = { method, headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };
    const init = body === undefined ? { headers, ...(method !== "POST" && { method }) } : json;
    const response = await fetch(started.running.url + path, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  };
  return Object.assign(started, {
    /** Opens an address such as `portfolio/924004`, of the account demo unless it says otherwise. */
    async open(address = "portfolio") {
      await started.page.goto(`${started.running.url}/#/demo/${address}`);
      await this.read();
    },
    /** Until the page has read what its address asks for; a change of the address alone loads no page. */
    async read(page = started.page) {
      await page.locator(".now time").waitFor();
      do await page.evaluate(drawn);
      while ((await page.locator(".bones").count()) > 0);
    },
    main: () => started.page.locator("main"),
    detail: () => started.page.getByRole("region", { name: "Detail" }),
    dialog: () => started.page.getByRole("dialog"),
    /** Asked of the page: the browser tells of a new address later. */
    hash: () => started.page.evaluate<string>("location.hash"),
    /** What a click copies. */
    async copiedBy(click: () => Promise<unknown>) {
      await started.page.evaluate("navigator.clipboard.writeText('nothing yet')");
      await click();
      for (;;) {
        const text = await started.page.evaluate<string>("navigator.clipboard.readText()");
        if (text !== "nothing yet") return text;
      }
    },
    /** Asks the control plane; with a body, by POST. */
    control: <T>(path: string, body?: unknown, method?: string) => ask<T>(`/_sandbox/${path}`, body, {}, method),
    /** Asks the service about the account demo. */
    service: <T>(path: string, body?: unknown) =>
      ask<T>(`/api/v1/account/demo/${path}`, body, { Authorization: `Bearer ${started.token}` }),
  });
}

interface Options {
  address?: string;
  width?: number;
  /** Which errors of the page, such as refused requests, the tests bring about. */
  expected?: RegExp;
  /** Whether the browser must show PDF files. */
  showsPdf?: boolean;
}

/** Tests that share one console: a server with the account demo, a browser and a page without errors at an address. */
export function describeConsole(
  title: string,
  { address, width = 1440, expected = /^$/, showsPdf = false }: Options,
  tests: (opened: ReturnType<typeof consoleOf>) => void,
): void {
  describe.skipIf(!hasChromium)(title, () => {
    const started = {} as Started;
    const opened = consoleOf(started);
    let data: string;
    let errors: string[] = [];
    const underWay = new Set<Request>();
    beforeAll(async () => {
      data = await mkdtemp(join(tmpdir(), "console-"));
      await cp(await made(), data, { recursive: true });
      started.running = await startSandbox({ data, demo: true, people: "none", ...clock });
      started.token = await started.running.token(["demo"]);
      started.browser = await (showsPdf ? launchWhole() : launch());
      started.page = await openPage(started.browser, width);
      await started.page.addInitScript(offersStay);
      // A browser without a window refuses the clipboard at first.
      await started.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      errors = errorsOf(started.page);
      const { page } = started;
      page.on("request", (request) => {
        if (request.resourceType() === "fetch" && !request.url().endsWith("/stream")) underWay.add(request);
      });
      for (const end of ["requestfinished", "requestfailed"] as const)
        page.on(end as "requestfinished", (request) => underWay.delete(request));
      if (address !== undefined) await opened.open(address);
    });
    // What a test has begun ends before the next one, and its errors are its own.
    afterEach(async () => {
      do await started.page.evaluate(drawn);
      while (underWay.size > 0);
      expect(errors.splice(0).filter((error) => !expected.test(error))).toEqual([]);
    });
    afterAll(async () => {
      await started.browser?.close();
      await started.running?.close();
      await rm(data, { recursive: true, force: true });
    });
    tests(opened);
  });
}
