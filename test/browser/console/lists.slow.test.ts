import { beforeAll, expect, it } from "vitest";
import { sourcesIn } from "../../support/sources.ts";
import { describeConsole } from "./console.ts";

/** The order of the texts of a column, as people read them: numbers by size, an empty cell first. */
const isSorted = (texts: readonly string[], sign: 1 | -1) => {
  const words = texts.map((text) => text.replace(/^(–|none)$/, ""));
  const figures = words.map((text) => text.replaceAll(/(?<=\d)\s(?=\d{3}\b)/gu, ""));
  const numbers = figures.every((key) => /^\d*$/.test(key));
  const keys = numbers ? figures : words;
  const compare = (a: string, b: string) => (numbers ? Number(a) - Number(b) : a.localeCompare(b));
  // While a list is read, it is empty.
  return keys.length > 0 && keys.every((key, at) => at === 0 || sign * compare(keys[at - 1] as string, key) <= 0);
};

/** Every table of a view, and an address that shows it with several rows. */
const tables: [address: string, table: string][] = [
  ["portfolio", "Third parties"],
  ["portfolio/924004", "Dossiers"],
  ["portfolio/924004/attributes", "Attributes"],
  ["portfolio/CONTACTS/contacts", "Contacts"],
  ["portfolio/924004/dossiers/DOSSIER", "Documents"],
  ["portfolio/924004/journal", "Events"],
  ["journal?names=THIRD_PARTY_A", "Events"],
  ["requests", "Requests"],
  ["worlds", "Worlds"],
  ["worlds/demo", "Snapshots"],
  ["worlds/demo/compare?before=demo@before&after=demo", "Differences"],
  ["configuration", "Entries"],
  ["scenarios", "Scenarios"],
  ["faults", "Faults by operation"],
  ["audit", "Callers"],
];
/** Columns of what can be done with a row. */
const actions = new Set(["Actions", "Arm", "Edit", "Make it"]);

/** What a column is sorted by, where that is not the whole text of its cells. */
const meanings: Record<string, (text: string) => string> = {
  "Because of": (text) => text.replace(/^([A-Z]+) (.+)$/, "$2 $1"),
  Request: (text) => text.replace(/^([A-Z]+) (.+)$/, "$2 $1"),
  // The row of all operations is the first.
  Operation: (text) => text.replace(/^every operation$|\n.*/s, ""),
  // How many there are of each status.
  "Documents of Dossiers": (text) => String((text.match(/\d+/g) ?? []).reduce((sum, count) => sum + Number(count), 0)),
};

/** A table as it is shown: its heads with the order, and the texts of a column. */
const shownIn = (table: Element, at: number) => {
  const rows = [...table.querySelectorAll<HTMLElement>("tbody tr")];
  const textOf = (cell: HTMLElement) => {
    const fields = [...cell.querySelectorAll<HTMLElement>(".fields li > .quiet")].map((field) => field.innerText);
    return cell.querySelector<HTMLAnchorElement>(".subject")?.hash ?? (fields.join(" ") || cell.innerText);
  };
  return {
    order: table.querySelectorAll("th")[at]?.getAttribute("aria-sort"),
    texts: rows.map((row) => textOf(row.children[at] as HTMLElement).trim()),
  };
};

/** Beside the lists of the views, those of what is shown there: their tables, and a word that one row has. */
const inner: [address: string, table: string, column: string, filter: string][] = [
  ["portfolio/924004/journal", "Events", "Event", "status"],
  ["portfolio/924004/attributes", "Attributes", "Attribute", "risque"],
  ["worlds/other/compare?before=demo&after=other", "Differences", "Row", "sequences"],
];

const lists: [view: string, filter: string][] = [
  ["portfolio", "novalune"],
  ["journal", "THIRD_PARTY_ARCHIVED"],
  ["requests", "search"],
  ["worlds", "other"],
  ["scenarios", "expired"],
];

it("the tables whose columns are tested are all that the views have", () => {
  const labels = sourcesIn("src/console/views").flatMap(({ text }) =>
    [...text.matchAll(/<Table\s+label="([^"]+)"/g)].map(([, label]) => label),
  );
  expect([...new Set(labels)].sort()).toEqual([...new Set(tables.map(([, label]) => label))].sort());
});

