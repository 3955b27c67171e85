import { describe, expect, it } from "vitest";
import type { Occurrence } from "../../../contract/occurrences.ts";
import { valuesIn } from "../../../src/domain/document/forms.ts";
import { createDossier } from "../../../src/domain/dossier/dossiers.ts";
import { updateInformation } from "../../../src/domain/thirdparty/identity.ts";
import { decide, respond } from "../../../src/world/operations.ts";
import { trigger } from "../../../src/world/trigger.ts";
import { unsettled, wrongs } from "../../support/invariants.ts";
import { nowOf } from "../../support/model.ts";
import { advance, client, Desk, desk, granted, type Kind, worldOf } from "../../support/worlds.ts";

async function checked(asked: Parameters<typeof respond>[2], kind: Kind = "cleaner") {
  const one = await desk(kind);
  granted(await respond(one.world, one.document("IBAN").documentId, asked));
  await advance(one.world, "PT2M");
  return one.reread();
}

describe("bank details", () => {
  it("bank details of the company itself are verified", async () => {
    const one = await checked({ outcome: "valid" });
    expect(one.document("IBAN")).toMatchObject({
      statusCode: "VALID",
      evidences: [
        {
          metadata: {
            verified: "true",
            bank_data_country: "FR",
            sepa_data_sct: "YES",
            sepa_data_sdd: "YES",
            date_verification: "15/01/2026",
          },
        },
      ],
    });
    expect(one.folder.reports).toMatchObject([{ verdict: "VERIFIED", refreshedAt: null }]);
  });
  it.each([
    [
      "of another holder wait for the client",
      { formdata: { titulaire_compte: "Holding Les Tilleuls" } },
      "ACTION_REQUIRED",
      { verified: "false", bank_data_bank: expect.any(String) },
    ],
    [
      "with wrong check digits are invalid, and name no bank",
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
  ] as const)("bank details %s", async (_name, asked, status, metadata) => {
    const { statusCode, evidences } = (await checked(asked)).document("IBAN");
    expect([statusCode, evidences[0]?.metadata]).toEqual([
      status,
      status === "INVALID" || status === "ONGOING" ? metadata : expect.objectContaining(metadata),
    ]);
  });
  const agricole = { bic: "AGRIFRPP882", nom_banque: "Crédit Agricole" };
  it.each([
    [
      "at another bank",
      { iban: "fr76 3000 4008 2300 0100 5432 188" },
      { bic: "BNPAFRPP", nom_banque: "BNP Paribas", devise: "EUR" },
      "VALID",
    ],
    [
      "abroad",
      { iban: "MA64999780061596239889888456" },
      { bic: "ATLBMA20", nom_banque: "Banque de l'Atlas (fictive)", devise: "MAD" },
      "ACTION_REQUIRED",
    ],
    [
      "at an unknown bank",
      { iban: "MA64011519000001205000534921" },
      { bic: "", nom_banque: "", devise: "MAD" },
      "ACTION_REQUIRED",
    ],
    [
      "with wrong check digits",
      { iban: "FR7630004008230001005432189" },
      { bic: "BNPAFRPP", nom_banque: "BNP Paribas" },
      "INVALID",
    ],
    ["with the BIC of another bank", { iban: "FR7630004008230001005432188", ...agricole }, agricole, "ACTION_REQUIRED"],
    [
      "with a bank in other words",
      { iban: "FR7630004008230001005432188", nom_banque: "BNP" },
      { bic: "BNPAFRPP", nom_banque: "BNP" },
      "VALID",
    ],
  ] as const)(
    "bank details %s get the bank of their IBAN where the form names none",
    async (_where, formdata, written, status) => {
      const one = await checked({ formdata });
      const { statusCode, evidences } = one.document("IBAN");
      expect([valuesIn(evidences[0]!), statusCode]).toMatchObject([written, status]);
    },
  );
  const otherHolder = "Holding Les Tilleuls";
  const named = { verified: "true", bank_data_bank: expect.any(String), bank_data_country: "FR" };
  it.each([
    ["valid", otherHolder, "VALID", expect.objectContaining(named), "VERIFIED"],
    ["review", null, "ACTION_REQUIRED", expect.objectContaining({ ...named, verified: "false" }), "INCONCLUSIVE"],
    [
      "review",
      otherHolder,
      "ACTION_REQUIRED",
      expect.objectContaining({ ...named, verified: "false" }),
      "INCONCLUSIVE",
    ],
    ["invalid", null, "INVALID", { verified: "false", date_verification: "15/01/2026" }, "REFUSED"],
    ["invalid", otherHolder, "INVALID", { verified: "false", date_verification: "15/01/2026" }, "REFUSED"],
  ] as const)(
    "bank details with the forced outcome %s and the holder %j get that outcome",
    async (outcome, holder, status, metadata, verdict) => {
      const { bank } = (await desk("cleaner")).thirdparty.internal;
      const one = await checked({
        outcome,
        formdata: { iban: bank?.iban as string, titulaire_compte: holder ?? (bank?.holder as string) },
      });
      expect(one.document("IBAN")).toMatchObject({ statusCode: status, evidences: [{ metadata }] });
      expect(one.document("IBAN").evidences[0]?.metadata).toEqual(metadata);
      expect(one.folder.reports).toMatchObject([{ verdict }]);
      expect(wrongs(await one.world.store.dump(), nowOf(one.world))).toEqual([]);
      // A forced outcome also holds for the yearly recheck.
      await advance(one.world, "P13M");
      expect((await one.reread()).folder.reports).toMatchObject([
        { verdict, refreshedAt: expect.stringMatching(/^2027-01-15/) },
      ]);
    },
  );
  it.each([
    ["wrong check digits", "cleaner", { iban: "FR7630004008230001005432189" }],
    ["no account", "withoutBank", {}],
  ] as const)("bank details with %s cannot be forced to be valid or to go to review", async (_what, kind, formdata) => {
    const one = await desk(kind);
    const { documentId } = one.document("IBAN");
    for (const outcome of ["valid", "review"] as const)
      expect(await respond(one.world, documentId, { outcome, formdata })).toMatchObject({
        refused: {
          status: 400,
          body: {
            errors: [{ pointer: "/outcome", expected: "invalid or pending", received: JSON.stringify(outcome) }],
          },
        },
      });
    expect((await checked({ outcome: "invalid", formdata }, kind)).document("IBAN").statusCode).toBe("INVALID");
  });
  it("a triggered report for a company without a bank account is invalid", async () => {
    const one = await desk("withoutBank");
    granted(await trigger(one.world, { event: "DOCUMENT_DOCCHECK_REPORT_RECEIVED", thirdpartyId: one.thirdpartyId }));
    expect((await one.reread()).document("IBAN")).toMatchObject({
      statusCode: "INVALID",
      evidences: [{ metadata: { verified: "false" } }],
    });
  });
  const results = [
    ["valid", "VALID", "true", "VERIFIED"],
    ["review", "ACTION_REQUIRED", "false", "INCONCLUSIVE"],
    ["invalid", "INVALID", "false", "REFUSED"],
  ] as const;
  const verifications = [
    "DOCUMENT_DOCCHECK_STATUS_UPDATE",
    "DOCUMENT_DOCCHECK_REPORT_GENERATED",
    "DOCUMENT_DOCCHECK_REPORT_RECEIVED",
    "DOCUMENT_DOCCHECK_REPORT_REFRESHED",
    "THIRD_PARTY_DOCCHECK_UPDATED",
  ] as const;
  const befores = {
    "there is no response": [],
    "a response is being checked": [{ outcome: "valid" }],
    "a check is pending": [{ outcome: "pending" }],
    "wrong check digits are being checked": [{ formdata: { iban: "FR7630004008230001005432189" } }],
    "a response is valid": [{ outcome: "valid" }, "PT2M"],
    "a response waits for the client": [{ outcome: "review" }, "PT2M"],
    "a response is invalid": [{ outcome: "invalid" }, "PT2M"],
    "the client has approved a response": [{ outcome: "review" }, "PT2M", "approved"],
    "the client has rejected a response": [{ outcome: "review" }, "PT2M", "rejected"],
    "the client has approved a response before its check": [{ outcome: "valid" }, "approved"],
  } as const;
  const reached = new Map<keyof typeof befores, ReturnType<typeof reach>>();
  /** A world of its own; those that begin alike share their rows. */
  async function after(before: keyof typeof befores) {
    const beginning = reached.get(before) ?? reach(before);
    reached.set(before, beginning);
    const { world, thirdpartyId } = await beginning;
    return new Desk(await worldOf(await world.store.dump()), thirdpartyId).reread();
  }
  async function reach(before: keyof typeof befores) {
    const one = await desk("cleaner");
    for (const step of befores[before]) {
      const { documentId, evidences } = (await one.reread()).document("IBAN");
      if (step === "PT2M") await advance(one.world, step);
      else if (typeof step === "string")
        granted(await decide(one.world, evidences[0]!.responseId, { approved: step === "approved" }, "tester"));
      else granted(await respond(one.world, documentId, step));
    }
    return one;
  }
  describe.each(Object.keys(befores) as (keyof typeof befores)[])("when %s", (before) => {
    it.each(verifications)("%s leads to the forced outcome", async (event) => {
      for (const [outcome, status, verified, verdict] of results) {
        const one = await after(before);
        const { documentId } = one.document("IBAN");
        const subject = event.startsWith("DOCUMENT") ? { documentId } : { thirdpartyId: one.thirdpartyId };
        granted(await trigger(one.world, { event, ...subject, data: { outcome } } as Occurrence));
        await one.reread();
        expect(one.document("IBAN")).toMatchObject({ statusCode: status });
        expect(one.document("IBAN").evidences.find((evidence) => "formdata" in evidence)?.metadata.verified).toBe(
          verified,
        );
        expect(one.folder.reports.at(-1)).toMatchObject({ verdict });
        expect([...wrongs(await one.world.store.dump(), nowOf(one.world)), ...(await unsettled(one.world))]).toEqual(
          [],
        );
        // No planned job may change the outcome later.
        await advance(one.world, "P1D");
        expect((await one.reread()).document("IBAN").statusCode).toBe(status);
      }
    });
  });
  it("a refreshed report with a forced outcome keeps the form and the report", async () => {
    const one = await after("a response is valid");
    const { documentId, evidences } = one.document("IBAN");
    const { events } = granted(
      await trigger(one.world, {
        event: "DOCUMENT_DOCCHECK_REPORT_REFRESHED",
        documentId,
        data: { outcome: "invalid" },
      }),
    );
    await one.reread();
    expect(one.document("IBAN").evidences.map(({ id }) => id)).toEqual(evidences.map(({ id }) => id));
    expect(one.folder.reports).toMatchObject([{ verdict: "REFUSED", refreshedAt: expect.any(String) }]);
    expect(events.map(({ eventName }) => eventName)).toEqual(
      expect.arrayContaining([
        "DOCUMENT_DOCCHECK_STATUS_UPDATE",
        "DOCUMENT_ANSWER_DENIED",
        "DOCUMENT_ANSWER_STATUS_UPDATE_INVALID",
      ]),
    );
  });
  it("a triggered check uses the outcome that was forced at submission", async () => {
    const { bank } = (await desk("cleaner")).thirdparty.internal;
    const one = await desk("cleaner");
    const { documentId } = one.document("IBAN");
    granted(
      await respond(one.world, documentId, {
        outcome: "review",
        formdata: { titulaire_compte: bank?.holder as string },
      }),
    );
    granted(await trigger(one.world, { event: "DOCUMENT_DOCCHECK_STATUS_UPDATE", documentId }));
    expect((await one.reread()).document("IBAN").statusCode).toBe("ACTION_REQUIRED");
  });
  it.each([...verifications, "DOCUMENT_ANSWER_ADDED"] as const)(
    "%s cannot force a good outcome for a company without a bank account",
    async (event) => {
      const one = await desk("withoutBank");
      const subject = event.startsWith("DOCUMENT")
        ? { documentId: one.document("IBAN").documentId }
        : { thirdpartyId: one.thirdpartyId };
      for (const outcome of ["valid", "review"] as const)
        expect(await trigger(one.world, { event, ...subject, data: { outcome } } as Occurrence)).toMatchObject({
          refused: {
            status: 400,
            body: {
              errors: [{ pointer: "/data/outcome", expected: "invalid or pending", received: JSON.stringify(outcome) }],
            },
          },
        });
      expect((await one.reread()).document("IBAN").statusCode).toBe("MISSING");
      granted(await trigger(one.world, { event, ...subject, data: { outcome: "invalid" } } as Occurrence));
    },
  );
  it.each(verifications)("%s refuses the outcome pending", async (event) => {
    const one = await desk("cleaner");
    expect(
      await trigger(one.world, { event, thirdpartyId: one.thirdpartyId, data: { outcome: "pending" } } as Occurrence),
    ).toMatchObject({
      refused: {
        status: 400,
        body: { errors: [{ pointer: "/data/outcome", expected: "valid, review or invalid", received: '"pending"' }] },
      },
    });
  });
  it("bank details of a company without a bank account are invalid", async () => {
    expect((await checked({}, "withoutBank")).document("IBAN").statusCode).toBe("INVALID");
  });
  it("bank details are rechecked every year", async () => {
    const one = await checked({ outcome: "valid" });
    const refreshed: string[] = [];
    one.world.listen((events) =>
      refreshed.push(
        ...events
          .filter(({ eventName }) => eventName === "DOCUMENT_DOCCHECK_REPORT_REFRESHED")
          .map(({ occurredAt }) => occurredAt.slice(0, 10)),
      ),
    );
    await advance(one.world, "P25M");
    expect(refreshed).toEqual(["2027-01-15", "2028-01-15"]);
    expect((await one.reread()).document("IBAN").evidences[0]?.metadata.date_verification).toBe("15/01/2028");
  });
  it("bank details cannot come as a file, which the bank check could not read", async () => {
    const one = await desk("cleaner");
    const file = { fileName: "rib.pdf", bytes: new Uint8Array([1]), contentType: "application/pdf" };
    for (const outcome of ["valid", undefined] as const)
      expect(await respond(one.world, one.document("IBAN").documentId, { outcome, file })).toMatchObject({
        refused: { status: 400, body: { errors: [{ pointer: "/file", expected: "no file", received: '"rib.pdf"' }] } },
      });
    expect((await one.reread()).document("IBAN")).toMatchObject({ statusCode: "MISSING", evidences: [] });
  });
});

describe("a repeated bank check", () => {
  const rename = (one: Desk, name: string) => one.do((draft) => updateInformation(draft, { name }, "REGISTRY"));
  const refresh = (one: Desk) => ({
    "a year later": () => advance(one.world, "P12M1D"),
    "when it is triggered": async () => {
      const { documentId } = one.document("IBAN");
      granted(await trigger(one.world, { event: "DOCUMENT_DOCCHECK_REPORT_REFRESHED", documentId }));
    },
  });
  const ways = ["a year later", "when it is triggered"] as const;

  it.each(ways)(
    "a bank check that turns negative %s sends the document and its dossier to the client, with their events",
    async (way) => {
      const one = await checked({ outcome: undefined });
      for (const code of ["FICHE_FOURN", "CODE_CONDUITE"])
        granted(
          await trigger(one.world, {
            event: "DOCUMENT_ANSWER_STATUS_UPDATE_VALID",
            documentId: one.document(code).documentId,
          }),
        );
      await rename(one, "Une tout autre société");
      const seen: string[] = [];
      one.world.listen((events) => seen.push(...events.map(({ eventName }) => eventName)));
      await refresh(one)[way]();
      await one.reread();
      expect(one.document("IBAN")).toMatchObject({
        statusCode: "ACTION_REQUIRED",
        evidences: [{ metadata: { verified: "false" } }],
      });
      expect(one.dossier("ONBOARDING").statusCode).not.toBe("VALID");
      expect(seen).toEqual(
        expect.arrayContaining([
          "DOCUMENT_DOCCHECK_STATUS_UPDATE",
          "DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED",
          "DOCUMENT_DOCCHECK_REPORT_REFRESHED",
        ]),
      );
      expect([...wrongs(await one.world.store.dump(), nowOf(one.world)), ...(await unsettled(one.world))]).toEqual([]);
    },
  );

  it("a bank check that turns positive again makes the waiting document valid", async () => {
    const one = await checked({});
    const { name } = one.thirdparty;
    await rename(one, "Une tout autre société");
    await refresh(one)["when it is triggered"]();
    await rename(await one.reread(), name);
    await refresh(one)["when it is triggered"]();
    expect((await one.reread()).document("IBAN")).toMatchObject({
      statusCode: "VALID",
      evidences: [{ metadata: { verified: "true" } }],
    });
  });

  it("a bank check that turns negative leaves a document alone that a newer response has replaced", async () => {
    const one = await checked({});
    await rename(one, "Une tout autre société");
    granted(await respond(one.world, one.document("IBAN").documentId, {}));
    await refresh(one)["when it is triggered"]();
    expect((await one.reread()).document("IBAN").statusCode).toBe("ONGOING");
  });

  it("a bank check that turns negative does not undo what the client has approved after a review", async () => {
    const one = await checked({ formdata: { titulaire_compte: "Holding Les Tilleuls" } });
    granted(await decide(one.world, one.document("IBAN").evidences[0]!.responseId, { approved: true }, "tester"));
    await refresh(one)["a year later"]();
    expect((await one.reread()).document("IBAN").statusCode).toBe("VALID");
  });
});

describe("an approval before the bank check", () => {
  const approveAtOnce = async (supplied: Parameters<typeof respond>[2], kind: Kind = "cleaner") => {
    const one = await desk(kind);
    granted(await respond(one.world, one.document("IBAN").documentId, supplied));
    const { responseId } = (await one.reread()).document("IBAN").evidences[0]!;
    const outcome = await decide(one.world, responseId, { approved: true }, "tester");
    return { one: await one.reread(), outcome };
  };

  it.each([
    ["with a wrong key", { formdata: { iban: "FR7630004008230001005432189" } }, "cleaner"],
    ["of a company without an account", {}, "withoutBank"],
  ] as const)("an approval before the bank check is refused for bank details %s", async (_what, supplied, kind) => {
    const { one, outcome } = await approveAtOnce(supplied, kind);
    expect(outcome).toMatchObject({
      refused: { status: 409, body: { detail: expect.stringContaining("account number") } },
    });
    await advance(one.world, "PT2M");
    expect((await one.reread()).document("IBAN").statusCode).toBe("INVALID");
  });

  it.each([{ outcome: "valid" }, { outcome: "pending" }, {}] as const)(
    "an approval before the bank check does not stop it, and the report gives the evidence its metadata (%j)",
    async (supplied) => {
      const { one, outcome } = await approveAtOnce(supplied);
      granted(outcome);
      expect(one.document("IBAN")).toMatchObject({ statusCode: "VALID", evidences: [{ metadata: {} }] });
      await advance(one.world, "PT2M");
      expect((await one.reread()).document("IBAN")).toMatchObject({
        statusCode: "VALID",
        evidences: [{ metadata: { verified: "true" } }],
      });
      expect(one.folder.reports).toMatchObject([{ verdict: "VERIFIED" }]);
      expect(wrongs(await one.world.store.dump(), nowOf(one.world))).toEqual([]);
    },
  );

  it("an approval before the bank check gives way when the check refuses the account", async () => {
    const { one } = await approveAtOnce({ outcome: "invalid" });
    await advance(one.world, "PT2M");
    expect((await one.reread()).document("IBAN").statusCode).toBe("INVALID");
  });
});

it.each(["DOSSIER_STATUS_UPDATED_VALID", "DOCUMENT_ANSWER_STATUS_UPDATE_VALID"] as const)(
  "%s is refused where the company has no account",
  async (event) => {
    const one = await desk("withoutBank");
    const { documentId, dossierId } = one.document("IBAN");
    const subject = event.startsWith("DOSSIER") ? { dossierId } : { documentId };
    expect(await trigger(one.world, { event, ...subject } as Occurrence)).toMatchObject({ refused: { status: 409 } });
    expect((await one.reread()).document("IBAN").statusCode).toBe("MISSING");
  },
);

it("a RIB of a company without an account is invalid", async () => {
  const one = await desk("withoutBank");
  await one.do((draft) => void createDossier(draft, { requiredDocuments: ["RIB"] }));
  granted(await respond(one.world, one.document("RIB").documentId, {}));
  await advance(one.world, "PT1H");
  expect((await one.reread()).document("RIB").statusCode).toBe("INVALID");
});

it("a file in the place of a questionnaire waits for the client", async () => {
  const one = await desk("it");
  const file = { fileName: "q.pdf", bytes: new Uint8Array([1]), contentType: "application/pdf" };
  granted(await respond(one.world, one.document("Q_CYBER").documentId, { file }));
  await advance(one.world, "PT1H");
  expect((await one.reread()).document("Q_CYBER").statusCode).toBe("ACTION_REQUIRED");
});

it("a file in the place of a questionnaire cannot be sent as one that a check found valid", async () => {
  const one = await desk("it");
  const file = { fileName: "q.pdf", bytes: new Uint8Array([1]), contentType: "application/pdf" };
  const answer = await respond(one.world, one.document("Q_CYBER").documentId, { file, outcome: "valid" });
  expect(answer).toMatchObject({ refused: { status: 400, body: { errors: [{ pointer: "/outcome" }] } } });
  expect((await one.reread()).document("Q_CYBER").statusCode).toBe("MISSING");
});

describe("bank details outside the IBAN area", () => {
  const abroad = async (supplied: Parameters<typeof respond>[2]) => {
    const one = await desk("american");
    granted(await respond(one.world, one.document("COORD_BANC").documentId, supplied));
    await advance(one.world, "PT2M");
    return one.reread();
  };

  it("a company outside the IBAN area is asked for its account number and routing code, and for no IBAN", async () => {
    const { folder, thirdparty } = await desk("american");
    const codes = folder.documents.map(({ documentCode }) => documentCode);
    expect([codes.includes("COORD_BANC"), codes.includes("IBAN"), thirdparty.addressCountryCode]).toEqual([
      true,
      false,
      "US",
    ]);
  });

  it("a company outside the IBAN area is onboarded when the client approves its account", async () => {
    const one = await abroad({ outcome: "valid" });
    expect(one.document("COORD_BANC")).toMatchObject({
      statusCode: "VALID",
      evidences: [
        {
          metadata: {
            verified: "true",
            bank_data_bank: expect.stringContaining("fictive"),
            bank_data_bic: expect.stringContaining("US20"),
            bank_data_country: "US",
            sepa_data_sct: "NO",
            sepa_data_sdd: "NO",
            date_verification: "15/01/2026",
          },
        },
      ],
    });
    for (const { documentId } of one.folder.documents)
      granted(await trigger(one.world, { event: "DOCUMENT_ANSWER_ACCEPTED", documentId }));
    expect((await one.reread()).dossier("ONBOARDING").statusCode).toBe("VALID");
    expect(wrongs(await one.world.store.dump(), nowOf(one.world))).toEqual([]);
  });

  it.each([
    ["of the company itself wait for the client, as all accounts outside SEPA", {}, "ACTION_REQUIRED"],
    [
      "of another holder wait for the client",
      { formdata: { titulaire_compte: "Holding Les Tilleuls" } },
      "ACTION_REQUIRED",
    ],
    ["with a wrong routing code are invalid", { formdata: { code_routage: "999900014" } }, "INVALID"],
    ["that are drawn to be invalid are invalid", { outcome: "invalid" }, "INVALID"],
  ] as const)("bank details outside the IBAN area %s", async (_what, supplied, status) => {
    expect((await abroad(supplied)).document("COORD_BANC").statusCode).toBe(status);
  });

  it.each([
    ["american", "IBAN", "COORD_BANC"],
    ["american", "RIB", "COORD_BANC"],
    ["german", "COORD_BANC", "IBAN"],
  ] as const)("a %s company cannot be asked for %s, but for %s", async (kind, code, instead) => {
    const one = await desk(kind);
    const outcome = await one.world.change(one.thirdpartyId, client, (draft) =>
      createDossier(draft, { requiredDocuments: [code] }),
    );
    expect(outcome).toMatchObject({ refused: { status: 400, body: { errors: [{ expected: instead }] } } });
  });
});

describe.each(["cleaner", "german", "american"] as const)("the bank details of the %s", (kind) => {
  it.each(["DOCUMENT_ANSWER_ACCEPTED", "DOCUMENT_ANSWER_STATUS_UPDATE_VALID"] as const)(
    "bank details that are made valid by %s are an account of the company, and are verified",
    async (event) => {
      const one = await desk(kind);
      const code = kind === "american" ? "COORD_BANC" : "IBAN";
      granted(await trigger(one.world, { event, documentId: one.document(code).documentId } as Occurrence));
      await advance(one.world, "PT1H");
      const { statusCode, evidences } = (await one.reread()).document(code);
      const [form] = evidences;
      const holder = form && valuesIn(form).titulaire_compte;
      expect([statusCode, form?.metadata.verified, holder]).toEqual(["VALID", "true", one.thirdparty.name]);
      expect([...wrongs(await one.world.store.dump(), nowOf(one.world)), ...(await unsettled(one.world))]).toEqual([]);
    },
  );
});
