import type { EventName } from "../../contract/events.ts";
import { answerDocument } from "./answers.ts";
import { checkAttribute, writeAttribute } from "./attributes.ts";
import { addComment, deleteComment, editComment, type Subject } from "./comments.ts";
import { attributeDefinitions, documentTypes, labels } from "./configuration.ts";
import { deleteContact, followInvitation, inviteContact, reinviteContact, remindContacts, welcomeContacts } from "./contacts.ts";
import {
  changeScope,
  decideAnswer,
  downloadAuditTrail,
  editDocument,
  expireAnswer,
  interruptAnswer,
  purge,
  shortenValidity,
  undecided,
  warnOfDeletion,
  withdrawAnswer,
} from "./documents.ts";
import {
  addRequirements,
  archiveDossier,
  createDossier,
  editDossier,
  openTypedDossier,
  reactivateDossier,
  setDossierAttribute,
  withdrawRequirement,
} from "./dossiers.ts";
import type { Draft } from "./draft.ts";
import { announceCessation, announceChanges, announceCreation, announceProcedure, announceTransfer, type Procedure, procedures, refreshFromRegister } from "./gazette.ts";
import { hearLoudly, refreshHub } from "./hub.ts";
import { archiveThirdparty, changeCode, detach, editThirdparty } from "./identity.ts";
import { setMonitoring } from "./monitoring.ts";
import { isRefusal } from "./refusal.ts";
import { type CommentRow, type ContactRow, type DocumentRow, type Outcome, providers } from "./rows.ts";
import { settleAndFollowRules } from "./settle.ts";
import { dayOf, day } from "./time.ts";
import { answerAndCheck, recheck } from "./verification.ts";

export type Data = Readonly<Record<string, unknown>>;

/** How an event comes about on one resource: what it needs, in words, and the rule that brings it. */
export interface Cause {
  needs: string;
  bring: (draft: Draft, subject: Subject, data: Data) => void;
  /** Who does it. */
  by?: "CLIENT" | "THIRD_PARTY" | "PLATFORM" | "PROVIDER";
  /** What follows: the rules are asked too after what they look at has changed. */
  then?: (draft: Draft) => void;
}

const text = (data: Data, name: string, fallback: string): string => (typeof data[name] === "string" ? (data[name] as string) : fallback);
const document = (draft: Draft, { documentId }: Subject): DocumentRow => draft.the("documents", documentId as number);
const dossierOf = ({ dossierId }: Subject): number => dossierId as number;

const always = "a third party of the portfolio";
const openDossier = "an open dossier";
const liveDocument = "a document of an open dossier";

const live = (draft: Draft, subject: Subject, work: (row: DocumentRow) => void) => {
  const row = document(draft, subject);
  if (!row.internal.stopped && draft.the("dossiers", row.dossierId).monitored) work(row);
};
const isOpen = (draft: Draft, subject: Subject) => draft.the("dossiers", dossierOf(subject)).monitored;

/** Brings an answer to its end, whatever state the document is in. */
const checked =
  (outcome: Outcome) =>
  (draft: Draft, subject: Subject): void =>
    live(draft, subject, ({ documentId }) => answerAndCheck(draft, documentId, outcome));

const decided =
  (verdict: { approved: boolean; shareRejectionReason?: boolean }) =>
  (draft: Draft, subject: Subject, data: Data): void =>
    live(draft, subject, ({ documentId, statusCode }) => {
      if (statusCode !== "ACTION_REQUIRED") answerAndCheck(draft, documentId, "review");
      const response = undecided(draft, documentId);
      draft.actor = { type: "CLIENT", name: "client" };
      if (response) decideAnswer(draft, response.responseId, { ...verdict, ...(typeof data.comment === "string" ? { comment: data.comment } : {}) });
    });

/** A dossier reaches a status through its documents. */
const throughDocuments =
  (bring: (draft: Draft, subject: Subject, data: Data) => void, which: "one" | "all") =>
  (draft: Draft, subject: Subject, data: Data): void => {
    if (!isOpen(draft, subject)) return;
    const documents = draft.all("documents").filter(({ dossierId, internal }) => dossierId === subject.dossierId && !internal.stopped);
    for (const { documentId } of which === "all" ? documents : documents.slice(0, 1)) bring(draft, { documentId }, data);
  };
