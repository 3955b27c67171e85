import type { EventName } from "../../contract/events.ts";
import type { State } from "../../src/domain/change.ts";
import type { CollectionName, Row } from "../../src/domain/collections.ts";
import type { EvidenceRow } from "../../src/domain/response/evidence.ts";
import type { Actor, DocumentRow, ThirdpartyRow } from "../../src/domain/rows.ts";
import { openDossier, requireDocuments, respond } from "../../src/world/operations.ts";
import type { World } from "../../src/world/world.ts";
import { newcomers, printed } from "../support/probes.ts";
import { advance, Desk, granted, join, quietWorld, worldOf } from "../support/worlds.ts";

/** Faults in a sound world: each is a change that one invariant, at least, must name. */
export type Fault = (state: State) => State;

/** A scan in place of a form. */
function scanned(row: EvidenceRow): object {
  const { formdata: _, internal, ...rest } = row as EvidenceRow & { formdata: unknown };
  return { ...rest, internal: { ...internal, subject: null, upload: { contentType: "application/pdf" } } };
}

/** Changes the rows of a collection that fit; the changes may break the types. */
const changed =
  <C extends CollectionName>(collection: C, change: (row: Row<C>) => object, fits: (row: Row<C>) => boolean): Fault =>
  (state) => ({
    ...state,
    [collection]: (state[collection] as Row<C>[]).map((row) => (fits(row) ? { ...row, ...change(row) } : row)),
  });

/** The first third party; the second is an establishment of the same legal unit, the third is German. */
const company = (change: (row: ThirdpartyRow) => object): Fault => changed("thirdparties", change, isFirst);
const isFirst = ({ thirdpartyId }: { thirdpartyId: number }) => thirdpartyId === 924_000;
const internally = (change: (internal: ThirdpartyRow["internal"]) => object): Fault =>
  company(({ internal }) => ({ internal: { ...internal, ...change(internal) } }));

const document = (code: string, change: (row: DocumentRow) => object): Fault =>
  changed("documents", change, ({ documentCode }) => documentCode === code);
const evidence = (code: string, change: (row: EvidenceRow) => object): Fault =>
  document(code, ({ evidences }) => ({ evidences: evidences.map((row) => ({ ...row, ...change(row) })) }));
const answer = (code: string, key: string, value: string): Fault =>
  evidence(code, (row) => ({
    formdata: "formdata" in row && row.formdata.map((entry) => (entry.key === key ? { ...entry, value } : entry)),
  }));
const subject = (code: string, fields: object): Fault =>
  evidence(code, ({ internal }) => ({ internal: { ...internal, subject: { ...internal.subject, ...fields } } }));
const issued = (code: string, issueDate: string): Fault =>
  evidence(code, ({ internal }) => ({ internal: { ...internal, issueDate } }));
const referred = (code: string): Fault =>
  evidence(code, ({ internal }) => ({ internal: { ...internal, reference: "KBIS-1" } }));
/** As if another third party had supplied it. */
const moved = (code: string, thirdpartyId: number): Fault => document(code, () => ({ thirdpartyId }));
const both =
  (...faults: Fault[]): Fault =>
  (state) =>
    faults.reduce((faulty, fault) => fault(faulty), state);
const added =
  <C extends CollectionName>(collection: C, row: Partial<Row<C>>): Fault =>
  (state) => ({ ...state, [collection]: [...state[collection], row] });

/** What a person did on the day of the world. */
const act =
  (eventName: EventName, time: string, type: Actor["type"], name: string, code = "KBIS"): Fault =>
  (state) => {
    const { documentId } = state.documents.find(({ documentCode }) => documentCode === code) as DocumentRow;
    const row = { eventId: 1, eventName, documentId, thirdpartyId: 924_000, actor: { type, name } };
    return added("events", { ...row, occurredAt: `2026-01-16T${time}.000` })(state);
  };

const announcement = { announcementId: 1, family: "CHANGES", publishedOn: "2026-01-15", text: "Modification" } as const;
const elsewhere = { siret: "21996648800013", addressLine1: "1 rue d'Ailleurs", addressCity: "Tours" };

