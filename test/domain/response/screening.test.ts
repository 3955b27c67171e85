import { describe, expect, it } from "vitest";
import { chance } from "../../../src/directory/chance.ts";
import { valuesIn } from "../../../src/domain/document/forms.ts";
import { rescreen } from "../../../src/domain/response/screening.ts";
import { sequenceStarts } from "../../../src/domain/sequences.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { dayOf, parse } from "../../../src/domain/time.ts";
import { addToPortfolio, respond } from "../../../src/world/operations.ts";
import { trigger } from "../../../src/world/trigger.ts";
import { unsettled, wrongs } from "../../support/invariants.ts";
import { nowOf } from "../../support/model.ts";
import { advance, Desk, desk, granted, quietWorld, start } from "../../support/worlds.ts";

const critical = { Criticité: ["High"] };
const screened = (one: Desk) => [one.thirdparty.internal.sanctioned, one.document("SCR_SANCTIONS").statusCode];

/** A random seed with which the first third party gets on a sanctions list on day 20. */
function seedOfListing(): number {
  const day = dayOf(parse(start) + 20 * 86_400_000);
  for (let seed = 1; ; seed++)
    if (chance(seed, "sanctions", day, sequenceStarts.thirdpartyId).bool(1 / 20_000)) return seed;
}

describe("the sanctions lists", () => {
  it("a company that gets on a sanctions list, or off it, is screened again on that day", async () => {
    const one = await desk("it", critical, { randomSeed: seedOfListing() });
    await advance(one.world, "P19DT12H");
    expect(screened(await one.reread())).toEqual([false, "VALID"]);
    await advance(one.world, "P1D");
    expect(screened(await one.reread())).toEqual([true, "INVALID"]);
    expect(one.document("SCR_SANCTIONS").evidences).toMatchObject([
      { uploadDate: expect.stringMatching(/^2026-02-04T05:00:00/), transmitter: "PARTENAIRE" },
      {},
    ]);
    expect(one.dossier("SCREENING").statusCode).toBe("INVALID");

    await one.do((draft) => (rescreen(draft), recalculate(draft)));
    await advance(one.world, "PT2M");
    expect(screened(await one.reread())).toEqual([false, "VALID"]);
    expect([...wrongs(await one.world.store.dump(), nowOf(one.world)), ...(await unsettled(one.world))]).toEqual([]);
  });
  it("a sanctioned test company stays on the list for two years", async () => {
    const one = await desk("sanctioned", critical);
    await advance(one.world, "P2Y");
    expect((await one.reread()).thirdparty.internal.sanctioned).toBe(true);
  });
});

describe("a screening", () => {
  it.each([
    "DOCUMENT_ANSWER_ACCEPTED",
    "DOCUMENT_ANSWER_DENIED",
    "DOCUMENT_ANSWER_ADDED",
    "DOCUMENT_ANSWER_UPDATED",
    "DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED",
  ] as const)("a screening comes from the partner when %s is triggered", async (event) => {
    for (const code of ["SCR_SANCTIONS", "SCR_PPE", "SCR_MEDIA"]) {
      const one = await desk("it", critical);
      const { documentId } = one.document(code);
      const { events } = granted(await trigger(one.world, { event, documentId }));
      const { evidences } = (await one.reread()).document(code);
      expect(new Set(evidences.map(({ issuer, transmitter, format }) => `${issuer} ${transmitter} ${format}`))).toEqual(
        new Set(["PARTENAIRE PARTENAIRE ORIGINALNUMERIQUE"]),
      );
      expect(events.find(({ eventName }) => eventName === "DOCUMENT_ANSWER_ADDED")?.actor.type).toBe("PROVIDER");
    }
  });
  it("a screening comes from the partner when the third party responds", async () => {
    const one = await desk("it", critical);
    granted(await respond(one.world, one.document("SCR_PPE").documentId, { outcome: "review" }));
    expect((await one.reread()).document("SCR_PPE").evidences).toMatchObject([
      { issuer: "PARTENAIRE", transmitter: "PARTENAIRE" },
    ]);
  });
  it("a screening finds the owner that the company declares as politically exposed", async () => {
    const world = await quietWorld();
    const company = { companyIdType: "CIT003", companyIdValue: "991600207" } as const;
    const { result } = granted(await addToPortfolio(world, company, "tester"));
    const one = await new Desk(world, result.thirdpartyId).reread();
    for (const code of ["RBE", "SCR_PPE"]) granted(await respond(world, one.document(code).documentId, {}));
    await advance(world, "PT1H");
    const [declared] = (await one.reread()).document("RBE").evidences;
    const screening = one.document("SCR_PPE");
    expect(declared && valuesIn(declared).ppe).toBe("true");
    expect([screening.statusCode, screening.evidences[0]?.internal.subject]).toMatchObject([
      "ACTION_REQUIRED",
      { sanctioned: true },
    ]);
  });
});
