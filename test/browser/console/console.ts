import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { type RunningSandbox, startSandbox } from "../../../src/start.ts";
import { launch, openPage } from "../chromium.ts";

/** A server with a file store, a browser, and a page that shows the console. */
export interface OpenConsole {
  running: RunningSandbox;
  browser: Browser;
  page: Page;
  /** Errors of the page's own script, and what the console of the browser calls an error, and refused requests. */
  errors: string[];
  /** Opens an address such as `portfolio/924004`, of the account demo unless it says otherwise. */
  open(address?: string): Promise<void>;
  /** Asks the control plane; with a body, by POST. */
  control<T>(path: string, body?: unknown, method?: string): Promise<T>;
  /** Asks the service about the account demo. */
  service<T>(path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

const json = (body: unknown, headers: Record<string, string> = {}, method = "POST"): RequestInit =>
  body === undefined
    ? { headers, ...(method !== "POST" && { method }) }
    : { method, headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };

export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    // A refused request is listed with its address below.
    if (message.type() === "error" && !message.text().startsWith("Failed to load")) errors.push(message.text());
  });
  page.on("response", (response) => {
    if (response.status() >= 400) errors.push(`${response.status()} ${response.url()}`);
  });
  return errors;
}

export async function openConsole({ width = 1440 } = {}): Promise<OpenConsole> {
  // The page is what the build makes of the sources, as they are now.
  await import("../../../scripts/console.ts");
  const data = await mkdtemp(join(tmpdir(), "console-"));
  const running = await startSandbox({ data, demo: true, now: "2026-01-15T09:00:00", freeze: true });
  const browser = await launch();
  const page = await openPage(browser, width);
  const errors = errorsOf(page);
  const authorization = { Authorization: `Bearer ${await running.token(["demo"])}` };
  const ask = async <T>(path: string, init: RequestInit): Promise<T> => {
    const response = await fetch(running.url + path, init);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  };
  return {
    running,
    browser,
    page,
    errors,
    async open(address = "portfolio") {
      await page.goto(`${running.url}/#/demo/${address}`);
      await page.locator(".now time").waitFor();
    },
    control: (path, body, method) => ask(`/_sandbox/${path}`, json(body, {}, method)),
    service: (path, body) => ask(`/api/v1/account/demo/${path}`, json(body, authorization)),
    async close() {
      await browser.close();
      await running.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}
