import type { EventName } from "../../contract/events.ts";
import type { State } from "../../src/domain/change.ts";
import { type DataProvider, dataProviders } from "../../src/domain/rows.ts";
import { novalune, type Supplier } from "./supplier.ts";

/** How an event comes about, and the value in the world's state that it changes. */
export interface EventCase {
  prepare?: (supplier: Supplier) => Promise<unknown>;
  /** Brings the event about and returns the id of its resource; undefined stands for the supplier itself. */
  act: (supplier: Supplier) => Promise<number | undefined>;
  valueIn: (state: State, id: number) => unknown;
  /** The value afterwards; left out where the test only requires that it changes. */
  expected?: unknown;
}

const company = (state: State, id: number) => state.thirdparties.find(({ thirdpartyId }) => thirdpartyId === id);
const dossier = (state: State, id: number) => state.dossiers.find(({ dossierId }) => dossierId === id);
const document = (state: State, id: number) => state.documents.find(({ documentId }) => documentId === id);
const comments = (state: State, id: number) => state.comments.filter(({ resourceId }) => resourceId === id);
const contacts = (state: State, id: number) => state.contacts.filter(({ thirdpartyId }) => thirdpartyId === id);
const family = (name: string) => (state: State, id: number) =>
  state.announcements.filter((row) => row.thirdpartyId === id && row.family === name).length;
const response = (state: State, id: number) => state.responses.findLast(({ documentId }) => documentId === id);
const monitoringBy = (provider: DataProvider) => (state: State, id: number) =>
  company(state, id)?.internal.monitoring[provider];

const onCompany = (event: EventName, valueIn: EventCase["valueIn"], expected?: unknown, data?: object): EventCase => ({
  act: async ({ trigger, thirdpartyId }) => void (await trigger(event, { thirdpartyId }, data)),
  valueIn,
  expected,
});
const onDossier = (event: EventName, valueIn: EventCase["valueIn"], expected?: unknown, data?: object): EventCase => ({
  async act({ trigger, free }) {
    await trigger(event, { dossierId: free.dossierId }, data);
    return free.dossierId;
  },
  valueIn,
  expected,
});
const onDocument = (
  event: EventName,
  code: string,
  valueIn: EventCase["valueIn"],
  expected?: unknown,
  data?: object,
): EventCase => ({
  async act({ trigger, document: of }) {
    await trigger(event, { documentId: of(code) }, data);
    return of(code);
  },
  valueIn,
  expected,
});
/** An operation of the service acts on a document. */
const onDocumentBy = (
  code: string,
  operation: (supplier: Supplier) => Promise<void>,
  valueIn: EventCase["valueIn"],
  expected?: unknown,
): EventCase => ({
  async act(supplier) {
    await operation(supplier);
    return supplier.document(code);
  },
  valueIn,
  expected,
});
const afterTime = (
  duration: string,
  of: (supplier: Supplier) => number | undefined,
  prepare: EventCase["prepare"],
  valueIn: EventCase["valueIn"],
  expected?: unknown,
): EventCase => ({
  prepare,
  async act(supplier) {
    await supplier.world.advance(duration);
    return of(supplier);
  },
  valueIn,
  expected,
});
const novaluneAdded: Pick<EventCase, "act"> = { act: ({ world }) => world.add(novalune) };
const setAttribute =
  (label: string, value: unknown) =>
  async ({ world, thirdpartyId }: Supplier) =>
    void (await world.post(`/thirdparties/${thirdpartyId}/attributes`, { label, values: [value] }).expect(200));
const openDossier =
  (body: object) =>
  async ({ world, thirdpartyId }: Supplier) =>
    (await world.post(`/thirdparties/${thirdpartyId}/dossiers`, body).expect(201)).body.dossierId as number;

