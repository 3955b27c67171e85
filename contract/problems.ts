import type { Refused } from "./endpoint.ts";

interface Refusal extends Refused {
  /** The title without its spaces when left out. */
  name?: string;
  title: string;
  description: string;
  instance?: string;
  assumed?: string;
  headers?: object;
  schema?: "Problem" | "InvalidRequest" | "Duplicate";
}

function responseOf(status: number, refusal: Refusal) {
  const { name, title, description, assumed = "errors", headers, schema = "Problem", ...example } = refusal;
  const value = {
    type: "about:blank",
    title,
    status,
    instance: "/api/v1/account/demo/thirdparties",
    requestId: "7a1b6c1e-0f5c-4a8e-9d7e-2b8a5f1c3d4e",
    ...example,
  };
  return {
    name: name ?? title.replaceAll(" ", ""),
    description,
    "x-assumed": assumed,
    ...(headers ? { headers } : {}),
    content: {
      "application/problem+json": {
        schema: { $ref: `#/components/schemas/${schema}` },
        examples: { problem: { summary: title, value } },
      },
    },
  };
}

const wrongSiret = "/companyIdValue has a wrong check digit, in its first 9 digits (SIREN) or in all 14.";

const refusals: Record<number, Refusal> = {
  400: {
    title: "Bad Request",
    description: "The request is not valid; every violation is listed.",
    schema: "InvalidRequest",
    code: "INVALID_IDENTIFIER",
    detail: wrongSiret,
    errors: [
      {
        in: "body",
        pointer: "/companyIdValue",
        name: null,
        code: "INVALID_IDENTIFIER",
        detail: wrongSiret,
        expected: "a valid SIRET",
        received: '"21996648800022"',
      },
    ],
  },
  401: {
    title: "Unauthorized",
    description: "No token, or one that does not hold.",
    headers: {
      "WWW-Authenticate": {
        description: "What is asked for, and what was wrong.",
        schema: { type: "string", examples: ['Bearer error="invalid_token"'] },
      },
    },
    code: "TOKEN_EXPIRED",
    detail: "The token has expired; get another one.",
  },
  403: {
    title: "Forbidden",
    description:
      "Not allowed: the token does not name this account, the request comes from where it may not, or the server's " +
      "limits leave no room: `TOO_MANY_WORLDS` for another world, `WORLD_TOO_LARGE` for more in this one.",
    code: "ACCOUNT_FORBIDDEN",
    detail: "The token does not name the account demo; it names test-17.",
  },
  404: {
    title: "Not Found",
    description: "There is no such resource; where the number belongs to another kind, the detail says so.",
    code: "RESPONSE_NOT_FOUND",
    detail: "11031065 is a documentId; its latest responseId is 2238012.",
    instance: "/api/v1/account/demo/responses/11031065/approve",
  },
  406: {
    title: "Not Acceptable",
    description: "The client accepts none of the media types that there are.",
    code: "NOT_ACCEPTABLE",
    detail: "This answers application/json; Accept leaves nothing of it.",
  },
  409: {
    title: "Conflict",
    description: "Refused as things stand.",
    code: "DOSSIER_TYPED",
    detail: "Dossier 1324000 is of type VIGILANCE, whose list of documents is fixed.",
    instance: "/api/v1/account/demo/dossiers/1324000/requirements",
  },
  413: {
    title: "Payload Too Large",
    description: "The body is too large.",
    assumed: "limits",
    code: "PAYLOAD_TOO_LARGE",
    detail: "The body is larger than 1 MiB, the most that is taken here.",
  },
  415: {
    title: "Unsupported Media Type",
    description: "The body has another media type than those taken.",
    code: "UNSUPPORTED_MEDIA_TYPE",
    detail: "Send the body with Content-Type: application/json.",
  },
  422: {
    name: "UnprocessableContent",
    title: "Unprocessable Entity",
    description: "The body is well-formed and cannot be taken.",
    schema: "InvalidRequest",
    code: "INVALID_WORLD",
    detail: "/collections/dossiers/0 names a third party that is not there.",
  },
  503: {
    name: "ProviderUnavailable",
    title: "Service Unavailable",
    description: "The reference provider is down.",
    assumed: "reference-providers",
    code: "PROVIDER_UNAVAILABLE",
    detail: "The reference provider is out of service; try again later.",
  },
  504: {
    name: "ProviderTimeout",
    title: "Gateway Timeout",
    description: "The reference provider did not answer in time.",
    assumed: "reference-providers",
    code: "PROVIDER_TIMEOUT",
    detail: "The reference provider did not answer in time; try again later.",
  },
};

/** The response that the documents share for each status of a refusal. */
export const problemResponses: Record<number, ReturnType<typeof responseOf>> = Object.fromEntries(
  Object.entries(refusals).map(([status, refusal]) => [status, responseOf(Number(status), refusal)]),
);

/** The conflict with a third party that exists. */
export const duplicateResponse = responseOf(409, {
  name: "AlreadyThere",
  title: "Conflict",
  description: "Refused as things stand; the third party that is there already is named.",
  schema: "Duplicate",
  code: "THIRD_PARTY_ALREADY_EXISTS",
  detail: "21996648800021 is in the portfolio already, as third party 924000.",
  thirdpartyId: 924000,
});