/** At least one fault for every invariant of the rows. */
export const faults: Readonly<Record<string, readonly Fault[]>> = {
  "3 heads have titles of the legal form": [
    company(({ executives }) => ({ executives: executives.map((one) => ({ ...one, role: "Gérante" })) })),
  ],
  "5 banks belong to their IBAN": [answer("IBAN", "bic", "AGRIFRPP")],
  "7 an answer that counts or waits had not expired at the last run of the expiry job": [
    evidence("KBIS", () => ({ expirationDate: "2026-01-14T23:59:59.999" })),
    (state) =>
      evidence("KBIS", () => ({ expirationDate: "2026-01-14T23:59:59.999" }))(
        document("KBIS", () => ({ statusCode: "ACTION_REQUIRED" }))(state),
      ),
  ],
  "9 an evidence is a file or a form": [evidence("SCR_MEDIA", () => ({ issuer: "DO" }))],
  "10 a dossier stops with its documents": [
    document("KBIS", ({ internal }) => ({ internal: { ...internal, stopped: true } })),
  ],
  "11 the audit journal agrees with the rows": [
    (state) => ({ ...state, events: state.events.filter(({ eventName }) => !eventName.endsWith("_UPDATE_VALID")) }),
  ],
  "the status of an archived dossier stays": [
    changed(
      "events",
      () => ({ eventName: "DOSSIER_ARCHIVED" }),
      ({ eventName }) => eventName === "DOSSIER_ADDED",
    ),
  ],
  "reminders end": [
    added("contacts", {
      contactId: 1,
      thirdpartyId: 924_000,
      reminded: { "11031000": 9 },
      email: "a@b.example",
      invitedAt: "2026-01-15",
    }),
  ],
  "checks without a result end": [changed("responses", () => ({ state: "CHECKING", outcome: "pending" }), isFirst)],
  "liquidations end": [
    company(() => ({
      collectiveProcedure: { type: "LIQUIDATION_JUDICIAIRE", openingDate: "2020-01-01", court: "Lyon" },
    })),
    company(({ executives }) => ({
      collectiveProcedure: { type: "LIQUIDATION_JUDICIAIRE", openingDate: "2020-01-01", court: "Lyon" },
      executives: [...executives, { ...executives[0], role: "Liquidateur judiciaire", since: "2020-01-01" }],
    })),
    company(({ executives }) => ({
      executives: [...executives, { ...executives[0], role: "Liquidatrice judiciaire" }],
    })),
  ],
  "no authority issues a paper on a day without work": [issued("KBIS", "2026-01-11")],
  "no court and no gazette works on a day without work": [
    added("announcements", { ...announcement, thirdpartyId: 924_000, publishedOn: "2025-12-25" }),
    company(() => ({ collectiveProcedure: { type: "SAUVEGARDE", openingDate: "2025-07-14", court: "Nanterre" } })),
  ],
  "evidence is kept as long as it must be": [
    (state) => {
      const kbis = state.documents.find(({ documentCode }) => documentCode === "KBIS") as DocumentRow;
      const row = { eventName: "DOCUMENT_DELETION_WARNING", resourceId: kbis.documentId } as const;
      const warning = { ...row, occurredAt: "2026-01-15T11:00:00.000", actor: { type: "PLATFORM", name: "platform" } };
      const deletionWarnedAt = warning.occurredAt;
      return both(
        document("KBIS", ({ internal }) => ({ internal: { ...internal, deletionWarnedAt } })),
        added("events", warning as never),
      )(state);
    },
  ],
  "13 documents agree with the register": [
    company(() => ({ collectiveProcedure: { type: "SAUVEGARDE", openingDate: "2020-01-01", court: "Nanterre" } })),
    both(
      company(() => ({ collectiveProcedure: { type: "LIQUIDATION_JUDICIAIRE", openingDate: "2020-01-01" } })),
      document("ATT_FISCALE", () => ({ statusCode: "INVALID" })),
    ),
  ],
  "the gazette announces French companies that exist": [
    added("announcements", { ...announcement, thirdpartyId: 924_002 }),
  ],
  "jobs are planned once, for live resources, in the future": [
    changed(
      "jobs",
      () => ({ dueAt: "2026-01-01T00:00:00.000" }),
      ({ kind }) => kind === "GAZETTE",
    ),
  ],
  "rows fit their schemas": [company(() => ({ name: 3 }))],
  "an import would take the world": [
    company(() => ({ companyIdValue: "219 924 909 00019" })),
    company(() => ({ siret: "21996648800022" })),
    company(() => ({ workforce: 123_456 })),
    company(() => ({ ceo: "AUTRE Anne" })),
    company(() => ({ addressLine1: "1 rue d'Ailleurs" })),
    company(({ executives }) => ({ executives: executives.map((one) => ({ ...one, since: "1901-01-01" })) })),
    internally(({ bank }) => ({ bank: { ...bank, bankName: "Autre banque" } })),
    document("KBIS", () => ({ present: false })),
    document("KBIS", () => ({ requestDate: "2026-01-16T00:00:00.000" })),
    changed("dossiers", () => ({ statusCode: "INVALID" }), isFirst),
    changed("responses", () => ({ state: "WAITING" }), isFirst),
    added("announcements", { ...announcement, thirdpartyId: 924_000, publishedOn: "2026-02-01" }),
    changed("events", () => ({ documentId: 5 }), isFirst),
  ],
  "a legal unit is the same at all its establishments": [
    company(({ capital }) => ({ capital: Number(capital) + 1 })),
    company(({ executives }) => ({ executives: executives.slice(1) })),
  ],
  "nothing is valid without a passed check": [
    answer("IBAN", "iban", "FR7630004008230001005432189"),
    document("IBAN", ({ evidences }) => ({ evidences: evidences.map(scanned) })),
    (state) => ({ ...state, reports: [] }),
    subject("RIB", { iban: null }),
    changed("responses", () => ({ outcome: "review" }), isFirst),
    (state) => ({ ...state, responses: [] }),
  ],
  "nothing is dated before the company or after now": [
    answer("Q_CYBER", "pssi_date", "01/01/1901"),
    issued("KBIS", "2026-01-16"),
  ],
  "4 documents fit the company": [document("KBIS", () => ({ documentCode: "CARTE_BTP" }))],
  "one head count": [
    answer("FICHE_FOURN", "effectif_total", "0"),
    answer("Q_RSE", "index_egalite", "88"),
    subject("ATT_URSSAF", { workforce: 1_234 }),
  ],
  "the seat is the seat": [subject("KBIS", { seat: elsewhere })],
  "questionnaires agree with certificates": [
    both(answer("Q_CYBER", "iso_27001", "false"), issued("ISO_27001", "2026-01-02")),
    both(answer("Q_CYBER", "iso_27001", "false"), moved("ISO_27001", 924_001)),
    document("Q_RSE", () => ({ documentCode: "ASLNC" })),
  ],
  "security plans agree with questionnaires": [answer("Q_CYBER", "delai_notification_h", "1")],
  "the supplier's form gives the turnover and the share of the client": [
    answer("FICHE_FOURN", "chiffre_affaires", "12"),
    answer("FICHE_FOURN", "part_ca_client", "99"),
  ],
  "screenings report what their status says": [subject("SCR_MEDIA", { sanctioned: true })],
  "every PDF names the seat, the numbers, the head count and the bank of the API": [
    subject("KBIS", { seat: { ...elsewhere, siret: "21996648800021" } }),
    subject("ATT_FISCALE", { siret: "21990002400015" }),
    subject("ATT_URSSAF", { workforce: 1_234 }),
    subject("RIB", { bankName: "Autre banque" }),
  ],
  "copies of a piece in other dossiers are the same paper": [both(referred("KBIS"), referred("STATUTS"))],
  "a company keeps its numbers and its contracts on the papers of all years": [
    both(
      subject("STATUTS", { siren: "219920188" }),
      document("STATUTS", () => ({ documentCode: "KBIS" })),
    ),
  ],
  "people act during their working hours": [
    act("THIRD_PARTY_COMMENT_ADDED", "20:00:00", "CLIENT", "Paul Durand"),
    act("DOCUMENT_ANSWER_ADDED", "05:00:00", "THIRD_PARTY", "Anne B"),
  ],
  "a supplier answers one paper after another": [
    both(
      act("DOCUMENT_ANSWER_ADDED", "13:00:00", "THIRD_PARTY", "Anne B"),
      act("DOCUMENT_ANSWER_ADDED", "13:00:30", "THIRD_PARTY", "Anne B", "IBAN"),
    ),
  ],
  "the client buys no more than the supplier sells": [changed("attributes", () => ({ values: [1e12] }), isFirst)],
};

