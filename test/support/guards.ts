import { expect, it } from "vitest";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/index.ts";
import { account } from "../../contract/shared.ts";
import { expectProblem, inPath } from "./problems.ts";
import { makeWorld } from "./sandbox.ts";

const endpoints = new Map(operationsOf(service).map(({ operationId, endpoint }) => [operationId, endpoint]));
const anyId = "1";
const mebibyte = 1024 * 1024;

/** What every operation refuses alike, each told by the contract of this one: call it in the operation's own block. */
export function refusesWhatAllRefuse(operationId: string): void {
  const { method, path, responses, body } = endpoints.get(operationId) as NonNullable<ReturnType<typeof endpoints.get>>;
  const at = (id: string) => path.slice(account.length).replace(/:\w+/g, id);
  const verb = method as "get" | "post";
  const begin = async () => {
    const world = await makeWorld();
    return { world, before: await world.state() };
  };
  const begun = async (send: Awaited<ReturnType<typeof begin>>) => expect(await send.world.state()).toEqual(send.before);

  it("asks for a token", async () => {
    const it = await begin();
    const response = await it.world.raw(verb, it.world.base + at(anyId));
    expectProblem(response, { status: 401, code: "UNAUTHENTICATED", detail: expect.stringContaining("Authorization") });
    expect(response.headers["www-authenticate"]).toMatch(/^Bearer error="invalid_token"/);
    await begun(it);
  });

  it("refuses the token of another account", async () => {
    const it = await begin();
    const other = await makeWorld();
    const response = await it.world.raw(verb, it.world.base + at(anyId)).set("Authorization", `Bearer ${other.token}`);
    expectProblem(response, {
      status: 403,
      code: "ACCOUNT_FORBIDDEN",
      detail: `The token does not name the account ${it.world.accountId}; it names ${other.accountId}.`,
    });
    await begun(it);
  });

  it("answers 406 to a client that reads nothing but HTML", async () => {
    const it = await begin();
    const response = await it.world.call(verb, at(anyId)).set("Accept", "text/html").set("Content-Type", "application/json").send(body ? "{}" : undefined);
    expectProblem(response, { status: 406, code: "NOT_ACCEPTABLE", detail: expect.stringMatching(/^This answers application\/(json|pdf|zip); Accept leaves nothing of it\.$/) });
    await begun(it);
  });

  it("takes no account id of another form", async () => {
    const it = await begin();
    const token = await it.world.sandbox.token(["no account"], 60);
    const response = await it.world.raw(verb, account.replace(":accountId", "no%20account") + at(anyId)).set("Authorization", `Bearer ${token}`);
    const expected = "1 to 64 letters, digits, hyphens or underscores";
    expectProblem(response, { status: 400, code: "VALIDATION_ERROR", detail: `accountId must be ${expected}.`, errors: [inPath("accountId", expected, "no account")] });
  });

  if (path.slice(account.length).includes(":"))
    it.each(["0", "-1", "1e3", "abc", "99999999999", "1.5", "%20", "01"])("takes no %s for an id", async (id) => {
      const it = await begin();
      const response = await it.world.call(verb, at(id)).send(body ? {} : undefined);
      expect(response.status).toBe(400);
      const names = [...path.slice(account.length).matchAll(/:(\w+)/g)].map(([, name]) => name as string);
      const wrong = response.body.errors.filter((violation: { in: string }) => violation.in === "path");
      expect(wrong).toEqual(names.map((name) => inPath(name, expect.stringMatching(/^a whole number from 1 to 999999999$/), decodeURIComponent(id))));
      await begun(it);
    });

  if (413 in responses)
    it("takes no body of more than a mebibyte", async () => {
      const it = await begin();
      const response = await it.world.call(verb, at(anyId)).set("Content-Type", "application/json").send(JSON.stringify({ value: "x".repeat(mebibyte) }));
      expectProblem(response, { status: 413, code: "PAYLOAD_TOO_LARGE", detail: "The body is larger than 1 MiB, the most that is taken here." });
      await begun(it);
    });

  if (415 in responses)
    it("takes no body that does not call itself JSON", async () => {
      const it = await begin();
      const response = await it.world.call(verb, at(anyId)).set("Content-Type", "text/plain").send("{}");
      expectProblem(response, {
        status: 415,
        code: "UNSUPPORTED_MEDIA_TYPE",
        detail: "Send the body with Content-Type: application/json; text/plain is not taken.",
      });
      await begun(it);
    });
}
