import { SignJWT } from "jose/jwt/sign";
import { jwtVerify } from "jose/jwt/verify";
import { checkSecret, issuer } from "./authentication.ts";

const accessLifetime = 300;
const refreshLifetime = 1_800;

/** Another issuer, so that neither kind of token passes for the other. */
const refreshIssuer = `${issuer}/refresh`;

interface Grantee {
  subject: string;
  accountIds: readonly string[];
}

export interface TokenRequest extends Grantee {
  /** Seconds; negative makes a token that has expired already. */
  expiresIn: number;
  secret: string;
  /** Milliseconds since 1970. */
  now?: number;
}

export const issueToken = (request: TokenRequest): Promise<string> => sign(request, issuer);

function sign(
  { subject, accountIds, expiresIn, secret, now = Date.now() }: TokenRequest,
  iss: string,
): Promise<string> {
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

/** A form as it came: a field sent twice is a list. */
export type Form = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface GrantRequest {
  form: Form;
  authorization: string | undefined;
  secret: string;
  /** Milliseconds since 1970. */
  now: number;
}

export interface OAuthToken {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token?: string;
  refresh_expires_in?: number;
}

export interface OAuthError {
  error: "invalid_request" | "invalid_client" | "invalid_grant" | "unsupported_grant_type";
  error_description: string;
}

export type GrantAnswer =
  | { status: 200; body: OAuthToken; headers: Record<string, string> }
  | { status: 400 | 401; body: OAuthError; headers: Record<string, string> };

/** Who may ask, as user or as client, with which password. */
const demo = { name: "demo", password: "demo", accountIds: ["demo"] } as const;

// RFC 6749, 5.1: no answer that may hold a token is ever kept by a cache.
const noStore = { "Cache-Control": "no-store", Pragma: "no-cache" };

interface Fields {
  [name: string]: string | undefined;
}
type Decision = { grantee: Grantee; renewable: boolean } | { refused: GrantAnswer };

/** The token endpoint of RFC 6749. */
export async function grant(request: GrantRequest): Promise<GrantAnswer> {
  const fields = fieldsOf(request.form);
  if (!fields) return refuse("invalid_request", "A field was sent more than once.");
  const named = fields.grant_type;
  if (named === undefined) return refuse("invalid_request", `grant_type is missing: ${choices}.`);
  const decide = Object.hasOwn(grants, named) ? grants[named as keyof typeof grants] : undefined;
  if (!decide) return refuse("unsupported_grant_type", `This grant_type is not served: ${choices}.`);
  const client = clientOf(fields, request.authorization);
  if (client !== undefined && "refused" in client) return client.refused;
  const decision = await decide(fields, request, client !== undefined);
  if ("refused" in decision) return decision.refused;
  return { status: 200, headers: noStore, body: await tokensFor(decision, request) };
}

/** Grant types by name: who gets a token, or why nobody does. */
const grants = {
  password({ username, password }: Fields): Decision {
    if (username === undefined || password === undefined)
      return no("invalid_request", "The password grant needs username and password.");
    if (username !== demo.name || password !== demo.password)
      return no("invalid_grant", `Wrong username or password: the sandbox knows ${demo.name} / ${demo.password}.`);
    return { grantee: { subject: demo.name, accountIds: demo.accountIds }, renewable: true };
  },
  client_credentials(_fields: Fields, _request: GrantRequest, authenticated: boolean): Decision {
    if (!authenticated)
      return {
        refused: refuseClient("The client_credentials grant needs client_id and client_secret, or a Basic header."),
      };
    // RFC 6749, 4.4.3: a client that can ask again gets no refresh token.
    return { grantee: { subject: demo.name, accountIds: demo.accountIds }, renewable: false };
  },
  async refresh_token({ refresh_token: token }: Fields, { secret, now }: GrantRequest): Promise<Decision> {
    if (token === undefined) return no("invalid_request", "The refresh_token grant needs refresh_token.");
    try {
      const { payload } = await jwtVerify(token, keyOf(secret), {
        algorithms: ["HS256"],
        issuer: refreshIssuer,
        requiredClaims: ["exp", "sub", "account_ids"],
        currentDate: new Date(now),
      });
      return {
        grantee: { subject: payload.sub as string, accountIds: payload.account_ids as string[] },
        renewable: true,
      };
    } catch {
      return no("invalid_grant", "The refresh token is wrong or has expired: sign in again.");
    }
  },
};
const choices = `one of ${Object.keys(grants).join(", ")} is wanted`;

async function tokensFor(
  { grantee, renewable }: { grantee: Grantee; renewable: boolean },
  { secret, now }: GrantRequest,
) {
  const access: OAuthToken = {
    access_token: await sign({ ...grantee, expiresIn: accessLifetime, secret, now }, issuer),
    token_type: "Bearer",
    expires_in: accessLifetime,
  };
  if (!renewable) return access;
  const refresh_token = await sign({ ...grantee, expiresIn: refreshLifetime, secret, now }, refreshIssuer);
  return { ...access, refresh_token, refresh_expires_in: refreshLifetime };
}

/** undefined: a field came twice. */
function fieldsOf(form: Form): Fields | undefined {
  const fields: Fields = Object.create(null);
  for (const [name, value] of Object.entries(form)) {
    if (typeof value !== "string" && value !== undefined) return undefined;
    // RFC 6749, 3.2: a field without a value counts as not sent.
    if (value !== "") fields[name] = value;
  }
  return fields;
}

/** undefined: the client did not try to prove who it is. */
function clientOf(fields: Fields, authorization = ""): { name: string } | { refused: GrantAnswer } | undefined {
  // Clients tend to send their last Bearer token along: only Basic is a proof here.
  const basic = /^Basic( |$)/i.test(authorization);
  if (basic && fields.client_secret !== undefined)
    return no("invalid_request", "The client proves who it is twice: in the Authorization header and in the form.");
  if (!basic && fields.client_secret === undefined) return undefined;
  const proof = basic ? basicOf(authorization) : { name: fields.client_id, password: fields.client_secret };
  if (proof?.name === demo.name && proof.password === demo.password) return { name: demo.name };
  return {
    refused: refuseClient(`Unknown client or wrong secret: the sandbox knows ${demo.name} / ${demo.password}.`),
  };
}

function basicOf(authorization: string): { name: string; password: string } | undefined {
  const [, encoded = ""] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  const [, name, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8")) ?? [];
  if (name === undefined || password === undefined) return undefined;
  try {
    return { name: formDecoded(name), password: formDecoded(password) };
  } catch {
    return undefined;
  }
}

const formDecoded = (text: string) => decodeURIComponent(text.replaceAll("+", " "));

const refuse = (error: OAuthError["error"], description: string): GrantAnswer => ({
  status: 400,
  body: { error, error_description: description },
  headers: noStore,
});
const no = (error: OAuthError["error"], description: string) => ({ refused: refuse(error, description) });

const refuseClient = (description: string): GrantAnswer => ({
  status: 401,
  body: { error: "invalid_client", error_description: description },
  headers: { ...noStore, "WWW-Authenticate": `Basic realm="${issuer}"` },
});
