import { readFile } from "node:fs/promises";
import type { Route } from "playwright-core";
import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

interface World {
  accountId: string;
  thirdparties: number;
  events: number;
}

/** The refused name, and perhaps a question about a world that was just deleted or is not there yet. */
const expected = /no%20spaces|elsewhere|frame-ancestors|404 .*\/(demo|seeded|named)\//;

describeConsole("the worlds in the console", { expected }, (opened) => {
  const { main, dialog } = opened;
  const world = async (accountId: string) =>
    (await opened.control<{ content: World[] }>("accounts")).content.find((one) => one.accountId === accountId);
  const snapshots = async () =>
    (await opened.control<{ content: { name: string }[] }>("accounts/demo/snapshots")).content.map(({ name }) => name);
  const press = (name: string | RegExp) => main().getByRole("button", { name, exact: true }).click();
  const undo = () => opened.page.locator(".toast").getByRole("button", { name: "Undo" }).last().click();
  /** The console goes to a world that it has made. */
  const isAt = (accountId: string) => expect.poll(opened.hash).toBe(`#/${accountId}/worlds/${accountId}`);

  it("makes a world of a size or from a seed and goes to it, and shows a refusal where it was asked", async () => {
    await opened.open("worlds/new");
    await dialog().getByLabel("Account").fill("no spaces");
    await dialog().getByLabel("From").selectOption("");
    await dialog().getByLabel("Third parties").fill("7");
    await dialog().getByRole("button", { name: "Make it" }).click();
    await expect.poll(() => dialog().locator(".failed").innerText()).toContain("letters, digits");
    await dialog().getByLabel("Account").fill("mine");
    await dialog().getByRole("button", { name: "Make it" }).click();
    await isAt("mine");
    await opened.open("worlds/new");
    await dialog().getByLabel("Account").fill("seeded");
    await dialog().getByLabel("From").selectOption("onboarding");
    await dialog().getByRole("button", { name: "Make it" }).click();
    await isAt("seeded");
    expect([(await world("mine"))?.thirdparties, (await world("seeded"))?.thirdparties]).toEqual([7, 3]);
  });

  it("creates the world that an address names with the server's defaults", async () => {
    await opened.page.goto(`${opened.running.url}/#/named/portfolio`);
    await main().getByRole("heading", { name: "There is no world “named” yet" }).waitFor();
    await press("Create with the server's defaults");
    await expect.poll(() => main().locator("tbody tr").count()).toBeGreaterThan(10);
    expect((await world("named"))?.thirdparties).toBe((await world("demo"))?.thirdparties);
    await opened.control("accounts/named", undefined, "DELETE");
  });

  it("stays where the user went while a world was made", async () => {
    await opened.open("worlds/new");
    const asked = new Promise<Route>((resolve) => {
      void opened.page.route("**/_sandbox/accounts/late", resolve);
    });
    await dialog().getByLabel("Account").fill("late");
    await dialog().getByLabel("From").selectOption("empty");
    await dialog().getByRole("button", { name: "Make it" }).click();
    const held = await asked;
    await opened.page.keyboard.press("Escape");
    await opened.open("journal");
    await held.continue();
    await opened.page.locator(".toast").getByText("late is made.").waitFor();
    expect(await opened.hash()).toBe("#/demo/journal");
    await opened.control("accounts/late", undefined, "DELETE");
  });

  it("takes a snapshot and restores it, with a way back", async () => {
    await opened.open("worlds/demo");
    await press("Take a snapshot…");
    await dialog().getByLabel("Name").fill("before");
    await dialog().getByRole("button", { name: "Take it" }).click();
    await expect.poll(snapshots).toContain("before");
    const before = (await world("demo"))?.events;
    await opened.control("accounts/demo/occurrences", { event: "THIRD_PARTY_COMMENT_ADDED", thirdpartyId: 924000 });
    const changed = (await world("demo"))?.events;
    const row = main().locator(".detail tr", { hasText: "before" });
    await row.getByRole("button", { name: "Restore" }).click();
    await expect.poll(async () => (await world("demo"))?.events).toBe(before);
    await undo();
    await expect.poll(async () => (await world("demo"))?.events).toBe(changed);
  });

  it("exports a world, and imports it into another account", async () => {
    await opened.open("worlds/seeded");
    await press("Export");
    const [download] = await Promise.all([
      opened.page.waitForEvent("download"),
      main().getByRole("menuitem", { name: "The world, as JSON" }).click(),
    ]);
    const path = await download.path();
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual(await opened.control("accounts/seeded/state"));
    await press("Import…");
    await dialog()
      .getByLabel("File")
      .setInputFiles({ name: "seeded.json", mimeType: "application/json", buffer: await readFile(path) });
    await dialog().getByLabel("Into the account").fill("imported");
    await dialog().getByRole("button", { name: "Import" }).click();
    await expect.poll(async () => (await world("imported"))?.events).toBe((await world("seeded"))?.events);
    await isAt("imported");
  });

  it("deletes a world so that Undo brings it back, with its snapshots and its faults", async () => {
    const before = await world("demo");
    const fault = { operation: "dossiers.list", kind: "status", status: 503, times: 2 };
    await opened.control("faults?accountId=demo", [fault], "PUT");
    const names = await snapshots();
    await opened.open("worlds/demo");
    await press("Delete");
    await expect.poll(() => world("demo")).toBeUndefined();
    await expect.poll(() => main().locator(".parked").innerText()).toContain("demo");
    await undo();
    await expect.poll(async () => (await world("demo"))?.events).toBe(before?.events);
    await expect.poll(() => world("undo-demo")).toBeUndefined();
    await isAt("demo");
    expect(await snapshots()).toEqual(names);
    expect(await opened.control("faults?accountId=demo")).toEqual([{ ...fault, accountId: "demo" }]);
  });

  it("says that a world was deleted elsewhere, and makes none by acting on it", async () => {
    const listed = async () =>
      (await opened.control<{ content: { accountId: string }[] }>("accounts")).content.map(
        ({ accountId }) => accountId,
      );
    await opened.control("accounts/elsewhere", { seed: "portfolio", now: "2026-01-15T09:00:00", freeze: true }, "PUT");
    const { content } = await opened.control<{ content: { dossierId: number; documentId: number }[] }>(
      "accounts/elsewhere/documents?statusCode=ACTION_REQUIRED",
    );
    const { content: before } = await opened.control<{ content: object[] }>("accounts/elsewhere/documents");
    const { dossierId, documentId } = content[0] ?? {};
    await opened.page.goto(`${opened.running.url}/#/elsewhere/inbox/${dossierId}/${documentId}`);
    const approve = opened.main().getByRole("button", { name: "Approve" });
    await approve.waitFor();
    // The click meets the deletion, so that the page may not know of it yet.
    await Promise.all([
      opened.control("accounts/elsewhere", undefined, "DELETE"),
      // The button may be gone by then.
      approve.evaluateAll((all) => {
        for (const one of all) (one as unknown as { click(): void }).click();
      }),
    ]);
    await expect.poll(() => opened.main().locator("h1").innerText()).toBe("The world “elsewhere” was deleted");
    expect(await listed()).not.toContain("elsewhere");
    const around = async () => [
      await opened.page.locator(".timebar").innerText(),
      await opened.page.locator(".stream").innerText(),
      await opened.page.locator(".side .num").count(),
    ];
    await expect.poll(around).toEqual(["", "No such world", 0]);
    for (const view of ["journal", "portfolio", "faults"]) {
      await opened.page.goto(`${opened.running.url}/#/elsewhere/${view}`);
      await opened.page.reload();
      await opened.main().getByRole("heading", { name: "The world “elsewhere” was deleted" }).waitFor();
    }
    expect(await listed()).not.toContain("elsewhere");
    await opened.main().getByRole("button", { name: "Undo: bring it back" }).click();
    await opened.page.locator(".now time").waitFor();
    const { content: rows } = await opened.control<{ content: object[] }>("accounts/elsewhere/documents");
    expect([(await listed()).includes("elsewhere"), rows.length]).toEqual([true, before.length]);
    await opened.control("accounts/elsewhere", undefined, "DELETE");
  });

  it("brings a deleted world back later, or deletes it for good", async () => {
    await opened.open("worlds/seeded");
    await press("Delete");
    await expect.poll(() => world("seeded")).toBeUndefined();
    await opened.page.reload();
    await main().getByRole("button", { name: "Bring back" }).click();
    await opened.page.locator(".toast").getByText("seeded is back.").waitFor();
    await press("Delete");
    await main().getByRole("button", { name: "Delete for good…" }).click();
    await dialog().getByRole("button", { name: "Delete for good" }).click();
    await expect.poll(() => world("undo-seeded")).toBeUndefined();
  });
});
