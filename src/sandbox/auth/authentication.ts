import { createHash, timingSafeEqual } from "node:crypto";
import type { JWTPayload } from "jose";
// Imported by parts, because the whole of jose is four times as many modules as are used here.
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
  /** Synchronous for a token that is cached, so that only its first use costs a promise. */
  authenticate(authorization: string | undefined): Verdict | Promise<Verdict>;
}

export const issuer = "tiers-sandbox";
/** Public, so that a test on loopback may sign its own tokens. */
export const developmentSecret = "tiers-sandbox-development-secret-not-for-production";
const shortestSecret = 32;
const mostCached = 1_000;
const another = "Get another at POST /_sandbox/tokens.";

interface Verified {
  identity: Identity;
  /** Seconds since 1970. */
  expires: number;
}

export function checkSecret(secret: string): string {
  const bytes = Buffer.byteLength(secret);
  if (bytes >= shortestSecret) return secret;
  const needed = `HS256 needs at least ${shortestSecret}: choose a longer one (openssl rand -hex 32).`;
  throw new Error(`SANDBOX_JWT_SECRET has ${bytes} bytes; ${needed}`);
}

export function createAuthenticator(options: { mode: AuthMode; secret: string; now?: () => number }): Authenticator {
  const { mode, secret, now = Date.now } = options;
  if (mode === "off") return { authenticate: () => anonymous };
  const key = new TextEncoder().encode(mode === "strict" ? checkSecret(secret) : secret);
  const cache = new Map<string, Verified>();
  /** A client sends its token again and again: to compare two texts of that length is faster than to hash one. */
  let last: { authorization: string; verified: Verified } | undefined;

  const verifyAndCache = async (authorization: string): Promise<Verdict> => {
    const token = tokenIn(authorization);
    if (typeof token !== "string") return token;
    const verified = mode === "strict" ? await verify(token, key, now()) : readUnverified(token);
    if ("refused" in verified) return verified;
    const [oldest] = cache.keys();
    if (oldest !== undefined && cache.size >= mostCached) cache.delete(oldest);
    cache.set(authorization, verified);
    return verified.identity;
  };

  return {
    authenticate(authorization) {
      if (authorization === undefined) return missing;
      const known = authorization === last?.authorization ? last.verified : cache.get(authorization);
      if (!known) return verifyAndCache(authorization);
      if (known.expires > Math.floor(now() / 1000)) {
        if (known !== last?.verified) last = { authorization, verified: known };
        return known.identity;
      }
      last = undefined;
      cache.delete(authorization);
      return expired(known.expires);
    },
  };
}

const anonymous: Identity = { subject: "anonymous", accountIds: "any" };

function refuse(detail: string, code: AuthRefusal["refused"]["code"] = "UNAUTHENTICATED"): AuthRefusal {
  // RFC 6750 allows neither quotes, backslashes nor anything but ASCII in a description.
  const description = detail.replace(/["\\]/g, "'").replace(/[^ -~]/g, "?");
  const wwwAuthenticate = `Bearer error="invalid_token", error_description="${description}"`;
  return { refused: { code, detail, wwwAuthenticate } };
}

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
    return refuse(`One token is wanted after "Bearer", got ${words.length === 0 ? "none" : "more"}.`);
  const token = words[0] as string;
  if (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)) return token;
  return refuse(`The token is not a JWT: three base64url parts, separated by dots, are wanted. ${another}`);
}

async function verify(token: string, key: Uint8Array, now: number): Promise<Verified | AuthRefusal> {
  const signature = token.slice(token.lastIndexOf(".") + 1);
  // Decoding ignores some bits of the last character; a token must not have several spellings.
  if (Buffer.from(signature, "base64url").toString("base64url") !== signature) return refuse(wrongSignature);
  try {
    const options = { algorithms: ["HS256"], issuer, requiredClaims: ["exp"], currentDate: new Date(now) };
    const { payload } = await jwtVerify(token, key, options);
    return verifiedBy(payload);
  } catch (error) {
    return explain(error);
  }
}

/** The limit of the field in which a decision names its caller. */
const longestSubject = 255;
const shortened = (sub: string) => (sub.length > longestSubject ? [...sub].slice(0, longestSubject).join("") : sub);

function verifiedBy({ sub, account_ids: accountIds, exp }: JWTPayload): Verified | AuthRefusal {
  if (typeof sub !== "string" || sub === "")
    return refuse('The token needs a claim "sub", a text that names its user.');
  if (!isTexts(accountIds)) return refuse('The token needs a claim "account_ids", an array of account ids.');
  return { identity: { subject: shortened(sub), accountIds }, expires: exp as number };
}

/** The claims of a token, without a check of its signature or dates. */
function readUnverified(token: string): Verified | AuthRefusal {
  try {
    const { alg } = decodeProtectedHeader(token);
    if (typeof alg !== "string") return refuse('The token is not a JWT: its header has no "alg".');
    const { sub, account_ids: accountIds } = decodeJwt(token);
    const subject = typeof sub === "string" && sub !== "" ? shortened(sub) : anonymous.subject;
    return { identity: { subject, accountIds: isTexts(accountIds) ? accountIds : "any" }, expires: Infinity };
  } catch {
    return refuse(notAJwt);
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

const forged = "it was changed, or signed with another secret than this sandbox's";
const wrongSignature = `The token's signature is wrong: ${forged}. ${another}`;
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
