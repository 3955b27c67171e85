import type { Locator } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { describeConsole } from "./console.ts";

/** Where the focus is: the button, link or field, or the place that is none, with the beginning of its text. */
const focused = `(({ localName, className, ariaLabel, innerText }) =>
  [localName, className.split(" ")[0], ariaLabel ?? innerText.trim().split("\\n")[0]].filter(Boolean).join(" "))(
  document.activeElement)`;

describeConsole("the focus in the console, where what was pressed goes away", { expected: /^40[09] / }, (opened) => {
  const { main, page } = { main: opened.main, page: () => opened.page };
  const button = (name: string | RegExp, within: Locator = page().locator("body")) =>
    within.getByRole("button", { name, exact: true });
  const toast = (text: string) => page().locator(".toast", { hasText: text });
  const row = (text: string) => main().locator("tr", { hasText: text });
  const isAt = (place: string | RegExp) => expect.poll(() => page().evaluate(focused)).toMatch(place);
  /** Presses a button by the keyboard, after which it is gone. */
  const press = async (pressed: Locator) => {
    await pressed.waitFor();
    await pressed.evaluate((element: { setAttribute(name: string, value: string): void; focus(): void }) => {
      element.setAttribute("data-pressed", "");
      element.focus();
    });
    await page().keyboard.press("Enter");
    await page().locator("[data-pressed]").waitFor({ state: "detached" });
    await opened.read();
  };
  const arm = (...operations: string[]) =>
    opened.control(
      "faults",
      operations.map((operation) => ({ kind: "status", status: 503, operation, accountId: "demo" })),
      "PUT",
    );
  beforeAll(() => opened.control("accounts/demo/snapshots", { name: "here" }));

  it("stays in the row of a fault that × disarms", async () => {
    await arm("thirdparties.list");
    await opened.open("faults");
    await press(row("thirdparties.list").getByRole("button", { name: /^Disarm/ }));
    await isAt(/^tr thirdparties\.list/);
    await page().keyboard.press("Tab");
    await isAt(/^button 503 for thirdparties\.list$/);
  });

  it("goes from the red strip, from Undo and from × of a toast to the content", async () => {
    await opened.open("portfolio");
    for (const name of ["Close", "Undo"]) {
      await arm("thirdparties.list", "thirdparties.get");
      await press(button("Disarm"));
      await isAt(/^main/);
      await press(button(name, toast("No fault is armed.")));
      await isAt(/^main/);
    }
  });

  it("stays in the time bar where the summary of a passage is closed", async () => {
    await opened.open("portfolio");
    await button("+1 week").click();
    await button("Advance").click();
    await press(button("Close", page().getByRole("region", { name: "What happened" })));
    await isAt(/^header timebar/);
  });

  it("stays in the list whose filter was cleared, and j goes on from there", async () => {
    await opened.open("portfolio?filter=nothing-is-called-so");
    await press(button("Clear the filter"));
    await isAt(/^div table/);
    await page().keyboard.press("j");
    await isAt(/^a /);
  });

  it("goes to the content from a list that gives way to what is selected, or to its next page", async () => {
    await opened.open("portfolio");
    await press(button("Next page"));
    await isAt(/^main/);
    await page().setViewportSize({ width: 390, height: 900 });
    await opened.open("inbox");
    await main().locator("[data-row]").first().focus();
    await page().keyboard.press("Enter");
    await opened.detail().waitFor();
    await opened.read();
    await isAt(/^main/);
    await page().setViewportSize({ width: 1440, height: 900 });
  });

  it("goes to what a scenario has made, in the list and by Ctrl-K", async () => {
    await opened.open("scenarios");
    await press(row("late-supplier").getByRole("button", { name: "Play" }));
    await isAt(/^(main|a )/);
    await opened.open("scenarios");
    await page().reload();
    await opened.read();
    await page().keyboard.press("Control+k");
    await page().keyboard.type("Play new-thirdparty");
    await page()
      .getByRole("option", { name: /^Scenario Play new-thirdparty/ })
      .waitFor();
    await page().keyboard.press("Enter");
    await expect.poll(opened.hash).toMatch(/portfolio\/\d+$/);
    await opened.read();
    await isAt(/^main/);
  });

  it("stays in the list of snapshots from which one was deleted", async () => {
    await opened.open("worlds/demo");
    await button("More for here").focus();
    await page().keyboard.press("Enter");
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page().keyboard.press(key);
    await press(button("Delete it", opened.dialog()));
    await row("here").waitFor({ state: "detached" });
    await isAt(/^div table/);
  });

  it("stays on the action of a dialog that is refused, and goes back once it is done", async () => {
    await opened.open("worlds/demo");
    await button("Take a snapshot…").focus();
    await page().keyboard.press("Enter");
    await opened.dialog().getByLabel("Name").fill("no name");
    await button("Take it").focus();
    await page().keyboard.press("Enter");
    await opened.dialog().getByRole("alert").waitFor();
    await isAt(/^button primary Take it$/);
    await page().keyboard.press("Escape");
    await isAt(/^button Take a snapshot…$/);
    await opened.open("configuration/edit");
    const empty = { format: "tiers-sandbox/configuration@1", base: "empty" };
    await main().getByLabel("The configuration as JSON").fill(JSON.stringify(empty));
    await button("Apply").focus();
    await page().keyboard.press("Enter");
    await press(button("Stop them, and apply", opened.dialog()));
    await isAt(/^button primary Apply$/);
  });

  it("is left alone where a person clicks beside everything, whatever goes then", async () => {
    await arm("thirdparties.list");
    await opened.open("portfolio");
    const disarm = button("Disarm");
    await disarm.focus();
    await page().locator("nav .product").click();
    await arm();
    await disarm.waitFor({ state: "detached" });
    await opened.read();
    expect(await page().evaluate(focused)).toMatch(/^body/);
  });
});
