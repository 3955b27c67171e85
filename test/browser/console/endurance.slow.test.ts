import { expect, it } from "vitest";
import { figure } from "../../../src/console/parts/words.ts";
import { startSandbox } from "../../../src/start.ts";
import { temporaryFolder } from "../../store/file/folders.ts";
import { freePort } from "../../support/free-port.ts";
import { openPage } from "../chromium.ts";
import { describeConsole } from "./console.ts";

interface Trace {
  traceEvents: { name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }[];
}

/** The longest task of a page's main thread, in milliseconds of the processor, whatever else the machine does. */
function longestTask({ traceEvents }: Trace): number {
  const main = traceEvents
    .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
    .map(({ pid, tid }) => `${pid} ${tid}`);
  const tasks = traceEvents.filter(({ name, pid, tid }) => /RunTask$/.test(name) && main.includes(`${pid} ${tid}`));
  expect(tasks.length).toBeGreaterThan(100);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
}

describeConsole("a console that stays open", {}, (opened) => {
  it("stays responsive while a year passes for 100 third parties, and shows what came of it", async () => {
    await opened.control("accounts/demo", { size: 100, now: "2026-01-15T09:00:00", freeze: true }, "PUT");
    await opened.open();
    const bar = opened.page.locator(".timebar");
    await opened.browser.startTracing(opened.page, { categories: ["toplevel", "devtools.timeline", "__metadata"] });
    await bar.getByRole("button", { name: "To a date" }).click();
    const dialog = opened.page.getByRole("dialog");
    await dialog.getByLabel("To, on the account's clock").fill("2027-01-15T09:00");
    await dialog.getByRole("button", { name: "Advance" }).click();
    await bar.locator(".happened").waitFor();
    const trace = JSON.parse((await opened.browser.stopTracing()).toString()) as Trace;
    const longest = longestTask(trace);
    expect(longest).toBeGreaterThan(1);
    expect(longest).toBeLessThanOrEqual(200);
    const plain = (text: string) => text.replaceAll("\u202f", "");
    const [, total] = /(\d+) events/.exec(plain(await bar.locator(".happened").innerText())) ?? [];
    const { content } = await opened.control<{ content: { accountId: string; events: number; now: string }[] }>(
      "accounts",
    );
    const demo = content.find(({ accountId }) => accountId === "demo");
    expect(demo?.now).toBe("2027-01-15T09:00:00.000");
    expect(Number(total)).toBeGreaterThan(300);
    const kinds = await bar.locator(".eventcounts").locator("a, button").allInnerTexts();
    const counted = kinds.reduce((sum, kind) => sum + Number(/\d+/.exec(plain(kind))?.[0]), 0);
    expect(String(counted)).toBe(total);
    const entry = opened.page.getByRole("link", { name: /^Journal/ });
    await expect.poll(() => entry.innerText()).toContain(figure(demo?.events ?? 0));
  });

  it("a move that takes long can be cancelled, and the clock stands where it came to", async () => {
    await opened.control("accounts/demo", { size: 60, now: "2026-01-15T09:00:00", freeze: true }, "PUT");
    await opened.open();
    const bar = opened.page.locator(".timebar");
    await bar.getByRole("button", { name: "To a date" }).click();
    const dialog = opened.page.getByRole("dialog");
    await dialog.getByLabel("To, on the account's clock").fill("2080-01-15T09:00");
    await dialog.getByRole("button", { name: "Advance" }).click();
    await bar.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => opened.page.locator("body").innerText()).toContain("Cancelled.");
    const { now } = await opened.control<{ now: string }>("accounts/demo/clock");
    expect([now > "2026-01-15", now < "2080-01-15"]).toEqual([true, true]);
  });

  it("reconnects when the server was started again, and misses nothing", async () => {
    const options = {
      data: temporaryFolder(),
      demo: true,
      now: "2026-01-15T09:00:00",
      freeze: true,
      port: await freePort(),
    };
    const first = await startSandbox(options);
    const page = await openPage(opened.browser, 1440);
    await page.goto(`${first.url}/#/demo/portfolio/924004/journal`);
    await page.locator(".stream.live").waitFor();
    await first.close();
    await page.locator(".stream.lost").waitFor();
    const second = await startSandbox(options);
    const body = JSON.stringify({ event: "THIRD_PARTY_COMMENT_ADDED", thirdpartyId: 924004, data: { text: "Back" } });
    const headers = { "Content-Type": "application/json" };
    await fetch(`${second.url}/_sandbox/accounts/demo/occurrences`, { method: "POST", headers, body });
    await page.locator(".stream.live").waitFor();
    await page.getByRole("table", { name: "Events" }).locator("tbody tr").first().getByText("COMMENT_ADDED").waitFor();
    await page.close();
    await second.close();
  });
});
