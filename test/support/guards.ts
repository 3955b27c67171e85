import { expect, it } from "vitest";
import { isBinary, operationsOf } from "../../contract/endpoint.ts";
import { account } from "../../contract/endpoint-parts.ts";
import { service } from "../../contract/index.ts";
import { inPath } from "./problems.ts";
import { makeWorld, type TestWorld } from "./sandbox.ts";

const endpoints = new Map(operationsOf(service).map(({ operationId, endpoint }) => [operationId, endpoint]));
const anyId = "1";
const tooLong = { headers: {}, sent: JSON.stringify({ value: "x".repeat(1024 * 1024) }) };

/** One for all refusals, which leave it as it was. */
let shared: Promise<TestWorld> | undefined;

/** Tests the refusals that all operations share, by the contract of this one; called in the operation's describe. */
export function refusesWhatAllRefuse(operationId: string): void {
  const { method, path, responses, body } = endpoints.get(operationId) as NonNullable<ReturnType<typeof endpoints.get>>;
  const at = (id: string) => path.slice(account.length).replace(/:\w+/g, id);
  const verb = method as "get" | "post";
  /** Runs a refusal, which must not change the world. */
  const refused = async (attempt: (world: TestWorld) => Promise<void>) => {
    const world = await (shared ??= makeWorld());
    const before = await world.state();
    await attempt(world);
    expect(await world.state()).toEqual(before);
  };

  it("refuses a request without a token", () =>
    refused(async (world) => {
      const response = await world.raw(verb, world.base + at(anyId));
      const detail = expect.stringContaining("Authorization");
      expect(response).toBeProblem({ status: 401, code: "UNAUTHENTICATED", detail });
      expect(response.headers["www-authenticate"]).toMatch(/^Bearer error="invalid_token"/);
    }));

  it("refuses the token of another account", () =>
    refused(async (world) => {
      const other = await makeWorld();
      const response = await world.raw(verb, world.base + at(anyId)).set("Authorization", `Bearer ${other.token}`);
      const detail = `The token does not name the account ${world.accountId}; it names ${other.accountId}.`;
      expect(response).toBeProblem({ status: 403, code: "ACCOUNT_FORBIDDEN", detail });
    }));

  it("refuses a malformed account id", () =>
    refused(async (world) => {
      const token = await world.sandbox.token(["no account"], 60);
      const url = account.replace(":accountId", "no%20account") + at(anyId);
      const expected = "1 to 64 letters, digits, hyphens or underscores";
      expect(await world.raw(verb, url).set("Authorization", `Bearer ${token}`)).toBeProblem({
        ...{ status: 400, code: "VALIDATION_ERROR", detail: `accountId must be ${expected}.` },
        errors: [inPath("accountId", expected, "no account")],
      });
    }));

  if (path.slice(account.length).includes(":"))
    it("refuses an id that is no whole number in its range", () =>
      refused(async (world) => {
        const names = [...path.slice(account.length).matchAll(/:(\w+)/g)].map(([, name]) => name as string);
        for (const id of ["0", "-1", "1e3", "abc", "99999999999", "1.5", "%20", "01"]) {
          const { status, body: answer } = await world.call(verb, at(id)).send(body ? {} : undefined);
          const wrong = answer.errors.filter((violation: { in: string }) => violation.in === "path");
          const expected = names.map((name) =>
            inPath(name, "a whole number from 1 to 999999999", decodeURIComponent(id)),
          );
          expect({ id, status, wrong }).toEqual({ id, status: 400, wrong: expected });
        }
      }));

  // The type of an uploaded file is known only once the file is found.
  const isOfAnyType = responses[200] && isBinary(responses[200]) && responses[200].binary.includes("*/*");
  const html = { headers: { Accept: "text/html" }, sent: body && "{}" };
  const leaves = expect.stringMatching(/^This answers application\/(json|pdf|zip); Accept leaves nothing of it\.$/);
  const large = "The body is larger than 1 MiB, the most that is taken here.";
  const plain = { headers: { "Content-Type": "text/plain" }, sent: "{}" };
  const taken = "Send the body with Content-Type: application/json; text/plain is not taken.";
  const refusals = [
    { to: "a client that accepts only HTML", status: 406, ...html, code: "NOT_ACCEPTABLE", detail: leaves },
    { to: "a body of more than a mebibyte", status: 413, ...tooLong, code: "PAYLOAD_TOO_LARGE", detail: large },
    { to: "a body whose type is not JSON", status: 415, ...plain, code: "UNSUPPORTED_MEDIA_TYPE", detail: taken },
  ].filter(({ status }) => status in responses && !(status === 406 && isOfAnyType));
  it.each(refusals)("answers $status to $to", ({ status, headers, sent, code, detail }) =>
    refused(async (world) => {
      const request = world.call(verb, at(anyId)).set({ "Content-Type": "application/json", ...headers });
      expect(await request.send(sent)).toBeProblem({ status, code, detail });
    }),
  );
}