type Commented = "THIRD_PARTY" | "DOSSIER" | "DOCUMENT";
function commentCases(type: Commented): [EventName, EventCase][] {
  const on = {
    THIRD_PARTY: onCompany,
    DOSSIER: onDossier,
    DOCUMENT: (event: EventName, ...rest: Parameters<typeof onDossier> extends [unknown, ...infer R] ? R : never) =>
      onDocument(event, "RIB", ...rest),
  }[type];
  const idOf = {
    THIRD_PARTY: ({ thirdpartyId }: Supplier) => ({ thirdpartyId }),
    DOSSIER: ({ free }: Supplier) => ({ dossierId: free.dossierId }),
    DOCUMENT: (supplier: Supplier) => ({ documentId: supplier.document("RIB") }),
  }[type];
  const withComment = (text: string) => (supplier: Supplier) =>
    supplier.trigger(`${type}_COMMENT_ADDED`, idOf(supplier), { text });
  const texts = (state: State, id: number) =>
    comments(state, id)
      .filter(({ deletedAt }) => deletedAt === null)
      .map(({ text }) => text);
  const mentions = (state: State, id: number) => comments(state, id).flatMap((row) => row.mentions);
  return [
    [`${type}_COMMENT_ADDED`, on(`${type}_COMMENT_ADDED`, texts, ["Bonjour"], { text: "Bonjour" })],
    [
      `${type}_COMMENT_UPDATED`,
      { ...on(`${type}_COMMENT_UPDATED`, texts, ["Bonsoir"], { text: "Bonsoir" }), prepare: withComment("Bonjour") },
    ],
    [`${type}_COMMENT_DELETED`, { ...on(`${type}_COMMENT_DELETED`, texts, []), prepare: withComment("Bonjour") }],
    [
      `${type}_COMMENT_MENTION_ADDED`,
      on(`${type}_COMMENT_MENTION_ADDED`, mentions, ["paul.durand"], { mention: "paul.durand" }),
    ],
    [
      `${type}_COMMENT_MENTION_UPDATED`,
      {
        ...on(`${type}_COMMENT_MENTION_UPDATED`, mentions, ["paul.durand"], { mention: "paul.durand" }),
        prepare: withComment("Vu, @claire.martin."),
      },
    ],
    [
      `${type}_COMMENT_MENTION_DELETED`,
      { ...on(`${type}_COMMENT_MENTION_DELETED`, mentions, []), prepare: withComment("Vu, @claire.martin.") },
    ],
  ];
}

const activations: Record<DataProvider, Pick<EventCase, "act">> = {
  DOCCHECK: novaluneAdded,
  ESG: {
    act: async (supplier) => void (await openDossier({ dossierTypeCode: "DUTY_OF_VIGILANCE" })(supplier)),
  },
  SUSTAINSCORE: { act: async (supplier) => void (await openDossier({ dossierTypeCode: "CSR" })(supplier)) },
  SECURITY_RATING: { act: setAttribute("Catégorie", "IT") },
  FINANCIAL_STRENGTH: novaluneAdded,
  CREDITDATA: { act: setAttribute("Montant d'achat annuel", 50_000) },
  NEWSFEED: { act: setAttribute("Criticité", "High") },
};
function monitoringCases(provider: DataProvider): [EventName, EventCase][] {
  const active = (state: State, id: number) => monitoringBy(provider)(state, id)?.active ?? false;
  const activated = async ({ trigger, thirdpartyId }: Supplier) => {
    if (provider !== "DOCCHECK" && provider !== "FINANCIAL_STRENGTH")
      await trigger(`THIRD_PARTY_${provider}_ACTIVATED`, { thirdpartyId });
  };
  const lastUpdate = (state: State, id: number) => monitoringBy(provider)(state, id)?.lastUpdate;
  return [
    [`THIRD_PARTY_${provider}_ACTIVATED`, { ...activations[provider], valueIn: active, expected: true }],
    [
      `THIRD_PARTY_${provider}_DEACTIVATED`,
      { ...onCompany(`THIRD_PARTY_${provider}_DEACTIVATED`, active, false), prepare: activated },
    ],
    [
      `THIRD_PARTY_${provider}_UPDATED`,
      provider === "DOCCHECK"
        ? afterTime(
            "PT3M",
            () => undefined,
            ({ submit }) => submit("IBAN"),
            lastUpdate,
          )
        : { ...onCompany(`THIRD_PARTY_${provider}_UPDATED`, lastUpdate), prepare: activated },
    ],
  ];
}

const status = (of: "dossier" | "document") => (state: State, id: number) =>
  (of === "dossier" ? dossier(state, id) : document(state, id))?.statusCode;
