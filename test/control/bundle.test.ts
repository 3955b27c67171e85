import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { SandboxWorld } from "../../src/client/world.ts";
import { contractHere } from "../../src/control/bundle.ts";
import { version } from "../../src/sandbox/version.ts";
import { startSandbox } from "../../src/start.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { filesOf } from "../support/archive.ts";
import { ask, expectRunning, now, running, send, siret } from "./running.ts";

const on = running();

/** A world with requests of every kind: of an earlier world, refused, without a response, with a body and a secret. */
async function livedIn(accountId?: string): Promise<SandboxWorld> {
  const world = await on.sandbox.world(accountId, { seed: "empty", randomSeed: 7, now, freeze: true });
  const asked = (...request: [path: string, method?: string, body?: unknown]) =>
    ask(world, ...request).catch(() => undefined);
  await asked("/thirdparties?search=before%20the%20reset");
  await expect.poll(async () => (await world.requests()).length).toBe(1);
  await world.reset();
  await world.faults.set(
    { kind: "disconnect", operation: "dossiers.list", times: 1 },
    { kind: "status", operation: "thirdparties.get", probability: 0.5 },
    { kind: "lag", lag: "PT10M" },
  );
  await asked("/thirdparties", "POST", siret);
  await asked("/thirdparties", "POST", { ...siret, companyIdValue: "1" });
  await asked("/thirdparties", "POST", "no JSON");
  await asked(`/thirdparties?search=${encodeURIComponent("é ü")}&token=${world.token}`);
  await asked("/thirdparties/924000");
  await asked("/thirdparties/924000");
  await asked("/thirdparties/924000", "HEAD");
  await asked("/dossiers");
  const window = "eventOccurrenceStartDate=2026-01-15T00:00:00&eventOccurrenceEndDate=2026-01-15T08:00:00";
  await asked(`/thirdparties/search?eventNames=THIRD_PARTY_ADDED&${window}`);
  await expect.poll(async () => (await world.requests()).length).toBe(10);
  await world.clock.advance("P3D");
  return world;
}

/** All that the control plane shows of an account, which no bundle may lose. */
async function shownOf(url: string, accountId: string) {
  const read = async (path: string) => (await send(`${url}/_sandbox${path}`)).body;
  const { content: requests } = await read(`/requests?accountId=${accountId}`);
  return {
    world: await read(`/accounts/${accountId}/state`),
    events: await read(`/accounts/${accountId}/events?limit=1000`),
    clock: await read(`/accounts/${accountId}/clock`),
    faults: await read("/faults"),
    sync: await read(`/accounts/${accountId}/sync`),
    har: await read(`/requests.har?accountId=${accountId}`),
    whole: await Promise.all(requests.map(({ requestId }) => read(`/requests/${requestId}`))),
    requests,
  };
}

describe("a bundle", () => {
  it("opened, it is the same world, journal, clock, faults, audit and requests", async () => {
    const world = await livedIn();
    const { accountId } = world;
    const before = await shownOf(on.sandbox.url, accountId);
    expect([before.requests.length, before.faults]).toEqual([10, expect.objectContaining({ length: 2 })]);
    const bundle = await world.bundle();
    expect(Buffer.compare(bundle, await world.bundle())).toBe(0);
    const opened = await startSandbox({ bundle });
    expect(await shownOf(opened.url, accountId)).toEqual(before);
    const { body } = await send(`${opened.url}/_sandbox/accounts`);
    expect(body.content).toEqual([expect.objectContaining({ accountId, randomSeed: 7, seed: "empty", frozen: true })]);
    const again = await fetch(`${opened.url}/_sandbox/accounts/${accountId}/bundle`);
    expect(Buffer.compare(bundle, new Uint8Array(await again.arrayBuffer()))).toBe(0);
    const statuses = async (url: string) => {
      const found: number[] = [];
      const here = { baseUrl: `${url}/api/v1/account/${accountId}`, token: world.token };
      for (let nth = 0; nth < 12; nth++) found.push((await ask(here, "/thirdparties/924000")).status);
      return found;
    };
    const there = await statuses(opened.url);
    expect(there).toEqual(await statuses(on.sandbox.url));
    expect(new Set(there)).toEqual(new Set([200, 503]));
    await opened.close();
  });

  it("has the requests, the journal, the world and what it takes to open them", async () => {
    const world = await livedIn("supplier-42");
    const response = await fetch(`${on.sandbox.url}/_sandbox/accounts/supplier-42/bundle`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": expect.stringContaining('filename="supplier-42.zip"'),
    });
    const files = filesOf(new Uint8Array(await response.arrayBuffer()));
    expect(JSON.parse(files["requests.har"] as string)).toEqual(await world.har());
    expect(JSON.parse(files["world.json"] as string)).toEqual(await world.export());
    const events = files["events.jsonl"]
      ?.trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events).toEqual(await world.events());
    expect(JSON.parse(files["manifest.json"] as string)).toEqual({
      format: "tiers-sandbox/debug-bundle@1",
      ...{ version, contract: contractHere(), accountId: "supplier-42", seed: "empty", randomSeed: 7, size: null },
      clock: { now: "2026-01-18T09:00:00.000", frozen: true },
      faults: [
        {
          fault: { kind: "status", operation: "thirdparties.get", probability: 0.5, accountId: "supplier-42" },
          ...{ position: 1, draws: 3 },
        },
        { fault: { kind: "lag", lag: "PT10M", accountId: "supplier-42" }, position: 2, draws: 0 },
      ],
      requests: { count: 10, earlier: 1, isComplete: true },
      events: events?.length,
    });
    expect(files["README.md"]).toContain(`npx tiers-sandbox@${version} open supplier-42.zip`);
  });

  it("holds no tokens, and the requests of no other account", async () => {
    const [world, other] = [await livedIn(), await livedIn()];
    const texts = Object.values(filesOf(await world.bundle())).join();
    const found = [world.token, other.accountId].filter((secret) => texts.includes(secret));
    expect(found).toEqual([]);
  });

  it("has a clock that runs on from its moment, and is at that moment where it is opened", async () => {
    const world = await on.sandbox.world(undefined, { now: "2031-05-01T12:00:00", freeze: false });
    const bundle = await world.bundle();
    const { clock } = JSON.parse(filesOf(bundle)["manifest.json"] as string);
    const started = Date.now();
    const opened = await startSandbox({ bundle });
    const { body } = await send(`${opened.url}/_sandbox/accounts/${world.accountId}/clock`);
    expect([clock.frozen, body.frozen]).toEqual([false, false]);
    expectRunning(String(body.now), clock.now, started);
    await opened.close();
  });

  it("is the start of its account where it is opened, and stays in a data folder", async () => {
    const world = await livedIn();
    const [bundle, data, state] = [await world.bundle(), join(temporaryFolder(), "data"), await world.export()];
    const at = `/_sandbox/accounts/${world.accountId}`;
    const first = await startSandbox({ bundle, data });
    await send(`${first.url}${at}/clock`, "POST", { advance: "P1M" });
    await send(`${first.url}${at}/reset`, "POST");
    await first.close();
    const second = await startSandbox({ data });
    expect((await send(`${second.url}${at}/state`)).body).toEqual(state);
    await send(`${second.url}${at}/clock`, "POST", { advance: "P1D" });
    await second.close();
    await expect(startSandbox({ bundle, data })).rejects.toThrow(
      `has an account ${world.accountId} already, which was left as it is: open the bundle in another folder.`,
    );
    const third = await startSandbox({ data });
    expect((await send(`${third.url}${at}/clock`)).body.now).toBe("2026-01-19T09:00:00.000");
    await third.close();
  });
});
