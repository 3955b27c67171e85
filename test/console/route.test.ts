import { describe, expect, it, vi } from "vitest";
import * as routes from "../../src/console/route.ts";
import { openPage } from "./page.ts";

const { account, filterBy, go, href, readAddress, route, startRoute } = routes;
const { documentAddress, eventAddress, requestAddress, resourceAddress, thirdpartyAddress } = routes;
const demo = { account: "demo", view: "portfolio", rest: [], query: {} };

describe("the address of the console", () => {
  it.each([
    ["", demo],
    ["#", demo],
    ["#/", demo],
    ["#/team-a", { ...demo, account: "team-a" }],
    ["#//inbox", { ...demo, view: "inbox" }],
    ["#/demo/journal/7?names=A&page=2", { ...demo, view: "journal", rest: ["7"], query: { names: "A", page: "2" } }],
    ["#/a%2Fb/worlds/x%20y//compare/", { ...demo, account: "a/b", view: "worlds", rest: ["x y", "compare"] }],
    ["#/%E0%A4%A/inbox", demo],
  ])("%j is read as %j", (hash, read) => {
    const location = openPage();
    readAddress();
    location.hash = hash;
    readAddress();
    expect({ ...route.value, account: account.value }).toEqual(read);
  });

  it("is read at the start and whenever the browser tells of another one", () => {
    const location = openPage("#/first/inbox");
    const listeners: Record<string, () => void> = {};
    vi.stubGlobal("addEventListener", (kind: string, run: () => void) => (listeners[kind] = run));
    startRoute();
    expect(route.value).toEqual({ ...demo, account: "first", view: "inbox" });
    location.hash = "#/second/worlds";
    listeners.hashchange?.();
    expect(route.value).toEqual({ ...demo, account: "second", view: "worlds" });
  });

  it("stays the same value while it does not change, so that nothing is drawn again", () => {
    openPage("#/demo/inbox");
    readAddress();
    const before = route.value;
    readAddress();
    expect(route.value).toBe(before);
  });

  it.each([
    [{}, "#/demo/journal/7?names=A&page=2"],
    [{ rest: [8, "a b"] }, "#/demo/journal/8/a%20b?names=A&page=2"],
    [{ query: { names: "B" } }, "#/demo/journal/7?names=B&page=2"],
    [{ query: { names: undefined, page: undefined } }, "#/demo/journal/7"],
    [{ view: "journal" }, "#/demo/journal/7?names=A&page=2"],
    [{ view: "inbox" }, "#/demo/inbox"],
    [{ account: "other" }, "#/other/journal"],
    [{ account: "other", view: "worlds", rest: ["x"], query: { page: 3 } }, "#/other/worlds/x?page=3"],
  ])("after the change %j is %s: a selection keeps the filter, another view has none", (change, address) => {
    openPage();
    route.value = { ...demo, view: "journal", rest: ["7"], query: { names: "A", page: "2" } };
    expect(href(change)).toBe(address);
  });

  const of = { thirdpartyId: 1, dossierId: 2, documentId: 3 };
  it.each<[string, () => string]>([
    ["#/demo/portfolio/924000/dossiers/1324000", () => thirdpartyAddress(924000, "dossiers", 1324000)],
    ["#/demo/inbox/1324000/11031000?evidence=5", () => documentAddress(1324000, 11031000, { evidence: 5 })],
    ["#/demo/journal/50000001", () => eventAddress(50000001)],
    ["#/demo/requests/req-1", () => requestAddress("req-1")],
    ["#/demo/inbox/2/3", () => resourceAddress(of)],
    ["#/demo/portfolio/1", () => resourceAddress({ ...of, documentId: null })],
    ["#/demo/portfolio/1", () => resourceAddress({ ...of, dossierId: null })],
  ])("%s is that of a resource, or of the document or third party of an event", (address, made) => {
    openPage();
    expect(made()).toBe(address);
  });

  it("changes with a step in the history, and for a filter without one and to its first page", () => {
    const location = openPage("#/demo/inbox?page=4");
    readAddress();
    const replaced = vi.spyOn(history, "replaceState");
    go({ query: { page: 5 } });
    expect([location.hash, route.value.query, replaced.mock.calls]).toEqual(["#/demo/inbox?page=5", { page: "5" }, []]);
    filterBy({ filter: "paris" });
    expect([location.hash, route.value.query]).toEqual(["#/demo/inbox?filter=paris", { filter: "paris" }]);
    expect(replaced).toHaveBeenCalledOnce();
  });
});
