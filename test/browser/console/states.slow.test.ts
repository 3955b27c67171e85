import { expect, it } from "vitest";
import { openPage } from "../chromium.ts";
import { describeConsole } from "./console.ts";

interface Documents {
  content: { documentId: number; dossierId: number; requestDate: string; suppliedAt: string | null }[];
}

describeConsole("what the console says of a world", {}, (opened) => {
  it("a second tab is live before anything happens", async () => {
    const context = await opened.browser.newContext();
    for (let count = 0; count < 2; count++) {
      const tab = await context.newPage();
      await tab.goto(`${opened.running.url}/#/demo/portfolio`);
      await expect.poll(() => tab.locator("p.stream").innerText()).toBe("Live");
    }
    await context.close();
  });

  it("what can happen to a third party leaves out that another one is added", async () => {
    await opened.open("portfolio/924004");
    await opened.main().getByRole("button", { name: "Trigger an event…" }).click();
    await opened.dialog().getByText("THIRD_PARTY_ARCHIVED").waitFor();
    expect(await opened.dialog().getByText("THIRD_PARTY_ADDED").count()).toBe(0);
    await opened.page.keyboard.press("Escape");
  });

  it("the inbox counts how long an answer waits from its arrival and not from the request", async () => {
    const { content } = await opened.control<Documents>("accounts/demo/documents?statusCode=ACTION_REQUIRED");
    const old = content.find(({ requestDate, suppliedAt }) => suppliedAt?.slice(0, 10) !== requestDate.slice(0, 10));
    await opened.open("inbox");
    const row = opened.main().locator(`[data-row][href$="/${old?.dossierId}/${old?.documentId}"]`);
    expect(await row.locator("[title]").getAttribute("title")).toContain(old?.suppliedAt?.slice(0, 10));
  });

  it("Approve stands out where a document waits, and not where it is valid", async () => {
    const looks: (string | null)[] = [];
    for (const status of ["ACTION_REQUIRED", "VALID"]) {
      const { content } = await opened.control<Documents>(`accounts/demo/documents?statusCode=${status}`);
      const { dossierId, documentId } = content.find(({ suppliedAt }) => suppliedAt !== null) ?? {};
      await opened.open(`inbox/${dossierId}/${documentId}`);
      await opened
        .main()
        .locator(".known h1", { hasText: status === "VALID" ? "Valid" : "Action required" })
        .waitFor();
      looks.push(await opened.main().getByRole("button", { name: "Approve" }).getAttribute("class"));
    }
    expect(looks).toEqual(["primary", null]);
  });

  it("an empty world is offered a scenario, and no document to decide", async () => {
    await opened.control("accounts/bare", { seed: "empty" }, "PUT");
    await opened.page.goto(`${opened.running.url}/#/bare/portfolio`);
    await opened.main().getByText("Make a document that waits.").waitFor();
    expect(await opened.main().getByText("Decide a document that waits.").count()).toBe(0);
  });

  it("Compare begins with the newest snapshot and now, and without a snapshot offers to take one", async () => {
    const sides = () => opened.main().locator("select[aria-label=Before], select[aria-label=After]");
    const shown = () =>
      sides().evaluateAll((all) =>
        (all as unknown as { selectedOptions: { textContent: string }[] }[]).map(
          (one) => one.selectedOptions[0]?.textContent,
        ),
      );
    await opened.open("worlds/demo/compare");
    await opened.main().getByText("demo has no snapshot yet").waitFor();
    await opened.control("accounts/demo/snapshots", { name: "older" });
    await opened.main().getByRole("button", { name: "Take a snapshot" }).click();
    await opened.main().getByText("No row differs").waitFor();
    await expect.poll(shown).toEqual([expect.stringMatching(/^demo, taken-/), "demo, now"]);
  });

  it("a way back is offered also after the page was loaded again, and the clock says so", async () => {
    await opened.open("journal");
    await opened.page.getByRole("button", { name: "+1 day" }).click();
    await opened.dialog().getByRole("button", { name: "Advance" }).click();
    const now = opened.page.locator(".now time");
    await expect.poll(() => now.innerText()).toBe("2026-01-16 09:00:00");
    const undo = opened.page.getByRole("button", { name: "Undo" });
    await undo.waitFor();
    await opened.page.reload();
    await undo.click();
    await expect.poll(() => now.innerText()).toBe("2026-01-15 09:00:00");
  });

  it("on a low screen the page scrolls, so that the journal shows several rows", async () => {
    const page = await openPage(opened.browser, 720);
    await page.setViewportSize({ width: 720, height: 450 });
    await page.goto(`${opened.running.url}/#/demo/journal`);
    const rows = page.locator("main tbody tr");
    await rows.nth(9).waitFor();
    await rows.nth(5).scrollIntoViewIfNeeded();
    const inSight = await page.evaluate<number>(`[...document.querySelectorAll("main tbody tr")].filter((row) => {
      const { x, y, height } = row.getBoundingClientRect();
      return row.contains(document.elementFromPoint(x + 20, y + height / 2));
    }).length`);
    expect(inSight).toBeGreaterThan(3);
    await page.close();
  });
});
