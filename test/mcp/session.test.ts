import { expect, it, onTestFinished, vi } from "vitest";
import { control } from "../../contract/control.ts";
import { Session } from "../../src/mcp/session.ts";
import { answering } from "../commands/asking.ts";
import { agent } from "./agent.ts";

const demo = { account: "demo" };
/** Every kind of change, at a world of another. */
const changes: [tool: string, given: Record<string, unknown>][] = [
  ["world", { ...demo, action: "make" }],
  ["world", { ...demo, action: "fork", from: "agent-1" }],
  ["world", { ...demo, action: "reset" }],
  ["world", { ...demo, action: "snapshot", snapshot: "mine" }],
  ["world", { ...demo, action: "restore", snapshot: "before" }],
  ["clock", { ...demo, advance: "P1D" }],
  ["scenario", { ...demo, scenario: "new-thirdparty" }],
  ["cause", { ...demo, event: "THIRD_PARTY_ADDED" }],
  ["faults", { ...demo, faults: [{ kind: "delay" }] }],
];
const reads = ["status", "clock", "scenario", "events", "requests", "faults", "audit"];

/** The accounts that the sandbox has. */
const accountsOf = async ({ url }: { url: string }): Promise<string[]> => {
  const { content } = await fetch(`${url}/_sandbox/accounts`).then((response) => response.json());
  return content.map(({ accountId }: { accountId: string }) => accountId);
};

it("the first call makes a world, later ones mean it, and a new one takes its place", async () => {
  const { done, sandbox } = await agent();
  const { world, worlds } = await done("status");
  expect([world.accountId, world.baseUrl, worlds]).toEqual([
    "agent-1",
    `${sandbox.url}/api/v1/account/agent-1`,
    { yours: ["agent-1"], others: [] },
  ]);
  await done("scenario", { scenario: "new-thirdparty" });
  expect((await done("status")).world).toMatchObject({ accountId: "agent-1", thirdparties: 1 });
  const copy = await done("world", { action: "fork" });
  expect(copy).toMatchObject({ accountId: "agent-1-2", thirdparties: 1 });
  const named = await done("world", {
    action: "make",
    account: "agent-cart",
    now: "2027-01-01T00:00:00",
    freeze: true,
  });
  expect(named).toMatchObject({ accountId: "agent-cart", thirdparties: 0, now: "2027-01-01T00:00:00.000" });
  expect((await done("status")).world.accountId).toBe("agent-cart");
  const { status } = await fetch(`${copy.baseUrl}/thirdparties`, {
    headers: { authorization: `Bearer ${copy.token}` },
  });
  expect(status).toBe(200);
});

it("calls that come at once share the first world", async () => {
  const { done } = await agent();
  const all = await Promise.all(Array.from({ length: 5 }, () => done("status")));
  expect(new Set(all.map(({ world }) => world.accountId))).toEqual(new Set(["agent-1"]));
});

it("worlds of others are read and not changed, unless the session may", async () => {
  const { call, done, session, sandbox } = await agent();
  const world = await sandbox.world("demo", { seed: "onboarding" });
  await world.snapshot("before");
  await done("status");
  const before = await world.export();
  for (const name of reads) await done(name, demo);
  for (const [name, given] of changes) {
    const { isRefused, text } = await call(name, given);
    expect([name, isRefused]).toEqual([name, true]);
    expect(text).toMatch(/--any-world/);
  }
  expect(await world.export()).toEqual(before);
  expect([(await world.snapshots()).length, await world.faults.list(), session.made]).toEqual([1, [], ["agent-1"]]);
});

it("a session that may change any world does, and deletes at its end only what it made", async () => {
  const { done, session, sandbox } = await agent({ anyWorld: true });
  const { accountId } = await sandbox.world("demo", { seed: "onboarding" });
  await (await sandbox.world(accountId)).snapshot("before");
  await done("status");
  for (const [name, given] of changes.filter(([, { action }]) => action !== "restore")) await done(name, given);
  await done("world", { action: "make", account: "mine" });
  expect(session.made).toEqual(["agent-1", "mine"]);
  expect(await session.end()).toEqual([]);
  expect(await accountsOf(sandbox)).toEqual(["demo"]);
});

it("the end waits for a call that is under way, and leaves no world of it", async () => {
  const { session, sandbox, call } = await agent();
  const late = session.run("world", () => session.make("agent-late", {}));
  expect(await session.end()).toEqual([]);
  expect(await late).toBe("agent-late");
  const { text } = await call("world", { action: "make" });
  expect([text, await accountsOf(sandbox)]).toEqual([expect.stringContaining("takes no more calls"), []]);
});

