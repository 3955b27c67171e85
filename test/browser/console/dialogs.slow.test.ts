import { afterEach, beforeAll, expect, it } from "vitest";
import { faultsByAxe } from "./axe.ts";
import { describeConsole } from "./console.ts";

/** A person sees a control, and Tab leads to it. */
const inDialog = `[...document.querySelectorAll("dialog[open] :is(a[href], button, input, select, textarea)")]
  .filter((control) => !control.disabled && control.checkVisibility() && control.tabIndex >= 0)`;
const focused = `(() => {
  const at = document.activeElement;
  const dialog = document.querySelector("dialog[open]");
  if (dialog && !dialog.contains(at)) return at === document.body ? -1 : "outside: " + at.outerHTML.slice(0, 80);
  return ${inDialog}.indexOf(at);
})()`;
/** Controls that a narrow dialog shows in part, lists that it shows by sideways scrolling alone, and its own edges. */
const cutOff = `(() => {
  const dialog = document.querySelector("dialog[open]");
  const { left, top, right, bottom } = dialog.getBoundingClientRect();
  return [
    ...(left < 0 || top < 0 || right > innerWidth || bottom > innerHeight ? [dialog] : []),
    ...${inDialog}.filter((control) => {
      control.scrollIntoView({ block: "nearest" });
      const of = control.getBoundingClientRect();
      return of.left < left || of.right > right || of.top < top - 1 || of.bottom > bottom + 1;
    }),
    ...[...dialog.querySelectorAll("*")].filter((box) =>
      box.scrollWidth > box.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(box).overflowX)),
  ].map(({ outerHTML }) => innerWidth + " px: " + outerHTML.slice(0, 80));
})()`;
const mark = `(document.querySelector("[data-opener]")?.removeAttribute("data-opener"),
  document.activeElement.setAttribute("data-opener", ""))`;
const isBack = `document.activeElement.hasAttribute("data-opener")`;

const [free, waiting] = ["portfolio/924004/dossiers/FREE", "inbox/WAITING"];
type Row = [title: RegExp, address: string, ...openers: string[]];
/** Each dialog, by the button that opens it, or by an entry of the menu that the button opens. */
const dialogs: Row[] = [
  [/^Add a third party$/, "portfolio", "Add…"],
  [/^Open a dossier$/, "portfolio/924004", "Open a dossier…"],
  [/^What happens to /, "portfolio/924004", "Trigger an event…"],
  [/./, "portfolio/924004/attributes", "Edit "],
  [/^Invite a contact$/, "portfolio/924004/contacts", "Invite a contact…"],
  [/^Ask for more documents$/, free, "Ask for more…"],
  [/^Reject /, waiting, "Reject…"],
  [/^Answer /, waiting, "Answer…"],
  [/^What happens to /, waiting, "Any event…"],
  [/^Forget the requests\?$/, "requests", "Clear…"],
  [/^Import a world$/, "worlds", "Import…"],
  [/^Make a world$/, "worlds", "Make a world…"],
  [/^Fork demo$/, "worlds/demo", "Fork…"],
  [/^Take a snapshot of demo$/, "worlds/demo", "Take a snapshot…"],
  [/^Fork demo as in here$/, "worlds/demo", "More for here", "Fork from it…"],
  [/^Delete the snapshot here\?$/, "worlds/demo", "More for here", "Delete…"],
  [/^Delete parked for good\?$/, "worlds", "Delete for good…"],
  [/^Arm a fault$/, "faults", "Another fault…"],
  [/^Start counting over\?$/, "audit/coverage", "Start over…"],
  [/^Who acts by itself$/, "portfolio", "People: "],
  [/^To 2026-/, "journal", "+1 month"],
  [/^To 2026-/, "scenarios", "To a date"],
];

