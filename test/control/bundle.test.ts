import { describe, expect, it } from "vitest";
import type { SandboxWorld } from "../../src/client/world.ts";
import { contractHere } from "../../src/control/bundle.ts";
import { version } from "../../src/sandbox/version.ts";
import { startSandbox } from "../../src/start.ts";
import { filesOf } from "../support/archive.ts";
import { expectRunning, now, running, send } from "./running.ts";

const on = running();
const siret = { companyIdType: "CIT001", companyIdValue: "21996648800021" };
const bearer = (world: SandboxWorld) => ({ authorization: `Bearer ${world.token}` });

/** A world with requests of every kind: of an earlier world, refused, without a response, with a body and a secret. */
async function livedIn(accountId?: string): Promise<SandboxWorld> {
  const world = await on.sandbox.world(accountId, { seed: "empty", randomSeed: 7, now, freeze: true });
  const ask = (path: string, method = "GET", body?: unknown) =>
    send(`${world.baseUrl}${path}`, method, body, bearer(world)).catch(() => undefined);
  await ask("/thirdparties?search=before%20the%20reset");
  await expect.poll(async () => (await world.requests()).length).toBe(1);
  await world.reset();
  await world.faults.set(
    { kind: "disconnect", operation: "dossiers.list", times: 1 },
    { kind: "status", operation: "thirdparties.get", probability: 0.5 },
    { kind: "lag", lag: "PT10M" },
  );
  await ask("/thirdparties", "POST", siret);
  await ask("/thirdparties", "POST", { ...siret, companyIdValue: "1", password: "hidden" });
  await ask("/thirdparties", "POST", "no JSON");
  await ask(`/thirdparties?search=${encodeURIComponent("é ü")}&token=${world.token}`);
  await ask("/thirdparties/924000");
  await ask("/thirdparties/924000");
  await ask("/thirdparties/924000", "HEAD");
  await ask("/dossiers");
  await ask(
    "/thirdparties/search?eventName=THIRD_PARTY_ADDED&eventStartDate=2026-01-15T00:00:00&eventEndDate=2026-01-15T08:00:00",
  );
  await ask("/nowhere");
  await expect.poll(async () => (await world.requests()).length).toBe(11);
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
    expect([before.requests.length, before.faults]).toEqual([11, expect.objectContaining({ length: 2 })]);
    const opened = await startSandbox({ bundle: await world.bundle() });
    expect(await shownOf(opened.url, accountId)).toEqual(before);
    const { body } = await send(`${opened.url}/_sandbox/accounts`);
    expect(body.content).toEqual([expect.objectContaining({ accountId, randomSeed: 7, seed: "empty", frozen: true })]);
    await opened.close();
  });
});
