import supertest from "supertest";
import { beforeAll, describe, expect, it } from "vitest";
import { control } from "../../contract/control.ts";
import type { Example } from "../../contract/endpoint.ts";
import { thirdparties } from "../../contract/thirdparties.ts";
import { makeSandbox } from "../support/sandbox.ts";

const { sandbox, app } = makeSandbox({ seed: "portfolio", auth: "off" });
beforeAll(async () => {
  await sandbox.worlds.make("demo", { seed: "portfolio" });
});
const [service, demo] = ["/api/v1/account/demo", "/_sandbox/accounts/demo"];
const { find, create, get } = thirdparties;
const { reference, accounts } = control;
const archive = control.occurrences.create.examples.success;

/** Without what the time of the request decides. */
const shown = (response: unknown) => {
  const { thirdpartyId, creationDate, lastUpdateDate, ...rest } = response as Record<string, unknown>;
  return rest;
};
const each = (
  of: Record<string, Example>,
  path: string,
  status: number,
  expected: (response: unknown) => object,
): [string, string, unknown, number, object][] =>
  Object.values(of).map(({ summary, body, response }) => [path, summary, body, status, expected(response)]);

describe("the examples of the contract, sent to a new sandbox", () => {
  it.each([
    ...each(find.examples, `post ${service}/thirdparties/search`, 200, (response) => response as object),
    ...each(create.examples, `post ${service}/thirdparties`, 201, shown),
    ...each(get.examples, `get ${service}/thirdparties/924000`, 200, shown),
    ...each({ success: archive }, `post ${demo}/occurrences`, 201, () => ({
      content: expect.arrayContaining([expect.objectContaining({ thirdpartyId: archive.body.thirdpartyId })]),
    })),
    ...each(reference.testIdentifiers.examples, "get /_sandbox/test-identifiers", 200, (response) => ({
      content: expect.arrayContaining([...(response as { content: unknown[] }).content]),
    })),
    ...each(accounts.import.examples, "put /_sandbox/accounts/imported/state", 200, (response) => ({
      ...(response as object),
      accountId: "imported",
    })),
  ])("%s answers as the example shows: %s", async (place, _summary, body, status, expected) => {
    const [method, path = ""] = place.split(" ") as ["get" | "post" | "put", string];
    const request = supertest(app)[method](path);
    expect(await request.send(body as object)).toMatchObject({ status, body: expected });
  });
});
