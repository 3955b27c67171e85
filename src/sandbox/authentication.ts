import { createHash, timingSafeEqual } from "node:crypto";
import type { JWTPayload } from "jose";
// By its parts: the whole of jose is four dozen modules, of which ten are used here.
import { decodeProtectedHeader } from "jose/decode/protected_header";
import * as errors from "jose/errors";
import { decodeJwt } from "jose/jwt/decode";
import { jwtVerify } from "jose/jwt/verify";

export type AuthMode = "strict" | "lenient" | "off";

export interface Identity {
  subject: string;
  accountIds: readonly string[] | "any";
}

export interface AuthRefusal {
  refused: { code: "UNAUTHENTICATED" | "TOKEN_EXPIRED"; detail: string; wwwAuthenticate: string };
}

export type Verdict = Identity | AuthRefusal;

export interface Authenticator {
  /** Synchronous for a token that was seen before, so that await is only paid at its first use. */
  authenticate(authorization: string | undefined): Verdict | Promise<Verdict>;
}

export const issuer = "tiers-sandbox";
/** Public on purpose: on loopback a test may sign its own tokens. */
export const developmentSecret = "tiers-sandbox-development-secret-not-for-production";
const shortestSecret = 32;
const keptTokens = 1_000;
const another = "Get another at POST /_sandbox/tokens.";

interface Kept {
  identity: Identity;
  /** Seconds since 1970. */
  expires: number;
}

export function checkSecret(secret: string): string {
  const bytes = Buffer.byteLength(secret);
  if (bytes >= shortestSecret) return secret;
  throw new Error(
    `SANDBOX_JWT_SECRET has ${bytes} bytes; HS256 needs at least ${shortestSecret}: choose a longer one (openssl rand -hex 32).`,
  );
}

export function createAuthenticator(options: { mode: AuthMode; secret: string; now?: () => number }): Authenticator {
  const { mode, secret, now = Date.now } = options;
  if (mode === "off") return { authenticate: () => anonymous };
  const key = new TextEncoder().encode(mode === "strict" ? checkSecret(secret) : secret);
  const kept = new Map<string, Kept>();

  const keep = (authorization: string, entry: Kept) => {
    const oldest = kept.size >= keptTokens ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    kept.set(authorization, entry);
    return entry.identity;
  };

  const first = async (authorization: string): Promise<Verdict> => {
    const token = tokenIn(authorization);
    if (typeof token !== "string") return token;
    const entry = mode === "strict" ? await verify(token, key, now()) : read(token);
    return "refused" in entry ? entry : keep(authorization, entry);
  };

  return {
    authenticate(authorization) {
      if (authorization === undefined) return missing;
      const known = kept.get(authorization);
      if (!known) return first(authorization);
      if (known.expires > Math.floor(now() / 1000)) return known.identity;
      kept.delete(authorization);
      return expired(known.expires);
    },
  };
}

const anonymous: Identity = { subject: "anonymous", accountIds: "any" };

// RFC 6750 allows neither quotes, backslashes nor anything but ASCII in a description.
const refuse = (detail: string, code: AuthRefusal["refused"]["code"] = "UNAUTHENTICATED"): AuthRefusal => ({
  refused: {
    code,
    detail,
    wwwAuthenticate: `Bearer error="invalid_token", error_description="${detail.replace(/["\\]/g, "'").replace(/[^ -~]/g, "?")}"`,
  },
});

const missing = refuse(`This needs an Authorization header: "Bearer" and a token. Get one at POST /_sandbox/tokens.`);

const expired = (seconds: number) => {
  const moment = new Date(seconds * 1000);
  const when = Number.isNaN(moment.getTime()) ? "before 1970" : moment.toISOString();
  return refuse(`The token expired at ${when}. ${another}`, "TOKEN_EXPIRED");
};

function tokenIn(authorization: string): string | AuthRefusal {
  const [scheme = "", ...rest] = authorization.split(" ");
  if (scheme.toLowerCase() !== "bearer") return refuse('The Authorization header is not of the form "Bearer <token>".');
  const words = rest.filter((word) => word !== "");
  if (words.length !== 1)
    return refuse(`One token is wanted after "Bearer", and ${words.length === 0 ? "none" : "more"} came.`);
  const token = words[0] as string;
  if (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return token;
  return refuse(`The token is not a JWT: three base64url parts, separated by dots, are wanted. ${another}`);
}

async function verify(token: string, key: Uint8Array, now: number): Promise<Kept | AuthRefusal> {
  const signature = token.slice(token.lastIndexOf(".") + 1);
  // The last character has bits that decoding ignores: one token, one spelling.
  if (Buffer.from(signature, "base64url").toString("base64url") !== signature) return refuse(wrongSignature);
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["HS256"],
      issuer,
      requiredClaims: ["exp"],
      currentDate: new Date(now),
    });
    return kept(payload);
  } catch (error) {
    return explain(error);
  }
}

function kept({ sub, account_ids: accountIds, exp }: JWTPayload): Kept | AuthRefusal {
  if (typeof sub !== "string" || sub === "")
    return refuse('The token needs a claim "sub", a text that names its user.');
  if (!isTexts(accountIds)) return refuse('The token needs a claim "account_ids", an array of account ids.');
  return { identity: { subject: sub, accountIds }, expires: exp as number };
}

/** What a token says, believed without a signature and without a date. */
function read(token: string): Kept | AuthRefusal {
  try {
    const { alg } = decodeProtectedHeader(token);
    if (typeof alg !== "string") return refuse('The token is not a JWT: its header has no "alg".');
    const { sub, account_ids: accountIds } = decodeJwt(token);
    const subject = typeof sub === "string" && sub !== "" ? sub : anonymous.subject;
    return { identity: { subject, accountIds: isTexts(accountIds) ? accountIds : "any" }, expires: Infinity };
  } catch {
    return refuse(notAJwt);
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

const wrongSignature = `The token's signature is wrong: it was changed, or signed with another secret than this sandbox's. ${another}`;
const notAJwt = `The token is not a JWT: its header or its claims are not a JSON object in base64url. ${another}`;

function explain(error: unknown): AuthRefusal {
  if (error instanceof errors.JWTExpired) return expired(error.payload.exp as number);
  if (error instanceof errors.JWSSignatureVerificationFailed) return refuse(wrongSignature);
  if (error instanceof errors.JOSEAlgNotAllowed)
    return refuse(`The token is not signed with HS256, the only algorithm accepted. ${another}`);
  if (error instanceof errors.JWTClaimValidationFailed)
    return refuse(claimDetails[error.claim] ?? `The token's claim "${error.claim}" is wrong.`);
  if (error instanceof errors.JOSEError) return refuse(notAJwt);
  throw error;
}

const claimDetails: Record<string, string> = {
  exp: `The token needs a claim "exp", the second at which it expires. ${another}`,
  iss: `The token needs a claim "iss" that says "${issuer}". ${another}`,
  nbf: 'The token is not valid yet: its claim "nbf" lies ahead or is no number.',
  iat: 'The token\'s claim "iat" is no number.',
};

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Compares the key of the control plane in a time that reveals nothing of it. */
export const isKey = (received: string | undefined, expected: string | null): boolean =>
  received !== undefined && expected !== null && timingSafeEqual(digest(received), digest(expected));
