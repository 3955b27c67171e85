import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";
import { developmentSecret, issuer } from "../../../src/sandbox/auth/authentication.ts";

type Json = Record<string, unknown>;

export const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

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
export const forgedTokens = (secret: string, accountId: string): Forged[] =>
  [byAlgorithm, byKey, byClaim, bySpelling].flatMap((forge) => forge(secret, claimsFor(accountId)));

function byAlgorithm(secret: string, claims: Json): Forged[] {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pem = publicKey.export({ type: "spki", format: "pem" });
  const jwk = publicKey.export({ format: "jwk" });
  const byRsa = `${encoded({ alg: "RS256", jwk })}.${encoded(claims)}`;
  const signature = sign("sha256", Buffer.from(byRsa), privateKey).toString("base64url");
  const attacker = "a key of the attacker's own";
  const own = { kty: "oct", k: encoded(attacker) };
  const withHeader = (more: Json, key: string, hash?: string) => ({
    name: `the header ${JSON.stringify(more)} with ${key === secret ? "the secret" : `the key "${key}"`}`,
    token: signed({ ...hs256, ...more }, claims, key, hash),
  });
  const unsigned = ["none", "None", "NONE", "nOnE", "", " "].map((alg) => withHeader({ alg }, secret));
  const otherAlgorithms = ["RS256", "PS256", "ES256", "EdDSA", "RSA-OAEP", "dir", "hs256", "HS256 "];
  const noAlgorithms = [undefined, null, ["HS256"], { alg: "HS256" }, 256, true];
  const keyIds = ["/dev/null", "../../../../dev/null", "' UNION SELECT 'x", "0", ""];
  const places = { jku: "http://127.0.0.1:9/keys.json", kid: "1" };
  const ownKeys = [{ jwk: own }, places, { x5u: "http://127.0.0.1:9/key.pem" }, { x5c: [encoded("x")] }];
  return [
    ...unsigned,
    ...unsigned.map(({ name, token }) => ({ name: `${name}, cut`, token: token.slice(0, token.lastIndexOf(".") + 1) })),
    ...[...noAlgorithms, ...otherAlgorithms].map((alg) => withHeader({ alg }, secret)),
    ...["384", "512"].map((bits) => withHeader({ alg: `HS${bits}` }, secret, `sha${bits}`)),
    { name: "alg RS256, signed with an own key that is in the header", token: `${byRsa}.${signature}` },
    { name: "alg HS256, signed with a public key", token: signed(hs256, claims, pem) },
    ...ownKeys.map((header) => withHeader(header, attacker)),
    ...keyIds.flatMap((kid) => [withHeader({ kid }, attacker), withHeader({ kid }, "")]),
    ...[["exp"], ["b64"], [], "exp"].map((crit) => withHeader({ crit, b64: false }, secret)),
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
  const [account] = claims.account_ids as [string];
  const noIds = [undefined, null, 1, {}, [1], [null], []];
  const otherIds = ["*", "other", `${account} `, account.toUpperCase(), `${account}/`, "../x", ""].map((id) => [id]);
  const changes: Record<string, readonly unknown[]> = {
    exp: [undefined, null, 0, -1, minutes(-1), minutes(0), String(minutes(60)), "never", [minutes(60)], {}, true],
    nbf: [minutes(5), 1e12, "0", null, [0]],
    iat: ["0", null, {}],
    iss: [undefined, null, "", "evil", issuer.toUpperCase(), `${issuer}/refresh`, [issuer], `${issuer} `, 1],
    sub: [undefined, null, "", 1, ["attacker"], {}],
    account_ids: [...noIds, { 0: account, length: 1 }, account, [[account]], ...otherIds],
  };
  const wrong = Object.entries(changes).flatMap(([claim, values]) =>
    values.map((value) => {
      const name = `the claim ${claim} ${JSON.stringify(value)}`;
      return { name, token: signed(hs256, { ...claims, [claim]: value }, secret) };
    }),
  );
  const bodies = ["null", "[]", '"x"', "1", "{}", "", "{", JSON.stringify(claims).slice(0, -1)];
  return [
    ...wrong,
    ...bodies.map((body) => ({ name: `the claims ${body}`, token: signed(hs256, body as never, secret) })),
  ];
}

/** Parts that are missing, doubled, empty, in another order or of another token, and letters around and within. */
function bySpelling(secret: string, claims: Json): Forged[] {
  const good = signed(hs256, claims, secret);
  const [header = "", body = "", signature = ""] = good.split(".");
  const [, otherBody = "", otherSignature = ""] = signed(hs256, { ...claims, sub: "other" }, secret).split(".");
  const parts = [header, body, signature, ""];
  const pairs = parts.flatMap((one) => parts.map((other) => `${one}.${other}`));
  const orders = [...parts, ...pairs, ...pairs.flatMap((pair) => parts.map((part) => `${pair}.${part}`))];
  const last = alphabet.indexOf(signature.at(-1) ?? "");
  const signatures = [
    ...[1, 2, 3].map((bits) => `${signature.slice(0, -1)}${alphabet[last ^ bits]}`),
    ...[1, 8, 16, 31, 42].map((length) => signature.slice(0, length)),
    ...["=", "==", ".", ".x", ".x.y", "\u00a0x", " x", `,${good}`, signature].map((end) => signature + end),
    otherSignature,
  ];
  const others = [`.${good}`, `"${good}"`, good.toLowerCase(), good.toUpperCase(), [...good].reverse().join("")];
  const tokens = [
    ...orders.filter((token) => token !== good),
    ...signatures.map((each) => `${header}.${body}.${each}`),
    ...[`${header}.${otherBody}.${signature}`, "null", "undefined", "x.y.z", ...others],
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
