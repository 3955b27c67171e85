import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

describeConsole("the time bar of the console", { address: "portfolio" }, (opened) => {
  const { dialog } = opened;
  const bar = () => opened.page.locator(".timebar");
  const reading = () => opened.control<{ now: string }>("accounts/demo/clock");
  const shownClock = async () => (await bar().locator(".now time").innerText()).replace(" ", "T");

  it("shows what is due before a month passes, as the control plane lists it", async () => {
    await bar().getByRole("button", { name: "+1 month" }).click();
    const due = await opened.control<{ total: number; content: { sentence: string }[] }>(
      "accounts/demo/due?until=2026-02-15T09:00:00&size=50",
    );
    await expect.poll(() => dialog().locator(".counts strong").innerText()).toBe(`${due.total} due`);
    const rows = await dialog().locator("tbody tr").allInnerTexts();
    expect(await dialog().locator(".counts").innerText()).toMatch(/visits of the registers \d+/);
    expect(rows.map((row, at) => row.includes(due.content[at]?.sentence ?? "-"))).toEqual(due.content.map(() => true));
    expect((await reading()).now).toBe("2026-01-15T09:00:00.000");
  });

  it("counts what happened in a month by event, and each count leads to these very events", async () => {
    await dialog().getByRole("button", { name: "Advance" }).click();
    await bar().locator(".happened").waitFor();
    await expect.poll(shownClock).toBe("2026-02-15T09:00:00");
    const sum = (texts: string[]) => texts.reduce((total, text) => total + Number(/\d+/.exec(text)?.[0]), 0);
    const counted = () => bar().locator(".eventcounts a, .eventcounts button").allInnerTexts();
    const folded = await counted();
    const total = Number(/(\d+) events/.exec(await bar().locator(".happened strong").innerText())?.[1]);
    expect([folded.length, sum(folded)]).toEqual([9, total]);
    await bar().locator(".eventcounts button").click();
    await expect.poll(async () => (await counted()).length).toBeGreaterThan(9);
    const shown = await bar().locator(".eventcounts a").allInnerTexts();
    expect(sum(shown)).toBe(total);
    const links = await bar()
      .locator(".eventcounts a")
      .evaluateAll((all) => all.map((link) => (link as unknown as { hash: string }).hash));
    const counts = new Map(shown.map((text) => text.split(/\s+/).reverse() as [string, string]));
    expect(counts.get("DOCUMENT_ANSWER_EXPIRED")).toBeDefined();
    for (const link of links.slice(0, 5)) {
      const query = new URLSearchParams(link.split("?")[1]);
      const { content } = await opened.control<{ content: unknown[] }>(`accounts/demo/events?limit=1000&${query}`);
      expect(String(content.length), link).toBe(counts.get(query.get("names")!));
    }
  });

  it("says what the wall clock says where the account's clock is on another day", async () => {
    const wall = async () => (await bar().locator(".now").getAttribute("title"))?.slice(-16) ?? "";
    const now = () => opened.page.evaluate<string>("new Date().toLocaleString('sv').slice(0, 16)");
    // A minute may end in between.
    await expect.poll(async () => (await wall()) === (await now())).toBe(true);
    const zone = await opened.page.evaluate<string>(
      "new Date().toLocaleTimeString('en', { timeZoneName: 'short' }).split(' ').at(-1)",
    );
    expect(await bar().locator(".now").getAttribute("title")).toContain(`the wall clock (${zone}) says`);
    expect(await bar().locator(".now").innerText()).toMatch(/ · local (\d{4}-\d\d-\d\d )?\d\d:\d\d$/);
    await opened.page.setViewportSize({ width: 1920, height: 900 });
    const date = () => bar().locator(".wall-date").innerText();
    await expect.poll(async () => (await wall()).startsWith(await date())).toBe(true);
    await opened.page.setViewportSize({ width: 1440, height: 900 });
  });

  it("undoes the passage of time", async () => {
    await opened.page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(shownClock).toBe("2026-01-15T09:00:00");
    expect((await reading()).now).toBe("2026-01-15T09:00:00.000");
    await expect.poll(() => bar().locator(".happened").count()).toBe(0);
  });

  it("shows that another client has moved the clock, and goes on with what happens after", async () => {
    await opened.control("accounts/demo/clock", { set: "2026-04-01T00:00:00" });
    await expect.poll(shownClock).toBe("2026-04-01T00:00:00");
    await expect.poll(() => bar().locator(".progress").count()).toBe(0);
    await opened.control("accounts/demo/scenarios", { scenario: "new-thirdparty" });
    const { content } = await opened.control<{ content: { thirdparties: number }[] }>("accounts");
    const entry = opened.page.getByRole("navigation").getByRole("link", { name: /^Portfolio/ });
    await expect.poll(() => entry.innerText()).toContain(String(content[0]?.thirdparties));
  });
});
