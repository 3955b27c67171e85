import { describe, expect, it } from "vitest";
import { now, running, send } from "./running.ts";

const on = running();
const at = (path = "") => `${on.sandbox.url}/_sandbox/accounts/living${path}`;
const join = async (): Promise<number> => {
  const { body } = await send(at("/occurrences"), "POST", { event: "THIRD_PARTY_ADDED" });
  return body.content[0]?.thirdpartyId as number;
};

describe("people", () => {
  it("are said when a world is made, can be changed, and a reset goes back to who acted first", async () => {
    const made = await send(at(), "PUT", { seed: "empty", people: "all", now, freeze: true });
    expect(made.body).toMatchObject({ people: "all" });
    const thirdpartyId = await join();
    const { body } = await send(at("/people"));
    expect(body).toMatchObject({ accountId: "living", people: "all", totalElements: 1 });
    expect(body.tempers).toHaveLength(6);
    expect(body.content[0]).toMatchObject({ thirdpartyId, origin: "DRAWN", next: { kind: "INVITE" } });
    expect(body.planned).toBeGreaterThan(0);
    expect((await send(at("/people"), "PUT", { people: "none" })).body).toEqual({
      ...{ accountId: "living", people: "none", planned: 0 },
    });
    expect((await send(at("/reset"), "POST")).body).toMatchObject({ people: "all", thirdparties: 0 });
  });

  it("have a temper that can be set and given back to chance", async () => {
    await send(at(), "PUT", { seed: "empty", people: "suppliers", now, freeze: true });
    const path = at(`/people/${await join()}`);
    expect((await send(path, "PUT", { temper: "late" })).body).toMatchObject({ temper: "late", origin: "SET" });
    expect((await send(path)).body).toMatchObject({ temper: "late", origin: "SET", next: { kind: "INVITE" } });
    expect((await send(path, "PUT", { temper: null })).body).toMatchObject({ origin: "DRAWN" });
    expect((await send(at("/people/1"))).body).toMatchObject({ code: "THIRD_PARTY_NOT_FOUND" });
    expect((await send(path, "PUT", { temper: "lazy" })).status).toBe(400);
    expect((await send(at("/people/1"), "PUT", { temper: null })).body).toMatchObject({
      code: "THIRD_PARTY_NOT_FOUND",
    });
    expect((await send(at("/people"), "PUT", { people: "some" })).status).toBe(400);
  });

  it("are named beside what is due", async () => {
    await send(at(), "PUT", { seed: "empty", people: "all", now, freeze: true });
    await join();
    const { body } = await send(at("/due?until=2026-01-25T00:00:00"));
    const actor = { type: "CLIENT", name: "Camille Roussel" };
    expect(body.content).toContainEqual(expect.objectContaining({ kind: "INVITE", actor }));
  });

  it("are named beside what they do next, as in what is due", async () => {
    await send(at(), "PUT", { seed: "empty", people: "all", now, freeze: true });
    const thirdpartyId = await join();
    await send(at(`/people/${thirdpartyId}`), "PUT", { temper: "prompt" });
    const nextAct = async () => {
      const next = (await send(at(`/people/${thirdpartyId}`))).body.next as { dueAt: string; jobId: number };
      const { body: due } = await send(at(`/due?until=${next.dueAt}`));
      expect(next).toMatchObject({ actor: due.content.find(({ jobId }) => jobId === next.jobId)?.actor });
      expect((await send(at("/people"))).body.content).toMatchObject([{ next }]);
      return next;
    };
    const invitation = await nextAct();
    expect(invitation).toMatchObject({ kind: "INVITE", actor: { type: "CLIENT", name: "Camille Roussel" } });
    await send(at("/clock"), "POST", { set: invitation.dueAt });
    expect(await nextAct()).toMatchObject({ kind: "ANSWER", actor: { type: "THIRD_PARTY" } });
  });
});
