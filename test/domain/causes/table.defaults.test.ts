import { expect, it } from "vitest";
import { why } from "../../../src/domain/response/reasons.ts";
import { type Actor, dataProviders } from "../../../src/domain/rows.ts";
import { draftOf } from "../stage.ts";
import { type Caused, causedEvents, occur, withFreeDossier } from "./occurrence.ts";

type Row = [event: Caused, by: Actor["type"], first: object, second: object | null, prepared?: Caused[]];

const commentRows = (["THIRD_PARTY", "DOSSIER", "DOCUMENT"] as const).flatMap((of): Row[] => [
  [`${of}_COMMENT_ADDED`, "CLIENT", { text: "Dossier vu ce jour" }, { text: "Dossier vu ce jour" }],
  [`${of}_COMMENT_UPDATED`, "CLIENT", { text: "Dossier revu ce jour" }, { text: "Dossier revu à nouveau" }],
  [`${of}_COMMENT_DELETED`, "CLIENT", { commentId: 31_000_000 }, { commentId: 31_000_001 }],
  [`${of}_COMMENT_MENTION_ADDED`, "CLIENT", { mention: "paul.durand" }, { mention: "paul.durand" }],
  [
    `${of}_COMMENT_MENTION_UPDATED`,
    "CLIENT",
    { from: "paul.durand", to: "camille.roussel" },
    { from: "camille.roussel", to: "paul.durand" },
  ],
  [`${of}_COMMENT_MENTION_DELETED`, "CLIENT", { commentId: 31_000_000 }, { commentId: 31_000_001 }],
]);
const [first, next] = ["contact1@tiers-924000.example", "contact2@tiers-924000.example"];
const [second, third] = ["21992490900027", "21992490900035"];
const contact = (email: string) => ({ email });
const revised = { description: "Revu le 2026-01-15" };
const reference = { label: "Référencement interne", from: null, to: ["REF-1"] };
const family = { label: "Famille d'achat", from: null, to: "Prestations" };
const verified = { verdict: "VERIFIED" };
const newsfeed = { provider: "NEWSFEED" };
const providerRows = dataProviders.flatMap((provider): Row[] => {
  const [on, off] = [`THIRD_PARTY_${provider}_ACTIVATED`, `THIRD_PARTY_${provider}_DEACTIVATED`] as const;
  const isActive = provider === "DOCCHECK" || provider === "FINANCIAL_STRENGTH";
  return [
    [on, "CLIENT", { provider }, null, isActive ? [off] : []],
    [off, "CLIENT", { provider }, null, isActive ? [] : [on]],
  ];
});
const scoreRows = (
  [
    ["ESG", 53, 45, 53],
    ["SUSTAINSCORE", 38, 46, 54],
    ["SECURITY_RATING", 62, 54, 46],
    ["FINANCIAL_STRENGTH", 79, 71, 63],
    ["CREDITDATA", 79, 71, 63],
  ] as const
).map(([name, from, then, to]): Row => {
  return [`THIRD_PARTY_${name}_UPDATED`, "PROVIDER", { provider: name, from, to: then }, { from: then, to }];
});
const waits = { from: "ONGOING", cause: "VERIFY", ...why("TO_BE_JUDGED") };
const denied = { from: "ACTION_REQUIRED", cause: "DOCUMENT_ANSWER_DENIED" };

