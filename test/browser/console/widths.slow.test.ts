import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { State } from "../../../src/domain/change.ts";
import { brokenWords, openPage } from "../chromium.ts";
import { describeConsole, offersStay } from "./console.ts";

const long =
  "Société des Établissements Réunis de Construction, de Rénovation et d'Aménagement du Bassin de l'Aquitaine";
const accountId = "a-world-whose-name-is-as-long-as-the-name-of-a-world-can-be-0064";
const views = [
  "portfolio",
  "inbox",
  "journal",
  "requests",
  "worlds",
  "configuration",
  "configuration/edit",
  "scenarios",
  "faults",
  "audit",
  "connect",
  "about",
];

/** What is wrong with the page as it is laid out, in words. */
const flaws = `(() => {
  const found = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push("the page scrolls sideways: " + scrollWidth);
  // A row that is far off the screen is not laid out.
  const isShown = (element) => element.offsetWidth > 0 &&
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
  const nameOf = ({ ariaLabel, innerText, className }) => (ariaLabel || innerText || className).slice(0, 40);
  for (const box of document.querySelectorAll("body *:not(pre, textarea, .hidden)"))
    if (box.scrollWidth > box.clientWidth + 1 && isShown(box) && /auto|scroll/.test(getComputedStyle(box).overflowX))
      found.push([box.ariaLabel || box.className, "scrolls sideways", box.scrollWidth, ">", box.clientWidth].join(" "));
  /** What the boxes around an element let through, each of which is asked once. */
  const known = new Map();
  const windowOf = (box) => {
    if (!box) return { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
    if (known.has(box)) return known.get(box);
    let { left, top, right, bottom } = windowOf(box.parentElement);
    const { overflowX, overflowY, display } = getComputedStyle(box);
    if (display !== "contents" && (overflowX !== "visible" || overflowY !== "visible")) {
      const of = box.getBoundingClientRect();
      if (overflowX !== "visible") [left, right] = [Math.max(left, of.left), Math.min(right, of.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, of.top), Math.min(bottom, of.bottom)];
    }
    known.set(box, { left, top, right, bottom });
    return known.get(box);
  };
  /** What is seen of an element, inside the boxes that cut it off; a link may end in an ellipsis. */
  const seenOf = (element) => {
    const [of, inside] = [element.getBoundingClientRect(), windowOf(element.parentElement)];
    const [left, right] = [Math.max(of.left, inside.left), Math.min(of.right, inside.right)];
    const [top, bottom] = [Math.max(of.top, inside.top), Math.min(of.bottom, inside.bottom)];
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };
  const controls = [...document.querySelectorAll("button, a[href], input, select, textarea, h1, .now, .toast")].filter(
    (element) => isShown(element) && !element.closest(".skip, .hidden, pre"),
  );
  for (const element of controls) {
    const { width } = element.getBoundingClientRect();
    const seen = seenOf(element);
    if (seen.left < -1 || seen.right > innerWidth + 1) found.push("off screen: " + nameOf(element));
    const least = element.matches("a:not(.button)") ? Math.min(width, 60) : width;
    if (seen.width < least - 2) found.push("cut off: " + nameOf(element));
  }
  const clickable = controls
    .filter((element) => !element.matches("h1"))
    .map((element) => {
      const { left, right, top, bottom, height } = seenOf(element);
      const rects = [...element.getClientRects()].map((of) => ({
        left: Math.max(of.left, left),
        right: Math.min(of.right, right),
        top: Math.max(of.top, top),
        bottom: Math.min(of.bottom, bottom),
      }));
      return { element, rects, height, drawer: element.closest(".drawer") };
    })
    .filter(({ height }) => height > 0);
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  for (const [at, one] of clickable.entries())
    for (const other of clickable.slice(at + 1))
      if (
        one.drawer === other.drawer &&
        one.rects.some((a) => other.rects.some((b) => overlap(a, b))) &&
        !one.element.contains(other.element) &&
        !other.element.contains(one.element)
      )
        found.push("overlap: " + nameOf(one.element) + " / " + nameOf(other.element));
  for (const filter of document.querySelectorAll(".filter"))
    if (isShown(filter) && filter.offsetHeight > 48) found.push("a filter is " + filter.offsetHeight + " px high");
  for (const arrow of document.querySelectorAll("button[aria-label='The other way round']")) {
    const order = arrow.previousElementSibling.getBoundingClientRect();
    if (isShown(arrow) && order.bottom <= arrow.getBoundingClientRect().top)
      found.push("the direction stands below the order");
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const input of document.querySelectorAll("main input[placeholder]")) {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    pen.font = font;
    const room = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    if (isShown(input) && pen.measureText(input.placeholder).width > room + 1)
      found.push("a placeholder is cut: " + input.placeholder);
  }
  for (const cell of document.querySelectorAll("main tbody td"))
    if (isShown(cell) && cell.offsetWidth < 40 && cell.offsetHeight > 60) found.push("a column is too narrow to read");
  // Beside the name of an event stand a few words of its payload, which may be short.
  for (const cell of document.querySelectorAll("main table:not([aria-label=Events]) td.grow, main .letters b")) {
    const { width } = cell.getBoundingClientRect();
    if (isShown(cell) && width < 160) found.push("a name has " + Math.round(width) + " px: " + nameOf(cell));
  }
  for (const name of document.querySelectorAll("main td .mono"))
    if (isShown(name) && /^[A-Z]+(_[A-Z]+)+$/.test(name.innerText) && seenOf(name).width < name.offsetWidth - 2)
      found.push("an event name is cut: " + name.innerText);
  const tops = (letter) => [...letter.children].filter(isShown).map((part) => part.getBoundingClientRect());
  if (innerWidth >= 900)
    for (const letter of document.querySelectorAll(".alone .letters a")) {
      const parts = tops(letter);
      if (Math.max(...parts.map(({ top }) => top)) > Math.min(...parts.map(({ bottom }) => bottom)))
        found.push("a letter is a staircase");
    }
  const texts = [...document.querySelectorAll(".axis span, .timebar .bar > *, .strip > *")].filter(isShown);
  for (const [at, one] of texts.entries())
    for (const other of texts.slice(at + 1)) {
      const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 0 && high > 2) found.push("texts overlap: " + nameOf(one) + " / " + nameOf(other));
    }
  const due = document.querySelector(".due");
  if (isShown(due) && due.scrollWidth > due.clientWidth) found.push("cut: " + due.innerText);
  const [people, product] = [document.querySelector(".who button"), document.querySelector(".product")];
  if (!isShown(people)) found.push("nobody sees who acts");
  if (!isShown(product) || product.innerText !== "tiers-sandbox") found.push("the name of the product is not shown");
  const broken = ${brokenWords};
  if (broken.length > 0) found.push("broken: " + broken.slice(0, 3).join());
  return [...new Set(found)].slice(0, 6);
})()`;

