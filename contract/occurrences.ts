import { z } from "zod";
import { AttributeSetting } from "./attributes.ts";
import { answerFields } from "./control-shapes.ts";
import { DocumentCode } from "./documents.ts";
import { DossierTypeCode, dossierEdits } from "./dossiers.ts";
import { EventName } from "./events.ts";
import { typedNumbers } from "./identities.ts";
import { named } from "./named.ts";
import { Approval } from "./responses.ts";
import { Day, Email, Id, mentionPattern, ShortText, text } from "./shared.ts";
import { newThirdparty } from "./thirdparties.ts";

/** What an occurrence can be brought about on; what lies deeper stands for what it lies in. */
const of = { thirdpartyId: Id.optional() };
const within = { ...of, dossierId: Id.optional() };
const on = { ...within, documentId: Id.optional() };

/** Events that take the same: what they may name, and what may be said with them. */
const occurrence = <const N extends readonly EventName[], T extends z.ZodRawShape, D extends z.ZodType>(
  id: string,
  description: string,
  events: N,
  targets: T,
  data: D,
) => {
  const event = z.enum(events);
  return z
    .strictObject({ event: events.length > 1 ? named(`${id}Event`, event) : event, ...targets, data: data.optional() })
    .meta({ id, description });
};
const said = <S extends z.ZodRawShape>(id: string, shape: S) => z.strictObject(shape).meta({ id });

const { siret, vat, duns } = typedNumbers("INVALID_IDENTIFIER");
const Joining = z
  .discriminatedUnion("companyIdType", [
    newThirdparty("CIT001", siret, "JoiningBySiret", "By SIRET, in groups or not."),
    newThirdparty("CIT002", vat, "JoiningByVat", "By VAT number, in groups or not."),
    newThirdparty("CIT003", duns, "JoiningByDuns", "By DUNS, in groups or not."),
  ])
  .meta({ id: "Joining", description: "The company that joins; the first of the directory when it is left out." });

const wholeMention = `^${mentionPattern}$`;
const Mention = text(100)
  .regex(new RegExp(wholeMention, "u"), {
    error: "must be letters and digits, with dots, hyphens or underscores between them",
  })
  .meta({ pattern: wholeMention, description: "Who is mentioned, without the `@`.", examples: ["claire.martin"] });
/** A record cannot keep the one name that every object has already. */
const AttributeName = text(255, 1).regex(/^(?!__proto__$)/, { error: "must be another name" });

const email = Email.optional().meta({
  description: "Whose; the first that suits, or somebody new, when it is left out.",
});
const documentCode = DocumentCode.optional();
const dossierTypeCode = DossierTypeCode.optional();
const RequiredDocument = said("RequiredDocument", { documentCode });

