import { beforeAll, describe, expect, it } from "vitest";
import { EventName } from "../../contract/events.ts";
import type { World } from "../../src/world/world.ts";
import { makeWorld, type TestWorld } from "../support/sandbox.ts";
import { compareVerdicts, every, type Found } from "./compared-triggers.ts";

describe("triggers", () => {
  let portfolio: TestWorld;
  let world: World;
  beforeAll(async () => {
    portfolio = await makeWorld({ seed: "onboarding" });
    world = (await portfolio.sandbox.worlds.open(portfolio.accountId)) as World;
  });

  it("says for every event and some resources what the trigger then answers", async () => {
    const { thirdparties, dossiers, documents } = await world.store.dump();
    const both = await compareVerdicts(world, [
      ...every(thirdparties, 3).map(({ thirdpartyId }) => ({ thirdpartyId })),
      ...every(dossiers, 16).map(({ dossierId }) => ({ dossierId })),
      ...every(documents, 60).map(({ documentId }) => ({ documentId })),
    ]);
    expect(both).toBeGreaterThan(3);
  });

  it("changes nothing", async () => {
    const before = { revision: world.store.revision, state: await world.store.dump() };
    const [{ thirdpartyId } = { thirdpartyId: 0 }] = before.state.thirdparties;
    const { body } = await portfolio.control("get", `/triggers?thirdpartyId=${thirdpartyId}`).expect(200);
    expect(body.content).toHaveLength(EventName.options.length);
    expect({ revision: world.store.revision, state: await world.store.dump() }).toEqual(before);
  });

  it("names for each event the nearest resource that its trigger takes", async () => {
    const [document] = (await world.store.dump()).documents;
    const { documentId, dossierId, thirdpartyId } = document as NonNullable<typeof document>;
    const { body } = await portfolio.control("get", `/triggers?documentId=${documentId}`).expect(200);
    const targets = Object.fromEntries(body.content.map((row: Found) => [row.event, row.target]));
    expect(targets).toMatchObject({
      DOCUMENT_ANSWER_ADDED: { documentId },
      THIRD_PARTY_ARCHIVED: { documentId },
      DOCUMENT_ADDED: { dossierId },
      DOSSIER_TEMPLATE_UPDATED: { dossierId },
      DOSSIER_ADDED: { thirdpartyId },
      THIRD_PARTY_ADDED: {},
    });
  });

  it("refuses a request without a resource, and with one that is missing or does not belong to the other", async () => {
    const { documents, dossiers } = await world.store.dump();
    const documentId = documents[0]?.documentId;
    const dossierId = dossiers.find((row) => row.dossierId !== documents[0]?.dossierId)?.dossierId;
    const none = await portfolio.control("get", "/triggers").expect(400);
    expect(none.body.detail).toBe("Name a resource: thirdpartyId, dossierId or documentId.");
    const missing = await portfolio.control("get", "/triggers?dossierId=1").expect(404);
    expect(missing.body.code).toBe("DOSSIER_NOT_FOUND");
    const both = `/triggers?documentId=${documentId}&dossierId=${dossierId}`;
    expect((await portfolio.control("get", both).expect(409)).body.code).toBe("CONFLICT");
  });
});
