import { z } from "zod";
import { assumedFields, assumedObject } from "./assumptions.ts";
import { choice, matching, named } from "./named.ts";

/** Schemas whose violations have a code of their own instead of VALIDATION_ERROR. */
export const refusals = z.registry<{ code: ProblemCode }>();

export const accountIdPattern = /^[A-Za-z0-9_-]{1,64}$/;
export const seedPattern = /^[A-Za-z0-9_-]{1,200}$/;
export const AccountId = named(
  "AccountId",
  matching(accountIdPattern, "must be 1 to 64 letters, digits, hyphens or underscores", {
    description: "The account whose portfolio is meant.",
    examples: ["demo"],
  }),
  "account-ids",
);

/** A whole number that is written as text, in a path or a query. */
export const wholeNumber = (minimum: number, maximum: number, code: ProblemCode = "VALIDATION_ERROR") =>
  z
    .string()
    .transform((raw, context) => {
      const number = Number(raw);
      if (/^(0|[1-9]\d{0,9})$/.test(raw) && number >= minimum && number <= maximum) return number;
      const message = `must be a whole number from ${minimum} to ${maximum}`;
      context.addIssue({ code: "custom", message, params: { code } });
      return z.NEVER;
    })
    .meta({ type: "integer", minimum, maximum })
    .register(refusals, { code });

/** A boolean that is written as text, in a query. */
export const yesOrNo = z
  .enum(["true", "false"])
  .transform((raw) => raw === "true")
  .meta({ type: "boolean", enum: undefined });

/** A whole number in JSON. */
export const whole = (minimum: number, maximum: number) => z.number().int().min(minimum).max(maximum);

export const largestId = 999_999_999;
const idParameter = (description: string, example: number) =>
  named("Id", wholeNumber(1, largestId), "id-ranges").meta({ description, examples: [example] });
/** Identifiers in a path or a query; the examples of every path come from here. */
export const IdParameters = {
  thirdpartyId: idParameter("thirdpartyId of the third party.", 924000),
  dossierId: idParameter("dossierId of the dossier.", 1324000),
  documentId: idParameter("documentId of the document.", 11031000),
  fileId: idParameter("id of the evidence.", 6876000),
  responseId: idParameter("responseId of the evidence; never the documentId.", 2238000),
};

export const Id = named("Id", whole(1, largestId), "id-ranges");
export const Count = named("Count", whole(0, Number.MAX_SAFE_INTEGER));

/** A text with a maximum length. JSON Schema counts a character outside the basic plane as one, JavaScript as two. */
export const text = (maximum: number, minimum: 0 | 1 = 0) =>
  (minimum === 0 ? z.string() : z.string().min(1))
    .superRefine((value, context) => {
      const message = `must have at most ${maximum} characters`;
      if (value.length > 2 * maximum || (value.length > maximum && [...value].length > maximum))
        context.addIssue({ code: "too_big", origin: "string", maximum, inclusive: true, message });
    })
    .meta({ maxLength: maximum });
export const ShortText = named("ShortText", text(255, 1));

const leapYear = "(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)";
const [months31, days31] = ["(?:0[13578]|1[02])", "(?:0[1-9]|[12]\\d|3[01])"];
const [months30, days30] = ["(?:0[469]|11)", "(?:0[1-9]|[12]\\d|30)"];
const days28 = "(?:0[1-9]|1\\d|2[0-8])";
const day = `(?:${leapYear}-02-29|\\d{4}-(?:${months31}-${days31}|${months30}-${days30}|02-${days28}))`;
export const frenchDay = `(?:29/02/${leapYear}|(?:${days31}/${months31}|${days30}/${months30}|${days28}/02)/\\d{4})`;
const time = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d";
export const dayPattern = new RegExp(`^${day}$`);
export const boundPattern = new RegExp(`^${day}T${time}(?:\\.\\d{3})?$`);
const momentPattern = new RegExp(`^${day}T${time}\\.\\d{3}$`);
/** The range of every clock: ZIP archives know no earlier moment, and a year of five digits is no DateTime. */
export const clockRange = { from: "1980-01-01T00:00:00.000", to: "9999-12-31T23:59:59.999" };
export const clockPattern = new RegExp(`^(?!0|1[0-8]|19[0-7])${day}T${time}(?:\\.\\d{3})?$`);

const timePart = "(?:T(?=\\d)(?:\\d{1,6}H)?(?:\\d{1,6}M)?(?:\\d{1,9}S)?)?";
export const durationPattern = new RegExp(
  `^P(?=[\\dT])(?:\\d{1,4}Y)?(?:\\d{1,4}M)?(?:\\d{1,4}W)?(?:\\d{1,5}D)?${timePart}$`,
);

/** Of a world that is generated, in third parties, and how far back it begins. */
export const largestWorld = 100_000;
export const historyPattern = /^P(?:[1-9]\d?|1[01]\d|120)M$/;

export const Day = named(
  "Day",
  matching(dayPattern, "must be a day that exists, as YYYY-MM-DD", {
    description: "A day, `YYYY-MM-DD`.",
    examples: ["2026-01-15"],
  }),
);
export const DateTime = named(
  "DateTime",
  matching(momentPattern, "must be a moment as yyyy-MM-ddTHH:mm:ss.SSS, without a zone", {
    description: "A moment, `yyyy-MM-ddTHH:mm:ss.SSS`, no zone (UTC).",
    examples: ["2026-01-15T09:12:00.000"],
  }),
);
export const FrenchDay = named(
  "FrenchDay",
  matching(new RegExp(`^${frenchDay}$`), "must be a day that exists, as DD/MM/YYYY", {
    description: "A day, `DD/MM/YYYY`.",
    examples: ["15/01/2026"],
  }),
);

