import supertest, { type Test } from "supertest";
import { beforeEach, describe, expect, it } from "vitest";
import type { Fault } from "../../contract/control.ts";
import { requestId } from "../support/matchers.ts";
import { makeSandbox, makeWorld, novalune, type TestWorld } from "../support/sandbox.ts";
import { skipDelays } from "../support/timers.ts";

let world: TestWorld;
beforeEach(async () => {
  world = await makeWorld({ on: makeSandbox() });
});
const arm = (...faults: Fault[]) => supertest(world.app).put("/_sandbox/faults").send(faults).expect(200);
/** Sent without TestWorld, which would compare the spoilt response with the contract. */
const list = (): Test =>
  supertest(world.app)
    .get(`${world.base}/thirdparties`)
    .set({ Authorization: `Bearer ${world.token}`, "X-Request-Id": requestId });
const create = (): Test =>
  supertest(world.app)
    .post(`${world.base}/thirdparties`)
    .set("Authorization", `Bearer ${world.token}`)
    .send({ companyIdType: "CIT001", companyIdValue: novalune });
const statuses = async (count: number) => {
  const seen: number[] = [];
  for (let at = 0; at < count; at++) seen.push((await list()).status);
  return seen;
};

describe("an injected fault", () => {
  it("a fault of kind status answers with its status, in the service's own error shape", async () => {
    await arm({ kind: "status", status: 502 });
    const { body, headers } = await list().expect(502);
    expect(body).toEqual({
      type: "about:blank",
      title: "Bad Gateway",
      status: 502,
      code: "INJECTED_FAULT",
      detail: "An injected fault answers 502.",
      instance: `${world.base}/thirdparties`,
      requestId,
    });
    expect(headers["content-type"]).toBe("application/problem+json; charset=utf-8");
  });

  it("a fault of status 429 says when to try again", async () => {
    await arm({ kind: "status", status: 429 });
    const { body, headers } = await list().expect(429);
    expect([body.code, headers["retry-after"]]).toEqual(["RATE_LIMITED", "1"]);
  });

  it("a fault of kind delay waits as long as it says before the operation answers", async () => {
    await arm({ kind: "delay", delayMs: 1500 });
    const delays = skipDelays();
    await list().expect(200);
    expect(delays).toEqual([1500]);
  });

  it("a fault of kind disconnect closes the connection without a response", async () => {
    await arm({ kind: "disconnect", times: 1 });
    await expect(list()).rejects.toMatchObject({ code: "ECONNRESET" });
    await list().expect(200);
  });

  it("a fault of kind truncate closes the connection in the middle of the response", async () => {
    await arm({ kind: "truncate", times: 1 });
    await expect(list()).rejects.toThrow("aborted");
    await list().expect(200);
  });

  it("a fault of kind malformed sends a complete response that is not JSON", async () => {
    await arm({ kind: "malformed", times: 1 });
    await expect(list()).rejects.toThrow(SyntaxError);
    await list().expect(200);
  });

  it("a fault of kind truncate or malformed spoils files and archives, and the server goes on", async () => {
    const { dossierId, documentId, fileId } = await world.answered();
    for (const kind of ["truncate", "malformed"] as const)
      for (const path of [
        `/dossiers/${dossierId}/files/download`,
        `/dossiers/${dossierId}/documents/${documentId}/files/${fileId}`,
      ]) {
        await arm({ kind, times: 1 });
        const request = supertest(world.app)
          .get(world.base + path)
          .set("Authorization", `Bearer ${world.token}`);
        // A request that fails is fine here; one that never ends would end the test.
        await Promise.allSettled([request]);
      }
    await list().expect(200);
  });

  it("a fault acts as often as its count says, and is then removed", async () => {
    await arm({ kind: "status", status: 503, times: 2 });
    expect(await statuses(1)).toEqual([503]);
    expect((await supertest(world.app).get("/_sandbox/faults")).body).toEqual([
      { kind: "status", status: 503, times: 1 },
    ]);
    expect(await statuses(2)).toEqual([503, 200]);
    expect((await supertest(world.app).get("/_sandbox/faults")).body).toEqual([]);
  });

  it("a fault acts only on its operation and its account", async () => {
    await arm(
      { kind: "status", status: 500, operation: "thirdparties.create" },
      { kind: "status", status: 500, accountId: "another" },
    );
    await list().expect(200);
    await create().expect(500);
    await supertest(world.app).delete("/_sandbox/faults").expect(204);
    await create().expect(201);
  });

  it("a fault acts with its probability, and on the same requests each time", async () => {
    await arm({ kind: "status", status: 503, probability: 0.5 });
    const first = await statuses(40);
    await arm({ kind: "status", status: 503, probability: 0.5 });
    expect(await statuses(40)).toEqual(first);
    const struck = first.filter((status) => status === 503).length;
    expect(struck).toBeGreaterThan(8);
    expect(struck).toBeLessThan(32);
  });

  it("a fault stores nothing of the operation that it prevents", async () => {
    await arm({ kind: "status", status: 503, times: 1 });
    const before = await world.state();
    await create().expect(503);
    expect(await world.state()).toEqual(before);
  });

  it("a fault does not act on unauthenticated requests, nor on the control plane", async () => {
    await arm({ kind: "disconnect" });
    await supertest(world.app).get(`${world.base}/thirdparties`).expect(401);
    await supertest(world.app).get("/_sandbox/seeds").expect(200);
  });
});
