import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { developmentSecret as secret } from "../../../src/sandbox/auth/authentication.ts";
import { type Form, grant, issueToken } from "../../../src/sandbox/auth/tokens.ts";

const now = Date.UTC(2026, 0, 15, 9);
const seconds = now / 1000;
const basic = (id: string, password: string) => `Basic ${Buffer.from(`${id}:${password}`).toString("base64")}`;
const ask = (form: Form, authorization?: string, at = now) => grant({ form, authorization, secret, now: at });
const grantedBy = async (form: Form, authorization?: string, at = now) => {
  const { status, body } = await ask(form, authorization, at);
  if (status !== 200) throw new Error(body.error_description);
  return body;
};

const user = { grant_type: "password", username: "demo", password: "demo" };
const client = { grant_type: "client_credentials", client_id: "demo", client_secret: "demo" };

describe("issueToken", () => {
  it("signs the contract's claims with HS256", async () => {
    const token = await issueToken({ accountIds: ["demo", "test-17"], expiresIn: 3_600, subject: "demo", secret, now });
    expect(decodeProtectedHeader(token)).toEqual({ alg: "HS256", typ: "JWT" });
    expect(decodeJwt(token)).toEqual({
      account_ids: ["demo", "test-17"],
      iss: "tiers-sandbox",
      sub: "demo",
      iat: seconds,
      exp: seconds + 3_600,
    });
  });

  it("issues an expired token when the requested lifetime is negative", async () => {
    const token = await issueToken({ accountIds: ["demo"], expiresIn: -60, subject: "demo", secret, now });
    expect(decodeJwt(token).exp).toBe(seconds - 60);
  });

  it("refuses to sign with a short secret", () => {
    expect(() => issueToken({ accountIds: ["demo"], expiresIn: 60, subject: "demo", secret: "short", now })).toThrow(
      "has 5 bytes",
    );
  });
});

describe("grant", () => {
  it("gives the demo user an access token of 300 s and a refresh token of 1800 s", async () => {
    const response = await ask(user);
    expect(response).toEqual({
      status: 200,
      headers: { "Cache-Control": "no-store", Pragma: "no-cache" },
      body: {
        access_token: expect.any(String),
        token_type: "Bearer",
        expires_in: 300,
        refresh_token: expect.any(String),
        refresh_expires_in: 1_800,
      },
    });
    const { access_token, refresh_token } = await grantedBy(user);
    expect(decodeJwt(access_token)).toMatchObject({ sub: "demo", account_ids: ["demo"], exp: seconds + 300 });
    expect(decodeJwt(refresh_token as string).exp).toBe(seconds + 1_800);
  });

  it("gives a client an access token and no refresh token", async () => {
    expect(Object.keys(await grantedBy(client))).toEqual(["access_token", "token_type", "expires_in"]);
    expect(await grantedBy({ grant_type: "client_credentials" }, basic("demo", "demo"))).toEqual(
      await grantedBy(client),
    );
  });

  it("renews a token with a refresh token until it expires, and with no access token", async () => {
    const { refresh_token, access_token } = await grantedBy(user);
    const form = { grant_type: "refresh_token", refresh_token };
    const refused = { status: 400, body: { error: "invalid_grant" } };
    expect(await ask({ ...form, refresh_token: access_token })).toMatchObject(refused);
    const later = now + 1_799_000;
    const renewed = await grantedBy(form, undefined, later);
    expect(decodeJwt(renewed.access_token).exp).toBe(later / 1000 + 300);
    expect(decodeJwt(renewed.refresh_token as string).exp).toBe(later / 1000 + 1_800);
    expect(await ask(form, undefined, now + 1_800_000)).toMatchObject(refused);
  });

  const choices = "one of password, client_credentials, refresh_token is wanted";
  const refusals = {
    missing: [400, "invalid_request", `grant_type is missing: ${choices}.`],
    unserved: [400, "unsupported_grant_type", `This grant_type is not served: ${choices}.`],
    repeated: [400, "invalid_request", "A field was sent more than once."],
    userless: [400, "invalid_request", "The password grant needs username and password."],
    wrongUser: [400, "invalid_grant", "Wrong username or password: the sandbox knows demo / demo."],
    clientless: [
      401,
      "invalid_client",
      "The client_credentials grant needs client_id and client_secret, or a Basic header.",
    ],
    wrongClient: [401, "invalid_client", "Unknown client or wrong secret: the sandbox knows demo / demo."],
    twice: [400, "invalid_request", "The client proves who it is twice: in the Authorization header and in the form."],
    tokenless: [400, "invalid_request", "The refresh_token grant needs refresh_token."],
    wrongToken: [400, "invalid_grant", "The refresh token is wrong or has expired: sign in again."],
  } as const;
  const bare = { grant_type: "client_credentials" };
  const refresh = { grant_type: "refresh_token" };

  it.each<[string, keyof typeof refusals, Form, string?]>([
    ["no fields", "missing", {}],
    ["an empty grant_type", "missing", { grant_type: "" }],
    ["an unknown grant_type", "unserved", { grant_type: "authorization_code" }],
    ["a grant_type that objects have", "unserved", { grant_type: "constructor" }],
    ["a grant_type in capitals", "unserved", { ...user, grant_type: "PASSWORD" }],
    ["a field sent twice", "repeated", { ...user, password: ["demo", "demo"] }],
    ["no username", "userless", { ...user, username: undefined }],
    ["an empty password", "userless", { ...user, password: "" }],
    ["a wrong username", "wrongUser", { ...user, username: "Demo" }],
    ["a wrong password", "wrongUser", { ...user, password: "demo " }],
    ["no client at all", "clientless", bare],
    ["a client without secret", "clientless", { ...client, client_secret: undefined }],
    ["a Bearer header in place of a client", "clientless", bare, "Bearer x"],
    ["a client's wrong secret", "wrongClient", { ...client, client_secret: "no" }],
    ["a secret without client", "wrongClient", { ...client, client_id: undefined }],
    ["a client's wrong Basic header", "wrongClient", bare, basic("demo", "no")],
    ["a Basic header that is not base64", "wrongClient", bare, "Basic !"],
    ["a Basic header alone", "wrongClient", bare, "Basic"],
    ["a Basic header without colon", "wrongClient", bare, "Basic ZGVtbw=="],
    ["a Basic header with a broken escape", "wrongClient", bare, basic("%", "demo")],
    ["a good user with a wrong client", "wrongClient", user, basic("demo", "no")],
    ["a client that authenticates twice", "twice", client, basic("demo", "demo")],
    ["no refresh token", "tokenless", refresh],
    ["a malformed refresh token", "wrongToken", { ...refresh, refresh_token: "x" }],
  ])("refuses a request with %s", async (_, refusal, form, authorization) => {
    const [status, error, error_description] = refusals[refusal];
    expect(await ask(form, authorization)).toMatchObject({ status, body: { error, error_description } });
  });

  it("tells a refused client how to authenticate", async () => {
    const { headers } = await ask({ grant_type: "client_credentials" });
    expect(headers["WWW-Authenticate"]).toBe('Basic realm="tiers-sandbox"');
  });

  it.each([
    ["an old Bearer token in the header", user, "Bearer old"],
    ["a client_id of a public client", { ...user, client_id: "my-front-end" }, undefined],
    ["unknown fields", { ...user, scope: "all", refused: "x" }, undefined],
  ])("ignores %s", async (_, form, authorization) => {
    expect(await grantedBy(form, authorization)).toEqual(await grantedBy(user));
  });
});
