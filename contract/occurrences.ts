import { discriminatedUnion, strictObject, z } from "zod";
import { AttributeSetting } from "./attributes.ts";
import { responseFields } from "./control-shapes.ts";
import { DocumentCode } from "./documents.ts";
import { DossierTypeCode, dossierEdits } from "./dossiers.ts";
import { EventName } from "./events.ts";
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
  <D extends z.ZodType, N extends readonly EventName[]>(id: string, description: string, data: D, ...events: N) => {
    const event = z.enum(events);
    return strictObject({
      event: events.length > 1 ? named(`${id}Event`, event) : event,
      ...targets,
      data: data.optional(),
    }).meta({ id, description });
  };
const trigger = triggerOn(onDocument);
/** Every field may be left out. */
const dataOf = <S extends z.ZodRawShape>(id: string, shape: S) => strictObject(shape).partial().meta({ id });

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

const email = Email.meta({ description: "Of the person; when it is left out, the first that suits, or a new one." });
const ProcedureType = named(
  "ProcedureType",
  z.enum(["SAUVEGARDE", "REDRESSEMENT_JUDICIAIRE", "LIQUIDATION_JUDICIAIRE"]),
).meta({ description: "Opens this one, or converts a lighter one; when left out, an open one is closed." });

const Kept = dataOf("ThirdpartyEdit", { owner: ShortText, tags: z.array(ShortText).max(20) });
const CodeChange = dataOf("CodeChange", { thirdpartyCode: ShortText });
const InvitedPerson = dataOf("InvitedPerson", { email: Email, firstName: ShortText, lastName: ShortText });
const OpenedDossier = dataOf("OpenedDossier", { dossierTypeCode: DossierTypeCode });
const ClosingReason = dataOf("ClosingReason", { reason: ShortText });
const DossierEdit = dataOf("DossierEdit", dossierEdits);
const RequiredDocument = dataOf("RequiredDocument", { documentCode: DocumentCode });
const DocumentEdit = dataOf("DocumentEdit", { dueDate: Day });

const written = <C extends "COMMENT" | "COMMENT_MENTION">(comment: C) =>
  (["THIRD_PARTY", "DOSSIER", "DOCUMENT"] as const).flatMap(
    (resource) => [`${resource}_${comment}_ADDED`, `${resource}_${comment}_UPDATED`] as const,
  );

/** Events that take data. */
const withData = [
  triggerOn({})("CompanyJoins", "A company joins the portfolio.", Joining, "THIRD_PARTY_ADDED"),
  trigger("ThirdpartyEdited", "The client edits what it keeps on a third party.", Kept, "THIRD_PARTY_UPDATED"),
  trigger("CodeChanged", "The client gives a third party another code.", CodeChange, "THIRD_PARTY_CODE_UPDATED"),
  trigger(
    "ProcedureJudged",
    "A court opens, converts or closes a collective procedure.",
    dataOf("Judgment", { type: ProcedureType }),
    "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
  ),
  trigger(
    "AttributeChanged",
    "The client sets an attribute of a third party.",
    dataOf("AttributeChange", AttributeSetting.shape),
    "THIRD_PARTY_ATTRIBUTE_UPDATED",
  ),
  trigger(
    "CommentWritten",
    "A user writes a comment, or rewrites one.",
    dataOf("CommentText", { text: text(4000, 1) }),
    ...written("COMMENT"),
  ),
  trigger(
    "PersonMentioned",
    "A user is mentioned in a comment, or in the place of another.",
    dataOf("MentionedPerson", { mention: Mention }),
    ...written("COMMENT_MENTION"),
  ),
  trigger("ContactInvited", "A contact is invited.", InvitedPerson, "THIRD_PARTY_CONTACT_INVITED"),
  trigger(
    "ContactFollowed",
    "A contact who was invited is invited again, reminded or given up.",
    dataOf("FollowedPerson", { email }),
    "THIRD_PARTY_CONTACT_RE_INVITED",
    "THIRD_PARTY_CONTACT_RE_INVITED_AUTO",
    "THIRD_PARTY_CONTACT_DELETED",
    "THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE",
    "THIRD_PARTY_CONTACT_WEEKLY_REMINDER",
  ),
  trigger(
    "DocumentAnswered",
    "The third party answers, or the bank-data provider looks at its answer.",
    dataOf("AnswerOutcome", { outcome: responseFields.outcome }),
    "DOCUMENT_ANSWER_ADDED",
    "DOCUMENT_DOCCHECK_STATUS_UPDATE",
    "DOCUMENT_DOCCHECK_REPORT_GENERATED",
    "DOCUMENT_DOCCHECK_REPORT_RECEIVED",
    "DOCUMENT_DOCCHECK_REPORT_REFRESHED",
    "THIRD_PARTY_DOCCHECK_UPDATED",
  ),
  trigger(
    "AnswerDecided",
    "The client decides an answer, or several.",
    Approval,
    "DOCUMENT_ANSWER_ACCEPTED",
    "DOCUMENT_ANSWER_DENIED",
    "DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION",
    "DOCUMENT_ANSWER_STATUS_UPDATE_INVALID",
    "DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION",
    "DOSSIER_STATUS_UPDATED_INVALID",
  ),
  triggerOn(onThirdparty)("DossierOpened", "A dossier is opened.", OpenedDossier, "DOSSIER_ADDED"),
  trigger("DossierClosed", "The client archives a dossier.", ClosingReason, "DOSSIER_ARCHIVED"),
  trigger("DossierEdited", "The client edits a dossier.", DossierEdit, "DOSSIER_UPDATED"),
  trigger(
    "DossierAttributeChanged",
    "The client sets an attribute of a dossier.",
    dataOf("DossierAttribute", { label: AttributeName, value: text(2000) }),
    "DOSSIER_ATTRIBUTE_UPDATED",
  ),
  triggerOn(onDossier)(
    "TemplateChanged",
    "A type of dossiers asks for one document more, or no longer for it.",
    dataOf("TemplateChange", { dossierTypeCode: DossierTypeCode, documentCode: DocumentCode }),
    "DOSSIER_TEMPLATE_UPDATED",
  ),
  trigger("RequirementsChanged", "A free dossier asks for more.", RequiredDocument, "DOSSIER_DOCUMENTS_UPDATED"),
  triggerOn(onDossier)("DocumentRequested", "A document is asked for.", RequiredDocument, "DOCUMENT_ADDED"),
  trigger("DocumentEdited", "The client edits what it asks for.", DocumentEdit, "DOCUMENT_MODIFICATION"),
] as const;

const takeData = withData.flatMap(
  ({ shape }) => shape.event.options as readonly (typeof withData)[number]["shape"]["event"]["options"][number][],
);
const Nothing = dataOf("Nothing", {});
const others = EventName.exclude(takeData).options;
const withoutData = trigger("Happening", "What happens without a word.", Nothing, ...others);

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
