import { SignJWT } from "jose/jwt/sign";
import { jwtVerify } from "jose/jwt/verify";
import type { z } from "zod";
import type { control } from "../../../contract/control.ts";
import { checkSecret, issuer } from "./authentication.ts";

const accessLifetime = 300;
const refreshLifetime = 1_800;

/** A different issuer keeps refresh tokens and access tokens apart. */
const refreshIssuer = `${issuer}/refresh`;

interface Grantee {
  subject: string;
  accountIds: readonly string[];
}

interface TokenRequest extends Grantee {
  /** Seconds; a negative value makes an expired token. */
  expiresIn: number;
  secret: string;
  /** Milliseconds since 1970. */
  now?: number;
}

export function issueToken(request: TokenRequest, iss = issuer): Promise<string> {
  const { subject, accountIds, expiresIn, secret, now = Date.now() } = request;
  const issued = Math.floor(now / 1000);
  return new SignJWT({ account_ids: [...accountIds] })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer(iss)
    .setSubject(subject)
    .setIssuedAt(issued)
    .setExpirationTime(issued + Math.floor(expiresIn))
    .sign(keyOf(secret));
}

const keyOf = (secret: string) => new TextEncoder().encode(checkSecret(secret));

/** The fields of a form; a field that is sent twice is a list. */
export type Form = Readonly<Record<string, string | readonly string[] | undefined>>;

interface GrantRequest {
  form: Form;
  authorization: string | undefined;
  secret: string;
  /** Milliseconds since 1970. */
  now: number;
}

type OAuthToken = z.output<(typeof control.tokens.oauth.responses)[200]>;
type ErrorCode = "invalid_request" | "invalid_client" | "invalid_grant" | "unsupported_grant_type";
type Response<S, B> = { status: S; body: B; headers: Record<string, string> };
type GrantRefusal = Response<400 | 401, { error: ErrorCode; error_description: string }>;
type Granted = Grantee & { renewable: boolean };
type Outcome = Granted | GrantRefusal;
type Fields = Record<string, string | undefined>;

/** The only user, who is also the only client. */
const demo = { subject: "demo", accountIds: ["demo"] } as const;
const demoPassword = "demo";

// RFC 6749, 5.1: a cache must not store a response that may hold a token.
const noStore = { "Cache-Control": "no-store", Pragma: "no-cache" };

/** The token endpoint of RFC 6749. */
export async function grant(request: GrantRequest): Promise<Response<200, OAuthToken> | GrantRefusal> {
  const fields = fieldsOf(request.form);
  if (!fields) return refuse("invalid_request", "A field was sent more than once.");
  const type = fields.grant_type;
  if (type === undefined) return refuse("invalid_request", `grant_type is missing: ${choices}.`);
  if (!Object.hasOwn(grants, type))
    return refuse("unsupported_grant_type", `This grant_type is not served: ${choices}.`);
  const authenticated = authenticateClient(fields, request.authorization);
  if (typeof authenticated !== "boolean") return authenticated;
  const granted = await grants[type as keyof typeof grants](fields, request, authenticated);
  if ("status" in granted) return granted;
  return { status: 200, headers: noStore, body: await tokensFor(granted, request) };
}

const grants = {
  password({ username, password }: Fields): Outcome {
    if (username === undefined || password === undefined)
      return refuse("invalid_request", "The password grant needs username and password.");
    if (username !== demo.subject || password !== demoPassword)
      return refuse("invalid_grant", `Wrong username or password: ${theDemoUser}.`);
    return { ...demo, renewable: true };
  },
  client_credentials(_fields: Fields, _request: GrantRequest, authenticated: boolean): Outcome {
    // RFC 6749, 4.4.3: a client that can ask again gets no refresh token.
    if (authenticated) return { ...demo, renewable: false };
    return refuseClient("The client_credentials grant needs client_id and client_secret, or a Basic header.");
  },
  async refresh_token({ refresh_token: token }: Fields, { secret, now }: GrantRequest): Promise<Outcome> {
    if (token === undefined) return refuse("invalid_request", "The refresh_token grant needs refresh_token.");
    try {
      const { payload } = await jwtVerify(token, keyOf(secret), {
        algorithms: ["HS256"],
        issuer: refreshIssuer,
        requiredClaims: ["exp", "sub", "account_ids"],
        currentDate: new Date(now),
      });
      return { subject: payload.sub as string, accountIds: payload.account_ids as string[], renewable: true };
    } catch {
      return refuse("invalid_grant", "The refresh token is wrong or has expired: sign in again.");
    }
  },
};
const choices = `one of ${Object.keys(grants).join(", ")} is wanted`;
const theDemoUser = `the sandbox knows ${demo.subject} / ${demoPassword}`;

async function tokensFor({ renewable, ...grantee }: Granted, { secret, now }: GrantRequest): Promise<OAuthToken> {
  const access: OAuthToken = {
    access_token: await issueToken({ ...grantee, expiresIn: accessLifetime, secret, now }),
    token_type: "Bearer",
    expires_in: accessLifetime,
  };
  if (!renewable) return access;
  const refresh_token = await issueToken({ ...grantee, expiresIn: refreshLifetime, secret, now }, refreshIssuer);
  return { ...access, refresh_token, refresh_expires_in: refreshLifetime };
}

/** Undefined when a field is sent twice. */
function fieldsOf(form: Form): Fields | undefined {
  const fields: Fields = Object.create(null);
  for (const [name, value] of Object.entries(form)) {
    if (typeof value !== "string" && value !== undefined) return undefined;
    // RFC 6749, 3.2: a field without a value counts as not sent.
    if (value !== "") fields[name] = value;
  }
  return fields;
}

/** Whether the client authenticates itself, which is optional; wrong credentials are refused. */
function authenticateClient(fields: Fields, authorization = ""): boolean | GrantRefusal {
  // Clients tend to send their last Bearer token along: only Basic counts here.
  const basic = /^Basic( |$)/i.test(authorization);
  if (basic && fields.client_secret !== undefined)
    return refuse("invalid_request", "The client proves who it is twice: in the Authorization header and in the form.");
  if (!basic && fields.client_secret === undefined) return false;
  const [name, password] = basic ? basicCredentials(authorization) : [fields.client_id, fields.client_secret];
  if (name === demo.subject && password === demoPassword) return true;
  return refuseClient(`Unknown client or wrong secret: ${theDemoUser}.`);
}

function basicCredentials(authorization: string): string[] {
  const [, encoded = ""] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  const credentials = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8")) ?? [];
  try {
    return credentials.slice(1).map((text) => decodeURIComponent(text.replaceAll("+", " ")));
  } catch {
    return [];
  }
}

const refuse = (error: ErrorCode, error_description: string): GrantRefusal => ({
  status: 400,
  body: { error, error_description },
  headers: noStore,
});

const refuseClient = (error_description: string): GrantRefusal => ({
  status: 401,
  body: { error: "invalid_client", error_description },
  headers: { ...noStore, "WWW-Authenticate": `Basic realm="${issuer}"` },
});
