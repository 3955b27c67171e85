import { z } from "zod";
import { assumed } from "./assumptions.ts";
import { nearest } from "./nearest.ts";
import { boundPattern } from "./shared.ts";

const thirdpartyEvents = [
  "THIRD_PARTY_ADDED",
  "THIRD_PARTY_UPDATED",
  "THIRD_PARTY_ARCHIVED",
  "THIRD_PARTY_CODE_UPDATED",
  "THIRD_PARTY_INFORMATION_UPDATED",
  "THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED",
  "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION",
  "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CHANGES",
  "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION",
  "THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT",
  "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
  "THIRD_PARTY_ATTRIBUTE_UPDATED",
  "THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED",
  "THIRD_PARTY_INDICATOR_UPDATED",
  "THIRD_PARTY_COMMENT_ADDED",
  "THIRD_PARTY_COMMENT_UPDATED",
  "THIRD_PARTY_COMMENT_DELETED",
  "THIRD_PARTY_COMMENT_MENTION_ADDED",
  "THIRD_PARTY_COMMENT_MENTION_UPDATED",
  "THIRD_PARTY_COMMENT_MENTION_DELETED",
  "THIRD_PARTY_CONTACT_INVITED",
  "THIRD_PARTY_CONTACT_RE_INVITED",
  "THIRD_PARTY_CONTACT_RE_INVITED_AUTO",
  "THIRD_PARTY_CONTACT_DELETED",
  "THIRD_PARTY_CONTACT_DELETED_DUE_TO_NO_FAVORABLE_RESPONSE",
  "THIRD_PARTY_CONTACT_WEEKLY_REMINDER",
  "THIRD_PARTY_DOCCHECK_ACTIVATED",
  "THIRD_PARTY_DOCCHECK_UPDATED",
  "THIRD_PARTY_DOCCHECK_DEACTIVATED",
  "THIRD_PARTY_ESG_ACTIVATED",
  "THIRD_PARTY_ESG_UPDATED",
  "THIRD_PARTY_ESG_DEACTIVATED",
  "THIRD_PARTY_SUSTAINSCORE_ACTIVATED",
  "THIRD_PARTY_SUSTAINSCORE_UPDATED",
  "THIRD_PARTY_SUSTAINSCORE_DEACTIVATED",
  "THIRD_PARTY_SECURITY_RATING_ACTIVATED",
  "THIRD_PARTY_SECURITY_RATING_UPDATED",
  "THIRD_PARTY_SECURITY_RATING_DEACTIVATED",
  "THIRD_PARTY_FINANCIAL_STRENGTH_ACTIVATED",
  "THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED",
  "THIRD_PARTY_FINANCIAL_STRENGTH_DEACTIVATED",
  "THIRD_PARTY_CREDITDATA_ACTIVATED",
  "THIRD_PARTY_CREDITDATA_UPDATED",
  "THIRD_PARTY_CREDITDATA_DEACTIVATED",
  "THIRD_PARTY_NEWSFEED_ACTIVATED",
  "THIRD_PARTY_NEWSFEED_UPDATED",
  "THIRD_PARTY_NEWSFEED_DEACTIVATED",
  "THIRD_PARTY_DATA_HUB_UPDATED",
] as const;

const dossierEvents = [
  "DOSSIER_ADDED",
  "DOSSIER_ARCHIVED",
  "DOSSIER_REACTIVATED",
  "DOSSIER_UPDATED",
  "DOSSIER_TEMPLATE_UPDATED",
  "DOSSIER_DOCUMENTS_UPDATED",
  "DOSSIER_ATTRIBUTE_UPDATED",
  "DOSSIER_CALCULATED_ATTRIBUTE_UPDATED",
  "DOSSIER_INDICATOR_UPDATED",
  "DOSSIER_STATUS_UPDATED",
  "DOSSIER_STATUS_UPDATED_ABSENT",
  "DOSSIER_STATUS_UPDATED_ONGOING",
  "DOSSIER_STATUS_UPDATED_ACTION_REQUIRED",
  "DOSSIER_STATUS_UPDATED_VALID",
  "DOSSIER_STATUS_UPDATED_BELOW_EXPECTATION",
  "DOSSIER_STATUS_UPDATED_INVALID",
  "DOSSIER_COMMENT_ADDED",
  "DOSSIER_COMMENT_UPDATED",
  "DOSSIER_COMMENT_DELETED",
  "DOSSIER_COMMENT_MENTION_ADDED",
  "DOSSIER_COMMENT_MENTION_UPDATED",
  "DOSSIER_COMMENT_MENTION_DELETED",
] as const;

