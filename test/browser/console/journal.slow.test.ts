import { expect, it } from "vitest";
import { openPage } from "../chromium.ts";
import { describeConsole } from "./console.ts";

interface Journal {
  content: { eventId: number; eventName: string; resourceId: number; actor: { type: string } }[];
}

describeConsole("the journal of the console", {}, (opened) => {
  const { main } = opened;
  const summary = () => main().locator(".summary .num").first();
  const rows = () => main().locator("tbody tr");
  const events = async (query: string) =>
    (await opened.control<Journal>(`accounts/demo/events?limit=1000&${query}`)).content;
  const query = async () => new URLSearchParams((await opened.hash()).split("?")[1]);
  /** The page reads the whole journal, a thousand events at a time. */
  const shows = async (address: string, count: number) => {
    await opened.open(address);
    await expect.poll(() => summary().innerText()).toBe(`${count} event${count === 1 ? "" : "s"}`);
  };
  const bars = async () => (await main().locator(".bars").boundingBox()) as { x: number; y: number; width: number };

  it("chooses a range with the mouse or the keyboard, and shows the events in it alone", async () => {
    const all = await events("names=DOCUMENT_ANSWER_ACCEPTED");
    await shows("journal?names=DOCUMENT_ANSWER_ACCEPTED", all.length);
    const { x, y, width } = await bars();
    await opened.page.mouse.move(x + width * 0.3, y + 20);
    await opened.page.mouse.down();
    await opened.page.mouse.move(x + width * 0.45, y + 20);
    await opened.page.mouse.move(x + width * 0.6, y + 20);
    await opened.page.mouse.up();
    const chosen = await query();
    const [from, to] = ["from", "to"].map((name) => chosen.get(name));
    expect(from).toBeTruthy();
    const inside = await events(`names=DOCUMENT_ANSWER_ACCEPTED&from=${from}&to=${to}`);
    expect(inside.length).toBeGreaterThan(0);
    expect(inside.length).toBeLessThan(all.length);
    await expect.poll(() => summary().innerText()).toBe(`${inside.length} events in the range`);
    await main().getByRole("button", { name: "Clear the range" }).click();
    await expect.poll(() => summary().innerText()).toBe(`${all.length} events`);
    const start = main().getByRole("slider", { name: "Start of the range" });
    await start.focus();
    for (const key of ["PageUp", "ArrowRight"]) await opened.page.keyboard.press(key);
    await expect.poll(() => start.getAttribute("aria-valuenow")).toBe("11");
  });

  it("shows what happens as it happens, and waits while it is paused", async () => {
    const { length: before } = await events("names=THIRD_PARTY_COMMENT_ADDED&thirdpartyId=924004");
    await shows("journal?names=THIRD_PARTY_COMMENT_ADDED&thirdpartyId=924004", before);
    const comment = () =>
      opened.control<Journal>("accounts/demo/occurrences", {
        event: "THIRD_PARTY_COMMENT_ADDED",
        thirdpartyId: 924004,
        data: { text: "Seen" },
      });
    const { content } = await comment();
    await expect.poll(() => rows().count()).toBe(before + 1);
    await opened.page.keyboard.press("p");
    await comment();
    await expect
      .poll(() =>
        main()
          .getByRole("button", { name: /Paused · \d+ new/ })
          .count(),
      )
      .toBe(1);
    expect(await rows().count()).toBe(before + 1);
    await opened.page.keyboard.press("p");
    await expect.poll(() => rows().count()).toBe(before + 2);
    await opened.open(`journal/${content[0]?.eventId}`);
    await expect.poll(() => main().locator(".detail pre").innerText()).toContain('"Seen"');
  });

  it("says why it cannot be read, and reads it when asked again", async () => {
    const page = await openPage(opened.browser);
    const refusal = { code: "UNAVAILABLE", detail: "The disk is away." };
    await page.route("**/_sandbox/accounts/demo/events*", (route) => route.fulfill({ status: 503, json: refusal }));
    await page.goto(`${opened.running.url}/#/demo/journal`);
    const failed = page.locator("main .failed");
    await expect.poll(() => failed.innerText()).toContain("The disk is away.");
    expect(await page.locator("main .bones").count()).toBe(0);
    await page.unrouteAll();
    await failed.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => page.locator("main tbody tr").count()).toBe(50);
    expect(await failed.count()).toBe(0);
    await page.close();
  });
});
