import supertest from "supertest";
import { beforeAll, describe, expect, it } from "vitest";
import { control } from "../../contract/control.ts";
import { Document } from "../../contract/documents.ts";
import type { Example } from "../../contract/endpoint.ts";
import { thirdparties } from "../../contract/thirdparties.ts";
import { makeSandbox } from "../support/sandbox.ts";

const { sandbox, app } = makeSandbox({ seed: "portfolio", auth: "off" });
beforeAll(async () => {
  await sandbox.worlds.make("demo", { seed: "portfolio" });
});
const cases = (examples: Record<string, Example>) => Object.entries(examples);

describe("the examples of the contract, sent to a new sandbox", () => {
  it.each(cases(thirdparties.find.examples))(
    "finds the companies that the example shows: %s",
    async (_, { body, response }) => {
      const answer = await supertest(app)
        .post("/api/v1/account/demo/thirdparties/search")
        .send(body as object);
      expect(answer.body).toEqual(response);
    },
  );

  it.each(cases(thirdparties.create.examples))(
    "adds the company that the example shows: %s",
    async (_, { body, response }) => {
      const answer = await supertest(app)
        .post("/api/v1/account/demo/thirdparties")
        .send(body as object);
      expect(answer.status).toBe(201);
      const { thirdpartyId, creationDate, lastUpdateDate, ...shown } = response as Record<string, unknown>;
      expect(answer.body).toMatchObject(shown);
    },
  );

  it("reads the company that the example shows", async () => {
    const answer = await supertest(app).get("/api/v1/account/demo/thirdparties/924000");
    const { creationDate, lastUpdateDate, ...shown } = thirdparties.get.examples.success.response;
    expect(answer.body).toMatchObject(shown);
  });

  it("has a schema that every document of the seed portfolio fits", async () => {
    const { text } = await supertest(app).get("/_sandbox/accounts/demo/state");
    for (const document of JSON.parse(text).state.documents)
      expect(Document.safeParse(document).error?.issues ?? []).toEqual([]);
  });

  it("triggers the event of the example", async () => {
    const { body } = control.occurrences.create.examples.success;
    const answer = await supertest(app).post("/_sandbox/accounts/demo/occurrences").send(body);
    expect([answer.status, answer.body.content[0].thirdpartyId]).toEqual([201, body.thirdpartyId]);
  });

  it("lists the test identifier that the example shows", async () => {
    const answer = await supertest(app).get("/_sandbox/test-identifiers");
    expect(answer.body.content).toEqual(
      expect.arrayContaining([...control.reference.testIdentifiers.examples.success.response.content]),
    );
  });

  it("imports the world of the example", async () => {
    const { body, response } = control.accounts.import.examples.success;
    const answer = await supertest(app).put("/_sandbox/accounts/imported/state").send(body);
    expect(answer.body).toEqual({ ...response, accountId: "imported" });
    expect(answer.status).toBe(200);
  });
});
