import { describe, expect, it } from "vitest";
import { answer } from "../../src/operations.ts";
import { advance, desk, granted, type Kind } from "../support/worlds.ts";

async function checked(asked: Parameters<typeof answer>[2], kind: Kind = "cleaner") {
  const one = await desk(kind);
  granted(await answer(one.world, one.document("IBAN").documentId, asked));
  await advance(one.world, "PT2M");
  return one.reread();
}

describe("bank details", () => {
  it("of the company itself are verified", async () => {
    const one = await checked({ outcome: "valid" });
    expect(one.document("IBAN")).toMatchObject({
      statusCode: "VALID",
      evidences: [{ metadata: { verified: "true", bank_data_country: "FR", sepa_data_sct: "YES", sepa_data_sdd: "YES", date_verification: "15/01/2026" } }],
    });
    expect(one.folder.reports).toMatchObject([{ verdict: "VERIFIED", refreshedAt: null }]);
  });
  it.each([
    [
      "of somebody else wait for the client",
      { formdata: { titulaire_compte: "Holding Les Tilleuls" } },
      "ACTION_REQUIRED",
      { verified: "false", bank_data_bank: expect.any(String) },
    ],
    [
      "with a wrong key are invalid, and no bank is named",
      { formdata: { iban: "FR7630004008230001005432189" } },
      "INVALID",
      { verified: "false", date_verification: "15/01/2026" },
    ],
    [
      "outside SEPA wait for the client",
      { formdata: { iban: "MA64011519000001205000534921" } },
      "ACTION_REQUIRED",
      { sepa_data_sct: "NO", sepa_data_sdd: "NO", bank_data_country: "MA" },
    ],
    [
      "in another country wait for the client",
      { formdata: { iban: "DE89370400440532013000" } },
      "ACTION_REQUIRED",
      { verified: "true", bank_data_bank: "Commerzbank Köln" },
    ],
    ["whose check is pending have no result", { outcome: "pending" }, "ONGOING", {}],
  ] as const)("%s", async (_name, asked, status, metadata) => {
    const { statusCode, evidences } = (await checked(asked)).document("IBAN");
    expect([statusCode, evidences[0]?.metadata]).toEqual([status, status === "INVALID" || status === "ONGOING" ? metadata : expect.objectContaining(metadata)]);
  });
  it("of a company without any are invalid", async () => {
    expect((await checked({}, "withoutBank")).document("IBAN").statusCode).toBe("INVALID");
  });
  it("are looked at again a year later, and every year", async () => {
    const one = await checked({ outcome: "valid" });
    const refreshed: string[] = [];
    one.world.listen((events) =>
      refreshed.push(...events.filter(({ eventName }) => eventName === "DOCUMENT_DOCCHECK_REPORT_REFRESHED").map(({ occurredAt }) => occurredAt.slice(0, 10))),
    );
    await advance(one.world, "P25M");
    expect(refreshed).toEqual(["2027-01-15", "2028-01-15"]);
    expect((await one.reread()).document("IBAN").evidences[0]?.metadata.date_verification).toBe("15/01/2028");
  });
  it("sent as a file are judged like a file", async () => {
    const one = await checked({ outcome: "valid", file: { fileName: "rib.pdf", bytes: new Uint8Array([1]), contentType: "application/pdf" } });
    expect([one.document("IBAN").statusCode, one.folder.reports]).toEqual(["VALID", []]);
  });
});