const documentEvents = [
  "DOCUMENT_ADDED",
  "DOCUMENT_STOPPED",
  "DOCUMENT_MODIFICATION",
  "DOCUMENT_DELETION",
  "DOCUMENT_DELETION_WARNING",
  "DOCUMENT_ANSWER_ADDED",
  "DOCUMENT_ANSWER_UPDATED",
  "DOCUMENT_ANSWER_ACCEPTED",
  "DOCUMENT_ANSWER_DENIED",
  "DOCUMENT_ANSWER_INTERRUPTED",
  "DOCUMENT_ANSWER_EXPIRED",
  "DOCUMENT_ANSWER_SCOPE_UPDATED",
  "DOCUMENT_ANSWER_STATUS_UPDATE",
  "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT",
  "DOCUMENT_ANSWER_STATUS_UPDATE_ONGOING",
  "DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED",
  "DOCUMENT_ANSWER_STATUS_UPDATE_VALID",
  "DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION",
  "DOCUMENT_ANSWER_STATUS_UPDATE_INVALID",
  "DOCUMENT_COMMENT_ADDED",
  "DOCUMENT_COMMENT_UPDATED",
  "DOCUMENT_COMMENT_DELETED",
  "DOCUMENT_COMMENT_MENTION_ADDED",
  "DOCUMENT_COMMENT_MENTION_UPDATED",
  "DOCUMENT_COMMENT_MENTION_DELETED",
  "DOCUMENT_DOCCHECK_STATUS_UPDATE",
  "DOCUMENT_DOCCHECK_REPORT_GENERATED",
  "DOCUMENT_DOCCHECK_REPORT_RECEIVED",
  "DOCUMENT_DOCCHECK_REPORT_REFRESHED",
  "DOCUMENT_AUDIT_TRAIL_DOWNLOAD",
] as const;

export const ThirdpartyEventName = z
  .enum(thirdpartyEvents)
  .meta({ id: "ThirdpartyEventName", description: "What can happen to a third party." });
export const DossierEventName = z.enum(dossierEvents).meta({ id: "DossierEventName", description: "What can happen to a dossier." });
export const DocumentEventName = z
  .enum(documentEvents)
  .meta({ id: "DocumentEventName", description: "What can happen to a document." });
export const EventName = z
  .enum([...thirdpartyEvents, ...dossierEvents, ...documentEvents])
  .meta({ id: "EventName", description: "Each of the 100 event types." });
export type EventName = z.output<typeof EventName>;

const searches = {
  THIRD_PARTY: { names: thirdpartyEvents, component: "ThirdpartyEventName", search: "thirdparties/search" },
  DOSSIER: { names: dossierEvents, component: "DossierEventName", search: "dossiers/search" },
  DOCUMENT: { names: documentEvents, component: "DocumentEventName", search: "documents/search" },
} as const;
export type ResourceType = keyof typeof searches;

/** The kind of resource an event happens to. */
export const resourceTypeOf = (name: EventName): ResourceType =>
  (Object.keys(searches) as ResourceType[]).find((type) => (searches[type].names as readonly string[]).includes(name)) as ResourceType;

function whyNot(name: string, type: ResourceType): string {
  const elsewhere = Object.values(searches).find(({ names }) => (names as readonly string[]).includes(name));
  if (elsewhere) return `${name} is an event of another resource type; filter it through ${elsewhere.search}`;
  const guess = nearest(name, searches[type].names);
  return `${JSON.stringify(name.slice(0, 80))} is no event type${guess ? `; did you mean ${guess}?` : ""}`;
}

