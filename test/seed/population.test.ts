import { describe, expect, it } from "vitest";
import { quietWorld } from "../support/worlds.ts";

const rows = { limit: 100_000 };

describe("a world of a size in which people act", () => {
  it("joined over its history, mostly from near by, and people have answered, decided and invited", async () => {
    const world = await quietWorld({ size: 15, people: "all", history: "P6M" });
    const { thirdparties, documents, contacts, responses, jobs } = await world.store.dump();
    expect(thirdparties).toHaveLength(15);
    const months = new Set(thirdparties.map(({ creationDate }) => creationDate.slice(0, 7)));
    expect(months.size).toBeGreaterThan(4);
    expect(thirdparties.filter(({ addressCountryCode }) => addressCountryCode === "FR").length).toBeGreaterThan(7);
    expect(thirdparties.filter(({ thirdpartyCode }) => thirdpartyCode !== null).length).toBeGreaterThan(9);
    const answered = new Set(responses.map(({ thirdpartyId }) => thirdpartyId));
    const named = new Set(contacts.map(({ thirdpartyId }) => thirdpartyId));
    const bySuppliers = documents.filter(({ evidences }) => evidences.some(({ issuer }) => issuer === "FOURNISSEUR"));
    expect(bySuppliers.filter(({ thirdpartyId }) => !named.has(thirdpartyId))).toEqual([]);
    expect(answered.size).toBeGreaterThan(10);
    expect(responses.some(({ decision }) => decision?.decision === "REJECTED")).toBe(true);
    expect(jobs.some(({ kind }) => kind === "REVIEW")).toBe(true);
  });

  it("keeps its history, and nobody acts from now on, where people are none", async () => {
    const world = await quietWorld({ size: 5, people: "none", history: "P3M" });
    expect((await world.store.scan("responses", rows)).length).toBeGreaterThan(5);
    expect((await world.store.scan("jobs", rows)).filter(({ kind }) => kind === "REVIEW")).toEqual([]);
    expect(world.origin).toMatchObject({ people: "none", history: "P3M" });
  });
});
