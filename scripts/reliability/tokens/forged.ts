import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import { developmentSecret, issuer } from "../../../src/sandbox/auth/authentication.ts";

type Json = Record<string, unknown>;

export interface Forged {
  name: string;
  token: string;
}

const encoded = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

function signed(header: Json, claims: Json, key: string | Buffer, hash = "sha256"): string {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${createHmac(hash, key).update(text).digest("base64url")}`;
}

const hs256 = { alg: "HS256", typ: "JWT" };
const minutes = (count: number) => Math.floor(Date.now() / 1_000) + 60 * count;
const claimsFor = (accountId: string): Json => ({
  ...{ iss: issuer, sub: "attacker", account_ids: [accountId], iat: minutes(0), exp: minutes(60) },
});

/** A token that must be let in. */
export const goodToken = (secret: string, accountId: string, exp = minutes(60)): string =>
  signed(hs256, { ...claimsFor(accountId), exp }, secret);

/** Tokens that differ from a good one in one thing. */
export function forgedTokens(secret: string, accountId: string): Forged[] {
  const claims = claimsFor(accountId);
  return [
    ...byAlgorithm(secret, claims),
    ...byKey(secret, claims),
    ...byClaim(secret, claims),
    ...bySpelling(secret, claims),
  ];
}

function byAlgorithm(secret: string, claims: Json): Forged[] {
  const text = (header: Json) => `${encoded(header)}.${encoded(claims)}`;
  const good = signed(hs256, claims, secret).split(".")[2];
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = publicKey.export({ type: "spki", format: "pem" });
  const jwk = publicKey.export({ format: "jwk" });
  const rsa = (header: Json) =>
    `${text(header)}.${sign("sha256", Buffer.from(text(header)), privateKey).toString("base64url")}`;
  const own = { kty: "oct", k: encoded("a key of the attacker's own") };
  const byOwn = (header: Json) => signed({ ...hs256, ...header }, claims, "a key of the attacker's own");
  return [
    ...["none", "None", "NONE", "nOnE", "", " "].flatMap((alg) => [
      { name: `alg "${alg}" without a signature`, token: `${text({ ...hs256, alg })}.` },
      { name: `alg "${alg}" with a signature`, token: `${text({ ...hs256, alg })}.${good}` },
    ]),
    ...[undefined, null, ["HS256"], { alg: "HS256" }, 256, true, "hs256", "HS256 "].map((alg) => ({
      name: `alg ${JSON.stringify(alg)}`,
      token: signed({ ...hs256, alg }, claims, secret),
    })),
    ...["384", "512"].map((bits) => ({
      name: `alg HS${bits}, signed with the secret`,
      token: signed({ ...hs256, alg: `HS${bits}` }, claims, secret, `sha${bits}`),
    })),
    ...["RS256", "PS256", "ES256", "EdDSA", "RSA-OAEP", "dir"].map((alg) => ({
      name: `alg ${alg}, signed with the secret`,
      token: signed({ ...hs256, alg }, claims, secret),
    })),
    { name: "alg RS256, signed with an own key that is in the header", token: rsa({ alg: "RS256", jwk }) },
    { name: "alg HS256, signed with a public key", token: signed(hs256, claims, pem) },
    { name: "an own key as jwk", token: byOwn({ jwk: own }) },
    { name: "an own key at a jku", token: byOwn({ jku: "http://127.0.0.1:9/keys.json", kid: "1" }) },
    { name: "an own key at an x5u", token: byOwn({ x5u: "http://127.0.0.1:9/key.pem" }) },
    { name: "an own certificate", token: byOwn({ x5c: [encoded("x")] }) },
    ...["/dev/null", "../../../../dev/null", "' UNION SELECT 'x", "0", ""].flatMap((kid) => [
      { name: `kid ${kid}, own key`, token: byOwn({ kid }) },
      { name: `kid ${kid}, empty key`, token: signed({ ...hs256, kid }, claims, "") },
    ]),
    ...[["exp"], ["b64"], [], "exp"].map((crit) => ({
      name: `crit ${JSON.stringify(crit)}`,
      token: signed({ ...hs256, crit, b64: false }, claims, secret),
    })),
  ];
}

function byKey(secret: string, claims: Json): Forged[] {
  const keys = {
    empty: "",
    "the published one": developmentSecret,
    "with a NUL": `${secret}\0x`,
    "in capitals": secret.toUpperCase(),
    "all but its last letter": secret.slice(0, -1),
    "its hash": createHash("sha256").update(secret).digest(),
    "in base64": encoded(secret),
    "the word secret": "secret",
  };
  return Object.entries(keys).map(([name, key]) => ({ name: `the secret ${name}`, token: signed(hs256, claims, key) }));
}

function byClaim(secret: string, claims: Json): Forged[] {
  const { account_ids: accountIds } = claims as { account_ids: [string] };
  const changes: Record<string, readonly unknown[]> = {
    exp: [undefined, null, 0, -1, minutes(-1), minutes(0), String(minutes(60)), "never", [minutes(60)], {}, true],
    nbf: [minutes(5), 1e12, "0", null, [0]],
    iat: ["0", null, {}],
    iss: [undefined, null, "", "evil", issuer.toUpperCase(), `${issuer}/refresh`, [issuer], `${issuer} `, 1],
    sub: [undefined, null, "", 1, ["attacker"], {}],
    account_ids: [
      ...[undefined, null, accountIds[0], 1, {}, { 0: accountIds[0], length: 1 }, [1], [null], [accountIds], []],
      ...[
        ["*"],
        ["other"],
        [`${accountIds[0]} `],
        [accountIds[0].toUpperCase()],
        [`${accountIds[0]}/`],
        ["../x"],
        [""],
      ],
    ],
  };
  const wrong = Object.entries(changes).flatMap(([claim, values]) =>
    values.map((value) => ({
      name: `the claim ${claim} ${JSON.stringify(value)}`,
      token: signed(hs256, { ...claims, [claim]: value }, secret),
    })),
  );
  const bodies = ["null", "[]", '"x"', "1", "{}", "", "{", JSON.stringify(claims).slice(0, -1)];
  return [
    ...wrong,
    ...bodies.map((body) => ({ name: `the claims ${body}`, token: signed(hs256, body as never, secret) })),
  ];
}

function bySpelling(secret: string, claims: Json): Forged[] {
  const good = signed(hs256, claims, secret);
  const [header = "", body = "", signature = ""] = good.split(".");
  const other = signed(hs256, { ...claims, sub: "other" }, secret).split(".");
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const last = alphabet.indexOf(signature.at(-1) ?? "");
  const spellings = [1, 2, 3].map((bits) => `${header}.${body}.${signature.slice(0, -1)}${alphabet[last ^ bits]}`);
  const tokens = [
    ...spellings,
    ...[
      `${good}=`,
      `${good}==`,
      `${good}.`,
      `.${good}`,
      `${good}.x`,
      `${good}.x.y`,
      `${header}..${signature}`,
      `.${body}.${signature}`,
    ],
    ...[`${body}.${header}.${signature}`, `${header}.${other[1]}.${signature}`, `${header}.${body}.${other[2]}`],
    ...[
      `${header}.${body}.`,
      `${header}.${body}`,
      header,
      "",
      ".",
      "..",
      "null",
      "undefined",
      "x.y.z",
      `${good}\u00a0x`,
    ],
    ...[
      `${good} x`,
      `${good},${good}`,
      `"${good}"`,
      good.toLowerCase(),
      good.toUpperCase(),
      [...good].reverse().join(""),
    ],
    ...[1, 8, 16, 31, 42].map((length) => `${header}.${body}.${signature.slice(0, length)}`),
    `${header}.${body}.${signature}${signature}`,
  ];
  return tokens.map((token, at) => ({ name: `spelling ${at}`, token }));
}

/** A token with one bit flipped, in the bytes of one of its parts. */
export function flipped(token: string, part: number, bit: number): string | undefined {
  const parts = token.split(".");
  const bytes = Buffer.from(parts[part] ?? "", "base64url");
  if (bit >= bytes.length * 8) return undefined;
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  parts[part] = bytes.toString("base64url");
  return parts.join(".");
}
