import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

interface Log {
  content: { requestId: string; method: string; path: string; status: number; events: number[]; caller: string }[];
}

describeConsole("the requests in the console", { expected: /^400 .*\/reject$/ }, (opened) => {
  const { main } = opened;
  const rows = () => main().locator("tbody tr");
  const log = async () => (await opened.control<Log>("requests")).content;
  const last = async () => (await log()).at(-1);
  const refused = (body: unknown) => opened.service("responses/2238000/reject", body).catch(() => undefined);
  const openLast = async () => opened.open(`requests/${(await last())?.requestId}`);

  it("shows a request as it arrives, and none of its own", async () => {
    await opened.open("requests");
    await expect.poll(() => main().locator(".nothing").count()).toBe(1);
    await opened.service("thirdparties?size=3");
    await expect.poll(() => rows().count()).toBe(1);
    expect(await rows().first().innerText()).toContain("GET /thirdparties?size=3");
    await opened.open("portfolio");
    await expect.poll(() => rows().count()).toBeGreaterThan(10);
    expect((await log()).map(({ caller }) => caller)).toEqual(["demo"]);
  });

  it("says which query parameter was overlooked, and lists no page that was opened", async () => {
    await opened.service("thirdparties?sise=3");
    await fetch(`${opened.running.url}/events`);
    const remark = "sise is no parameter of this operation and was overlooked; did you mean size?";
    await opened.open("requests");
    await expect.poll(() => rows().first().innerText()).toContain(remark);
    const brief = opened.page.locator(".drawer .brief").first();
    const inDrawer = opened.page.locator(".drawer tbody tr").first().locator("td").last();
    /** Whether the remark is seen to its end: a text that is cut is wider than its box. */
    const isWhole = (box: Locator) =>
      box.evaluate((element, text) => {
        const { innerText, scrollWidth, clientWidth } = element as HTMLElement;
        return innerText.includes(text) && scrollWidth <= clientWidth;
      }, remark);
    await expect.poll(() => isWhole(brief)).toBe(true);
    expect(await isWhole(rows().first().locator("td").last())).toBe(true);
    await opened.page.keyboard.press("~");
    await expect.poll(() => isWhole(inDrawer)).toBe(true);
    await opened.page.keyboard.press("~");
    await openLast();
    await expect.poll(() => main().locator(".detail .violations").innerText()).toBe(remark);
    await expect.poll(() => isWhole(rows().first().locator("td").last())).toBe(true);
  });

  it("is filtered by the class of the status, kept in the address", async () => {
    await opened.service("thirdparties/1").catch(() => {});
    await opened.service("thirdparties?size=1");
    await opened.open("requests");
    const statuses = async () => new Set(await main().locator("tbody td:nth-child(2)").allInnerTexts());
    for (const [outcome, status] of [
      ["2xx", "200"],
      ["4xx", "404"],
    ] as const) {
      await main().getByLabel("Outcome").selectOption(outcome);
      await expect.poll(statuses).toEqual(new Set([status]));
      expect(await opened.hash()).toContain(`outcome=${outcome}`);
    }
    await main().getByLabel("Outcome").selectOption("5xx");
    await main().getByRole("button", { name: "Clear the filter" }).click();
    await expect.poll(statuses).toEqual(new Set(["200", "404"]));
  });

  it("lists the events that a request caused, each a link to the journal", async () => {
    await opened.service("thirdparties", { companyIdType: "CIT001", companyIdValue: "39860733300059" });
    const request = await last();
    await openLast();
    const links = main().locator(".caused a");
    await expect.poll(() => links.count()).toBe(request?.events.length);
    await expect.poll(() => links.first().innerText()).toBe("THIRD_PARTY_ADDED");
    await links.first().click();
    await expect.poll(() => main().locator(".detail h1").innerText()).toBe("THIRD_PARTY_ADDED");
    expect(await opened.hash()).toContain(`journal/${request?.events[0]}`);
    await expect
      .poll(() => main().locator(".detail .facts").innerText())
      .toContain("POST /api/v1/account/demo/thirdparties");
  });

  it("sends a request again as its caller did, and shows the new one", async () => {
    await refused({ shareRejectionReason: 1 });
    const first = await last();
    await openLast();
    await main().getByRole("button", { name: "Send again" }).click();
    await expect.poll(async () => (await last())?.requestId).not.toBe(first?.requestId);
    const second = await last();
    expect(second).toMatchObject({ method: "POST", path: first?.path, status: first?.status, caller: first?.caller });
    await expect.poll(opened.hash).toContain(second?.requestId);
  });
});
