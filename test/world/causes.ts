import type { EventName } from "../../contract/events.ts";
import type { State } from "../../src/domain/change.ts";
import { type DataProvider, dataProviders } from "../../src/domain/rows.ts";
import { novalune, type Stage } from "./stage.ts";

/** How an event is brought about, on what, and where the world shows it. */
export interface Case {
  by: "operation" | "time" | "occurrence";
  /** What must be so before. */
  given?: (stage: Stage) => Promise<unknown>;
  /** Does it, and says to whom; nothing is the third party of the stage. */
  bring: (stage: Stage) => Promise<number | undefined>;
  /** What the export holds otherwise than before, and how. */
  shows: (state: State, id: number) => unknown;
  becomes?: unknown;
}

const company = (state: State, id: number) => state.thirdparties.find(({ thirdpartyId }) => thirdpartyId === id);
const dossier = (state: State, id: number) => state.dossiers.find(({ dossierId }) => dossierId === id);
const document = (state: State, id: number) => state.documents.find(({ documentId }) => documentId === id);
const comments = (state: State, id: number) => state.comments.filter(({ resourceId }) => resourceId === id);
const contacts = (state: State, id: number) => state.contacts.filter(({ thirdpartyId }) => thirdpartyId === id);
const family = (name: string) => (state: State, id: number) =>
  state.announcements.filter((row) => row.thirdpartyId === id && row.family === name).length;
const response = (state: State, id: number) => state.responses.findLast(({ documentId }) => documentId === id);
const watched = (provider: DataProvider) => (state: State, id: number) =>
  company(state, id)?.internal.monitoring[provider];

const onCompany = (event: EventName, shows: Case["shows"], becomes?: unknown, data?: object): Case => ({
  by: "occurrence",
  bring: async ({ occur, thirdpartyId }) => void (await occur(event, { thirdpartyId }, data)),
  shows,
  becomes,
});
const onDossier = (event: EventName, shows: Case["shows"], becomes?: unknown, data?: object): Case => ({
  by: "occurrence",
  async bring({ occur, free }) {
    await occur(event, { dossierId: free.dossierId }, data);
    return free.dossierId;
  },
  shows,
  becomes,
});
const onDocument = (event: EventName, code: string, shows: Case["shows"], becomes?: unknown, data?: object): Case => ({
  by: "occurrence",
  async bring({ occur, document: of }) {
    await occur(event, { documentId: of(code) }, data);
    return of(code);
  },
  shows,
  becomes,
});
/** The service's own operation does it, to a document. */
const decided = (
  code: string,
  does: (stage: Stage) => Promise<void>,
  shows: Case["shows"],
  becomes?: unknown,
): Case => ({
  by: "operation",
  async bring(stage) {
    await does(stage);
    return stage.document(code);
  },
  shows,
  becomes,
});
const passing = (
  duration: string,
  of: (stage: Stage) => number | undefined,
  given: Case["given"],
  shows: Case["shows"],
  becomes?: unknown,
): Case => ({
  by: "time",
  given,
  async bring(stage) {
    await stage.world.advance(duration);
    return of(stage);
  },
  shows,
  becomes,
});
const joined: Pick<Case, "by" | "bring"> = { by: "operation", bring: ({ world }) => world.add(novalune) };
const setting =
  (label: string, value: unknown) =>
  async ({ world, thirdpartyId }: Stage) =>
    void (await world.post(`/thirdparties/${thirdpartyId}/attributes`, { label, values: [value] }).expect(200));
const opening =
  (body: object) =>
  async ({ world, thirdpartyId }: Stage) =>
    (await world.post(`/thirdparties/${thirdpartyId}/dossiers`, body).expect(201)).body.dossierId as number;

