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

/** Beside the lists of the views, those of what is shown there: their tables, and a word that one row has. */
const inner: [address: string, table: string, column: string, filter: string][] = [
  ["portfolio/924004/journal", "Events", "Event", "status"],
  ["portfolio/924004/attributes", "Attributes", "Attribute", "risque"],
  ["worlds/other/compare?before=demo&after=other", "Differences", "Row", "sequences"],
];

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
    const names = (await heads.allInnerTexts()).map((name) => name.replace(/[↑↓]/, "").trim());
    expect(names).toEqual(expect.arrayContaining([...columns]));
    for (const name of columns) {
      const at = names.indexOf(name);
      const shown = async () =>
        (
          await rows()
            .locator(`td:nth-child(${at + 1})`)
            .allInnerTexts()
        ).map((one) => one.trim());
      // The usual order has its arrow at first, and a click turns it round.
      const usual = await heads.nth(at).getAttribute("aria-sort");
      const both = [["ascending", 1] as const, ["descending", -1] as const];
      for (const [order, sign] of usual === "ascending" ? both.reverse() : both) {
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
    // Between two lists there is none.
    await expect.poll(() => rows().count()).toSatisfy((count) => count > 0 && count < all);
    const left = await rows().allInnerTexts();
    await opened.page.reload();
    await expect.poll(() => rows().count()).toBe(left.length);
    for (const key of ["/", "End", "x", "q", "x"]) await opened.page.keyboard.press(key);
    await main().getByText("Nothing passes").waitFor();
    await main().getByRole("button", { name: "Clear the filter" }).click();
    await expect.poll(() => rows().count()).toBe(all);
  });

  it.each(inner)(
    "%s: the table %s sorts by %s and is filtered, on a telephone too",
    async (address, name, column, text) => {
      await opened.open(address);
      const table = main().getByRole("table", { name, exact: true });
      const texts = async () => (await table.locator("tbody tr").allInnerTexts()).map((row) => row.trim());
      await table.locator("tbody tr").nth(1).waitFor();
      const all = await texts();
      await table.getByRole("button", { name: new RegExp(`^${column}`) }).click();
      await expect.poll(texts).not.toEqual(all);
      const sorted = await texts();
      await main().locator(".detail [data-filter]").fill(text);
      await expect.poll(async () => (await texts()).length).toBeLessThan(all.length);
      expect((await texts()).length).toBeGreaterThan(0);
      await main().locator(".detail [data-filter]").fill("no row has this");
      await main().getByRole("button", { name: "Clear the filter" }).click();
      await expect.poll(texts).toEqual(sorted);
      await opened.page.setViewportSize({ width: 390, height: 900 });
      await main().locator(".detail .sorter button").first().click();
      await expect.poll(texts).not.toEqual(sorted);
      await opened.page.setViewportSize({ width: 1920, height: 900 });
    },
  );

  it("the inbox is ordered by document, third party, arrival and end, and filtered, kept in the address", async () => {
    await opened.open("inbox?box=all");
    const letters = main().locator(".letters b");
    await letters.first().waitFor();
    const ages = main().locator(".letters time");
    const titles = await ages.evaluateAll((all) => all.map((age) => (age as unknown as { title: string }).title));
    const what = /^(Supplied|Asked for) \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} on the account's clock$/;
    expect(titles.length).toBeGreaterThan(0);
    expect(titles.filter((title) => !what.test(title))).toEqual([]);
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
    expect(await opened.hash()).toContain("filter=kbis");
    await opened.page.keyboard.type(" no such");
    await main().getByRole("button", { name: "Clear the filter" }).click();
    await expect.poll(opened.hash).not.toContain("filter");
    await main().getByLabel("Order", { exact: true }).selectOption("statusCode");
    const runs = (texts: string[]) => texts.filter((text, at) => text !== texts[at - 1]);
    const statuses = async () => runs(await main().locator(".letters .tag").allInnerTexts());
    await expect.poll(async () => (await statuses())[0]).toBe("Action required");
    expect(new Set(await statuses()).size).toBe((await statuses()).length);
  });
});