const problem = (status: number, code: string) =>
  new Response(JSON.stringify({ status, code, detail: `It is ${code}.` }), { status });
/** A session at a sandbox that answers as a test says. */
const sessionAt = (answers: Record<string, Response>) => {
  const { fetch, asked } = answering(answers);
  vi.stubGlobal("fetch", fetch);
  onTestFinished(() => void vi.unstubAllGlobals());
  const place = { url: "http://sandbox.test", key: null };
  return { asked, session: new Session({ place, name: "agent-1", anyWorld: false, sentenceOf: String }) };
};

it("a world of which it is not known whether it exists is not replaced", async () => {
  const { asked, session } = sessionAt({ "clock.get": problem(503, "READ_FAILED") });
  await expect(session.make("agent-2", {})).rejects.toThrow(/READ_FAILED/);
  expect([session.made, asked]).toEqual([[], ["GET /_sandbox/accounts/agent-2/clock"]]);
});

it("a first world that cannot be made is tried again by the next call", async () => {
  const { session } = sessionAt({ "clock.get": problem(503, "READ_FAILED") });
  await expect(session.reading()).rejects.toThrow(/READ_FAILED/);
  vi.stubGlobal("fetch", answering({ "clock.get": problem(404, "ACCOUNT_NOT_FOUND") }).fetch);
  expect([await session.reading(), session.made]).toEqual(["agent-1-2", ["agent-1-2"]]);
});

it.for([
  [503, "WRITE_FAILED", ["agent-2"]],
  [404, "ACCOUNT_NOT_FOUND", []],
] as const)("a deletion that is answered with %i %s leaves %j", async ([status, code, left]) => {
  const answers = { "clock.get": problem(404, "ACCOUNT_NOT_FOUND"), "accounts.delete": problem(status, code) };
  const { session } = sessionAt(answers);
  await session.make("agent-2", {});
  expect(await session.end()).toEqual(left);
});

it("a sandbox that is gone is said, and the worlds that cannot be deleted are named", async () => {
  const { call, done, session, sandbox } = await agent();
  await done("status");
  await sandbox.close();
  const { isRefused, text } = await call("status");
  expect([isRefused, text]).toEqual([true, expect.stringMatching(/^No sandbox answers at .* Start one/)]);
  expect(await session.end()).toEqual(["agent-1"]);
});

it("a move of the clock that takes too long stops, says where, and the next one goes on", async () => {
  const { done } = await agent({ limits: { move: 1, call: 45_000 } });
  await done("world", { action: "make", seed: "onboarding", now: "2026-01-15T09:00:00", freeze: true });
  const { now, cancelled, advice } = await done("clock", { advance: "P1000Y" });
  expect([cancelled, advice]).toEqual([true, expect.stringMatching(`at ${now}: move the clock again to go on`)]);
  expect((await done("clock", { advance: "PT1S" })).now > now).toBe(true);
});

it("a call that takes too long is answered with what goes on, and the end still deletes its world", async () => {
  const { call, session, sandbox } = await agent({ limits: { move: 30_000, call: 0 } });
  const { isRefused, text } = await call("world", { action: "make", seed: "onboarding" });
  expect([isRefused, text]).toEqual([true, expect.stringMatching(/^world has not ended .* status shows the world/)]);
  expect([await session.end(), session.made, await accountsOf(sandbox)]).toEqual([[], ["agent-1"], []]);
});

it("a world that another program has deleted is named, and the next call makes a new one", async () => {
  const { call, done, sandbox } = await agent();
  await done("status");
  await fetch(`${sandbox.url}/_sandbox/accounts/agent-1`, { method: "DELETE" });
  const { isRefused, text } = await call("clock", { advance: "P1D" });
  expect([isRefused, text]).toEqual([true, expect.stringMatching(/^The world agent-1 was deleted/)]);
  expect((await done("status")).world.accountId).toBe("agent-1-2");
});

it("the end cancels a move of the clock that would take minutes", async () => {
  const { done, session } = await agent();
  await done("world", { action: "make", seed: "onboarding", now: "2026-01-15T09:00:00", freeze: true });
  const moving = session.run("clock", () =>
    session.ask(control.clock.move, { body: { advance: "P1000Y" } }, "agent-1"),
  );
  expect(await session.end()).toEqual([]);
  expect(await moving).toMatchObject({ cancelled: true });
});