const mediaName = "[A-Za-z\\d][\\w!#$&^.+-]{0,126}";
/** As a Content-Type says it, with its parameters. */
export const MediaType = z
  .string()
  .regex(new RegExp(`^${mediaName}/${mediaName}(?:[ \\t]*;[ -~]{0,200})?$`), { error: "must be a media type" });

export const CountryCode = named(
  "CountryCode",
  matching(/^[A-Z]{2}$/, "must be a country code of two capital letters (ISO 3166-1 alpha-2)", {
    description: "ISO 3166-1 alpha-2.",
    examples: ["FR"],
  }),
);

export const Email = named(
  "Email",
  z
    .string()
    .max(254)
    .regex(/^[A-Za-z0-9._%+'-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/, { error: "must be an e-mail address" })
    .meta({ examples: ["claire.martin@novalune.example"] }),
);

/** The name of a mentioned person, without its `@`. */
export const mentionPattern = "[\\p{L}\\d]+(?:[._-]+[\\p{L}\\d]+)*";

/** Each answer of a sandbox carries it, so that no recording of one passes for the real service. */
export const sandboxHeader = "X-Tiers-Sandbox";

/** In the order of their statuses. */
const problemCodes = [
  ["VALIDATION_ERROR", "INVALID_IDENTIFIER", "INVALID_SEARCH", "INVALID_EVENT_FILTER", "UNKNOWN_EVENT_NAME"],
  ["INVALID_PAGE", "MALFORMED_JSON"],
  ["UNAUTHENTICATED", "TOKEN_EXPIRED"],
  ["ACCOUNT_FORBIDDEN", "FORBIDDEN", "LINK_EXPIRED", "TOO_MANY_WORLDS", "WORLD_TOO_LARGE"],
  ["NOT_FOUND", "ACCOUNT_NOT_FOUND", "THIRD_PARTY_NOT_FOUND", "COMPANY_NOT_FOUND", "DOSSIER_NOT_FOUND"],
  ["DOCUMENT_NOT_FOUND", "FILE_NOT_FOUND", "RESPONSE_NOT_FOUND", "ATTRIBUTE_NOT_FOUND", "DOSSIER_TYPE_NOT_FOUND"],
  ["SEED_NOT_FOUND", "SNAPSHOT_NOT_FOUND", "SNAPSHOT_DAMAGED", "RESET_POINT_DAMAGED"],
  ["METHOD_NOT_ALLOWED", "NOT_ACCEPTABLE"],
  ["THIRD_PARTY_ALREADY_EXISTS", "THIRD_PARTY_ARCHIVED", "DOSSIER_ALREADY_OPEN", "DOSSIER_REFERENCE_CONFLICT"],
  ["DOSSIER_TYPED", "DOSSIER_ARCHIVED", "RESPONSE_ALREADY_DECIDED", "ATTRIBUTE_CALCULATED"],
  ["DOCUMENT_NOT_ANSWERABLE", "NOTHING_SUITABLE", "CLOCK_BACKWARDS", "CLOCK_ENDS", "CONFLICT"],
  [
    "PRECONDITION_FAILED",
    "PAYLOAD_TOO_LARGE",
    "UNSUPPORTED_MEDIA_TYPE",
    "RANGE_NOT_SATISFIABLE",
    "INVALID_WORLD",
    "RATE_LIMITED",
  ],
  ["INTERNAL_ERROR", "NOT_IMPLEMENTED", "PROVIDER_UNAVAILABLE", "PROVIDER_TIMEOUT", "INSUFFICIENT_STORAGE"],
  ["STORAGE_UNAVAILABLE", "OUTCOME_UNKNOWN", "WORLD_DAMAGED"],
  ["INJECTED_FAULT"],
] as const;
export const ProblemCode = choice("ProblemCode", problemCodes.flat(), "What went wrong, for programs.");
export type ProblemCode = z.output<typeof ProblemCode>;

/** Further violations of a request are counted, not listed. */
export const mostViolations = 100;

export const Violation = assumedObject("errors", {
  in: choice("Place", ["path", "query", "header", "body"], "The part of the request."),
  pointer: z.string().nullable().meta({ description: "JSON pointer into the body; null elsewhere." }),
  name: z.string().nullable().meta({ description: "Name of the parameter or header; null for the body." }),
  code: z.string(),
  detail: z.string(),
  expected: z.string(),
  received: z.string().meta({ description: "What came, as JSON, shortened." }),
}).meta({ id: "Violation", description: "One thing that is wrong with a request." });
export type Violation = z.output<typeof Violation>;

export const Problem = assumedObject("errors", {
  type: z.string().meta({ examples: ["about:blank"] }),
  title: z.string(),
  status: whole(400, 599),
  code: ProblemCode,
  detail: z.string().meta({ description: "What is wrong, and what to do." }),
  instance: z.string(),
  requestId: z.string(),
}).meta({ id: "Problem", description: "RFC 9457 problem document." });
export const InvalidRequest = Problem.extend(
  assumedFields("errors", {
    errors: z.array(Violation).max(mostViolations).optional(),
    furtherErrors: Count.optional().meta({ description: "How many violations there are beside the 100 in errors." }),
  }),
).meta({ id: "InvalidRequest", description: "A problem document that lists the violations." });
export const Duplicate = Problem.extend(
  assumedFields("errors", {
    thirdpartyId: Id.optional().meta({ description: "The third party that is in the portfolio already." }),
  }),
).meta({ id: "Duplicate", description: "A problem document that says what is there already." });
export type Problem = z.output<typeof InvalidRequest> & z.output<typeof Duplicate>;