const rows: Row[] = [
  ["THIRD_PARTY_UPDATED", "CLIENT", { owner: "Claire Martin" }, { owner: "Paul Durand" }],
  ["THIRD_PARTY_UPDATED", "CLIENT", { archived: false }, { owner: "Claire Martin" }, ["THIRD_PARTY_ARCHIVED"]],
  ["THIRD_PARTY_ARCHIVED", "CLIENT", {}, null],
  ["THIRD_PARTY_CODE_UPDATED", "CLIENT", { to: "FRN-924000" }, { from: "FRN-924000", to: "FRN-924000-B" }],
  ["THIRD_PARTY_INFORMATION_UPDATED", "PROVIDER", { cause: "REGISTRY" }, { cause: "REGISTRY" }],
  ["THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED", "CLIENT", { from: "FR_REFERENCE", cause: "CLIENT" }, null],
  ["THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION", "PROVIDER", { siret: second }, { siret: third }],
  ["THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES", "PROVIDER", { ceo: "SCHNEIDER Thierry" }, { capital: 145_000 }],
  ["THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT", "PROVIDER", { siret: second }, { siret: third }],
  ["THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION", "PROVIDER", { from: "ACTIVE", to: "STRUCK_OFF" }, null],
  ["THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED", "PROVIDER", { from: "ACTIVE" }, { to: "ACTIVE" }],
  ["THIRD_PARTY_ATTRIBUTE_UPDATED", "CLIENT", reference, { from: ["REF-1"], to: ["REF-2"] }],
  ["THIRD_PARTY_CONTACT_INVITED", "CLIENT", contact(first), contact(next)],
  ["THIRD_PARTY_CONTACT_RE_INVITED", "CLIENT", contact(first), contact(first)],
  ["THIRD_PARTY_CONTACT_RE_INVITED_AUTO", "PLATFORM", { reminder: 1 }, { reminder: 2 }],
  ["THIRD_PARTY_CONTACT_DELETED", "CLIENT", contact(first), contact(next)],
  ["THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE", "PLATFORM", contact(first), contact(next)],
  ["THIRD_PARTY_CONTACT_WEEKLY_REMINDER", "PLATFORM", { documents: 10 }, contact(first)],
  ["THIRD_PARTY_INDICATOR_UPDATED", "PROVIDER", { indicators: [{ score: 71 }] }, { indicators: [{ score: 63 }] }],
  ...providerRows,
  ...scoreRows,
  ["THIRD_PARTY_NEWSFEED_UPDATED", "PROVIDER", newsfeed, newsfeed],
  ["THIRD_PARTY_DATA_HUB_UPDATED", "PROVIDER", { providers: ["NEWSFEED"] }, null],
  ["THIRD_PARTY_DOCCHECK_UPDATED", "PROVIDER", verified, verified],
  ["DOSSIER_ADDED", "CLIENT", { dossierTypeCode: "CSR", origin: "CONTROL" }, { dossierTypeCode: "CYBERSECURITY" }],
  ["DOSSIER_ARCHIVED", "CLIENT", { reason: "CLIENT" }, null],
  ["DOSSIER_REACTIVATED", "CLIENT", { stoppingReason: "CLIENT" }, null, ["DOSSIER_ARCHIVED"]],
  ["DOSSIER_UPDATED", "CLIENT", revised, { description: "Revu à nouveau le 2026-01-15" }],
  ["DOSSIER_DOCUMENTS_UPDATED", "CLIENT", { added: ["KBIS"] }, { added: ["RNE"] }],
  ["DOSSIER_ATTRIBUTE_UPDATED", "CLIENT", family, { from: "Prestations", to: "Fournitures" }],
  ["DOSSIER_CALCULATED_ATTRIBUTE_UPDATED", "CLIENT", { completionRate: 100 }, { completionRate: 0 }],
  ["DOSSIER_INDICATOR_UPDATED", "CLIENT", { to: "COMPLETE" }, { to: "INCOMPLETE" }],
  ["DOSSIER_STATUS_UPDATED", "CLIENT", { to: "VALID" }, { to: "ABSENT" }],
  ["DOSSIER_STATUS_UPDATED_ABSENT", "THIRD_PARTY", { from: "VALID" }, null, ["DOSSIER_STATUS_UPDATED_VALID"]],
  ["DOSSIER_STATUS_UPDATED_ONGOING", "THIRD_PARTY", { from: "ABSENT" }, null],
  ["DOSSIER_STATUS_UPDATED_ACTION_REQUIRED", "THIRD_PARTY", { cause: "VERIFY" }, null],
  ["DOSSIER_STATUS_UPDATED_VALID", "CLIENT", { from: "ABSENT" }, null],
  ["DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION", "CLIENT", { from: "ABSENT" }, null],
  ["DOSSIER_STATUS_UPDATED_INVALID", "CLIENT", { from: "ABSENT" }, null],
  ["DOCUMENT_ADDED", "CLIENT", { documentCode: "KBIS" }, { documentCode: "RNE" }],
  ["DOCUMENT_STOPPED", "CLIENT", { documentCode: "RIB", reason: "WITHDRAWN" }, null],
  ["DOCUMENT_MODIFICATION", "CLIENT", { dueDate: "2026-02-16" }, { dueDate: "2026-03-02" }],
  ["DOCUMENT_DELETION_WARNING", "CLIENT", { evidences: 1 }, null, ["DOCUMENT_ANSWER_EXPIRED"]],
  ["DOCUMENT_DELETION", "PLATFORM", { evidenceIds: [6_876_000] }, null, ["DOCUMENT_ANSWER_EXPIRED"]],
  ["DOCUMENT_ANSWER_ADDED", "THIRD_PARTY", { evidenceIds: [6_876_000] }, null],
  ["DOCUMENT_ANSWER_UPDATED", "THIRD_PARTY", { evidenceIds: [6_876_001] }, { evidenceIds: [6_876_002] }],
  ["DOCUMENT_ANSWER_ACCEPTED", "CLIENT", { responseId: 2_238_000 }, { responseId: 2_238_001 }],
  ["DOCUMENT_ANSWER_DENIED", "CLIENT", { shareRejectionReason: true }, { responseId: 2_238_001 }],
  ["DOCUMENT_ANSWER_INTERRUPTED", "THIRD_PARTY", {}, {}],
  ["DOCUMENT_ANSWER_EXPIRED", "PLATFORM", { responseId: 2_238_000 }, { responseId: 2_238_001 }],
  ["DOCUMENT_ANSWER_SCOPE_UPDATED", "CLIENT", { to: "ESTABLISHMENT" }, { to: "COMPANY" }, ["DOCUMENT_ANSWER_ADDED"]],
  ["DOCUMENT_ANSWER_STATUS_UPDATE", "THIRD_PARTY", { to: "ONGOING" }, { to: "MISSING" }],
  ["DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT", "THIRD_PARTY", { from: "ONGOING" }, null, ["DOCUMENT_ANSWER_ADDED"]],
  ["DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING", "THIRD_PARTY", { from: "MISSING" }, null],
  ["DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED", "THIRD_PARTY", waits, waits],
  ["DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION", "CLIENT", denied, denied],
  ["DOCUMENT_ANSWER_STATUS_UPDATE_INVALID", "CLIENT", denied, denied],
  ["DOCUMENT_DOCCHECK_STATUS_UPDATE", "PROVIDER", { from: "PENDING", to: "VERIFIED" }, { from: "PENDING" }],
  ["DOCUMENT_DOCCHECK_REPORT_GENERATED", "PROVIDER", { reportId: 34_000_000 }, { reportId: 34_000_001 }],
  ["DOCUMENT_DOCCHECK_REPORT_RECEIVED", "PROVIDER", { verified: "true" }, { reportId: 34_000_001 }],
  ["DOCUMENT_DOCCHECK_REPORT_REFRESHED", "PROVIDER", { verified: "true" }, { reportId: 34_000_000 }],
  ["DOCUMENT_ANSWER_STATUS_UPDATE_VALID", "CLIENT", { from: "ACTION_REQUIRED" }, null],
  ["DOCUMENT_AUDIT_TRAIL_DOWNLOAD", "CLIENT", {}, {}],
  ...commentRows,
] as Row[];

it("the table has every event but the one whose cause changes with the risk", () => {
  const named = new Set(rows.map(([event]) => event));
  expect(causedEvents.filter((event) => !named.has(event))).toEqual(["THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED"]);
});
it.each(rows)("%s, without data, by the %s, is %j, and then %j", async (event, by, first, second, prepared = []) => {
  const draft = draftOf(await withFreeDossier("cleaner", [event.startsWith("DOCUMENT_DOCCHECK") ? "IBAN" : "RIB"]));
  for (const before of prepared) occur(draft, before);
  const found = [occur(draft, event), occur(draft, event)].map(({ occurred }) => occurred);
  const expected = [first, second].map((payload) => (payload ? [{ actor: { type: by }, payload }] : []));
  expect(found).toMatchObject(expected);
});
