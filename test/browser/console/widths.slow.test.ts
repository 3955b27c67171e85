import { expect, it } from "vitest";
import type { State } from "../../../src/domain/change.ts";
import { openPage } from "../chromium.ts";
import { describeConsole } from "./console.ts";

const long =
  "Société des Établissements Réunis de Construction, de Rénovation et d'Aménagement du Bassin de l'Aquitaine";
const accountId = "a-world-whose-name-is-as-long-as-the-name-of-a-world-can-be-0064";
const views = [
  "portfolio",
  "inbox",
  "journal",
  "requests",
  "worlds",
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
  const scrolls = (element) => element.closest(".table, .tabs, pre, [role=menu], .eventcounts, svg, .slots");
  const controls = [...document.querySelectorAll("button, a[href], input, select, textarea, h1, .now")].filter(
    (element) => isShown(element) && !scrolls(element) && !element.closest(".skip") && !element.matches(".hidden"),
  );
  for (const element of controls) {
    const { left, right } = element.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) found.push("off screen: " + nameOf(element));
  }
  const clickable = controls.filter((element) => !element.matches("h1"));
  for (const [at, one] of clickable.entries())
    for (const other of clickable.slice(at + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      if (one.closest(".drawer, .toasts") !== other.closest(".drawer, .toasts")) continue;
      for (const a of one.getClientRects())
        for (const b of other.getClientRects()) {
          const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (wide > 2 && high > 2) found.push("overlap: " + nameOf(one) + " / " + nameOf(other));
        }
    }
  for (const filter of document.querySelectorAll(".filter"))
    if (isShown(filter) && filter.offsetHeight > 48) found.push("a filter is " + filter.offsetHeight + " px high");
  for (const table of document.querySelectorAll(".faults .table, .difference .table"))
    if (isShown(table) && innerHeight > 300 && table.scrollWidth > table.clientWidth + 1)
      found.push("a table scrolls sideways");
  for (const cell of document.querySelectorAll("main tbody td"))
    if (isShown(cell) && cell.offsetWidth < 40 && cell.offsetHeight > 60) found.push("a column is too narrow to read");
  for (const cell of document.querySelectorAll("main td:first-child.grow, main .letters b")) {
    const { width } = cell.getBoundingClientRect();
    if (isShown(cell) && width < 160) found.push("a name has " + Math.round(width) + " px");
  }
  return [...new Set(found)].slice(0, 6);
})()`;

describeConsole("the console at every width", {}, (opened) => {
  const addresses = async () => {
    const exported = await opened.control<{ state: State }>("accounts/demo/state");
    const { thirdparties, documents } = exported.state;
    for (const [nth, row] of thirdparties.entries()) if (nth < 3) row.name = long;
    await opened.control(`accounts/${accountId}/state?check=shape`, exported, "PUT");
    const { thirdpartyId } = thirdparties[0] as State["thirdparties"][number];
    const waiting = documents.find(({ statusCode }) => statusCode === "ACTION_REQUIRED") ?? documents[0];
    await opened.service("thirdparties?sise=1");
    const lastOf = async (path: string, name: string) =>
      (await opened.control<{ content: Record<string, unknown>[] }>(path)).content.at(-1)?.[name];
    const details = [
      `portfolio/${thirdpartyId}`,
      `portfolio/${thirdpartyId}/attributes`,
      `inbox/${waiting?.dossierId}/${waiting?.documentId}`,
      `worlds/${accountId}`,
      "worlds/demo/compare",
      "audit/coverage",
      `requests/${await lastOf("requests", "requestId")}`,
      `journal/${await lastOf(`accounts/${accountId}/events?latest=true&limit=1`, "eventId")}`,
    ];
    return [...views, ...details].map((view) => `#/${accountId}/${view}`);
  };

  it("nothing scrolls sideways, is off screen, overlaps or shortens a name to less than 160 pixels", async () => {
    const found: Record<string, string[]> = {};
    const all = await addresses();
    const page = await openPage(opened.browser, 1440);
    for (const address of all) {
      await page.goto(`${opened.running.url}/${address}`);
      await page.locator(".now time").waitFor();
      await expect.poll(() => page.locator(".bones").count()).toBe(0);
      for (const width of [360, 390, 768, 900, 1024, 1152, 1280, 1440, 1920, 2560]) {
        await page.setViewportSize({ width, height: 900 });
        const flawed = await page.evaluate<string[]>(flaws);
        if (flawed.length > 0) found[`${address.replace(accountId, "…")} ${width}`] = flawed;
      }
      // Twice as large on a screen of 1440 by 900 and of 720 by 450.
      for (const [width, height] of [
        [720, 450],
        [360, 225],
      ] as const) {
        await page.setViewportSize({ width, height });
        const flawed = await page.evaluate<string[]>(flaws);
        if (flawed.length > 0) found[`${address.replace(accountId, "…")} ${width} by ${height}`] = flawed;
      }
    }
    expect(found).toEqual({});
  });
});