const makeValid = (draft: Draft, subject: Subject): void =>
  live(draft, subject, ({ statusCode }) => {
    if (statusCode !== "VALID") decided({ approved: true })(draft, subject, {});
  });
const takeBack = (draft: Draft, subject: Subject): void =>
  live(draft, subject, ({ documentId, present }) => {
    if (present) withdrawAnswer(draft, documentId);
  });

/** Comments of the three kinds of resources, six events each. */
function commentCauses(type: "THIRD_PARTY" | "DOSSIER" | "DOCUMENT", needs: string): Partial<Record<EventName, Cause>> {
  const existing = (draft: Draft, subject: Subject, mentioned: boolean): CommentRow => {
    const resourceId = subject.documentId ?? subject.dossierId ?? draft.thirdparty.thirdpartyId;
    const found = draft
      .all("comments")
      .findLast((comment) => comment.resourceType === type && comment.resourceId === resourceId && comment.deletedAt === null && (!mentioned || comment.mentions.length > 0));
    return found ?? addComment(draft, subject, mentioned ? "À revoir avec @claire.martin" : "À revoir");
  };
  const cause = (bring: Cause["bring"]): Cause => ({ needs, bring, by: "CLIENT" });
  return {
    [`${type}_COMMENT_ADDED`]: cause((draft, subject, data) => void addComment(draft, subject, text(data, "text", "Dossier vu ce jour"))),
    [`${type}_COMMENT_UPDATED`]: cause((draft, subject, data) => editComment(draft, existing(draft, subject, false), text(data, "text", "Dossier revu ce jour"))),
    [`${type}_COMMENT_DELETED`]: cause((draft, subject) => deleteComment(draft, existing(draft, subject, false))),
    [`${type}_COMMENT_MENTION_ADDED`]: cause((draft, subject, data) => void addComment(draft, subject, `Merci de vérifier @${text(data, "mention", "claire.martin")}`)),
    [`${type}_COMMENT_MENTION_UPDATED`]: cause((draft, subject, data) => {
      const comment = existing(draft, subject, true);
      const before = comment.mentions[0] as string;
      const after = text(data, "mention", before === "paul.durand" ? "claire.martin" : "paul.durand");
      editComment(draft, comment, comment.text.replace(`@${before}`, `@${after}`));
    }),
    [`${type}_COMMENT_MENTION_DELETED`]: cause((draft, subject) => {
      const comment = existing(draft, subject, true);
      editComment(draft, comment, comment.text.replace(`@${comment.mentions[0]}`, "l'équipe"));
    }),
  };
}

const person = (draft: Draft, data: Data) => {
  const count = draft.all("contacts").length + 1;
  return { email: text(data, "email", `contact${count}@tiers-${draft.thirdparty.thirdpartyId}.example`), firstName: text(data, "firstName", "Camille"), lastName: text(data, "lastName", "Bernard") };
};
const contact = (draft: Draft, data: Data, status: ContactRow["status"]): ContactRow => {
  const known = draft.all("contacts").find((row) => row.status === status);
  if (known) return known;
  const invited = inviteContact(draft, person(draft, data));
  if (status === "ACTIVE") welcomeContacts(draft);
  return draft.the("contacts", invited.contactId);
};

/** Three events for each provider of data. */
function providerCauses(): Partial<Record<EventName, Cause>> {
  return Object.assign(
    {},
    ...providers.map((provider) => ({
      [`THIRD_PARTY_${provider}_ACTIVATED`]: {
        needs: `a third party in the portfolio that ${provider} does not watch`,
        by: "CLIENT",
        bring: (draft: Draft) => {
          if (!draft.thirdparty.archived) setMonitoring(draft, provider, true);
        },
      },
      [`THIRD_PARTY_${provider}_DEACTIVATED`]: { needs: `a third party that ${provider} watches`, by: "CLIENT", bring: (draft: Draft) => setMonitoring(draft, provider, false) },
      ...(provider === "DOCCHECK"
        ? {}
        : {
            [`THIRD_PARTY_${provider}_UPDATED`]: {
              needs: "a third party that is not archived",
              by: "PROVIDER",
              bring: (draft: Draft) => {
                if (draft.thirdparty.archived) return;
                setMonitoring(draft, provider, true);
                hearLoudly(draft, provider);
              },
            },
          }),
    })),
  );
}

