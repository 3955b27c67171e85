import { createHmac, generateKeyPairSync, sign as signAsymmetric } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  type AuthMode,
  type AuthRefusal,
  createAuthenticator,
  developmentSecret,
  isKey,
  type Verdict,
} from "../../../src/sandbox/auth/authentication.ts";
import { grant } from "../../../src/sandbox/auth/tokens.ts";

const secret = developmentSecret;
const now = Date.UTC(2026, 0, 15, 9);
const seconds = now / 1000;
const demo = { subject: "demo", accountIds: ["demo"] };
const base64url = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const hmac = (algorithm: string, text: string, key: string | Buffer = secret) =>
  createHmac(algorithm, key).update(text).digest("base64url");

const goodHeader = { alg: "HS256", typ: "JWT" };
const goodClaims = { sub: "demo", account_ids: ["demo"], iss: "tiers-sandbox", iat: seconds, exp: seconds + 300 };

const forge = (header: unknown, claims: unknown, signature = (text: string) => hmac("sha256", text)) => {
  const text = `${base64url(header)}.${base64url(claims)}`;
  return `${text}.${signature(text)}`;
};
const hmacWith = (key: string | Buffer) => (text: string) => hmac("sha256", text, key);
const signed = (header: unknown, signature: (text: string) => string) =>
  `Bearer ${forge(header, goodClaims, signature)}`;
const claiming = (changes: Record<string, unknown>) => `Bearer ${forge(goodHeader, { ...goodClaims, ...changes })}`;
const heading = (changes: Record<string, unknown>) => `Bearer ${forge({ ...goodHeader, ...changes }, goodClaims)}`;

const good = forge(goodHeader, goodClaims);
const [head, body, signature] = good.split(".") as [string, string, string];

const strict = (at = now) => createAuthenticator({ mode: "strict", secret, now: () => at });
const refusalOf = (verdict: Verdict) => {
  if (!("refused" in verdict)) throw new Error(`accepted as ${JSON.stringify(verdict)}`);
  return verdict.refused;
};

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const publicPem = rsa.publicKey.export({ type: "spki", format: "pem" }) as string;
const rsaSigned = (text: string) => signAsymmetric("sha256", Buffer.from(text), rsa.privateKey).toString("base64url");

const changedClaims = base64url({ ...goodClaims, account_ids: ["other"] });

const another = "Get another at POST /_sandbox/tokens.";
/** By the sentence with which they are refused. */
const refusals: Record<string, Record<string, string>> = {
  'The Authorization header is not of the form "Bearer <token>".': {
    "an empty header": "",
    "a token without a scheme": good,
    "the scheme Basic": `Basic ${Buffer.from("demo:demo").toString("base64")}`,
    "the scheme glued to the token": `Bearer${good}`,
    "a tab after the scheme": `Bearer\t${good}`,
  },
  'One token is wanted after "Bearer", got none.': {
    "the scheme alone": "Bearer",
  },
  [`The token is not a JWT: three base64url parts, separated by dots, are wanted. ${another}`]: {
    "a line break after the token": `Bearer ${good}\n`,
    "a quoted token": `Bearer "${good}"`,
    "a word that is not a JWT": "Bearer demo",
    "two parts of three": `Bearer ${head}.${body}`,
    "four parts": `Bearer ${good}.${signature}`,
    "an empty header part": `Bearer .${body}.${signature}`,
    "empty claims": `Bearer ${head}..${signature}`,
    "a padded signature": `Bearer ${good}=`,
    "plain base64 in place of base64url": `Bearer ${head}.${body}.+/${signature.slice(2)}`,
  },
  'One token is wanted after "Bearer", got more.': {
    "two tokens": `Bearer ${good} ${good}`,
  },
  [`The token's signature is wrong: it was changed, or signed with another secret than this sandbox's. ${another}`]: {
    "no signature": `Bearer ${head}.${body}.`,
    "a signature of another token": `Bearer ${head}.${body}.${hmac("sha256", "another")}`,
    "half a signature": `Bearer ${head}.${body}.${signature.slice(0, 20)}`,
    "another secret": signed(goodHeader, hmacWith("another-secret-that-is-long-enough-too")),
    "changed claims under the old signature": `Bearer ${head}.${changedClaims}.${signature}`,
    "a changed header under the old signature": `Bearer ${base64url({ alg: "HS256" })}.${body}.${signature}`,
    "an HMAC with a public key as secret": signed(goodHeader, hmacWith(publicPem)),
    "a secret of its own in jwk": signed(
      { ...goodHeader, jwk: { kty: "oct", k: base64url("mine") } },
      hmacWith("mine"),
    ),
  },
  [`The token is not signed with HS256, the only algorithm accepted. ${another}`]: {
    "alg none without signature": signed({ alg: "none" }, () => ""),
    "alg none with a good signature": heading({ alg: "none" }),
    "alg None": signed({ alg: "None" }, () => ""),
    "alg hs256": heading({ alg: "hs256" }),
    HS512: `Bearer ${forge({ alg: "HS512" }, goodClaims, (text) => hmac("sha512", text))}`,
    RS256: signed({ alg: "RS256" }, rsaSigned),
    "RS256 with an HMAC": heading({ alg: "RS256" }),
    "a key of its own in jwk": signed({ alg: "RS256", jwk: rsa.publicKey.export({ format: "jwk" }) }, rsaSigned),
  },
  [`The token is not a JWT: its header or its claims are not a JSON object in base64url. ${another}`]: {
    "no alg": heading({ alg: undefined }),
    "alg of a number": heading({ alg: 256 }),
    "a critical extension": heading({ crit: ["exp"], exp: 1 }),
    "a header of a list": `Bearer ${forge([], goodClaims)}`,
    "a header that is not JSON": `Bearer ${forge("{alg", goodClaims)}`,
    "claims of null": `Bearer ${forge(goodHeader, null)}`,
    "claims that are not JSON": `Bearer ${forge(goodHeader, "{")}`,
  },
  [`The token needs a claim "exp", the second at which it expires. ${another}`]: {
    "no exp": claiming({ exp: undefined }),
    "exp of a text": claiming({ exp: String(seconds + 300) }),
  },
  'The token is not valid yet: its claim "nbf" lies ahead or is no number.': {
    "nbf ahead": claiming({ nbf: seconds + 60 }),
    "nbf of a text": claiming({ nbf: "now" }),
  },
  'The token\'s claim "iat" is no number.': {
    "iat of a text": claiming({ iat: "now" }),
  },
  [`The token needs a claim "iss" that says "tiers-sandbox". ${another}`]: {
    "no iss": claiming({ iss: undefined }),
    "another iss": claiming({ iss: "https://login.example" }),
  },
  'The token needs a claim "sub", a text that names its user.': {
    "no sub": claiming({ sub: undefined }),
    "an empty sub": claiming({ sub: "" }),
    "sub of a number": claiming({ sub: 7 }),
  },
  'The token needs a claim "account_ids", an array of account ids.': {
    "no account_ids": claiming({ account_ids: undefined }),
    "account_ids of a text": claiming({ account_ids: "demo" }),
    "account_ids of numbers": claiming({ account_ids: [1] }),
  },
};
const bad: Record<string, string> = Object.assign({}, ...Object.values(refusals));