/** A world whose store gives other rows of an index. */
async function lyingAbout(state: State, collection: CollectionName, lie: (rows: object[]) => object[]): Promise<World> {
  const world = await worldOf(state);
  const range = world.store.range.bind(world.store) as (...args: unknown[]) => Promise<object[]>;
  const lying = async (...args: unknown[]) => {
    const rows = await range(...args);
    return args[0] === collection ? lie(rows) : rows;
  };
  Object.assign(world.store, { range: lying });
  return world;
}

/** A world that no client has changed. */
export const untouchedWorld = () => quietWorld({ seed: "onboarding" });

const withCapital = changed(
  "thirdparties",
  () => ({ capital: 1 }),
  () => true,
);
const forgetful = (state: State) => lyingAbout(state, "thirdparties", () => []);

/** At least one world for each probe that it must complain about. */
export const faultyWorlds: Readonly<Record<string, readonly ((state: State) => Promise<World>)[]>> = {
  "12 a search by an event finds the resources that the audit journal names": [
    (state) => lyingAbout(state, "events", (rows) => rows.slice(1)),
  ],
  "14 an archive holds the files that are downloaded one by one": [
    (state) => lyingAbout(state, "documents", (rows) => rows.slice(0, -1)),
    (state) => worldOf(changed("files", () => ({ base64: "" }), isFirst)(state)),
  ],
  "a search shows a company as the portfolio does": [
    (state) => worldOf(company(() => ({ status: "STRUCK_OFF" }))(state)),
    (state) => forgetful(withCapital(state)),
  ],
  "scores and statuses are settled": [
    (state) => worldOf(internally(({ bases }) => ({ bases: { ...bases, financial: bases.financial + 30 } }))(state)),
  ],
  "15 the same seed and clock make the same world": [
    async () => worldOf(company(() => ({ acronym: "X" }))(await (await untouchedWorld()).store.dump())),
  ],
};

