import type { ProblemCode, Violation } from "./shared.ts";

interface ProblemResponse {
  name: string;
  description: string;
  "x-assumed": string;
  headers?: object;
  content: { "application/problem+json": { schema: { $ref: string }; examples: object } };
}

const respond = (
  status: number,
  name: string,
  title: string,
  description: string,
  example: { code: ProblemCode; detail: string; instance?: string; errors?: Violation[]; thirdpartyId?: number },
  extra: { assumed?: string; headers?: object; schema?: "Problem" | "InvalidRequest" | "Duplicate" } = {},
): ProblemResponse => ({
  name,
  description,
  "x-assumed": extra.assumed ?? "errors",
  ...(extra.headers ? { headers: extra.headers } : {}),
  content: {
    "application/problem+json": {
      schema: { $ref: `#/components/schemas/${extra.schema ?? "Problem"}` },
      examples: {
        problem: {
          summary: title,
          value: {
            type: "about:blank",
            title,
            status,
            instance: "/api/v1/account/demo/thirdparties",
            requestId: "7a1b6c1e-0f5c-4a8e-9d7e-2b8a5f1c3d4e",
            ...example,
          },
        },
      },
    },
  },
});

/** Every refusal of the contract by its status, as the documents share them. */
export const problemResponses: Record<number, ProblemResponse> = {
  400: respond(
    400,
    "BadRequest",
    "Bad Request",
    "The request is not valid; every violation is listed.",
    {
      code: "INVALID_IDENTIFIER",
      detail: "/companyIdValue has a wrong check digit, in its first 9 digits (SIREN) or in all 14.",
      errors: [
        {
          in: "body",
          pointer: "/companyIdValue",
          name: null,
          code: "INVALID_IDENTIFIER",
          detail: "/companyIdValue has a wrong check digit, in its first 9 digits (SIREN) or in all 14.",
          expected: "a valid SIRET",
          received: '"21996648800022"',
        },
      ],
    },
    { schema: "InvalidRequest" },
  ),
  401: respond(
    401,
    "Unauthorized",
    "Unauthorized",
    "No token, or one that does not hold.",
    { code: "TOKEN_EXPIRED", detail: "The token has expired; get another one." },
    {
      headers: {
        "WWW-Authenticate": {
          description: "What is asked for, and what was wrong.",
          schema: { type: "string", examples: ['Bearer error="invalid_token"'] },
        },
      },
    },
  ),
  403: respond(
    403,
    "Forbidden",
    "Forbidden",
    "Not allowed: the token does not name this account, or the request comes from where it may not.",
    {
      code: "ACCOUNT_FORBIDDEN",
      detail: "The token does not name the account demo; it names test-17.",
    },
  ),
  404: respond(
    404,
    "NotFound",
    "Not Found",
    "There is no such resource; where the number belongs to another kind, the detail says so.",
    {
      code: "RESPONSE_NOT_FOUND",
      detail: "11031065 is a documentId; its latest responseId is 2238012.",
      instance: "/api/v1/account/demo/responses/11031065/approve",
    },
  ),
  406: respond(406, "NotAcceptable", "Not Acceptable", "The client accepts none of the media types that there are.", {
    code: "NOT_ACCEPTABLE",
    detail: "This answers application/json; Accept leaves nothing of it.",
  }),
  409: respond(409, "Conflict", "Conflict", "Refused as things stand.", {
    code: "DOSSIER_TYPED",
    detail: "Dossier 1324000 is of type VIGILANCE, whose list of documents is fixed.",
    instance: "/api/v1/account/demo/dossiers/1324000/requirements",
  }),
  413: respond(
    413,
    "PayloadTooLarge",
    "Payload Too Large",
    "The body is too large.",
    {
      code: "PAYLOAD_TOO_LARGE",
      detail: "The body is larger than 1 MiB, the most that is taken here.",
    },
    { assumed: "limits" },
  ),
  415: respond(
    415,
    "UnsupportedMediaType",
    "Unsupported Media Type",
    "The body has another media type than those taken.",
    {
      code: "UNSUPPORTED_MEDIA_TYPE",
      detail: "Send the body with Content-Type: application/json.",
    },
  ),
  422: respond(
    422,
    "UnprocessableContent",
    "Unprocessable Entity",
    "The body is well-formed and cannot be taken.",
    { code: "INVALID_WORLD", detail: "/collections/dossiers/0 names a third party that is not there." },
    { schema: "InvalidRequest" },
  ),
  503: respond(
    503,
    "ProviderUnavailable",
    "Service Unavailable",
    "The reference provider is down.",
    { code: "PROVIDER_UNAVAILABLE", detail: "The reference provider is out of service; try again later." },
    { assumed: "reference-providers" },
  ),
  504: respond(
    504,
    "ProviderTimeout",
    "Gateway Timeout",
    "The reference provider did not answer in time.",
    { code: "PROVIDER_TIMEOUT", detail: "The reference provider did not answer in time; try again later." },
    { assumed: "reference-providers" },
  ),
};

/** The conflict that names what is there already. */
export const duplicateResponse = respond(
  409,
  "AlreadyThere",
  "Conflict",
  "Refused as things stand; the third party that is there already is named.",
  {
    code: "THIRD_PARTY_ALREADY_EXISTS",
    detail: "21996648800021 is in the portfolio already, as third party 924000.",
    thirdpartyId: 924000,
  },
  { schema: "Duplicate" },
);
