import { expect, it } from "vitest";
import { describeConsole } from "./console.ts";

describeConsole("Ctrl-K in the console", { address: "portfolio" }, (opened) => {
  const { hash } = opened;
  const palette = () => opened.page.getByRole("dialog", { name: "Go to anything" });
  const gone = async () => expect(await opened.page.locator(".palette").count()).toBe(0);
  /** Types, waits until the first result is the one, and takes it with Enter. */
  const choose = async (text: string, first: string | RegExp) => {
    await opened.page.keyboard.press("Control+k");
    await palette().getByRole("combobox").fill(text);
    await expect.poll(() => palette().getByRole("option", { selected: true }).innerText()).toMatch(first);
    await opened.page.keyboard.press("Enter");
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
    ["kbis", /Document\s+Extrait Kbis/],
  ])("knows “%s” on the page of a document, and Enter would take it", async (text, first) => {
    await opened.open("inbox/1324048/11031206");
    await opened.main().getByRole("button", { name: "Approve" }).waitFor();
    await opened.page.keyboard.press("Control+k");
    await palette().getByRole("combobox").fill(text);
    await expect.poll(() => palette().getByRole("option", { selected: true }).innerText()).toMatch(first);
    await opened.page.keyboard.press("Escape");
    await gone();
  });

  it.each([
    ["stop the clock", /Freeze the clock|Let the clock run/],
    ["next due", /Next due/],
    ["search", /as a search/],
    ["advance", /Let time pass: \+1 day/],
    ["token", /Copy a token/],
    ["snapshot", /Take a snapshot/],
    ["iban mismatch", /Play iban-mismatch/],
    ["let suppliers act", /People: suppliers/],
    ["strict", /--strict/],
    ["open a dossier", /Open a dossier/],
    ["invite", /Invite a contact/],
    ["comment", /Write a comment/],
    ["charpentes", /Charpentes Morvandelles/],
    ["archive", /Action\s+Archive$/],
    ["answer", /Answer a document/],
    ["add a company", /Add/],
    ["export", /Export this world/],
    ["fork", /Fork this world/],
    ["delete world", /Delete this world/],
    ["import", /Import a world/],
    ["har", /requests as HAR/],
  ])("does first by “%s” what people mean, from the page of a third party", async (text, first) => {
    await opened.open("portfolio/924004/story");
    await opened.main().getByRole("button", { name: "Archive" }).waitFor();
    await opened.page.keyboard.press("Control+k");
    await palette().getByRole("combobox").fill(text);
    await expect.poll(() => palette().getByRole("option", { selected: true }).innerText()).toMatch(first);
    await opened.page.keyboard.press("Escape");
    await gone();
  });

  it("presses a button of another view, with the focus there afterwards", async () => {
    await opened.open("portfolio/924004/story");
    await opened.main().getByRole("button", { name: "Archive" }).waitFor();
    await choose("invite contact", /Invite a contact/);
    await opened.page.getByRole("dialog", { name: "Invite a contact" }).waitFor();
    await opened.page.keyboard.press("Escape");
    await gone();
    await expect.poll(() => opened.page.evaluate("document.activeElement.innerText")).toBe("Invite a contact…");
    await choose("write comment", /Write a comment/);
    await expect.poll(() => opened.page.evaluate("document.activeElement.tagName")).toBe("TEXTAREA");
  });

  it.each([
    ...[
      "portfolio/924004",
      "portfolio/924004/contacts",
      "inbox/1324048/11031206",
      "journal",
      "requests",
      "worlds/demo",
    ],
    ...["faults", "audit/coverage", "connect", "scenarios"],
  ])("finds every button of %s by its name", async (address) => {
    await opened.open(address);
    const names = await opened.page.evaluate<string[]>(
      `[...document.querySelectorAll("main button, main a.button, .timebar button")]
        .filter((one) => one.offsetParent).map((one) => one.ariaLabel ?? one.innerText.split("\\n")[0])`,
    );
    await opened.page.keyboard.press("Control+k");
    for (const name of new Set(names.map((one) => one.replace(/[↑↓]/, "").trim()))) {
      await palette().getByRole("combobox").fill(name);
      await expect.poll(() => palette().getByRole("option").count(), { message: name }).toBeGreaterThan(0);
    }
    await opened.page.keyboard.press("Escape");
    await gone();
  });

  it("approves the document that is shown, by its word and Enter", async () => {
    const { content } = await opened.control<{ content: { dossierId: number; documentId: number }[] }>(
      "accounts/demo/documents?statusCode=ACTION_REQUIRED",
    );
    const { dossierId, documentId } = content[0] ?? {};
    await opened.open(`inbox/${dossierId}/${documentId}`);
    await opened.main().getByRole("button", { name: "Approve" }).waitFor();
    await choose("approve", /Approve the answer/);
    const read = () => opened.service<{ statusCode: string }>(`dossiers/${dossierId}/documents/${documentId}`);
    await expect.poll(async () => (await read()).statusCode).toBe("VALID");
  });

  it("plays a scenario by its words, goes to what it made, and undoes it from there", async () => {
    const { thirdparties } =
      (await opened.control<{ content: { thirdparties: number }[] }>("accounts")).content[0] ?? {};
    await opened.open("faults");
    await choose("play approval or rejection", /Play document-to-review/);
    await expect.poll(hash).toMatch(/^#\/demo\/inbox\/\d+\/\d+$/);
    await expect.poll(() => opened.main().locator(".known h1").innerText()).toContain("Action required");
    await choose("undo", /Undo/);
    // What was made is gone, and its page with it.
    await expect.poll(hash).toBe("#/demo/faults");
    await opened.page.locator(".toast").getByText("Back to how it was.").waitFor();
    const count = async () =>
      (await opened.control<{ content: { thirdparties: number }[] }>("accounts")).content[0]?.thirdparties;
    expect(await count()).toBe(thirdparties);
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
    await gone();
    expect(await opened.page.evaluate("document.activeElement.hasAttribute('data-filter')")).toBe(true);
  });
});
