import { describe, expect, it } from "vitest";
import { chance } from "../../../src/directory/chance.ts";
import { valuesIn } from "../../../src/domain/document/forms.ts";
import { why } from "../../../src/domain/response/reasons.ts";
import { listingChangeProbability, rescreen } from "../../../src/domain/response/screening.ts";
import { sequenceStarts } from "../../../src/domain/sequences.ts";
import { dayOf, parse } from "../../../src/domain/time.ts";
import { Supplier } from "../../support/supplier.ts";
import { advance, type Desk, desk, start } from "../../support/worlds.ts";

const codes = ["SCR_SANCTIONS", "SCR_MEDIA", "SCR_PPE"];

/** A random seed with which the first third party gets on a sanctions list on day 20. */
function seedOfListing(): number {
  const day = dayOf(parse(start) + 20 * 86_400_000);
  for (let seed = 1; ; seed++)
    if (chance(seed, "sanctions", day, sequenceStarts.thirdpartyId).bool(1 / 20_000)) return seed;
}

describe("the sanctions lists", () => {
  it("are read daily, and a company that gets on one is screened again on that day", async () => {
    const one = await desk("it", { Criticité: ["High"] }, { randomSeed: seedOfListing() });
    const screened = ({ thirdparty, ...rest }: Desk) => ({
      sanctioned: thirdparty.internal.sanctioned,
      status: rest.folder.documents.find(({ documentCode }) => documentCode === "SCR_SANCTIONS")?.statusCode,
    });
    await advance(one.world, "P19DT12H");
    expect(screened(await one.reread())).toEqual({ sanctioned: false, status: "VALID" });
    await advance(one.world, "P1D");
    expect(screened(await one.reread())).toEqual({ sanctioned: true, status: "ACTION_REQUIRED" });
    const uploads = one.document("SCR_SANCTIONS").evidences.map(({ uploadDate }) => uploadDate.slice(0, 19));
    expect(uploads).toEqual(["2026-02-04T05:00:00", expect.any(String)]);
  });
  it.each([
    [true, "VALID"],
    [false, "BELOW_EXPECTATION"],
  ])("change the screening of sanctions alone, both ways; a hit that is a homonym (%s) is %s", (approved, decided) => {
    const one = Supplier.of("it", codes).wait("PT8H");
    for (const [sanctioned, status] of [
      [true, "ACTION_REQUIRED"],
      [false, "VALID"],
    ] as const) {
      one.do(rescreen);
      one.wait("PT2M");
      expect(one.thirdparty.internal.sanctioned).toBe(sanctioned);
      expect(codes.map((code) => one.document(code).statusCode)).toEqual([status, "VALID", "VALID"]);
      if (!sanctioned) continue;
      expect(one.response("SCR_SANCTIONS")).toMatchObject(why("POSSIBLE_MATCH"));
      expect(one.decide("SCR_SANCTIONS", { approved })).toBeNull();
      expect(one.wait("P30D").document("SCR_SANCTIONS").statusCode).toBe(decided);
    }
    expect(codes.map((code) => one.document(code).evidences.length)).toEqual([3, 1, 1]);
  });
  it.each([
    ["no response", []],
    ["a pending response", [{ outcome: "pending" }]],
    ["a response that waits for the client", [{ outcome: "review" }, "PT2M"]],
  ] as const)("leave a screening alone that has %s", (_what, steps) => {
    const one = Supplier.of("it", ["SCR_SANCTIONS"]);
    for (const step of steps) typeof step === "string" ? one.wait(step) : one.respond("SCR_SANCTIONS", step);
    const before = one.document("SCR_SANCTIONS");
    expect(one.do(rescreen)).toTell([]);
    expect(one.document("SCR_SANCTIONS")).toEqual(before);
  });
  it("change once in 14,000 working days for a company, and once in 140 for one that is listed", () => {
    const { thirdparty } = Supplier.of("it", codes);
    const listed = { ...thirdparty, internal: { ...thirdparty.internal, sanctioned: true } };
    expect([thirdparty, listed].map(listingChangeProbability)).toEqual([1 / 14_000, 1 / 140]);
  });
});

it("a screening finds the owner that the company declares as politically exposed, unless it is a sole trader", () => {
  const found = (one: Supplier) => {
    one.respond("RBE");
    one.respond("SCR_PPE");
    one.wait("PT1H");
    return { declared: valuesIn(one.document("RBE").evidences[0]!).ppe, status: one.document("SCR_PPE").statusCode };
  };
  const exposed = Supplier.of("exposed", ["RBE", "SCR_PPE"]);
  expect(found(exposed)).toEqual({ declared: "true", status: "ACTION_REQUIRED" });
  expect(found(Supplier.of("american", ["RBE", "SCR_PPE"]))).toEqual({ declared: "false", status: "VALID" });
  const sole = Supplier.of("exposed", ["SCR_PPE"]);
  sole.do((draft) => draft.put("thirdparties", { ...draft.thirdparty, legalCategoryCode: "1000" }));
  sole.respond("SCR_PPE");
  expect(sole.wait("PT1H").document("SCR_PPE").statusCode).toBe("VALID");
});
