import { discriminatedUnion, strictObject, z } from "zod";
import { AttributeSetting } from "./attributes.ts";
import { responseFields } from "./control-shapes.ts";
import { DocumentCode } from "./documents.ts";
import { DossierTypeCode, dossierEdits } from "./dossiers.ts";
import { EventName, type ResourceType } from "./events.ts";
import { typedNumbers } from "./identities.ts";
import { named } from "./named.ts";
import { Approval } from "./responses.ts";
import { Day, Email, Id, mentionPattern, ShortText, text } from "./shared.ts";
import { newThirdparty } from "./thirdparties.ts";

/** Resources that a trigger may name; a document stands for its dossier, and both for their third party. */
const onThirdparty = { thirdpartyId: Id.optional() };
const onDossier = { ...onThirdparty, dossierId: Id.optional() };
const onDocument = { ...onDossier, documentId: Id.optional() };

/** Events that take the same data on the same resources. */
const triggerOn =
  <T extends z.ZodRawShape>(targets: T) =>
  <const N extends readonly EventName[], D extends z.ZodType>(id: string, description: string, events: N, data: D) => {
    const event = z.enum(events);
    return strictObject({
      event: events.length > 1 ? named(`${id}Event`, event) : event,
      ...targets,
      data: data.optional(),
    }).meta({ id, description });
  };
const trigger = triggerOn(onDocument);
const dataOf = <S extends z.ZodRawShape>(id: string, shape: S) => strictObject(shape).meta({ id });

const { siret, vat, duns } = typedNumbers("INVALID_IDENTIFIER");
const Joining = discriminatedUnion("companyIdType", [
  newThirdparty("CIT001", siret, "JoiningBySiret", "By SIRET, in groups or not."),
  newThirdparty("CIT002", vat, "JoiningByVat", "By VAT number, in groups or not."),
  newThirdparty("CIT003", duns, "JoiningByDuns", "By DUNS, in groups or not."),
]).meta({ id: "Joining", description: "The company that joins; the first of the directory when it is left out." });

const wholeMention = `^${mentionPattern}$`;
const Mention = text(100)
  .regex(new RegExp(wholeMention, "u"), {
    error: "must be letters and digits, with dots, hyphens or underscores between them",
  })
  .meta({ pattern: wholeMention, description: "Who is mentioned, without the `@`.", examples: ["claire.martin"] });
/** The labels are keys of an object, which cannot hold `__proto__`. */
const AttributeName = text(255, 1).regex(/^(?!__proto__$)/, { error: "must be another name" });

const email = Email.optional().meta({
  description: "Whose; the first that suits, or somebody new, when it is left out.",
});
const documentCode = DocumentCode.optional();
const dossierTypeCode = DossierTypeCode.optional();
const RequiredDocument = dataOf("RequiredDocument", { documentCode });

const written = <R extends ResourceType, C extends "COMMENT" | "COMMENT_MENTION">(resource: R, comment: C) =>
  [`${resource}_${comment}_ADDED`, `${resource}_${comment}_UPDATED`] as const;