type Comments = "THIRD_PARTY" | "DOSSIER" | "DOCUMENT";
function commenting(type: Comments): [EventName, Case][] {
  const on = {
    THIRD_PARTY: onCompany,
    DOSSIER: onDossier,
    DOCUMENT: (event: EventName, ...rest: Parameters<typeof onDossier> extends [unknown, ...infer R] ? R : never) =>
      onDocument(event, "RIB", ...rest),
  }[type];
  const idOf = {
    THIRD_PARTY: ({ thirdpartyId }: Stage) => ({ thirdpartyId }),
    DOSSIER: ({ free }: Stage) => ({ dossierId: free.dossierId }),
    DOCUMENT: (stage: Stage) => ({ documentId: stage.document("RIB") }),
  }[type];
  const said = (text: string) => (stage: Stage) => stage.occur(`${type}_COMMENT_ADDED`, idOf(stage), { text });
  const texts = (state: State, id: number) =>
    comments(state, id)
      .filter(({ deletedAt }) => deletedAt === null)
      .map(({ text }) => text);
  const mentions = (state: State, id: number) => comments(state, id).flatMap((row) => row.mentions);
  return [
    [`${type}_COMMENT_ADDED`, on(`${type}_COMMENT_ADDED`, texts, ["Bonjour"], { text: "Bonjour" })],
    [
      `${type}_COMMENT_UPDATED`,
      { ...on(`${type}_COMMENT_UPDATED`, texts, ["Bonsoir"], { text: "Bonsoir" }), given: said("Bonjour") },
    ],
    [`${type}_COMMENT_DELETED`, { ...on(`${type}_COMMENT_DELETED`, texts, []), given: said("Bonjour") }],
    [
      `${type}_COMMENT_MENTION_ADDED`,
      on(`${type}_COMMENT_MENTION_ADDED`, mentions, ["paul.durand"], { mention: "paul.durand" }),
    ],
    [
      `${type}_COMMENT_MENTION_UPDATED`,
      {
        ...on(`${type}_COMMENT_MENTION_UPDATED`, mentions, ["paul.durand"], { mention: "paul.durand" }),
        given: said("Vu, @claire.martin."),
      },
    ],
    [
      `${type}_COMMENT_MENTION_DELETED`,
      { ...on(`${type}_COMMENT_MENTION_DELETED`, mentions, []), given: said("Vu, @claire.martin.") },
    ],
  ];
}

const switches: Record<DataProvider, Pick<Case, "by" | "bring">> = {
  DOCCHECK: joined,
  ESG: {
    by: "operation",
    bring: async (stage) => void (await opening({ dossierTypeCode: "DUTY_OF_VIGILANCE" })(stage)),
  },
  SUSTAINSCORE: { by: "operation", bring: async (stage) => void (await opening({ dossierTypeCode: "CSR" })(stage)) },
  SECURITY_RATING: { by: "operation", bring: setting("Catégorie", "IT") },
  FINANCIAL_STRENGTH: joined,
  CREDITDATA: { by: "operation", bring: setting("Montant d'achat annuel", 50_000) },
  NEWSFEED: { by: "operation", bring: setting("Criticité", "High") },
};
function watching(provider: DataProvider): [EventName, Case][] {
  const active = (state: State, id: number) => watched(provider)(state, id)?.active ?? false;
  const switchedOn = async ({ occur, thirdpartyId }: Stage) => {
    if (provider !== "DOCCHECK" && provider !== "FINANCIAL_STRENGTH")
      await occur(`THIRD_PARTY_${provider}_ACTIVATED`, { thirdpartyId });
  };
  const lastUpdate = (state: State, id: number) => watched(provider)(state, id)?.lastUpdate;
  return [
    [`THIRD_PARTY_${provider}_ACTIVATED`, { ...switches[provider], shows: active, becomes: true }],
    [
      `THIRD_PARTY_${provider}_DEACTIVATED`,
      { ...onCompany(`THIRD_PARTY_${provider}_DEACTIVATED`, active, false), given: switchedOn },
    ],
    [
      `THIRD_PARTY_${provider}_UPDATED`,
      provider === "DOCCHECK"
        ? passing(
            "PT3M",
            () => undefined,
            ({ answer }) => answer("IBAN"),
            lastUpdate,
          )
        : { ...onCompany(`THIRD_PARTY_${provider}_UPDATED`, lastUpdate), given: switchedOn },
    ],
  ];
}

const status = (of: "dossier" | "document") => (state: State, id: number) =>
  (of === "dossier" ? dossier(state, id) : document(state, id))?.statusCode;