const expired: Record<string, [authorization: string, when: string]> = {
  "exp of this second": [claiming({ exp: seconds }), "2026-01-15T09:00:00.000Z"],
  "exp of a second ago": [claiming({ exp: seconds - 1 }), "2026-01-15T08:59:59.000Z"],
  "exp of 0": [claiming({ exp: 0 }), "1970-01-01T00:00:00.000Z"],
  "exp before 1970": [claiming({ exp: -1 }), "1969-12-31T23:59:59.000Z"],
  "exp that is not a date": [claiming({ exp: -1e300 }), "before 1970"],
};

describe("strict authentication", () => {
  it.each(["Bearer", "BEARER", "BeArEr   "])(
    "accepts a token with the contract's claims after the scheme %j",
    async (scheme) => {
      expect(await strict().authenticate(`${scheme} ${good}`)).toEqual(demo);
    },
  );

  it("accepts a token with no account, several accounts, a past nbf or unknown claims", async () => {
    const claims = { account_ids: [] as string[], nbf: seconds, aud: "front", roles: ["x"] };
    expect(await strict().authenticate(claiming(claims))).toEqual({ subject: "demo", accountIds: [] });
    expect(await strict().authenticate(claiming({ account_ids: ["a", "b"] }))).toEqual({
      subject: "demo",
      accountIds: ["a", "b"],
    });
  });

  it("takes as much of a long sub as a decision can name", async () => {
    const sub = "\u{1f600}".repeat(300);
    const subject = "\u{1f600}".repeat(255);
    const open = createAuthenticator({ mode: "lenient", secret });
    expect([
      await strict().authenticate(claiming({ sub })),
      await open.authenticate(claiming({ sub })),
      await strict().authenticate(claiming({ sub: subject })),
    ]).toEqual(Array(3).fill({ ...demo, subject }));
  });

  it("answers a request without a token with where to get one", async () => {
    const detail = 'This needs an Authorization header: "Bearer" and a token. Get one at POST /_sandbox/tokens.';
    expect(await strict().authenticate(undefined)).toEqual({
      refused: {
        code: "UNAUTHENTICATED",
        detail,
        wwwAuthenticate: `Bearer error="invalid_token", error_description="${detail.replaceAll('"', "'")}"`,
      },
    });
  });

  const all = Object.entries(refusals).flatMap(([detail, headers]) =>
    Object.entries(headers).map(([name, authorization]) => ({ name, authorization, detail })),
  );
  it.each(all)("refuses a request with $name", async ({ authorization, detail }) => {
    const { wwwAuthenticate, ...refused } = refusalOf(await strict().authenticate(authorization));
    expect(refused).toEqual({ code: "UNAUTHENTICATED", detail });
    expect(wwwAuthenticate).toMatch(/^Bearer error="invalid_token", error_description="[ !#-[\]-~]+"$/);
  });

  it.each(Object.entries(expired))("reports an expired token for %s", async (_, [authorization, when]) => {
    const refused = refusalOf(await strict().authenticate(authorization));
    expect(refused).toMatchObject({ code: "TOKEN_EXPIRED", detail: `The token expired at ${when}. ${another}` });
  });

  it("refuses a refresh token", async () => {
    const form = { grant_type: "password", username: "demo", password: "demo" };
    const granted = await grant({ form, authorization: undefined, secret, now });
    if (granted.status !== 200) throw new Error(granted.body.error_description);
    expect(await strict().authenticate(`Bearer ${granted.body.refresh_token}`)).toHaveProperty("refused");
    expect(await strict().authenticate(`Bearer ${granted.body.access_token}`)).toEqual(demo);
  });

  it("does not start with a secret shorter than 32 bytes", () => {
    expect(() => createAuthenticator({ mode: "strict", secret: "x".repeat(31) })).toThrow(
      "SANDBOX_JWT_SECRET has 31 bytes; HS256 needs at least 32",
    );
    expect(() => createAuthenticator({ mode: "strict", secret: "é".repeat(16) })).not.toThrow();
  });
});