/** Events that take data. */
const withData = [
  triggerOn({})("CompanyJoins", "A company joins the portfolio.", ["THIRD_PARTY_ADDED"], Joining),
  trigger(
    "ThirdpartyEdited",
    "The client edits what it keeps on a third party.",
    ["THIRD_PARTY_UPDATED"],
    dataOf("ThirdpartyEdit", { owner: ShortText.optional(), tags: z.array(ShortText).max(20).optional() }),
  ),
  trigger(
    "CodeChanged",
    "The client gives a third party another code.",
    ["THIRD_PARTY_CODE_UPDATED"],
    dataOf("CodeChange", { thirdpartyCode: ShortText.optional() }),
  ),
  trigger(
    "ProcedureJudged",
    "A court opens, converts or closes a collective procedure.",
    ["THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED"],
    dataOf("Judgment", {
      type: named("ProcedureType", z.enum(["SAUVEGARDE", "REDRESSEMENT_JUDICIAIRE", "LIQUIDATION_JUDICIAIRE"]))
        .optional()
        .meta({ description: "Opens this one, or converts a lighter one; when left out, an open one is closed." }),
    }),
  ),
  trigger(
    "AttributeChanged",
    "The client sets an attribute of a third party.",
    ["THIRD_PARTY_ATTRIBUTE_UPDATED"],
    dataOf("AttributeChange", AttributeSetting.partial().shape),
  ),
  trigger(
    "CommentWritten",
    "Somebody writes a comment, or rewrites one.",
    [...written("THIRD_PARTY", "COMMENT"), ...written("DOSSIER", "COMMENT"), ...written("DOCUMENT", "COMMENT")],
    dataOf("CommentText", { text: text(4000, 1).optional() }),
  ),
  trigger(
    "PersonMentioned",
    "Somebody is mentioned in a comment, or in the place of another.",
    [
      ...written("THIRD_PARTY", "COMMENT_MENTION"),
      ...written("DOSSIER", "COMMENT_MENTION"),
      ...written("DOCUMENT", "COMMENT_MENTION"),
    ],
    dataOf("MentionedPerson", { mention: Mention.optional() }),
  ),
  trigger(
    "ContactInvited",
    "Somebody is invited.",
    ["THIRD_PARTY_CONTACT_INVITED"],
    dataOf("InvitedPerson", {
      email: Email.optional(),
      firstName: ShortText.optional(),
      lastName: ShortText.optional(),
    }),
  ),
  trigger(
    "ContactFollowed",
    "Somebody who was invited is invited again, reminded or given up.",
    [
      "THIRD_PARTY_CONTACT_RE_INVITED",
      "THIRD_PARTY_CONTACT_RE_INVITED_AUTO",
      "THIRD_PARTY_CONTACT_DELETED",
      "THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE",
      "THIRD_PARTY_CONTACT_WEEKLY_REMINDER",
    ],
    dataOf("FollowedPerson", { email }),
  ),
  trigger(
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
    dataOf("AnswerOutcome", { outcome: responseFields.outcome }),
  ),
  trigger(
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
    Approval,
  ),
  triggerOn(onThirdparty)(
    "DossierOpened",
    "A dossier is opened.",
    ["DOSSIER_ADDED"],
    dataOf("OpenedDossier", { dossierTypeCode }),
  ),
  trigger(
    "DossierClosed",
    "The client archives a dossier.",
    ["DOSSIER_ARCHIVED"],
    dataOf("ClosingReason", { reason: ShortText.optional() }),
  ),
  trigger("DossierEdited", "The client edits a dossier.", ["DOSSIER_UPDATED"], dataOf("DossierEdit", dossierEdits)),
  trigger(
    "DossierAttributeChanged",
    "The client sets an attribute of a dossier.",
    ["DOSSIER_ATTRIBUTE_UPDATED"],
    dataOf("DossierAttribute", { label: AttributeName.optional(), value: text(2000).optional() }),
  ),
  triggerOn(onDossier)(
    "TemplateChanged",
    "A type of dossiers asks for one document more, or no longer for it.",
    ["DOSSIER_TEMPLATE_UPDATED"],
    dataOf("TemplateChange", { dossierTypeCode, documentCode }),
  ),
  trigger("RequirementsChanged", "A free dossier asks for more.", ["DOSSIER_DOCUMENTS_UPDATED"], RequiredDocument),
  triggerOn(onDossier)("DocumentRequested", "A document is asked for.", ["DOCUMENT_ADDED"], RequiredDocument),
  trigger(
    "DocumentEdited",
    "The client edits what it asks for.",
    ["DOCUMENT_MODIFICATION"],
    dataOf("DocumentEdit", { dueDate: Day.optional() }),
  ),
] as const;

const takeData = withData.flatMap(
  ({ shape }) => shape.event.options as readonly (typeof withData)[number]["shape"]["event"]["options"][number][],
);
const withoutData = trigger(
  "Happening",
  "What happens without a word.",
  EventName.exclude(takeData).options,
  dataOf("Nothing", {}),
);

export const Occurrence = discriminatedUnion("event", [...withData, withoutData]).meta({
  id: "Occurrence",
  description:
    "The event to bring about, and on what: the first suitable resource when that is left open. " +
    "A document stands for its dossier too, and both for their third party.",
});
export type Occurrence = z.output<typeof Occurrence>;

/** The data that the trigger of an event takes. */
export type DataOf<E extends EventName> = Occurrence extends infer O
  ? O extends { event: infer N; data?: infer D }
    ? E extends N
      ? NonNullable<D>
      : never
    : never
  : never;