const bankDocument = "a document of an open dossier that asks for bank details (IBAN)";
const bank = (draft: Draft, subject: Subject, work: (row: DocumentRow) => void) =>
  live(draft, subject, (row) => {
    if (row.documentCode === "IBAN") work(row);
  });
const bankCheck = (draft: Draft, subject: Subject, data: Data): void => bank(draft, subject, ({ documentId }) => answerAndCheck(draft, documentId, (data.outcome as Outcome | undefined) ?? "valid"));

const otherValue: Record<string, (before: unknown, options: readonly string[]) => unknown[]> = {
  string: (before) => [before === "REF-1" ? "REF-2" : "REF-1"],
  boolean: (before) => [before !== true],
  date: (before) => [before === "2025-01-01" ? "2025-06-01" : "2025-01-01"],
  decimal: (before) => [(typeof before === "number" ? before : 0) + 1000],
  percentage: (before) => [before === 10 ? 20 : 10],
  list_unique: (before, options) => [options.find((option) => option !== before)],
  list_multiple: (before, options) => [options.find((option) => option !== before)],
};

function setSomeAttribute(draft: Draft, _subject: Subject, data: Data): void {
  const label = text(data, "label", "Référencement interne");
  const definition = attributeDefinitions.find((known) => known.label === label);
  if (!definition || definition.calculated) return;
  const before = draft.all("attributes").find((row) => row.id === definition.id)?.values[0];
  const values = (Array.isArray(data.values) ? data.values : (otherValue[definition.type] as (before: unknown, options: readonly string[]) => unknown[])(before, definition.options ?? [])) as string[];
  if (!isRefusal(checkAttribute(label, values))) writeAttribute(draft, definition, values);
}

/** The overall risk follows the worst score: trouble in the register raises it, its end may lower it. */
function moveRisk(draft: Draft): void {
  const before = draft.all("attributes").find(({ label }) => label === labels.risk)?.values[0];
  const { thirdparty } = draft;
  if (thirdparty.status === "STRUCK_OFF") return;
  if (before === "High" ? thirdparty.status === "COLLECTIVE_PROCEDURE" : thirdparty.status === "ACTIVE") announceProcedure(draft);
}

function openSome(draft: Draft, _subject: Subject, data: Data): void {
  const { dossierTypes } = draft.surroundings;
  const asked = typeof data.dossierTypeCode === "string" ? data.dossierTypeCode : undefined;
  const open = new Set(draft.all("dossiers").filter(({ monitored }) => monitored).map(({ dossierTypeCode }) => dossierTypeCode));
  const code = asked ?? dossierTypes.find((type) => !open.has(type.code))?.code;
  if (draft.thirdparty.archived) return;
  if (code) openTypedDossier(draft, code, { origin: "CONTROL" });
  else createDossier(draft, { requiredDocuments: ["RIB"] });
}

/** More is asked for: in the free dossier that was named, or in a new one. */
function requireSome(draft: Draft, { dossierId }: Subject, data: Data): void {
  if (draft.thirdparty.archived) return;
  const free = draft.all("dossiers").find((row) => (dossierId === undefined ? true : row.dossierId === dossierId) && row.monitored && !row.typed);
  if (!free) {
    if (dossierId === undefined) createDossier(draft, { requiredDocuments: [text(data, "documentCode", "RIB")] });
    return;
  }
  const asked = new Set(draft.all("documents").filter((row) => row.dossierId === free.dossierId && !row.internal.stopped).map(({ documentCode }) => documentCode));
  const code = text(data, "documentCode", [...documentTypes.keys()].find((candidate) => !asked.has(candidate)) ?? "RIB");
  addRequirements(draft, free.dossierId, [code]);
}