/** Leaves the free dossier one document, so that its status is that of the document. */
const oneDocumentLeft = async ({ world, free, trigger, document: of }: Supplier) => {
  await trigger("DOCUMENT_STOPPED", { documentId: of("STATUTS") });
  await world.get(`/dossiers/${free.dossierId}/documents`).expect(200);
};
const onFreeDossierBy = (operation: (supplier: Supplier) => Promise<unknown>): Pick<EventCase, "act"> => ({
  async act(supplier) {
    await operation(supplier);
    return supplier.free.dossierId;
  },
});
const archivedWithResponse = async ({ submit, trigger, world, free }: Supplier) => {
  await submit("RIB");
  await world.advance("PT5M");
  await trigger("DOSSIER_ARCHIVED", { dossierId: free.dossierId });
};

const cases: [EventName, EventCase][] = [
  ["THIRD_PARTY_ADDED", { ...novaluneAdded, valueIn: (state, id) => company(state, id)?.siret, expected: novalune }],
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
      act: setAttribute("Taux de dépendance", 12.5),
      valueIn: (state, id) => state.attributes.find((row) => row.thirdpartyId === id && row.id === 47)?.values,
      expected: [12.5],
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
      act: (supplier) => supplier.approve("CODE_CONDUITE").then(() => undefined),
      valueIn: (state, id) =>
        state.indicators.find((row) => row.targetResourceId === id && row.calculationId === 101)?.score,
    },
  ],
  ...commentCases("THIRD_PARTY"),
  [
    "THIRD_PARTY_CONTACT_INVITED",
    {
      act: async (supplier) =>
        void (await openDossier({ requiredDocuments: ["RIB"], thirdpartyEmail: ["new@lumina.example"] })(supplier)),
      valueIn: (state, id) => contacts(state, id).at(-1)?.email,
      expected: "new@lumina.example",
    },
  ],
  [
    "THIRD_PARTY_CONTACT_RE_INVITED",
    onCompany("THIRD_PARTY_CONTACT_RE_INVITED", (state, id) => contacts(state, id)[0]?.invitedAt),
  ],
  [
    "THIRD_PARTY_CONTACT_RE_INVITED_AUTO",
    afterTime(
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
    afterTime(
      "P21DT1M",
      () => undefined,
      undefined,
      (state, id) => contacts(state, id)[0]?.deletionReason,
      "NO_FAVORABLE_RESPONSE",
    ),
  ],
  [
    "THIRD_PARTY_CONTACT_WEEKLY_REMINDER",
    afterTime(
      "P5D",
      () => undefined,
      ({ submit }) => submit("RIB"),
      (state, id) => contacts(state, id)[0]?.remindedAt,
    ),
  ],
  ...dataProviders.flatMap(monitoringCases),
  [
    "THIRD_PARTY_DATA_HUB_UPDATED",
    onCompany("THIRD_PARTY_DATA_HUB_UPDATED", (state, id) => company(state, id)?.internal.monitoring),
  ],

  [
    "DOSSIER_ADDED",
    {
      act: openDossier({ dossierTypeCode: "CSR" }),
      valueIn: (state, id) => dossier(state, id)?.dossierTypeCode,
      expected: "CSR",
    },
  ],
  ["DOSSIER_ARCHIVED", onDossier("DOSSIER_ARCHIVED", (state, id) => dossier(state, id)?.monitored, false)],
  [
    "DOSSIER_REACTIVATED",
    {
      ...onDossier("DOSSIER_REACTIVATED", (state, id) => dossier(state, id)?.monitored, true),
      prepare: ({ trigger, free }) => trigger("DOSSIER_ARCHIVED", { dossierId: free.dossierId }),
    },
  ],
  [
    "DOSSIER_UPDATED",
    onDossier("DOSSIER_UPDATED", (state, id) => dossier(state, id)?.description, "Vu", { description: "Vu" }),
  ],
  [
    "DOSSIER_TEMPLATE_UPDATED",
    {
      async act({ trigger, vigilance }) {
        await trigger("DOSSIER_TEMPLATE_UPDATED", { dossierId: vigilance.dossierId }, { documentCode: "Q_ETHIQUE" });
        return vigilance.dossierId;
      },
      valueIn: (state, id) => [
        state.dossierTypes.find(({ code }) => code === "VIGILANCE")?.documents.at(-1),
        dossier(state, id)?.documents.at(-1)?.documentCode,
      ],
      expected: ["Q_ETHIQUE", "Q_ETHIQUE"],
    },
  ],
  [
    "DOSSIER_DOCUMENTS_UPDATED",
    {
      ...onFreeDossierBy(({ world, free }) =>
        world.post(`/dossiers/${free.dossierId}/requirements`, { newRequiredDocuments: ["BEGES"] }).expect(200),
      ),
      valueIn: (state, id) => dossier(state, id)?.documents.map(({ documentCode }) => documentCode),
      expected: ["RIB", "STATUTS", "BEGES"],
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
      ...onFreeDossierBy((supplier) => supplier.approve("RIB")),
      valueIn: (state, id) => dossier(state, id)?.internal.completionRate,
      expected: 50,
    },
  ],
  [
    "DOSSIER_INDICATOR_UPDATED",
    {
      ...onFreeDossierBy((supplier) => supplier.approve("RIB")),
      prepare: oneDocumentLeft,
      valueIn: (state, id) => dossier(state, id)?.internal.dueDiligence,
      expected: "COMPLETE",
    },
  ],
  [
    "DOSSIER_STATUS_UPDATED",
    { ...onFreeDossierBy((supplier) => supplier.submit("RIB")), valueIn: status("dossier"), expected: "ONGOING" },
  ],
  [
    "DOSSIER_STATUS_UPDATED_ABSENT",
    { act: openDossier({ dossierTypeCode: "CSR" }), valueIn: status("dossier"), expected: "ABSENT" },
  ],
  [
    "DOSSIER_STATUS_UPDATED_ONGOING",
    { ...onFreeDossierBy((supplier) => supplier.submit("RIB")), valueIn: status("dossier"), expected: "ONGOING" },
  ],
  [
    "DOSSIER_STATUS_UPDATED_ACTION_REQUIRED",
    afterTime(
      "PT2M",
      ({ free }) => free.dossierId,
      ({ submit }) => submit("RIB", { outcome: "review" }),
      status("dossier"),
      "ACTION_REQUIRED",
    ),
  ],
  [
    "DOSSIER_STATUS_UPDATED_VALID",
    {
      ...onFreeDossierBy((supplier) => supplier.approve("RIB")),
      prepare: oneDocumentLeft,
      valueIn: status("dossier"),
      expected: "VALID",
    },
  ],
  [
    "DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION",
    {
      ...onFreeDossierBy((supplier) => supplier.reject("RIB", false)),
      valueIn: status("dossier"),
      expected: "BELOW_EXPECTATION",
    },
  ],
  [
    "DOSSIER_STATUS_UPDATED_INVALID",
    { ...onFreeDossierBy((supplier) => supplier.reject("RIB", true)), valueIn: status("dossier"), expected: "INVALID" },
  ],
  ...commentCases("DOSSIER"),

  [
    "DOCUMENT_ADDED",
    {
      act: async ({ world, free }) =>
        (await world.post(`/dossiers/${free.dossierId}/requirements`, { newRequiredDocuments: ["BEGES"] }).expect(200))
          .body.content[0].documentId,
      valueIn: (state, id) => document(state, id)?.documentCode,
      expected: "BEGES",
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
    afterTime(
      "P39M",
      ({ document: of }) => of("RIB"),
      archivedWithResponse,
      (state, id) => document(state, id)?.evidences,
      [],
    ),
  ],
  [
    "DOCUMENT_DELETION_WARNING",
    afterTime(
      "P37M",
      ({ document: of }) => of("RIB"),
      archivedWithResponse,
      (state, id) => document(state, id)?.internal.deletionWarnedAt,
    ),
  ],
  [
    "DOCUMENT_ANSWER_ADDED",
    onDocumentBy(
      "RIB",
      async ({ submit }) => void (await submit("RIB")),
      (state, id) => document(state, id)?.evidences.length,
      1,
    ),
  ],
  [
    "DOCUMENT_ANSWER_UPDATED",
    {
      ...onDocumentBy(
        "RIB",
        async ({ submit }) => void (await submit("RIB")),
        (state, id) => document(state, id)?.evidences.length,
        2,
      ),
      prepare: ({ submit }) => submit("RIB"),
    },
  ],
  [
    "DOCUMENT_ANSWER_ACCEPTED",
    onDocumentBy(
      "RIB",
      ({ approve }) => approve("RIB"),
      (state, id) => response(state, id)?.decision?.decision,
      "APPROVED",
    ),
  ],
  [
    "DOCUMENT_ANSWER_DENIED",
    onDocumentBy(
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
    afterTime(
      "P2M",
      ({ document: of }) => of("LNTE"),
      (supplier) =>
        supplier
          .submit("LNTE", { outcome: "valid", issueDate: "2025-08-01" })
          .then(() => supplier.world.advance("PT5M")),
      (state, id) => response(state, id)?.state,
      "EXPIRED",
    ),
  ],
  [
    "DOCUMENT_ANSWER_SCOPE_UPDATED",
    {
      ...onDocument("DOCUMENT_ANSWER_SCOPE_UPDATED", "RIB", (state, id) => response(state, id)?.scope, "ESTABLISHMENT"),
      prepare: ({ submit }) => submit("RIB"),
    },
  ],
  [
    "DOCUMENT_ANSWER_STATUS_UPDATE",
    onDocumentBy("RIB", async ({ submit }) => void (await submit("RIB")), status("document"), "ONGOING"),
  ],
  [
    "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT",
    {
      act: async ({ world, free }) =>
        (await world.post(`/dossiers/${free.dossierId}/requirements`, { newRequiredDocuments: ["BEGES"] }).expect(200))
          .body.content[0].documentId,
      valueIn: status("document"),
      expected: "MISSING",
    },
  ],
  [
    "DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING",
    onDocumentBy("RIB", async ({ submit }) => void (await submit("RIB")), status("document"), "ONGOING"),
  ],
  [
    "DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED",
    afterTime(
      "PT2M",
      ({ document: of }) => of("RIB"),
      ({ submit }) => submit("RIB", { outcome: "review" }),
      status("document"),
      "ACTION_REQUIRED",
    ),
  ],
  [
    "DOCUMENT_ANSWER_STATUS_UPDATE_VALID",
    onDocumentBy("RIB", ({ approve }) => approve("RIB"), status("document"), "VALID"),
  ],
  [
    "DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION",
    onDocumentBy("RIB", ({ reject }) => reject("RIB", false), status("document"), "BELOW_EXPECTATION"),
  ],
  [
    "DOCUMENT_ANSWER_STATUS_UPDATE_INVALID",
    onDocumentBy("RIB", ({ reject }) => reject("RIB", true), status("document"), "INVALID"),
  ],
  ...commentCases("DOCUMENT"),
  [
    "DOCUMENT_DOCCHECK_STATUS_UPDATE",
    afterTime(
      "PT3M",
      ({ document: of }) => of("IBAN"),
      ({ submit }) => submit("IBAN", { outcome: "valid" }),
      (state, id) => state.reports.find(({ documentId }) => documentId === id)?.verdict,
      "VERIFIED",
    ),
  ],
  [
    "DOCUMENT_DOCCHECK_REPORT_GENERATED",
    afterTime(
      "PT3M",
      ({ document: of }) => of("IBAN"),
      ({ submit }) => submit("IBAN"),
      (state, id) => state.reports.find(({ documentId }) => documentId === id)?.generatedAt,
    ),
  ],
  [
    "DOCUMENT_DOCCHECK_REPORT_RECEIVED",
    afterTime(
      "PT3M",
      ({ document: of }) => of("IBAN"),
      ({ submit }) => submit("IBAN", { outcome: "valid" }),
      (state, id) => document(state, id)?.evidences[0]?.metadata.verified,
      "true",
    ),
  ],
  [
    "DOCUMENT_DOCCHECK_REPORT_REFRESHED",
    afterTime(
      "P12M",
      ({ document: of }) => of("IBAN"),
      (supplier) => supplier.submit("IBAN", { outcome: "valid" }).then(() => supplier.world.advance("PT5M")),
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
export const eventCases: ReadonlyMap<EventName, EventCase> = new Map(cases);
