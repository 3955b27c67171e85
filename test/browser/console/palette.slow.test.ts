import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

describeConsole("Ctrl-K in the console", { address: "portfolio" }, (opened) => {
  const { hash } = opened;
  const palette = () => opened.page.getByRole("dialog", { name: "Go to anything" });
  /** Types, waits until the first result is the one, and takes it with Enter. */
  const choose = async (text: string, first: string | RegExp) => {
    await opened.page.keyboard.press("Control+k");
    await palette().getByRole("combobox").fill(text);
    await expect.poll(() => palette().getByRole("option", { selected: true }).innerText()).toMatch(first);
    await opened.page.keyboard.press("Enter");
    await expect.poll(() => palette().count()).toBe(0);
  };

  it("leads to a view, with the keyboard alone", async () => {
    await choose("faul", /Faults/);
    await expect.poll(hash).toBe("#/demo/faults");
  });

  it("leads to a company by a part of its name", async () => {
    const { name } = await opened.service<{ name: string }>("thirdparties/924004");
    await choose(name.slice(0, 8).toLowerCase(), name);
    await expect.poll(hash).toBe("#/demo/portfolio/924004");
  });

  it.each([
    ["approve", /Approve the answer/],
    ["reject", /Reject the answer/],
    ["trigger", /Trigger an event/],
    ["advance day", /Let time pass: \+1 day/],
    ["start over", /Reset this world/],
    ["dark mode", /Theme: dark/],
    ["clear faults", /Disarm all faults/],
    ["error 503", /Arm a fault/],
    ["document expired", /Play expired-document/],
    ["play bank details another company", /Play iban-mismatch/],
    ["kbis", /Document.*Kbis/i],
  ])("knows “%s” on the page of a document", async (text, first) => {
    await opened.open("inbox/1324048/11031206");
    await opened.main().getByRole("button", { name: "Approve" }).waitFor();
    await opened.page.keyboard.press("Control+k");
    await palette().getByRole("combobox").fill(text);
    const found = palette().getByRole("option").filter({ hasText: first });
    await expect.poll(() => found.count()).toBeGreaterThan(0);
    await opened.page.keyboard.press("Escape");
    await expect.poll(() => palette().count()).toBe(0);
  });

  it("plays a scenario by its words, goes to what it made, and undoes it from there", async () => {
    const { thirdparties } =
      (await opened.control<{ content: { thirdparties: number }[] }>("accounts")).content[0] ?? {};
    await opened.open("faults");
    await choose("play approval or rejection", /Play document-to-review/);
    await expect.poll(hash).toMatch(/^#\/demo\/inbox\/\d+\/\d+$/);
    await expect.poll(() => opened.main().locator(".known h1").innerText()).toContain("Action required");
    await choose("undo", /Undo/);
    const count = async () =>
      (await opened.control<{ content: { thirdparties: number }[] }>("accounts")).content[0]?.thirdparties;
    await expect.poll(count).toBe(thirdparties);
  });

  it("moves with the arrow keys, says when nothing is found, and gives the focus back after Esc", async () => {
    await opened.open("faults");
    await opened.page.keyboard.press("/");
    await opened.page.keyboard.press("Control+k");
    const first = await palette().getByRole("option", { selected: true }).innerText();
    await opened.page.keyboard.press("ArrowDown");
    expect(await palette().getByRole("option", { selected: true }).innerText()).not.toBe(first);
    await palette().getByRole("combobox").fill("<b>nothing is called so</b>");
    await expect.poll(() => palette().locator(".nothing").innerText()).toContain("<b>nothing is called so</b>");
    await opened.page.keyboard.press("Escape");
    await expect.poll(() => palette().count()).toBe(0);
    expect(await opened.page.evaluate("document.activeElement.hasAttribute('data-filter')")).toBe(true);
    expect(opened.errors).toEqual([]);
  });
});