/** Probes that look at a sound world wrongly. */
export const misled: Readonly<Record<string, (state: State) => Promise<AsyncIterable<string>>>> = {
  "the bytes of a PDF say what its composition says": async (state) =>
    printed(await worldOf(state), () => "une autre page"),
  "an establishment that joins shows its legal unit as the others do": async (state) =>
    newcomers(await worldOf(withCapital(state)), forgetful),
};

const required = [
  ...["FICHE_FOURN", "ATT_URSSAF", "ATT_FISCALE", "KBIS", "STATUTS", "RBE", "RIB", "IBAN", "Q_RSE", "SCR_MEDIA"],
  ...["ISO_27001", "Q_CYBER", "PAS", "DPA"],
];

/** A world in which every piece of a company is valid, and one is a file of a user. */
export async function soundWorld(): Promise<World> {
  const world = await quietWorld();
  const thirdpartyId = await join(world, "it", { "Montant d'achat annuel": [4000] });
  for (const kind of ["sister", "german"] as const) await join(world, kind);
  const one = new Desk(world, thirdpartyId);
  granted(await openDossier(world, thirdpartyId, { requiredDocuments: required }, "tester"));
  await one.reread();
  for (const code of required) granted(await respond(world, one.document(code).documentId, { outcome: "valid" }));
  const { dossierId } = one.dossier(null);
  granted(await requireDocuments(world, dossierId, ["CODE_CONDUITE"], "tester"));
  await one.reread();
  const file = { fileName: "signed.pdf", size: 5, pieces: ["Ynl0ZXM="], contentType: "application/pdf" };
  granted(await respond(world, one.document("CODE_CONDUITE").documentId, { outcome: "valid", file }));
  await advance(world, "PT3H");
  return world;
}
