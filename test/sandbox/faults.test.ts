import supertest, { type Test } from "supertest";
import { beforeEach, describe, expect, it } from "vitest";
import type { Fault } from "../../contract/control.ts";
import { makeSandbox, makeWorld, novalune, requestId, type TestWorld } from "../support/sandbox.ts";

let world: TestWorld;
beforeEach(async () => {
  world = await makeWorld({ on: makeSandbox() });
});
const arm = (...faults: Fault[]) => supertest(world.app).put("/_sandbox/faults").send(faults).expect(200);
/** Straight, because what a fault does to an answer is not what the contract says. */
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

describe("a fault", () => {
  it("of kind status answers with that status, in the service's own error shape", async () => {
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

  it("may be a rate limit, with when to try again", async () => {
    await arm({ kind: "status", status: 429 });
    const { body, headers } = await list().expect(429);
    expect([body.code, headers["retry-after"]]).toEqual(["RATE_LIMITED", "1"]);
  });

  it("of kind delay only takes its time", async () => {
    await arm({ kind: "delay", delayMs: 150 });
    const started = performance.now();
    await list().expect(200);
    expect(performance.now() - started).toBeGreaterThan(145);
  });

  it("of kind disconnect hangs up without an answer", async () => {
    await arm({ kind: "disconnect", times: 1 });
    await expect(list()).rejects.toMatchObject({ code: "ECONNRESET" });
    await list().expect(200);
  });

  it("of kind truncate breaks off in the middle of the answer", async () => {
    await arm({ kind: "truncate", times: 1 });
    await expect(list()).rejects.toThrow("aborted");
    await list().expect(200);
  });

  it("of kind malformed sends an answer that is whole and is not JSON", async () => {
    await arm({ kind: "malformed", times: 1 });
    await expect(list()).rejects.toThrow(SyntaxError);
    await list().expect(200);
  });

  it("of kind truncate and malformed breaks files and archives too, and the server lives", async () => {
    const { dossierId, documentId, fileId } = await world.answered();
    for (const kind of ["truncate", "malformed"] as const)
      for (const path of [
        `/dossiers/${dossierId}/files/download`,
        `/dossiers/${dossierId}/documents/${documentId}/files/${fileId}`,
      ]) {
        await arm({ kind, times: 1 });
        await supertest(world.app)
          .get(world.base + path)
          .set("Authorization", `Bearer ${world.token}`)
          .catch(() => {});
      }
    await list().expect(200);
  });

  it("strikes as often as it was asked to, and then is gone", async () => {
    await arm({ kind: "status", status: 503, times: 2 });
    expect(await statuses(1)).toEqual([503]);
    expect((await supertest(world.app).get("/_sandbox/faults")).body).toEqual([
      { kind: "status", status: 503, times: 1 },
    ]);
    expect(await statuses(2)).toEqual([503, 200]);
    expect((await supertest(world.app).get("/_sandbox/faults")).body).toEqual([]);
  });

  it("strikes only the operation and the account that it is for", async () => {
    await arm(
      { kind: "status", status: 500, operation: "thirdparties.create" },
      { kind: "status", status: 500, accountId: "another" },
    );
    await list().expect(200);
    await create().expect(500);
    await supertest(world.app).delete("/_sandbox/faults").expect(204);
    await create().expect(201);
  });

  it("strikes with the probability that was asked for, and the same requests each time", async () => {
    await arm({ kind: "status", status: 503, probability: 0.5 });
    const first = await statuses(40);
    await arm({ kind: "status", status: 503, probability: 0.5 });
    expect(await statuses(40)).toEqual(first);
    const struck = first.filter((status) => status === 503).length;
    expect(struck).toBeGreaterThan(8);
    expect(struck).toBeLessThan(32);
  });

  it("stores nothing of what it kept from happening", async () => {
    await arm({ kind: "status", status: 503, times: 1 });
    const before = await world.state();
    await create().expect(503);
    expect(await world.state()).toEqual(before);
  });

  it("leaves alone who may not enter, and the control plane", async () => {
    await arm({ kind: "disconnect" });
    await supertest(world.app).get(`${world.base}/thirdparties`).expect(401);
    await supertest(world.app).get("/_sandbox/seeds").expect(200);
  });
});
