import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

describeConsole("the faults in the console", { address: "faults" }, (opened) => {
  const { main } = opened;
  const strip = () => opened.page.locator(".strip");
  const armed = () => opened.control<{ operation?: string; kind: string; times?: number }[]>("faults");
  const row = (operation: string) => main().locator("tr", { hasText: operation }).first();
  const status = (path: string) =>
    opened.service(path).then(
      () => 200,
      (error: Error) => Number(/answered (\d+)/.exec(error.message)?.[1]),
    );

  it("says in a legend what each of its buttons does", async () => {
    const row = main().locator("tbody tr").filter({ hasText: "thirdparties.search" });
    const buttons = row.locator(".joined button");
    const [labels, titles] = await Promise.all([
      buttons.allInnerTexts(),
      buttons.evaluateAll((all) => all.map((one) => (one as unknown as { title: string }).title)),
    ]);
    const legend = main().locator(".legend");
    expect(await legend.isVisible()).toBe(true);
    expect([await legend.locator("dt").allInnerTexts(), await legend.locator("dd").allInnerTexts()]).toEqual([
      labels,
      titles,
    ]);
    expect(labels.length).toBeGreaterThan(5);
  });

  it("arms a fault at one click, counts its hits down, and shows a red strip meanwhile", async () => {
    expect(await strip().count()).toBe(0);
    await main().getByRole("button", { name: "500 ×3 for thirdparties.list" }).click();
    await expect.poll(() => strip().innerText()).toContain("thirdparties.list: 500, next 3 requests");
    const colour = await opened.page.evaluate<string>(
      "getComputedStyle(document.querySelector('.strip')).backgroundColor",
    );
    const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
    expect(red, colour).toBeGreaterThan(Math.max(green, blue));
    expect(await status("thirdparties")).toBe(500);
    await expect.poll(() => row("thirdparties.list").innerText()).toContain("next 2 requests");
    expect([await status("thirdparties"), await status("thirdparties")]).toEqual([500, 500]);
    await expect.poll(() => strip().count()).toBe(0);
    expect(await status("thirdparties")).toBe(200);
  });

  it("arms any other fault", async () => {
    await main().getByRole("button", { name: "Another fault…" }).click();
    const dialog = opened.page.getByRole("dialog");
    await dialog.getByLabel("Operation").selectOption("indicators.list");
    await dialog.getByLabel("What happens").selectOption("status");
    await dialog.getByLabel("Status").fill("418");
    await dialog.getByLabel("How many times").fill("5");
    await dialog.getByRole("button", { name: "Arm it" }).click();
    await expect
      .poll(armed)
      .toContainEqual({ accountId: "demo", operation: "indicators.list", kind: "status", status: 418, times: 5 });
  });

  it("hits the client and never the console, disarms all at once, and takes that back", async () => {
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
  });
});