/** Opens each menu that can be seen, and names the entries of which a person could not click every part. */
const hiddenInMenus = `(async () => {
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const found = [];
  let count = 0;
  for (const button of document.querySelectorAll("[aria-haspopup=menu]")) {
    if (!button.checkVisibility()) continue;
    button.click();
    await drawn();
    const entries = [...document.querySelectorAll("[role=menuitem]")].filter((one) => one.checkVisibility());
    if (entries.length === 0) found.push("no menu: " + button.innerText);
    for (const entry of entries) {
      // To scroll would also move sideways what is cut off.
      if (entry.getBoundingClientRect().bottom > innerHeight) entry.scrollIntoView({ block: "nearest" });
      const { left, top, right, bottom } = entry.getBoundingClientRect();
      for (const [x, y] of [[left + 2, top + 4], [right - 2, bottom - 4]])
        if (!entry.contains(document.elementFromPoint(x, y)))
          found.push("hidden: " + button.innerText + ", " + entry.innerText);
    }
    count += entries.length;
    button.click();
    await drawn();
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
  return { found: [...new Set(found)], count };
})()`;

describeConsole("the console at every width", {}, (opened) => {
  const findAddresses = async () => {
    const exported = await opened.control<{ state: State }>("accounts/demo/state");
    const { thirdparties, documents, dossiers, attributes, contacts } = exported.state;
    const everyFourth = <T>(rows: readonly T[]) => rows.filter((_, nth) => nth % 4 === 0);
    for (const row of thirdparties.slice(0, 3)) row.name = long;
    for (const row of everyFourth(documents)) row.documentName = long;
    for (const row of everyFourth(dossiers)) row.dossierTypeLabel = long;
    for (const row of everyFourth(attributes)) row.values = [long];
    for (const row of contacts)
      Object.assign(row, {
        firstName: "Marie-Antoinette Guillemette",
        lastName: "Villeneuve-Larochefoucauld de Montmorency",
        email: "marie-antoinette.villeneuve-larochefoucauld@etablissements-reunis-d-aquitaine.example",
      });
    await opened.control(`accounts/${accountId}/state?check=shape`, exported, "PUT");
    for (const name of ["here", "a-snapshot-whose-name-is-as-long-as-that-of-a-snapshot-can-be-64"])
      await opened.control(`accounts/${accountId}/snapshots`, { name });
    const { thirdpartyId } = thirdparties[0] as State["thirdparties"][number];
    const waiting = documents.find(({ statusCode }) => statusCode === "ACTION_REQUIRED") ?? documents[0];
    await opened.service("thirdparties?sise=1");
    const lastOf = async (path: string, name: string) =>
      (await opened.control<{ content: Record<string, unknown>[] }>(path)).content.at(-1)?.[name];
    const dossierId = documents.find((row) => row.thirdpartyId === thirdpartyId)?.dossierId;
    const tabs = [
      "attributes",
      "contacts",
      "comments",
      "monitoring",
      "journal",
      "story",
      "json",
      `dossiers/${dossierId}`,
    ];
    const details = [
      `portfolio/${thirdpartyId}`,
      ...tabs.map((tab) => `portfolio/${thirdpartyId}/${tab}`),
      `inbox/${waiting?.dossierId}/${waiting?.documentId}`,
      "inbox?box=all",
      `worlds/${accountId}`,
      "worlds/demo/compare",
      "audit/coverage",
      `requests/${await lastOf("requests", "requestId")}`,
      `journal/${await lastOf(`accounts/${accountId}/events?latest=true&limit=1`, "eventId")}`,
    ];
    return [...views, ...details].map((view) => `#/${accountId}/${view}`);
  };

  let known: ReturnType<typeof findAddresses> | undefined;
  /** Made by the first test that asks. */
  const addresses = () => (known ??= findAddresses());

  const sizes = [360, 390, 768, 900, 1024, 1152, 1280, 1440, 1920, 2560].map((width) => [width, 900] as const);
  // Twice as large on a screen of 1440 by 900 and of 720 by 450.
  const zoomed = [[720, 450] as const, [360, 225] as const];
  const flawsAt = async (page: Page, name: string) => {
    const found: string[] = [];
    for (const [width, height] of [...sizes, ...zoomed]) {
      await page.setViewportSize({ width, height });
      // What is measured by the page itself, such as the width of the time line, is drawn a moment later.
      let flawed = await page.evaluate<string[]>(flaws);
      for (let turn = 0; flawed.length > 0 && turn < 20; turn++) {
        await page.evaluate("new Promise((done) => requestAnimationFrame(done))");
        flawed = await page.evaluate<string[]>(flaws);
      }
      found.push(...flawed.map((flaw) => `${name.replace(accountId, "…")} ${width} by ${height}: ${flaw}`));
    }
    return found;
  };
  const show = async (page: Page, address: string) => {
    await page.goto(`${opened.running.url}/${address}`);
    await opened.read(page);
  };

  it("nothing scrolls sideways, is off screen, overlaps, breaks a word or leaves a name under 160 pixels", async () => {
    const found: string[] = [];
    const all = await addresses();
    const page = await openPage(opened.browser, 1440);
    for (const address of all) {
      await show(page, address);
      found.push(...(await flawsAt(page, address)));
    }
    expect(found).toEqual([]);
  });

  it("every entry of every menu is in sight at every width", async () => {
    const found: string[] = [];
    const page = await openPage(opened.browser, 1440);
    const all = await addresses();
    for (const address of all.filter((one) => /\/(portfolio|requests)\/[^/]+$|\/worlds\/a-world/.test(one))) {
      await show(page, address);
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        const menus = await page.evaluate<{ found: string[]; count: number }>(hiddenInMenus);
        expect(menus.count).toBeGreaterThan(2);
        found.push(...menus.found.map((flaw) => `${address.replace(accountId, "…")} ${width}: ${flaw}`));
      }
    }
    expect(found).toEqual([]);
  });

  it("nor with a fault armed, the requests open, a toast, people who act, and what a month has brought", async () => {
    const page = await openPage(opened.browser, 1440);
    await page.addInitScript(offersStay);
    const document = (await addresses()).find((address) => /inbox\/\d/.test(address)) ?? "";
    await opened.control(`accounts/${accountId}/people`, { people: "suppliers" }, "PUT");
    const fault = { kind: "status", status: 503, operation: "thirdparties.search", accountId };
    await opened.control("faults", [fault], "PUT");
    await show(page, `#/${accountId}/journal`);
    await page.getByRole("button", { name: "+1 month" }).click();
    await page.getByRole("button", { name: "Advance" }).click();
    await page.getByRole("region", { name: "What happened" }).waitFor();
    await page.keyboard.press("~");
    await page.locator(".toast").first().waitFor();
    await page.locator(".strip").waitFor();
    const found = await flawsAt(page, "everything");
    await page.getByRole("button", { name: /^and \d+ events of \d+ other kinds$/ }).click();
    found.push(...(await flawsAt(page, "all kinds")));
    await show(page, document);
    await page.getByRole("button", { name: "Approve" }).waitFor();
    found.push(...(await flawsAt(page, "a document with a toast")));
    expect([await page.locator(".toast").count(), found]).toEqual([1, []]);
  });
});