const retained = (draft: Draft, subject: Subject): DocumentRow | undefined => {
  const row = document(draft, subject);
  return row.evidences.length > 0 && row.internal.deletedAt === null ? row : undefined;
};

/** Every event but two: adding a third party and changing a template reach beyond one folder. */
export const causes: Partial<Record<EventName, Cause>> = {
  THIRD_PARTY_UPDATED: {
    needs: always,
    by: "CLIENT",
    bring: (draft, _subject, data) =>
      editThirdparty(draft, draft.thirdparty.archived ? { archived: false } : { owner: text(data, "owner", draft.thirdparty.internal.owner === "Claire Martin" ? "Paul Durand" : "Claire Martin") }),
  },
  THIRD_PARTY_ARCHIVED: { needs: "a third party that is not archived", by: "CLIENT", bring: archiveThirdparty },
  THIRD_PARTY_CODE_UPDATED: {
    needs: always,
    by: "CLIENT",
    bring: (draft, _subject, data) => {
      const code = `FRN-${draft.thirdparty.thirdpartyId}`;
      changeCode(draft, text(data, "thirdpartyCode", draft.thirdparty.thirdpartyCode === code ? `${code}-B` : code));
    },
  },
  THIRD_PARTY_INFORMATION_UPDATED: { needs: "a third party that a register knows", by: "PROVIDER", bring: refreshFromRegister, then: settleAndFollowRules },
  THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED: { needs: "a third party that a reference provider manages", by: "CLIENT", bring: (draft) => detach(draft, "CLIENT") },
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION: { needs: always, by: "PROVIDER", bring: announceCreation },
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES: { needs: always, by: "PROVIDER", bring: announceChanges },
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION: { needs: "a third party that is not struck off", by: "PROVIDER", bring: announceCessation },
  THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT: { needs: always, by: "PROVIDER", bring: announceTransfer },
  THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED: {
    needs: "a third party that is not struck off",
    by: "PROVIDER",
    bring: (draft, _subject, data) => announceProcedure(draft, procedures.includes(data.type as Procedure) ? (data.type as Procedure) : undefined),
  },
  THIRD_PARTY_ATTRIBUTE_UPDATED: { needs: always, by: "CLIENT", bring: setSomeAttribute, then: settleAndFollowRules },
  THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED: { needs: "a third party whose overall risk a judgment would move", by: "PROVIDER", bring: moveRisk },
  THIRD_PARTY_INDICATOR_UPDATED: {
    needs: "a third party that is not archived or struck off",
    by: "PROVIDER",
    bring: (draft) => {
      if (draft.thirdparty.archived) return;
      setMonitoring(draft, "CREDITDATA", true);
      hearLoudly(draft, "CREDITDATA");
    },
  },
  ...commentCauses("THIRD_PARTY", always),
  THIRD_PARTY_CONTACT_INVITED: { needs: always, by: "CLIENT", bring: (draft, _subject, data) => void inviteContact(draft, person(draft, data)) },
  THIRD_PARTY_CONTACT_RE_INVITED: { needs: always, by: "CLIENT", bring: (draft, _subject, data) => reinviteContact(draft, contact(draft, data, "INVITED")) },
  THIRD_PARTY_CONTACT_RE_INVITED_AUTO: {
    needs: "a third party with a contact who was reminded less than twice",
    by: "PLATFORM",
    bring: (draft, _subject, data) => followInvitation(draft, contact(draft, data, "INVITED").contactId),
  },
  THIRD_PARTY_CONTACT_DELETED: { needs: always, by: "CLIENT", bring: (draft, _subject, data) => deleteContact(draft, contact(draft, data, "INVITED")) },
  THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE: {
    needs: always,
    by: "PLATFORM",
    bring: (draft, _subject, data) => {
      const { contactId } = contact(draft, data, "INVITED");
      while (draft.the("contacts", contactId).status === "INVITED") followInvitation(draft, contactId);
    },
  },
  THIRD_PARTY_CONTACT_WEEKLY_REMINDER: {
    needs: "a third party with documents that are missing or refused",
    by: "PLATFORM",
    bring: (draft, _subject, data) => {
      contact(draft, data, "ACTIVE");
      remindContacts(draft);
    },
  },
  ...providerCauses(),
  THIRD_PARTY_DATA_HUB_UPDATED: {
    needs: "a third party that a provider of scores watches",
    by: "PROVIDER",
    bring: (draft) => {
      if (draft.thirdparty.archived) return;
      refreshHub(draft);
      if (draft.events.some(({ eventName }) => eventName === "THIRD_PARTY_DATA_HUB_UPDATED")) return;
      setMonitoring(draft, "NEWSFEED", true);
      hearLoudly(draft, "NEWSFEED");
      draft.emit("THIRD_PARTY_DATA_HUB_UPDATED", {}, { providers: ["NEWSFEED"] });
    },
  },

  DOSSIER_ADDED: { needs: "a third party that is not archived", by: "CLIENT", bring: openSome },
  DOSSIER_ARCHIVED: {
    needs: openDossier,
    by: "CLIENT",
    bring: (draft, subject, data) => {
      if (isOpen(draft, subject)) archiveDossier(draft, dossierOf(subject), text(data, "reason", "CLIENT"));
    },
  },
  DOSSIER_REACTIVATED: {
    needs: "an archived dossier, of a third party that is not archived, with no other open dossier of its type",
    by: "CLIENT",
    bring: (draft, subject) => {
      const dossier = draft.the("dossiers", dossierOf(subject));
      const rival = draft.all("dossiers").some(({ monitored, dossierTypeCode }) => monitored && dossierTypeCode !== null && dossierTypeCode === dossier.dossierTypeCode);
      if (!dossier.monitored && !rival && !draft.thirdparty.archived) reactivateDossier(draft, dossier.dossierId);
    },
  },
  DOSSIER_UPDATED: {
    needs: openDossier,
    by: "CLIENT",
    bring: (draft, subject, data) => {
      if (isOpen(draft, subject)) editDossier(draft, dossierOf(subject), { description: text(data, "description", `Revu le ${dayOf(draft.now)}`) });
    },
  },
  DOSSIER_DOCUMENTS_UPDATED: { needs: "an open free dossier", by: "CLIENT", bring: requireSome },
  DOSSIER_ATTRIBUTE_UPDATED: {
    needs: openDossier,
    by: "CLIENT",
    bring: (draft, subject, data) => {
      if (!isOpen(draft, subject)) return;
      const label = text(data, "label", "Famille d'achat");
      const before = draft.the("dossiers", dossierOf(subject)).internal.attributes[label];
      setDossierAttribute(draft, dossierOf(subject), label, text(data, "value", before === "Prestations" ? "Fournitures" : "Prestations"));
    },
  },
  DOSSIER_CALCULATED_ATTRIBUTE_UPDATED: { needs: "an open dossier with a document that is not valid", by: "CLIENT", bring: throughDocuments(makeValid, "all") },
  DOSSIER_INDICATOR_UPDATED: {
    needs: openDossier,
    by: "CLIENT",
    bring: (draft, subject, data) => {
      const complete = draft.the("dossiers", dossierOf(subject)).internal.dueDiligence === "COMPLETE";
      throughDocuments(complete ? takeBack : makeValid, "all")(draft, subject, data);
    },
  },
  DOSSIER_STATUS_UPDATED: {
    needs: openDossier,
    by: "CLIENT",
    bring: (draft, subject, data) => {
      const valid = draft.the("dossiers", dossierOf(subject)).statusCode === "VALID";
      throughDocuments(valid ? takeBack : makeValid, "all")(draft, subject, data);
    },
  },
  DOSSIER_STATUS_UPDATED_ABSENT: { needs: "an open dossier with answers", by: "THIRD_PARTY", bring: throughDocuments(takeBack, "all") },
  DOSSIER_STATUS_UPDATED_ONGOING: {
    needs: "an open dossier that is not in progress",
    by: "THIRD_PARTY",
    bring: (draft, subject, data) => {
      throughDocuments(takeBack, "all")(draft, subject, data);
      throughDocuments((inner, { documentId }) => void answerDocument(inner, documentId as number, {}), "one")(draft, subject, data);
    },
  },
  DOSSIER_STATUS_UPDATED_ACTION_REQUIRED: {
    needs: "an open dossier in which nothing is refused and nothing waits for the client",
    by: "THIRD_PARTY",
    bring: (draft, subject, data) => throughDocuments(checked("review"), "all")(draft, subject, data),
  },
  DOSSIER_STATUS_UPDATED_VALID: { needs: "an open dossier that is not valid", by: "CLIENT", bring: throughDocuments(makeValid, "all") },
  DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION: {
    needs: "an open dossier with no invalid document",
    by: "CLIENT",
    bring: throughDocuments(decided({ approved: false, shareRejectionReason: false }), "all"),
  },
  DOSSIER_STATUS_UPDATED_INVALID: { needs: "an open dossier that is not invalid", by: "CLIENT", bring: throughDocuments(decided({ approved: false, shareRejectionReason: true }), "one") },
  ...commentCauses("DOSSIER", "a dossier"),

  DOCUMENT_ADDED: { needs: "an open free dossier, or a third party that is not archived", by: "CLIENT", bring: requireSome },
  DOCUMENT_STOPPED: {
    needs: "a document of an open dossier: withdrawn from a free one, stopped with a typed one",
    by: "CLIENT",
    bring: (draft, subject) =>
      live(draft, subject, ({ documentId, dossierId }) => {
        if (draft.the("dossiers", dossierId).typed) archiveDossier(draft, dossierId, "CLIENT");
        else withdrawRequirement(draft, documentId);
      }),
  },
  DOCUMENT_MODIFICATION: {
    needs: liveDocument,
    by: "CLIENT",
    bring: (draft, subject, data) => live(draft, subject, ({ documentId }) => editDocument(draft, documentId, { dueDate: text(data, "dueDate", dayOf(draft.now + 30 * day)) })),
  },
  DOCUMENT_DELETION_WARNING: {
    needs: "a document with evidence, of which no deletion was announced",
    by: "PLATFORM",
    bring: (draft, subject) => {
      const row = retained(draft, subject);
      if (row && row.internal.deletionWarnedAt === null) warnOfDeletion(draft, row.documentId);
    },
  },
  DOCUMENT_DELETION: {
    needs: "a document with evidence",
    by: "PLATFORM",
    bring: (draft, subject) => {
      const row = retained(draft, subject);
      if (!row) return;
      if (row.internal.deletionWarnedAt === null) warnOfDeletion(draft, row.documentId);
      purge(draft, row.documentId);
    },
  },
  DOCUMENT_ANSWER_ADDED: {
    needs: "a document of an open dossier without an answer under way",
    by: "THIRD_PARTY",
    bring: (draft, subject, data) => live(draft, subject, ({ documentId }) => void answerDocument(draft, documentId, { outcome: data.outcome as Outcome | undefined })),
  },
  DOCUMENT_ANSWER_UPDATED: {
    needs: liveDocument,
    by: "THIRD_PARTY",
    bring: (draft, subject) =>
      live(draft, subject, ({ documentId }) => {
        if (!undecided(draft, documentId)) answerDocument(draft, documentId, {});
        answerDocument(draft, documentId, {});
      }),
  },
  DOCUMENT_ANSWER_ACCEPTED: { needs: liveDocument, by: "CLIENT", bring: decided({ approved: true }) },
  DOCUMENT_ANSWER_DENIED: { needs: liveDocument, by: "CLIENT", bring: decided({ approved: false, shareRejectionReason: true }) },
  DOCUMENT_ANSWER_INTERRUPTED: {
    needs: "a document of an open dossier to which nothing was supplied",
    by: "THIRD_PARTY",
    bring: (draft, subject) =>
      live(draft, subject, ({ documentId, statusCode }) => {
        if (statusCode === "MISSING") interruptAnswer(draft, documentId);
      }),
  },
  DOCUMENT_ANSWER_EXPIRED: {
    needs: "a document that is valid, or can be made so",
    by: "PLATFORM",
    bring: (draft, subject) =>
      live(draft, subject, ({ documentId }) => {
        makeValid(draft, subject);
        shortenValidity(draft, documentId);
        draft.actor = { type: "PLATFORM", name: "platform" };
        expireAnswer(draft, documentId);
      }),
  },
  DOCUMENT_ANSWER_SCOPE_UPDATED: {
    needs: "a document with an answer",
    by: "CLIENT",
    bring: (draft, subject) =>
      live(draft, subject, ({ documentId, documentCode }) => {
        const response = draft.all("responses").findLast((row) => row.documentId === documentId && row.state !== "PURGED" && row.state !== "WITHDRAWN");
        if (!response) return;
        const elsewhere = draft.all("documents").some((row) => row.documentId !== documentId && row.documentCode === documentCode && !row.internal.stopped);
        const scopes = elsewhere ? (["SHARED", "COMPANY"] as const) : (["ESTABLISHMENT", "COMPANY"] as const);
        changeScope(draft, response, response.scope === scopes[0] ? scopes[1] : scopes[0]);
      }),
  },
  DOCUMENT_ANSWER_STATUS_UPDATE: {
    needs: liveDocument,
    by: "THIRD_PARTY",
    bring: (draft, subject) => live(draft, subject, ({ documentId, present }) => (present ? withdrawAnswer(draft, documentId) : void answerDocument(draft, documentId, {}))),
  },
  DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT: { needs: "a document with an answer", by: "THIRD_PARTY", bring: takeBack },
  DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING: {
    needs: "a document of an open dossier that is not being processed",
    by: "THIRD_PARTY",
    bring: (draft, subject) => live(draft, subject, ({ documentId }) => void answerDocument(draft, documentId, {})),
  },
  DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED: {
    needs: liveDocument,
    by: "THIRD_PARTY",
    bring: (draft, subject) =>
      live(draft, subject, ({ documentId, statusCode }) => {
        if (statusCode === "ONGOING") withdrawAnswer(draft, documentId);
        answerAndCheck(draft, documentId, "review");
      }),
  },
  DOCUMENT_ANSWER_STATUS_UPDATE_VALID: { needs: "a document of an open dossier that is not valid", by: "CLIENT", bring: makeValid },
  DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION: { needs: liveDocument, by: "CLIENT", bring: decided({ approved: false, shareRejectionReason: false }) },
  DOCUMENT_ANSWER_STATUS_UPDATE_INVALID: { needs: liveDocument, by: "CLIENT", bring: decided({ approved: false, shareRejectionReason: true }) },
  ...commentCauses("DOCUMENT", "a document"),
  DOCUMENT_DOCCHECK_STATUS_UPDATE: { needs: bankDocument, by: "PROVIDER", bring: bankCheck },
  DOCUMENT_DOCCHECK_REPORT_GENERATED: { needs: bankDocument, by: "PROVIDER", bring: bankCheck },
  DOCUMENT_DOCCHECK_REPORT_RECEIVED: { needs: bankDocument, by: "PROVIDER", bring: bankCheck },
  DOCUMENT_DOCCHECK_REPORT_REFRESHED: {
    needs: bankDocument,
    by: "PROVIDER",
    bring: (draft, subject, data) =>
      bank(draft, subject, ({ documentId }) => {
        if (!draft.all("reports").some((report) => report.documentId === documentId && report.receivedAt !== null)) bankCheck(draft, subject, data);
        recheck(draft, documentId);
      }),
  },
  DOCUMENT_AUDIT_TRAIL_DOWNLOAD: { needs: "a document", by: "CLIENT", bring: (draft, subject) => downloadAuditTrail(draft, document(draft, subject).documentId) },
  THIRD_PARTY_DOCCHECK_UPDATED: {
    needs: "a third party with an open dossier that asks for bank details (IBAN)",
    by: "PROVIDER",
    bring: (draft, _subject, data) => {
      const row = draft.all("documents").find(({ documentCode, internal }) => documentCode === "IBAN" && !internal.stopped);
      if (!row || draft.thirdparty.archived) return;
      setMonitoring(draft, "DOCCHECK", true);
      bankCheck(draft, { documentId: row.documentId }, data);
    },
  },
};
