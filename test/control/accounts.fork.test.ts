import { describe, expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/start.ts";
import { now, running, send } from "./running.ts";

const on = running({ seed: "onboarding" });
const at = (accountId: string, path = "") => `${on.sandbox.url}/_sandbox/accounts/${accountId}${path}`;
type World = Awaited<ReturnType<typeof on.sandbox.world>>;

/** The rows of a world, under no account's name. */
async function rowsOf(world: World): Promise<unknown> {
  const { state } = await world.export();
  return JSON.parse(JSON.stringify(state).replaceAll(`"accountId":"${world.accountId}"`, '"accountId":""'));
}

describe("a fork", () => {
  it("has the rows, the clock and the events of its source, and goes on as the source would", async () => {
    const source = await on.sandbox.world("source-1");
    await source.clock.advance("P3D");
    const fork = await source.fork("fork-1");
    const forked = await rowsOf(source);
    expect(await rowsOf(fork)).toEqual(forked);
    expect(await fork.clock.read()).toEqual({ ...(await source.clock.read()), accountId: "fork-1" });
    await fork.clock.advance("P30D");
    expect(await rowsOf(fork)).not.toEqual(await rowsOf(source));
    await source.clock.advance("P30D");
    expect(await rowsOf(fork)).toEqual(await rowsOf(source));
    await fork.reset();
    expect(await rowsOf(fork)).toEqual(forked);
  });

  it("begins with a snapshot of its source when it names one, and leaves the source alone", async () => {
    const source = await on.sandbox.world("source-2");
    const before = await rowsOf(source);
    await source.snapshot("start");
    await source.clock.advance("P10D");
    const after = await rowsOf(source);
    const fork = await source.fork("fork-2", { snapshot: "start" });
    expect(await rowsOf(fork)).toEqual(before);
    expect(await rowsOf(source)).toEqual(after);
    expect(await fork.snapshots()).toEqual([]);
  });

  it("brings a deleted world back as it was, which the list of worlds says, and the last four alone", async () => {
    // On a database no server can know which worlds it might bring back.
    const sandbox = await startSandbox({ seed: "onboarding", now, freeze: true });
    onTestFinished(() => sandbox.close());
    const accounts = `${sandbox.url}/_sandbox/accounts`;
    const world = await sandbox.world("missed");
    await world.clock.advance("P5D");
    const [rows, clock] = [await rowsOf(world), await world.clock.read()];
    const deleted = async () => (await send(accounts)).body.deleted;
    const bringBack = () => send(`${accounts}/missed`, "PUT", { from: { accountId: "missed", deleted: true } });
    expect([await deleted(), (await bringBack()).status]).toEqual([[], 404]);
    await world.delete();
    expect(await deleted()).toEqual(["missed"]);
    expect((await bringBack()).status).toBe(201);
    expect([await deleted(), await rowsOf(world), await world.clock.read()]).toEqual([[], rows, clock]);
    await world.delete();
    for (const name of ["one", "two", "three", "four"]) {
      await send(`${accounts}/${name}`, "PUT", { seed: "empty" });
      await send(`${accounts}/${name}`, "DELETE");
    }
    expect([await deleted(), (await bringBack()).status]).toEqual([["one", "two", "three", "four"], 404]);
  });

  it("replaces a world with its faults, and brings an account back that was parked with its snapshots", async () => {
    const world = await on.sandbox.world("kept");
    await world.snapshot("early");
    await world.clock.advance("P5D");
    const [rows, clock] = [await rowsOf(world), await world.clock.read()];
    await world.fork("undo-kept", { withSnapshots: true });
    await world.delete();
    const parked = await send(at("kept"), "PUT", { from: { accountId: "undo-kept", withSnapshots: true } });
    expect(parked.status).toBe(201);
    expect(await rowsOf(world)).toEqual(rows);
    expect(await world.clock.read()).toEqual(clock);
    expect((await world.snapshots()).map(({ name }) => name)).toEqual(["early"]);
    await world.restore("early");
    expect(await world.clock.now()).toBe("2026-01-15T09:00:00.000");
    await world.faults.set({ kind: "status" });
    expect((await send(at("kept"), "PUT", { from: { accountId: "undo-kept" } })).status).toBe(200);
    expect(await world.faults.list()).toEqual([]);
  });

  it.each([
    [{ from: { accountId: "nobody" } }, 404, "ACCOUNT_NOT_FOUND", "nobody"],
    [{ from: { accountId: "source-4", snapshot: "none" } }, 404, "SNAPSHOT_NOT_FOUND"],
    [{ from: { accountId: "source-4" }, seed: "empty" }, 400, "VALIDATION_ERROR", "/seed cannot go with from"],
    [{ from: {} }, 400, "VALIDATION_ERROR", "/from/accountId is missing"],
    [{ from: { accountId: "source-4", name: "x" } }, 400, "VALIDATION_ERROR"],
  ])("refuses %j, and makes nothing", async (wish, status, code, detail = "") => {
    await on.sandbox.world("source-4", { seed: "empty" });
    const { body } = await send(at("fork-4"), "PUT", wish);
    expect({ status: body.status, code: body.code }).toEqual({ status, code });
    expect(body.detail).toContain(detail);
    expect((await send(at("fork-4", "/clock"))).status).toBe(404);
  });
});