const eventNames = (type: ResourceType) =>
  z
    .string()
    .transform((raw, context) => {
      const names = raw.split(",").map((name) => name.trim());
      for (const name of names)
        if (!(searches[type].names as readonly string[]).includes(name))
          context.addIssue({
            code: "custom",
            message: whyNot(name, type),
            params: { code: "UNKNOWN_EVENT_NAME", expected: `names of ${searches[type].component}, separated by commas` },
          });
      return [...new Set(names)] as EventName[];
    })
    .meta({
      type: "array",
      items: { $ref: `#/components/schemas/${searches[type].component}` },
      minItems: 1,
      description: "One or more event types, separated by commas; one matching event is enough.",
      param: { style: "form", explode: false },
    });

const bound = (milliseconds: string, description: string) =>
  assumed(
    "event-bounds",
    z
      .string()
      .transform((raw, context) => {
        if (boundPattern.test(raw)) return raw.includes(".") ? raw : raw + milliseconds;
        const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(raw) && boundPattern.test(raw.replace(/(?:Z|[+-]\d\d:?\d\d)$/, ""));
        context.addIssue({
          code: "custom",
          message: zoned
            ? "must not carry a zone: moments are UTC; leave out the Z or the offset"
            : "must be a moment that exists, as yyyy-MM-ddTHH:mm:ss",
          params: { code: "INVALID_EVENT_FILTER", expected: "yyyy-MM-ddTHH:mm:ss, without a zone" },
        });
        return z.NEVER;
      })
      .meta({ pattern: boundPattern.source, description }),
  );

/** The three parameters that travel together. */
const filterFields = (type: ResourceType) => ({
  eventNames: eventNames(type),
  eventOccurrenceStartDate: bound(".000", "Start of the range, `yyyy-MM-ddTHH:mm:ss`, included.").meta({
    examples: ["2026-01-01T00:00:00"],
  }),
  eventOccurrenceEndDate: bound(".999", "End of the range, same format, included.").meta({ examples: ["2026-12-31T23:59:59"] }),
});

interface Filter {
  eventNames?: EventName[];
  eventOccurrenceStartDate?: string;
  eventOccurrenceEndDate?: string;
}
const filterNames = ["eventNames", "eventOccurrenceStartDate", "eventOccurrenceEndDate"] as const;

/** Looks at the parameters as they came, so that it speaks even when one of them is wrong by itself. */
function checkTogether(query: Filter, context: z.core.$RefinementCtx): void {
  const given = filterNames.filter((name) => query[name] !== undefined);
  if (given.length > 0 && given.length < filterNames.length)
    for (const name of filterNames.filter((missing) => !given.includes(missing)))
      context.addIssue({
        code: "custom",
        path: [name],
        message: `is missing: ${filterNames.join(", ")} go together, and only ${given.join(" and ")} came`,
        params: { code: "INVALID_EVENT_FILTER", expected: "all three parameters of the event filter, or none" },
      });
  const { eventOccurrenceStartDate: start, eventOccurrenceEndDate: end } = query;
  if (start !== undefined && end !== undefined && start > end)
    context.addIssue({
      code: "custom",
      path: ["eventOccurrenceStartDate"],
      message: `starts after the range ends (${start} > ${end}); exchange the two`,
      params: { code: "INVALID_EVENT_FILTER", expected: "a start that is not after the end" },
    });
}

/** Adds the event filter to a query in which it may be left out. */
export const withEventFilter = <S extends Record<string, z.ZodType>>(type: ResourceType, shape: S) => {
  const { eventNames, eventOccurrenceStartDate, eventOccurrenceEndDate } = filterFields(type);
  return z
    .object({
      ...shape,
      eventNames: eventNames.optional(),
      eventOccurrenceStartDate: eventOccurrenceStartDate.optional(),
      eventOccurrenceEndDate: eventOccurrenceEndDate.optional(),
    })
    .superRefine((query, context) => checkTogether(query as Filter, context));
};

/** Adds it to a search, which is nothing without it. */
export const searchByEvent = <S extends Record<string, z.ZodType>>(type: ResourceType, shape: S) =>
  z.object({ ...shape, ...filterFields(type) }).superRefine((query, context) => checkTogether(query as Filter, context));