/** The dossier with one document follows it. */
const single = async ({ world, free, occur, document: of }: Stage) => {
  await occur("DOCUMENT_STOPPED", { documentId: of("STATUTS") });
  await world.get(`/dossiers/${free.dossierId}/documents`).expect(200);
};
const ofFree = (does: (stage: Stage) => Promise<unknown>): Pick<Case, "by" | "bring"> => ({
  by: "operation",
  async bring(stage) {
    await does(stage);
    return stage.free.dossierId;
  },
});
const retained = async ({ answer, occur, world, free }: Stage) => {
  await answer("RIB");
  await world.advance("PT5M");
  await occur("DOSSIER_ARCHIVED", { dossierId: free.dossierId });
};

const cases: [EventName, Case][] = [
  ["THIRD_PARTY_ADDED", { ...joined, shows: (state, id) => company(state, id)?.siret, becomes: novalune }],
  [
    "THIRD_PARTY_UPDATED",
    onCompany("THIRD_PARTY_UPDATED", (state, id) => company(state, id)?.internal.owner, "Zoé", { owner: "Zoé" }),
  ],
  ["THIRD_PARTY_ARCHIVED", onCompany("THIRD_PARTY_ARCHIVED", (state, id) => company(state, id)?.archived, true)],
  [
    "THIRD_PARTY_CODE_UPDATED",
    onCompany("THIRD_PARTY_CODE_UPDATED", (state, id) => company(state, id)?.thirdpartyCode, "X-1", {
      thirdpartyCode: "X-1",
    }),
  ],
  [
    "THIRD_PARTY_INFORMATION_UPDATED",
    onCompany("THIRD_PARTY_INFORMATION_UPDATED", (state, id) => ({ ...company(state, id), lastUpdateDate: null })),
  ],
  [
    "THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED",
    onCompany("THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED", (state, id) => company(state, id)?.source, "UNMANAGED"),
  ],
  [
    "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION",
    onCompany("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION", family("CREATION"), 1),
  ],
  [
    "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES",
    onCompany("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES", (state, id) => company(state, id)?.capital),
  ],
  [
    "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION",
    onCompany("THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", (state, id) => company(state, id)?.status, "STRUCK_OFF"),
  ],
  [
    "THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT",
    onCompany("THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT", (state, id) => company(state, id)?.addressLine1),
  ],
  [
    "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
    onCompany(
      "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
      (state, id) => company(state, id)?.collectiveProcedure?.type,
      "SAUVEGARDE",
      { type: "SAUVEGARDE" },
    ),
  ],
  [
    "THIRD_PARTY_ATTRIBUTE_UPDATED",
    {
      by: "operation",
      bring: setting("Taux de dépendance", 12.5),
      shows: (state, id) => state.attributes.find((row) => row.thirdpartyId === id && row.id === 47)?.values,
      becomes: [12.5],
    },
  ],
  [
    "THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED",
    onCompany(
      "THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED",
      (state, id) => state.attributes.find((row) => row.thirdpartyId === id && row.label === "Risque global")?.values,
    ),
  ],
  [
    "THIRD_PARTY_INDICATOR_UPDATED",
    {
      by: "operation",
      bring: (stage) => stage.approve("CODE_CONDUITE").then(() => undefined),
      shows: (state, id) =>
        state.indicators.find((row) => row.targetResourceId === id && row.calculationId === 101)?.score,
    },
  ],
  ...commenting("THIRD_PARTY"),
  [
    "THIRD_PARTY_CONTACT_INVITED",
    {
      by: "operation",
      bring: async (stage) =>
        void (await opening({ requiredDocuments: ["RIB"], thirdpartyEmail: ["new@lumina.example"] })(stage)),
      shows: (state, id) => contacts(state, id).at(-1)?.email,
      becomes: "new@lumina.example",
    },
  ],
  [
    "THIRD_PARTY_CONTACT_RE_INVITED",
    onCompany("THIRD_PARTY_CONTACT_RE_INVITED", (state, id) => contacts(state, id)[0]?.invitedAt),
  ],
  [
    "THIRD_PARTY_CONTACT_RE_INVITED_AUTO",
    passing(
      "P7DT1M",
      () => undefined,
      undefined,
      (state, id) => contacts(state, id)[0]?.reminders,
      1,
    ),
  ],
  [
    "THIRD_PARTY_CONTACT_DELETED",
    onCompany("THIRD_PARTY_CONTACT_DELETED", (state, id) => contacts(state, id)[0]?.deletionReason, "CLIENT"),
  ],
  [
    "THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE",
    passing(
      "P21DT1M",
      () => undefined,
      undefined,
      (state, id) => contacts(state, id)[0]?.deletionReason,
      "NO_FAVORABLE_RESPONSE",
    ),
  ],
  [
    "THIRD_PARTY_CONTACT_WEEKLY_REMINDER",
    passing(
      "P5D",
      () => undefined,
      ({ answer }) => answer("RIB"),
      (state, id) => contacts(state, id)[0]?.remindedAt,
    ),
  ],
  ...dataProviders.flatMap(watching),
  [
    "THIRD_PARTY_DATA_HUB_UPDATED",
    onCompany("THIRD_PARTY_DATA_HUB_UPDATED", (state, id) => company(state, id)?.internal.monitoring),
  ],

  [
    "DOSSIER_ADDED",
    {
      by: "operation",
      bring: opening({ dossierTypeCode: "CSR" }),
      shows: (state, id) => dossier(state, id)?.dossierTypeCode,
      becomes: "CSR",
    },
  ],
  ["DOSSIER_ARCHIVED", onDossier("DOSSIER_ARCHIVED", (state, id) => dossier(state, id)?.monitored, false)],
  [
    "DOSSIER_REACTIVATED",
    {
      ...onDossier("DOSSIER_REACTIVATED", (state, id) => dossier(state, id)?.monitored, true),
      given: ({ occur, free }) => occur("DOSSIER_ARCHIVED", { dossierId: free.dossierId }),
    },
  ],
  [
    "DOSSIER_UPDATED",
    onDossier("DOSSIER_UPDATED", (state, id) => dossier(state, id)?.description, "Vu", { description: "Vu" }),
  ],
  [
    "DOSSIER_TEMPLATE_UPDATED",
    {
      by: "occurrence",
      async bring({ occur, vigilance }) {
        await occur("DOSSIER_TEMPLATE_UPDATED", { dossierId: vigilance.dossierId }, { documentCode: "Q_ETHIQUE" });
        return vigilance.dossierId;
      },
      shows: (state, id) => [
        state.dossierTypes.find(({ code }) => code === "VIGILANCE")?.documents.at(-1),
        dossier(state, id)?.documents.at(-1)?.documentCode,
      ],
      becomes: ["Q_ETHIQUE", "Q_ETHIQUE"],
    },
  ],
  [
    "DOSSIER_DOCUMENTS_UPDATED",
    {
      ...ofFree(({ world, free }) =>
        world.post(`/dossiers/${free.dossierId}/requirements`, { newRequiredDocuments: ["BEGES"] }).expect(200),
      ),
      shows: (state, id) => dossier(state, id)?.documents.map(({ documentCode }) => documentCode),
      becomes: ["RIB", "STATUTS", "BEGES"],
    },
  ],
  [
    "DOSSIER_ATTRIBUTE_UPDATED",
    onDossier(
      "DOSSIER_ATTRIBUTE_UPDATED",
      (state, id) => dossier(state, id)?.internal.attributes,
      { Site: "Lyon" },
      { label: "Site", value: "Lyon" },
    ),
  ],
  [
    "DOSSIER_CALCULATED_ATTRIBUTE_UPDATED",
    {
      ...ofFree((stage) => stage.approve("RIB")),
      shows: (state, id) => dossier(state, id)?.internal.completionRate,
      becomes: 50,
    },
  ],
  [
    "DOSSIER_INDICATOR_UPDATED",
    {
      ...ofFree((stage) => stage.approve("RIB")),
      given: single,
      shows: (state, id) => dossier(state, id)?.internal.dueDiligence,
      becomes: "COMPLETE",
    },
  ],
  [
    "DOSSIER_STATUS_UPDATED",
    { ...ofFree((stage) => stage.answer("RIB")), shows: status("dossier"), becomes: "ONGOING" },
  ],
  [
    "DOSSIER_STATUS_UPDATED_ABSENT",
    { by: "operation", bring: opening({ dossierTypeCode: "CSR" }), shows: status("dossier"), becomes: "ABSENT" },
  ],
  [
    "DOSSIER_STATUS_UPDATED_ONGOING",
    { ...ofFree((stage) => stage.answer("RIB")), shows: status("dossier"), becomes: "ONGOING" },
  ],
  [
    "DOSSIER_STATUS_UPDATED_ACTION_REQUIRED",
    passing(
      "PT2M",
      ({ free }) => free.dossierId,
      ({ answer }) => answer("RIB", { outcome: "review" }),
      status("dossier"),
      "ACTION_REQUIRED",
    ),
  ],
  [
    "DOSSIER_STATUS_UPDATED_VALID",
    { ...ofFree((stage) => stage.approve("RIB")), given: single, shows: status("dossier"), becomes: "VALID" },
  ],
  [
    "DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION",
    { ...ofFree((stage) => stage.reject("RIB", false)), shows: status("dossier"), becomes: "BELOW_EXPECTATION" },
  ],
  [
    "DOSSIER_STATUS_UPDATED_INVALID",
    { ...ofFree((stage) => stage.reject("RIB", true)), shows: status("dossier"), becomes: "INVALID" },
  ],
  ...commenting("DOSSIER"),

  [
    "DOCUMENT_ADDED",
    {
      by: "operation",
      bring: async ({ world, free }) =>
        (await world.post(`/dossiers/${free.dossierId}/requirements`, { newRequiredDocuments: ["BEGES"] }).expect(200))
          .body.content[0].documentId,
      shows: (state, id) => document(state, id)?.documentCode,
      becomes: "BEGES",
    },
  ],
  [
    "DOCUMENT_STOPPED",
    onDocument("DOCUMENT_STOPPED", "RIB", (state, id) => document(state, id)?.internal.stopped, true),
  ],
  [
    "DOCUMENT_MODIFICATION",
    onDocument("DOCUMENT_MODIFICATION", "RIB", (state, id) => document(state, id)?.internal.dueDate, "2026-03-01", {
      dueDate: "2026-03-01",
    }),
  ],
  [
    "DOCUMENT_DELETION",
    passing(
      "P39M",
      ({ document: of }) => of("RIB"),
      retained,
      (state, id) => document(state, id)?.evidences,
      [],
    ),
  ],
  [
    "DOCUMENT_DELETION_WARNING",
    passing(
      "P37M",
      ({ document: of }) => of("RIB"),
      retained,
      (state, id) => document(state, id)?.internal.deletionWarnedAt,
    ),
  ],
  [
    "DOCUMENT_ANSWER_ADDED",
    decided(
      "RIB",
      async ({ answer }) => void (await answer("RIB")),
      (state, id) => document(state, id)?.evidences.length,
      1,
    ),
  ],
  [
    "DOCUMENT_ANSWER_UPDATED",
    {
      ...decided(
        "RIB",
        async ({ answer }) => void (await answer("RIB")),
        (state, id) => document(state, id)?.evidences.length,
        2,
      ),
      given: ({ answer }) => answer("RIB"),
    },
  ],
  [
    "DOCUMENT_ANSWER_ACCEPTED",
    decided(
      "RIB",
      ({ approve }) => approve("RIB"),
      (state, id) => response(state, id)?.decision?.decision,
      "APPROVED",
    ),
  ],
  [
    "DOCUMENT_ANSWER_DENIED",
    decided(
      "RIB",
      ({ reject }) => reject("RIB", true),
      (state, id) => response(state, id)?.decision?.decision,
      "REJECTED",
    ),
  ],
  [
    "DOCUMENT_ANSWER_INTERRUPTED",
    onDocument("DOCUMENT_ANSWER_INTERRUPTED", "RIB", (state, id) => document(state, id)?.internal.interruptedAt),
  ],
  [
    "DOCUMENT_ANSWER_EXPIRED",
    passing(
      "P2M",
      ({ document: of }) => of("LNTE"),
      (stage) =>
        stage.answer("LNTE", { outcome: "valid", issueDate: "2025-08-01" }).then(() => stage.world.advance("PT5M")),
      (state, id) => response(state, id)?.state,
      "EXPIRED",
    ),
  ],
  [
    "DOCUMENT_ANSWER_SCOPE_UPDATED",
    {
      ...onDocument("DOCUMENT_ANSWER_SCOPE_UPDATED", "RIB", (state, id) => response(state, id)?.scope, "ESTABLISHMENT"),
      given: ({ answer }) => answer("RIB"),
    },
  ],
  [
    "DOCUMENT_ANSWER_STATUS_UPDATE",
    decided("RIB", async ({ answer }) => void (await answer("RIB")), status("document"), "ONGOING"),
  ],
  [
    "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT",
    {
      by: "operation",
      bring: async ({ world, free }) =>
        (await world.post(`/dossiers/${free.dossierId}/requirements`, { newRequiredDocuments: ["BEGES"] }).expect(200))
          .body.content[0].documentId,
      shows: status("document"),
      becomes: "MISSING",
    },
  ],
  [
    "DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING",
    decided("RIB", async ({ answer }) => void (await answer("RIB")), status("document"), "ONGOING"),
  ],
  [
    "DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED",
    passing(
      "PT2M",
      ({ document: of }) => of("RIB"),
      ({ answer }) => answer("RIB", { outcome: "review" }),
      status("document"),
      "ACTION_REQUIRED",
    ),
  ],
  ["DOCUMENT_ANSWER_STATUS_UPDATE_VALID", decided("RIB", ({ approve }) => approve("RIB"), status("document"), "VALID")],
  [
    "DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION",
    decided("RIB", ({ reject }) => reject("RIB", false), status("document"), "BELOW_EXPECTATION"),
  ],
  [
    "DOCUMENT_ANSWER_STATUS_UPDATE_INVALID",
    decided("RIB", ({ reject }) => reject("RIB", true), status("document"), "INVALID"),
  ],
  ...commenting("DOCUMENT"),
  [
    "DOCUMENT_DOCCHECK_STATUS_UPDATE",
    passing(
      "PT3M",
      ({ document: of }) => of("IBAN"),
      ({ answer }) => answer("IBAN", { outcome: "valid" }),
      (state, id) => state.reports.find(({ documentId }) => documentId === id)?.verdict,
      "VERIFIED",
    ),
  ],
  [
    "DOCUMENT_DOCCHECK_REPORT_GENERATED",
    passing(
      "PT3M",
      ({ document: of }) => of("IBAN"),
      ({ answer }) => answer("IBAN"),
      (state, id) => state.reports.find(({ documentId }) => documentId === id)?.generatedAt,
    ),
  ],
  [
    "DOCUMENT_DOCCHECK_REPORT_RECEIVED",
    passing(
      "PT3M",
      ({ document: of }) => of("IBAN"),
      ({ answer }) => answer("IBAN", { outcome: "valid" }),
      (state, id) => document(state, id)?.evidences[0]?.metadata.verified,
      "true",
    ),
  ],
  [
    "DOCUMENT_DOCCHECK_REPORT_REFRESHED",
    passing(
      "P12M",
      ({ document: of }) => of("IBAN"),
      (stage) => stage.answer("IBAN", { outcome: "valid" }).then(() => stage.world.advance("PT5M")),
      (state, id) => document(state, id)?.evidences[0]?.metadata.date_verification,
      "15/01/2027",
    ),
  ],
  [
    "DOCUMENT_AUDIT_TRAIL_DOWNLOAD",
    onDocument(
      "DOCUMENT_AUDIT_TRAIL_DOWNLOAD",
      "RIB",
      (state, id) => document(state, id)?.internal.auditTrailDownloads,
      1,
    ),
  ],
];
export const eventCases: ReadonlyMap<EventName, Case> = new Map(cases);
