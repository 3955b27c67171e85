import { beforeAll, expect, it } from "vitest";
import { describeConsole } from "./console.ts";

/** The order of the texts of a column, as people read them: numbers by size, an empty cell first. */
const isSorted = (texts: readonly string[], sign: 1 | -1) => {
  const keys = texts.map((text) => text.replace("–", "").replaceAll(/(?<=\d)\s(?=\d{3}\b)/gu, ""));
  const numbers = keys.every((key) => /^\d*$/.test(key));
  const compare = (a: string, b: string) => (numbers ? Number(a) - Number(b) : a.localeCompare(b));
  // While a list is read, it is empty.
  return keys.length > 0 && keys.every((key, at) => at === 0 || sign * compare(keys[at - 1] as string, key) <= 0);
};

const lists: [view: string, columns: readonly string[], filter: string][] = [
  ["portfolio", ["Third party", "Town", "Dossiers", "Waiting"], "novalune"],
  ["journal", ["Occurred", "Event", "Actor"], "THIRD_PARTY_ARCHIVED"],
  ["requests", ["UTC", "Status", "ms", "Caller", "What came of it"], "search"],
  ["worlds", ["Account", "Made from", "Third parties", "Events", "Clock"], "other"],
  ["scenarios", ["Scenario", "What it makes"], "expired"],
];

describeConsole("the lists of the console", { width: 1920 }, (opened) => {
  const { main } = opened;
  const list = () => main().locator(".list table, .page table").first();
  const rows = () => list().locator("tbody tr");
  beforeAll(async () => {
    for (const path of ["thirdparties?size=2", "documents/search?eventNames=NO_EVENT", "thirdparties?sise=1"])
      await opened.service(path).catch(() => {});
    await opened.control("accounts/other", { seed: "empty", now: "2026-01-10T00:00:00", freeze: true }, "PUT");
    await opened.control("accounts/demo/clock", { advance: "P1D" });
    await opened.page.goto(`${opened.running.url}/#/demo/portfolio`);
    await opened.page.getByRole("button", { name: "Do not show this again" }).click();
  });

  it.each(lists)("%s sorts by %j in both directions, kept in the address", async (view, columns) => {
    await opened.open(view);
    const heads = list().locator("thead th");
    await rows().first().waitFor();
    const names = (await heads.allInnerTexts()).map((name) => name.trim());
    expect(names).toEqual(expect.arrayContaining([...columns]));
    for (const name of columns) {
      const at = names.indexOf(name);
      const shown = async () =>
        (
          await rows()
            .locator(`td:nth-child(${at + 1})`)
            .allInnerTexts()
        ).map((one) => one.trim());
      for (const [order, sign] of [
        ["ascending", 1],
        ["descending", -1],
      ] as const) {
        await heads.nth(at).getByRole("button").click();
        await expect.poll(() => heads.nth(at).getAttribute("aria-sort"), { message: name }).toBe(order);
        await expect.poll(async () => isSorted(await shown(), sign), { message: `${name} ${order}` }).toBe(true);
      }
      if (name !== columns.at(-1)) continue;
      const before = await shown();
      await opened.page.reload();
      await expect.poll(shown, { message: `${name} after a reload` }).toEqual(before);
    }
  });

  it.each(lists)("%s is filtered from the keyboard, kept in the address", async (view, _, text) => {
    await opened.open(view);
    await rows().first().waitFor();
    const all = await rows().count();
    await opened.page.keyboard.press("/");
    await opened.page.keyboard.type(text);
    await expect.poll(() => rows().count()).toBeLessThan(all);
    const left = await rows().allInnerTexts();
    expect(left.length).toBeGreaterThan(0);
    await opened.page.reload();
    await expect.poll(() => rows().count()).toBe(left.length);
    for (const key of ["/", "End", "x", "q", "x"]) await opened.page.keyboard.press(key);
    await main().getByText("Nothing passes").waitFor();
    await main().getByRole("button", { name: "Clear the filter" }).click();
    await expect.poll(() => rows().count()).toBe(all);
  });

  it("the inbox is ordered by document, third party, arrival and end, and filtered, kept in the address", async () => {
    await opened.open("inbox?box=all");
    const letters = main().locator(".letters b");
    await letters.first().waitFor();
    const folded = (texts: string[]) =>
      texts.map((text) => text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase());
    for (const [value, selector] of [
      ["documentName", ".letters b"],
      ["thirdpartyName", ".letters bdi"],
    ] as const) {
      await main().getByLabel("Order", { exact: true }).selectOption(value);
      const shown = async () => folded(await main().locator(selector).allInnerTexts());
      await expect.poll(async () => isSorted(await shown(), 1), { message: value }).toBe(true);
      await main().getByRole("button", { name: "The other way round" }).click();
      await expect.poll(async () => isSorted(await shown(), -1), { message: value }).toBe(true);
      await main().getByRole("button", { name: "The other way round" }).click();
    }
    await opened.page.reload();
    await letters.first().waitFor();
    expect(await main().getByLabel("Order", { exact: true }).inputValue()).toBe("thirdpartyName");
    await opened.page.keyboard.press("/");
    await opened.page.keyboard.type("kbis");
    await expect.poll(async () => new Set(await letters.allInnerTexts()).size).toBe(1);
    expect(opened.hash()).toContain("filter=kbis");
  });
});