/** Events with which something can be said; what is left out of it is made up. */
const telling = [
  occurrence("CompanyJoins", "A company joins the portfolio.", ["THIRD_PARTY_ADDED"], {}, Joining),
  occurrence(
    "ThirdpartyEdited",
    "The client edits what it keeps on a third party.",
    ["THIRD_PARTY_UPDATED"],
    on,
    said("ThirdpartyEdit", { owner: ShortText.optional(), tags: z.array(ShortText).max(20).optional() }),
  ),
  occurrence(
    "CodeChanged",
    "The client gives a third party another code.",
    ["THIRD_PARTY_CODE_UPDATED"],
    on,
    said("CodeChange", { thirdpartyCode: ShortText.optional() }),
  ),
  occurrence(
    "ProcedureJudged",
    "A court opens, converts or closes a collective procedure.",
    ["THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED"],
    on,
    said("Judgment", {
      type: named("ProcedureType", z.enum(["SAUVEGARDE", "REDRESSEMENT_JUDICIAIRE", "LIQUIDATION_JUDICIAIRE"]))
        .optional()
        .meta({ description: "Opens this one, or converts a lighter one; when left out, an open one is closed." }),
    }),
  ),
  occurrence(
    "AttributeChanged",
    "The client sets an attribute of a third party.",
    ["THIRD_PARTY_ATTRIBUTE_UPDATED"],
    on,
    said("AttributeChange", AttributeSetting.partial().shape),
  ),
  occurrence(
    "CommentWritten",
    "Somebody writes a comment, or rewrites one.",
    [
      "THIRD_PARTY_COMMENT_ADDED",
      "THIRD_PARTY_COMMENT_UPDATED",
      "DOSSIER_COMMENT_ADDED",
      "DOSSIER_COMMENT_UPDATED",
      "DOCUMENT_COMMENT_ADDED",
      "DOCUMENT_COMMENT_UPDATED",
    ],
    on,
    said("CommentText", { text: text(4000, 1).optional() }),
  ),
  occurrence(
    "PersonMentioned",
    "Somebody is mentioned in a comment, or in the place of another.",
    [
      "THIRD_PARTY_COMMENT_MENTION_ADDED",
      "THIRD_PARTY_COMMENT_MENTION_UPDATED",
      "DOSSIER_COMMENT_MENTION_ADDED",
      "DOSSIER_COMMENT_MENTION_UPDATED",
      "DOCUMENT_COMMENT_MENTION_ADDED",
      "DOCUMENT_COMMENT_MENTION_UPDATED",
    ],
    on,
    said("MentionedPerson", { mention: Mention.optional() }),
  ),
  occurrence(
    "ContactInvited",
    "Somebody is invited.",
    ["THIRD_PARTY_CONTACT_INVITED"],
    on,
    said("InvitedPerson", { email: Email.optional(), firstName: ShortText.optional(), lastName: ShortText.optional() }),
  ),
  occurrence(
    "ContactFollowed",
    "Somebody who was invited is invited again, reminded or given up.",
    [
      "THIRD_PARTY_CONTACT_RE_INVITED",
      "THIRD_PARTY_CONTACT_RE_INVITED_AUTO",
      "THIRD_PARTY_CONTACT_DELETED",
      "THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE",
      "THIRD_PARTY_CONTACT_WEEKLY_REMINDER",
    ],
    on,
    said("FollowedPerson", { email }),
  ),
  occurrence(
    "DocumentAnswered",
    "The third party answers, or the bank-data provider looks at its answer.",
    [
      "DOCUMENT_ANSWER_ADDED",
      "DOCUMENT_DOCCHECK_STATUS_UPDATE",
      "DOCUMENT_DOCCHECK_REPORT_GENERATED",
      "DOCUMENT_DOCCHECK_REPORT_RECEIVED",
      "DOCUMENT_DOCCHECK_REPORT_REFRESHED",
      "THIRD_PARTY_DOCCHECK_UPDATED",
    ],
    on,
    said("AnswerOutcome", { outcome: answerFields.outcome }),
  ),
  occurrence(
    "AnswerDecided",
    "The client decides an answer, or several.",
    [
      "DOCUMENT_ANSWER_ACCEPTED",
      "DOCUMENT_ANSWER_DENIED",
      "DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION",
      "DOCUMENT_ANSWER_STATUS_UPDATE_INVALID",
      "DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION",
      "DOSSIER_STATUS_UPDATED_INVALID",
    ],
    on,
    Approval,
  ),
  occurrence(
    "DossierOpened",
    "A dossier is opened.",
    ["DOSSIER_ADDED"],
    of,
    said("OpenedDossier", { dossierTypeCode }),
  ),
  occurrence(
    "DossierClosed",
    "The client archives a dossier.",
    ["DOSSIER_ARCHIVED"],
    on,
    said("ClosingReason", { reason: ShortText.optional() }),
  ),
  occurrence(
    "DossierEdited",
    "The client edits a dossier.",
    ["DOSSIER_UPDATED"],
    on,
    said("DossierEdit", dossierEdits),
  ),
  occurrence(
    "DossierAttributeChanged",
    "The client sets an attribute of a dossier.",
    ["DOSSIER_ATTRIBUTE_UPDATED"],
    on,
    said("DossierAttribute", { label: AttributeName.optional(), value: text(2000).optional() }),
  ),
  occurrence(
    "TemplateChanged",
    "A type of dossiers asks for one document more, or no longer for it.",
    ["DOSSIER_TEMPLATE_UPDATED"],
    within,
    said("TemplateChange", { dossierTypeCode, documentCode }),
  ),
  occurrence(
    "RequirementsChanged",
    "A free dossier asks for more.",
    ["DOSSIER_DOCUMENTS_UPDATED"],
    on,
    RequiredDocument,
  ),
  occurrence("DocumentRequested", "A document is asked for.", ["DOCUMENT_ADDED"], within, RequiredDocument),
  occurrence(
    "DocumentEdited",
    "The client edits what it asks for.",
    ["DOCUMENT_MODIFICATION"],
    on,
    said("DocumentEdit", { dueDate: Day.optional() }),
  ),
] as const;

const told = telling.flatMap(
  ({ shape }) => shape.event.options as readonly (typeof telling)[number]["shape"]["event"]["options"][number][],
);
const silent = occurrence(
  "Happening",
  "What happens without a word.",
  EventName.exclude(told).options,
  on,
  said("Nothing", {}),
);

export const Occurrence = z.discriminatedUnion("event", [...telling, silent]).meta({
  id: "Occurrence",
  description:
    "The event to bring about, and on what: the first suitable resource when that is left open. A document stands for its dossier too, and both for their third party.",
});
export type Occurrence = z.output<typeof Occurrence>;

/** What may be said with an event. */
export type DataOf<E extends EventName> = Occurrence extends infer O
  ? O extends { event: infer N; data?: infer D }
    ? E extends N
      ? NonNullable<D>
      : never
    : never
  : never;
