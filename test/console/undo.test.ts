import { describe, expect, it } from "vitest";
import { version } from "../../src/console/state.ts";
import { toasts } from "../../src/console/toasts.ts";
import { offerAgain, resetWorld, withUndo } from "../../src/console/undo.ts";
import { answering } from "./page.ts";

const faults = [{ kind: "delay", times: 2 }];
const server = (names: readonly string[], more: Record<string, unknown> = {}) =>
  answering({
    "accounts.snapshots": { content: names.map((name) => ({ name })) },
    "faults.list": faults,
    "accounts.snapshot": {},
    "accounts.forget": {},
    "accounts.reset": { accountId: "team" },
    "accounts.restore": {},
    "faults.replace": [],
    ...more,
  });
const path = "team";
const isRead = /^(clock\.get|accounts\.list|reference\.events)$/;
const acts = (sent: ReturnType<typeof server>) => sent.filter(({ operation }) => !isRead.test(operation));
const texts = () => toasts.value.map(({ text }) => text);

describe("what has no way back of its own", () => {
  it("takes a snapshot first, and Undo restores it with the faults that were armed", async () => {
    toasts.value = [];
    const sent = server([]);
    const before = version.value;
    await resetWorld("team");
    expect(acts(sent)).toEqual([
      { operation: "accounts.snapshots", path },
      { operation: "faults.list", query: { accountId: "team" } },
      { operation: "accounts.snapshot", path, body: { name: "undo-1" } },
      { operation: "accounts.reset", path },
    ]);
    expect([texts(), version.value]).toEqual([["team is as it was made."], before + 1]);
    sent.length = 0;
    await toasts.value[0]?.undo?.();
    expect(acts(sent)).toEqual([
      { operation: "accounts.restore", path: "team undo-1" },
      { operation: "faults.replace", query: { accountId: "team" }, body: faults },
    ]);
    expect([texts().at(-1), version.value]).toEqual(["Back to how it was.", before + 2]);
  });

  it("keeps five snapshots of its own beside the new one, and counts on from the highest", async () => {
    const sent = server(["undo-10", "mine", "undo-9", "undo-x", "undo-11", "redo-99", "undo-12", "undo-2", "undo-13"]);
    await resetWorld("team");
    expect(acts(sent).filter(({ operation }) => /forget|snapshot$/.test(operation))).toEqual([
      { operation: "accounts.forget", path: "team undo-0" },
      { operation: "accounts.forget", path: "team undo-2" },
      { operation: "accounts.snapshot", path, body: { name: "undo-14" } },
    ]);
  });

  it("goes on where an old snapshot cannot be deleted", async () => {
    const names = [1, 2, 3, 4, 5, 6].map((number) => `undo-${number}`);
    const sent = server(names, { "accounts.forget": undefined });
    await resetWorld("team");
    expect(sent).toContainEqual({ operation: "accounts.snapshot", path, body: { name: "undo-7" } });
  });

  it("deletes its snapshot and offers nothing where the work is refused", async () => {
    toasts.value = [];
    const sent = server(["undo-3"], { "accounts.reset": undefined });
    await expect(resetWorld("team")).rejects.toThrow("accounts.reset is refused.");
    expect(acts(sent).at(-1)).toEqual({ operation: "accounts.forget", path: "team undo-4" });
    expect(texts()).toEqual([]);
  });

  it.each([
    ["the page of what was made", "#/demo/inbox/2/3?evidence=1", "#/demo/portfolio"],
    ["a page elsewhere", "#/demo/journal", "#/demo/journal"],
  ])("leads to what was made, and Undo on %s leads from %s to %s", async (_, shown, after) => {
    toasts.value = [];
    server([]);
    const work = async () => "#/demo/inbox/2/3";
    await withUndo("team", work, "Made.", (address) => address);
    expect(location.hash).toBe("#/demo/inbox/2/3");
    location.hash = shown;
    await toasts.value[0]?.undo?.();
    expect(location.hash).toBe(after);
  });

  it("says what came of it, in place of the offer before", async () => {
    toasts.value = [];
    server([]);
    await resetWorld("team");
    const result = await withUndo(
      "team",
      async () => 3,
      (count) => `${count} things are done.`,
    );
    expect([result, texts()]).toEqual([3, ["3 things are done."]]);
  });
});

it("the way back is offered again after the page was loaded anew, as long as its snapshot is there", async () => {
  const names: string[] = [];
  server([], { "accounts.snapshots": () => ({ content: names.map((name) => ({ name })) }) });
  const afterReload = async () => {
    toasts.value = [];
    await offerAgain();
    return texts();
  };
  expect(await afterReload()).toEqual([]);
  await resetWorld("team");
  names.push("undo-1");
  expect([await afterReload(), await afterReload()]).toEqual([
    ["team is as it was made."],
    ["team is as it was made."],
  ]);
  await toasts.value[0]?.undo?.();
  expect(await afterReload()).toEqual([]);
  await resetWorld("team");
  names.length = 0;
  expect(await afterReload()).toEqual([]);
});
