import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "../chromium.ts";
import { type OpenConsole, openConsole } from "./console.ts";

/** What the test needs of an element; tests are compiled without the types of browsers. */
interface Styled {
  ownerDocument: { defaultView: { getComputedStyle(element: unknown): { backgroundColor: string } } };
}

describe.skipIf(!hasChromium)("the faults in the console", () => {
  let opened: OpenConsole;
  beforeAll(async () => {
    opened = await openConsole();
    await opened.open("faults");
  });
  afterAll(() => opened?.close());

  const main = () => opened.page.locator("main");
  const strip = () => opened.page.locator(".strip");
  const armed = () => opened.control<{ operation?: string; kind: string; times?: number }[]>("faults");
  const row = (operation: string) => main().locator("tr", { hasText: operation }).first();
  const status = async (path: string) =>
    (
      await fetch(`${opened.running.url}/api/v1/account/demo/${path}`, {
        headers: { Authorization: `Bearer ${await opened.running.token(["demo"])}` },
      })
    ).status;

  it("arms a fault at one click, counts its strikes down, and shows a red strip meanwhile", async () => {
    expect(await strip().count()).toBe(0);
    await main().getByRole("button", { name: "500 ×3 for thirdparties.list" }).click();
    await expect.poll(() => strip().innerText()).toContain("thirdparties.list: 500, 3 strikes left");
    const { backgroundColor, red } = await strip().evaluate((element) => {
      const { backgroundColor } = (element as unknown as Styled).ownerDocument.defaultView.getComputedStyle(element);
      const [r = 0, g = 0, b = 0] = (backgroundColor.match(/\d+/g) ?? []).map(Number);
      return { backgroundColor, red: r > g && r > b };
    });
    expect([backgroundColor, red]).toEqual([backgroundColor, true]);
    expect(await status("thirdparties")).toBe(500);
    await expect.poll(() => row("thirdparties.list").innerText()).toContain("2 strikes left");
    expect([await status("thirdparties"), await status("thirdparties")]).toEqual([500, 500]);
    await expect.poll(() => strip().count()).toBe(0);
    expect(await status("thirdparties")).toBe(200);
  });

  it("arms two faults beside each other, and disarms one of them", async () => {
    await main().getByRole("button", { name: "cut for dossiers.list" }).click();
    await main().getByRole("button", { name: "lag 5 min for documents.search" }).click();
    await expect.poll(() => strip().innerText()).toContain("2 faults are armed");
    await row("dossiers.list").getByRole("button", { name: "Disarm connection cut" }).click();
    await expect.poll(async () => (await armed()).map(({ kind }) => kind)).toEqual(["lag"]);
  });

  it("arms any other fault, and shows what the server refuses", async () => {
    await main().getByRole("button", { name: "Another fault…" }).click();
    const dialog = opened.page.getByRole("dialog");
    await dialog.getByLabel("Operation").selectOption("indicators.list");
    await dialog.getByLabel("What happens").selectOption("lag");
    await dialog.getByRole("button", { name: "Arm it" }).click();
    await expect.poll(() => dialog.locator(".failed").innerText()).toContain("takes no filter by events");
    await dialog.getByLabel("What happens").selectOption("status");
    await dialog.getByLabel("Status").fill("418");
    await dialog.getByLabel("Strikes").fill("5");
    await dialog.getByRole("button", { name: "Arm it" }).click();
    await expect
      .poll(armed)
      .toContainEqual({ accountId: "demo", operation: "indicators.list", kind: "status", status: 418, times: 5 });
  });

  it("strikes the client and never the console, disarms all at once, and takes that back", async () => {
    const before = await armed();
    await main().getByRole("button", { name: "3 s for every operation" }).click();
    await main().getByRole("button", { name: "503 for every operation" }).click();
    await expect.poll(async () => (await armed()).length).toBe(before.length + 2);
    await opened.open("portfolio");
    await expect.poll(() => main().locator("tbody tr").count()).toBeGreaterThan(10);
    expect((await armed()).length).toBe(before.length + 2);
    await strip().getByRole("button", { name: "Disarm" }).click();
    await expect.poll(armed).toEqual([]);
    await opened.page.locator(".toast").getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await armed()).length).toBe(before.length + 2);
    // One was refused on purpose.
    expect(opened.errors.filter((error) => !/faults/.test(error))).toEqual([]);
  });

  it("shows a fault that another client has armed for all accounts", async () => {
    await opened.control("faults", [{ kind: "malformed", times: 9 }], "PUT");
    await opened.open("faults");
    await expect.poll(() => strip().innerText()).toContain("every operation: no JSON, 9 strikes left");
    await row("every operation").getByRole("button", { name: "Disarm no JSON" }).click();
    await expect.poll(armed).toEqual([]);
  });
});