describeConsole("the lists of the console", { width: 1920 }, (opened) => {
  const { main } = opened;
  const list = () => main().locator(".list table, .page table").first();
  const rows = () => list().locator("tbody tr");
  const ids: Record<string, number | undefined> = {};
  beforeAll(async () => {
    await opened.control("accounts/demo/snapshots", { name: "before" });
    await opened.control("accounts/other", { seed: "empty", now: "2026-01-10T00:00:00", freeze: true }, "PUT");
    await opened.control("accounts/made", { size: 1, freeze: true }, "PUT");
    await opened.page.goto(`${opened.running.url}/#/demo/portfolio`);
    await opened.page.getByRole("button", { name: "Do not show this again" }).click();
    for (const path of ["thirdparties?size=2", "documents/search?eventNames=NO_EVENT", "thirdparties?sise=1"])
      await opened.service(path).catch(() => {});
    const wish = { accountIds: ["demo"], subject: "another" };
    const { accessToken } = await opened.control<{ accessToken: string }>("tokens", wish);
    const days = "eventOccurrenceStartDate=2026-01-01T00:00:00&eventOccurrenceEndDate=2026-01-15T00:00:00";
    const search = `thirdparties/search?eventNames=THIRD_PARTY_ADDED&${days}`;
    await opened.service(search);
    const headers = { Authorization: `Bearer ${accessToken}` };
    await fetch(`${opened.running.url}/api/v1/account/demo/${search}`, { headers });
    await opened.control("accounts/demo/clock", { advance: "P1D" });
    await opened.control("accounts/demo/snapshots", { name: "after" });
    const faults = ["dossiers.list", "thirdparties.list"].map((operation, nth) => ({
      ...{ kind: "status", status: 503 - nth, times: 1, operation, accountId: "demo" },
    }));
    await opened.control("faults", faults, "PUT");
    const { content } = await opened.control<{ content: { dossierId: number }[] }>(
      "accounts/demo/documents?thirdpartyId=924004",
    );
    ids.DOSSIER = content[0]?.dossierId;
    const { state } = await opened.control<{ state: { contacts: { thirdpartyId: number }[] } }>("accounts/demo/state");
    const owners = state.contacts.map(({ thirdpartyId }) => thirdpartyId);
    ids.CONTACTS = owners.find((owner, at) => owners.indexOf(owner) < at);
  });

  it.each(tables)("%s: every column of %s sorts in both directions, kept in the address", async (address, label) => {
    await opened.open(address.replace(/CONTACTS|DOSSIER/, (name) => String(ids[name])));
    // The journal says because of what something happened while it is looked at.
    if (address.startsWith("journal")) {
      await opened.service("thirdparties", { companyIdType: "CIT001", companyIdValue: "39860733300059" });
      await main().getByRole("button", { name: "Because of" }).waitFor();
    }
    const table = main().getByRole("table", { name: label, exact: true });
    await table.locator("tbody tr").nth(1).waitFor();
    const heads = await table
      .locator("th")
      .evaluateAll((all) => all.map((head) => (head as HTMLElement).innerText.replace(/[↑↓]/, "").trim()));
    const shown = async (at: number) => {
      const { order, texts } = await table.evaluate(shownIn, at);
      const name = heads[at] ?? "";
      const meaning = meanings[`${name} of ${label}`] ?? meanings[name];
      return { order, texts: meaning ? texts.map(meaning) : texts };
    };
    const [first = 0, second = 0, ...others] = [...heads.keys()].filter((at) => !actions.has(heads[at] ?? ""));
    for (const at of [first, ...others, second]) {
      const button = table.locator("th").nth(at).getByRole("button");
      const both = [["ascending", 1] as const, ["descending", -1] as const];
      // The usual order has its arrow at first, and a click turns it round.
      for (const [order, sign] of (await shown(at)).order === "ascending" ? both.toReversed() : both) {
        await button.evaluate((head) => (head as HTMLElement).click());
        const message = `${heads[at]} ${order}`;
        await expect.poll(async () => (await shown(at)).order, { message }).toBe(order);
        await expect.poll(async () => isSorted((await shown(at)).texts, sign), { message }).toBe(true);
      }
    }
    const before = await shown(second);
    await opened.page.reload();
    await expect.poll(() => shown(second), { message: "after a reload" }).toEqual(before);
  });

  it.each(lists)("%s is filtered from the keyboard, kept in the address", async (view, text) => {
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

  it("the inbox is ordered by names and by moments, and filtered, kept in the address", async () => {
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
    /** The moments that the rows show in the order by them. */
    const momentsBy = async (what: string) =>
      (
        await main()
          .locator(".letters time")
          .evaluateAll((all) => all.map((age) => (age as HTMLElement).title))
      ).map((title) => title.replace(new RegExp(`^${what} `), ""));
    const isMoment = /^\d{4}-\d\d-\d\d/;
    const orders: [order: string, shown: () => Promise<string[]>, box?: string][] = [
      ["suppliedAt", () => momentsBy("Supplied"), "waiting"],
      ["expirationDate", () => momentsBy("Ends"), "soon"],
      ["requestDate", () => momentsBy("Asked for"), "missing"],
      ["documentName", async () => folded(await main().locator(".letters b").allInnerTexts())],
      ["thirdpartyName", async () => folded(await main().locator(".letters bdi").allInnerTexts())],
    ];
    for (const [value, shown, box] of orders) {
      await opened.open(`inbox?box=${box ?? "all"}`);
      await main().getByLabel("Order", { exact: true }).selectOption(value);
      const isInOrder = async (sign: 1 | -1) => {
        const texts = await shown();
        return isSorted(texts, sign) && (box === undefined || texts.every((text) => isMoment.test(text)));
      };
      await expect.poll(() => isInOrder(1), { message: value }).toBe(true);
      await main().getByRole("button", { name: "The other way round" }).click();
      await expect.poll(() => isInOrder(-1), { message: value }).toBe(true);
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

  it("a box of the inbox shows the moment by which it is ordered, the oldest or the soonest first", async () => {
    const firstWords: string[] = [];
    for (const box of ["waiting", "missing", "refused", "soon"]) {
      await opened.open(`inbox?box=${box}`);
      const ages = main().locator(".letters time");
      await ages.first().waitFor();
      const titles = await ages.evaluateAll((all) => all.map((age) => (age as HTMLElement).title));
      firstWords.push(...new Set(titles.map((title) => title.replace(/ \d.*/, ""))));
      expect(isSorted(titles, 1), box).toBe(true);
      expect(new Set(titles).size, box).toBeGreaterThan(1);
    }
    expect(firstWords).toEqual(["Supplied", "Asked for", "Supplied", "Ends"]);
  });
});
