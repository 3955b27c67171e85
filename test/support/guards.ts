import { expect, it } from "vitest";
import { isBinary, operationsOf } from "../../contract/endpoint.ts";
import { account } from "../../contract/endpoint-parts.ts";
import { service } from "../../contract/index.ts";
import { inPath } from "./problems.ts";
import { makeWorld, type TestWorld } from "./sandbox.ts";

const endpoints = new Map(operationsOf(service).map(({ operationId, endpoint }) => [operationId, endpoint]));
const anyId = "1";
const mebibyte = 1024 * 1024;

/** Tests the refusals that all operations share, by the contract of this one; called in the operation's describe. */
export function refusesWhatAllRefuse(operationId: string): void {
  const { method, path, responses, body } = endpoints.get(operationId) as NonNullable<ReturnType<typeof endpoints.get>>;
  const at = (id: string) => path.slice(account.length).replace(/:\w+/g, id);
  const verb = method as "get" | "post";
  /** Runs a refusal in a world of its own, which it must not change. */
  const refused = async (attempt: (world: TestWorld) => Promise<void>) => {
    const world = await makeWorld();
    const before = await world.state();
    await attempt(world);
    expect(await world.state()).toEqual(before);
  };

  it("refuses a request without a token", () =>
    refused(async (world) => {
      const response = await world.raw(verb, world.base + at(anyId));
      expect(response).toBeProblem({
        status: 401,
        code: "UNAUTHENTICATED",
        detail: expect.stringContaining("Authorization"),
      });
      expect(response.headers["www-authenticate"]).toMatch(/^Bearer error="invalid_token"/);
    }));

  it("refuses the token of another account", () =>
    refused(async (world) => {
      const other = await makeWorld();
      const response = await world.raw(verb, world.base + at(anyId)).set("Authorization", `Bearer ${other.token}`);
      const detail = `The token does not name the account ${world.accountId}; it names ${other.accountId}.`;
      expect(response).toBeProblem({ status: 403, code: "ACCOUNT_FORBIDDEN", detail });
    }));

  // The type of an uploaded file is known only once the file is found.
  const { 200: success } = responses;
  if (!(success && isBinary(success) && success.binary.includes("*/*")))
    it("answers 406 to a client that accepts only HTML", () =>
      refused(async (world) => {
        const response = await world
          .call(verb, at(anyId))
          .set("Accept", "text/html")
          .set("Content-Type", "application/json")
          .send(body ? "{}" : undefined);
        const detail = expect.stringMatching(
          /^This answers application\/(json|pdf|zip); Accept leaves nothing of it\.$/,
        );
        expect(response).toBeProblem({ status: 406, code: "NOT_ACCEPTABLE", detail });
      }));

  it("refuses a malformed account id", () =>
    refused(async (world) => {
      const token = await world.sandbox.token(["no account"], 60);
      const response = await world
        .raw(verb, account.replace(":accountId", "no%20account") + at(anyId))
        .set("Authorization", `Bearer ${token}`);
      const expected = "1 to 64 letters, digits, hyphens or underscores";
      expect(response).toBeProblem({
        status: 400,
        code: "VALIDATION_ERROR",
        detail: `accountId must be ${expected}.`,
        errors: [inPath("accountId", expected, "no account")],
      });
    }));

  if (path.slice(account.length).includes(":"))
    it.each(["0", "-1", "1e3", "abc", "99999999999", "1.5", "%20", "01"])("refuses the id %s", (id) =>
      refused(async (world) => {
        const response = await world.call(verb, at(id)).send(body ? {} : undefined);
        expect(response.status).toBe(400);
        const names = [...path.slice(account.length).matchAll(/:(\w+)/g)].map(([, name]) => name as string);
        const wrong = response.body.errors.filter((violation: { in: string }) => violation.in === "path");
        expect(wrong).toEqual(
          names.map((name) => inPath(name, "a whole number from 1 to 999999999", decodeURIComponent(id))),
        );
      }),
    );

  if (413 in responses)
    it("refuses a body of more than a mebibyte", () =>
      refused(async (world) => {
        const response = await world
          .call(verb, at(anyId))
          .set("Content-Type", "application/json")
          .send(JSON.stringify({ value: "x".repeat(mebibyte) }));
        expect(response).toBeProblem({
          status: 413,
          code: "PAYLOAD_TOO_LARGE",
          detail: "The body is larger than 1 MiB, the most that is taken here.",
        });
      }));

  if (415 in responses)
    it("refuses a body whose type is not JSON", () =>
      refused(async (world) => {
        const response = await world.call(verb, at(anyId)).set("Content-Type", "text/plain").send("{}");
        expect(response).toBeProblem({
          status: 415,
          code: "UNSUPPORTED_MEDIA_TYPE",
          detail: "Send the body with Content-Type: application/json; text/plain is not taken.",
        });
      }));
}