describe("a token that was accepted before", () => {
  it("a known token is accepted synchronously", async () => {
    const authenticator = strict();
    const first = authenticator.authenticate(`Bearer ${good}`);
    expect(first).toBeInstanceOf(Promise);
    expect(authenticator.authenticate(`Bearer ${good}`)).toBeInstanceOf(Promise);
    await first;
    expect(authenticator.authenticate(`Bearer ${good}`)).toEqual(demo);
  });

  it("a known token is refused once it has expired", async () => {
    let at = now;
    const authenticator = createAuthenticator({ mode: "strict", secret, now: () => at });
    await authenticator.authenticate(`Bearer ${good}`);
    at = now + 299_999;
    expect(authenticator.authenticate(`Bearer ${good}`)).toEqual(demo);
    at = now + 300_000;
    expect((authenticator.authenticate(`Bearer ${good}`) as AuthRefusal).refused.code).toBe("TOKEN_EXPIRED");
    expect(refusalOf(await authenticator.authenticate(`Bearer ${good}`)).code).toBe("TOKEN_EXPIRED");
  });

  it("a known token is verified again after a thousand others", async () => {
    const authenticator = createAuthenticator({ mode: "lenient", secret, now: () => now });
    const headers = Array.from({ length: 1_001 }, (_, id) => `Bearer ${head}.${base64url({ sub: `user ${id}` })}.x`);
    const [first, second, ...others] = headers as [string, string, ...string[]];
    await authenticator.authenticate(first);
    await authenticator.authenticate(second);
    for (const header of others.slice(0, 998)) await authenticator.authenticate(header);
    expect(authenticator.authenticate(first)).not.toBeInstanceOf(Promise);
    await authenticator.authenticate(others[998]);
    expect(authenticator.authenticate(second)).not.toBeInstanceOf(Promise);
    expect(authenticator.authenticate(first)).toBeInstanceOf(Promise);
  });

  it("a refused token is not remembered", async () => {
    const authenticator = strict();
    const wrong = bad["another secret"] as string;
    await authenticator.authenticate(wrong);
    expect(await authenticator.authenticate(wrong)).toHaveProperty("refused");
  });
});

describe("lenient authentication", () => {
  const lenient = createAuthenticator({ mode: "lenient", secret, now: () => now });

  it.each([
    ["an unknown signature", bad["another secret"], demo],
    ["alg none", bad["alg none without signature"], demo],
    ["a token that expired", expired["exp of 0"]?.[0], demo],
    ["another issuer", bad["another iss"], demo],
    ["no account_ids, for any account", bad["no account_ids"], { ...demo, accountIds: "any" }],
    ["account_ids of numbers, for any account", bad["account_ids of numbers"], { ...demo, accountIds: "any" }],
    ["no sub", bad["no sub"], { subject: "anonymous", accountIds: ["demo"] }],
  ])("accepts %s", async (_, authorization, identity) => {
    expect(await lenient.authenticate(authorization)).toEqual(identity);
    expect(lenient.authenticate(authorization)).toEqual(identity);
  });

  it.each(["an empty header", "a word that is not a JWT", "claims of null", "a header of a list", "no alg"])(
    "refuses a request with %s",
    async (name) => {
      expect(await lenient.authenticate(bad[name])).toHaveProperty("refused");
    },
  );
});

describe("authentication that is off", () => {
  it.each([undefined, "", "Bearer nonsense", `Bearer ${good}`])(
    "accepts a request with the header %j",
    (authorization) => {
      const mode: AuthMode = "off";
      expect(createAuthenticator({ mode, secret: "" }).authenticate(authorization)).toEqual({
        subject: "anonymous",
        accountIds: "any",
      });
    },
  );
});

it.each([
  ["the key", "key", "key", true],
  ["another key", "kez", "key", false],
  ["the beginning of the key", "ke", "key", false],
  ["no key", undefined, "key", false],
  ["a key where none is set", "key", null, false],
])("the control plane takes %s: %j for %j is %s", (_, received, expected, isTaken) => {
  expect(isKey(received, expected)).toBe(isTaken);
});