describeConsole("the dialogs of the console by keyboard alone", { expected: /^409 / }, (opened) => {
  let at: Record<string, string> = {};
  beforeAll(async () => {
    const { dossierId } = await opened.service<{ dossierId: number }>("thirdparties/924004/dossiers", {
      requiredDocuments: ["KBIS"],
    });
    const { content } = await opened.control<{ content: { dossierId: number; documentId: number }[] }>(
      "accounts/demo/documents?statusCode=ACTION_REQUIRED",
    );
    at = { FREE: String(dossierId), WAITING: `${content[0]?.dossierId}/${content[0]?.documentId}` };
    await opened.control("accounts/demo/snapshots", { name: "here" });
    await opened.control("accounts/demo/people", { people: "all" }, "PUT");
    await opened.open("worlds");
    await opened.control("accounts/parked", { seed: "empty" }, "PUT");
    await opened.open("worlds/parked");
    await opened.main().getByRole("button", { name: "Delete", exact: true }).click();
    await opened.main().getByRole("button", { name: "Delete for good…" }).waitFor();
  });
  // A dialog that a failed test has left open is in the way of no other.
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await opened.page.goto("about:blank");
  });
  const opener = (name: string) => {
    const named = { name: new RegExp(`^${name.replace(/[+?]/g, "\\$&")}`) };
    const { page } = opened;
    return page.getByRole("button", named).or(page.getByRole("link", named)).or(page.getByRole("menuitem", named));
  };
  const isClosed = async () => expect(await opened.dialog().count()).toBe(0);
  /** Presses Tab until the focus was everywhere, and says what it left out. */
  const missedByTab = async () => {
    const count = await opened.page.evaluate<number>(`${inDialog}.length`);
    const seen = new Set([await opened.page.evaluate<unknown>(focused)]);
    for (let turn = 0; turn <= count + 1; turn++) {
      await opened.page.keyboard.press("Tab");
      seen.add(await opened.page.evaluate<unknown>(focused));
    }
    const all = Array.from({ length: count }, (_, index) => index);
    return [...all.filter((index) => !seen.has(index)), ...[...seen].filter((one) => typeof one === "string")];
  };
  const walk = async (title: RegExp) => {
    const dialog = opened.page.getByRole("dialog", { name: title });
    await dialog.waitFor();
    await opened.read();
    expect(await opened.page.evaluate(focused)).toBeGreaterThanOrEqual(0);
    expect(await missedByTab()).toEqual([]);
    expect(await faultsByAxe(opened.page, { part: "dialog[open]" })).toEqual([]);
    await opened.page.emulateMedia({ colorScheme: "dark" });
    const inDark = { part: "dialog[open]", rules: "{ runOnly: ['color-contrast'] }" };
    expect(await faultsByAxe(opened.page, inDark)).toEqual([]);
    await opened.page.emulateMedia({ colorScheme: "light" });
    for (const width of [360, 390, 768, 900, 1024, 1152, 1280, 1920, 2560]) {
      await opened.page.setViewportSize({ width, height: 900 });
      expect(await opened.page.evaluate(cutOff)).toEqual([]);
    }
    await opened.page.setViewportSize({ width: 1440, height: 900 });
    await opened.page.keyboard.press("Escape");
    await isClosed();
    expect(await opened.page.evaluate(isBack)).toBe(true);
  };

  it.each(dialogs)("%s at %s opens by %s, and Esc leads back to it", async (title, address, button, entry) => {
    await opened.open(address.replace(/FREE|WAITING/, (name) => at[name] ?? ""));
    await opener(button).first().focus();
    await opened.page.evaluate(mark);
    await opened.page.keyboard.press("Enter");
    if (entry !== undefined) {
      await expect.poll(() => opened.page.evaluate("document.activeElement.role")).toBe("menuitem");
      for (
        let turn = 0;
        turn < 5 && !(await opened.page.evaluate<string>("document.activeElement.innerText")).startsWith(entry);
        turn++
      )
        await opened.page.keyboard.press("ArrowDown");
      await opened.page.keyboard.press("Enter");
    }
    await walk(title);
  });

  it("Apply opens a dialog where what is removed is in use, and Esc leads back to it", async () => {
    await opened.open("configuration/edit");
    const empty = { format: "tiers-sandbox/configuration@1", base: "empty" };
    await opened.main().getByLabel("The configuration as JSON").fill(JSON.stringify(empty));
    await opener("Apply").focus();
    await opened.page.evaluate(mark);
    await opened.page.keyboard.press("Enter");
    await walk(/^What is removed is in use$/);
  });

  it.each([
    ["?", /^Keys$/],
    ["Control+k", /^Go to anything$/],
  ])("%s opens a dialog anywhere, and Esc leads back to where the focus was", async (key, title) => {
    await opened.open("portfolio");
    for (const press of ["j", "j"]) {
      await opened.page.getByRole("link", { name: "Novalune Systèmes" }).waitFor();
      await opened.page.keyboard.press(press);
    }
    await opened.page.evaluate(mark);
    await opened.page.keyboard.press(key);
    await walk(title);
  });

  it("Enter in the filter of Trigger takes the first event that can happen, and Ctrl-Enter sends it", async () => {
    await opened.open("portfolio/924004");
    await opener("Trigger an event…").focus();
    await opened.page.evaluate(mark);
    await opened.page.keyboard.press("Enter");
    await opened.page.getByRole("dialog").getByText("THIRD_PARTY_COMMENT_ADDED").waitFor();
    await opened.page.keyboard.type("comment added");
    await opened.page.keyboard.press("Enter");
    await opened.page.getByRole("dialog").getByRole("button", { name: "Trigger" }).waitFor();
    expect(await opened.page.evaluate(focused)).toBeGreaterThanOrEqual(0);
    await opened.page.keyboard.press("Control+Enter");
    await opened.dialog().waitFor({ state: "hidden" });
    expect(await opened.page.evaluate(isBack)).toBe(true);
    const { content } = await opened.control<{ content: { eventName: string }[] }>(
      "accounts/demo/events?latest=true&limit=1",
    );
    expect(content[0]?.eventName).toBe("THIRD_PARTY_COMMENT_ADDED");
  });

  it("Reject sends by Ctrl-Enter, goes on to the next that waits, and loses no focus", async () => {
    await opened.open("inbox");
    await opened.main().locator("[data-row]").nth(1).waitFor();
    for (const key of ["j", "Enter"]) await opened.page.keyboard.press(key);
    await opened.main().getByRole("button", { name: "Reject…" }).waitFor();
    const before = await opened.hash();
    // What is typed at once is meant for the dialog, and no key for the page.
    await opened.page.keyboard.press("r");
    await opened.page.keyboard.type("Not readable.");
    await opened.page.keyboard.press("Control+Enter");
    await opened.dialog().waitFor({ state: "hidden" });
    await expect.poll(opened.hash).not.toBe(before);
    await expect.poll(() => opened.page.evaluate("document.activeElement === document.body")).toBe(false);
    await opened.page.keyboard.press("/");
    expect(await opened.page.evaluate("document.activeElement.hasAttribute('data-filter')")).toBe(true);
  });
});
