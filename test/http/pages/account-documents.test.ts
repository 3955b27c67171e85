import supertest from "supertest";
import { expect, it } from "vitest";
import { makeWorld } from "../../support/sandbox.ts";

it("describes the codes of the account that is named, and makes none", async () => {
  const { app } = await makeWorld();
  const account = "/_sandbox/accounts/own";
  const documentTypes = { PLAN_CHANTIER: { label: "Plan de prévention" } };
  const configuration = { format: "tiers-sandbox/configuration@1", documentTypes };
  await supertest(app).put(account).send({ seed: "empty", configuration }).expect(201);
  const { text: own } = await supertest(app).get("/openapi.json?accountId=own").expect(200);
  const { text: usual } = await supertest(app).get("/openapi.json").expect(200);
  expect([own.includes("PLAN_CHANTIER"), usual.includes("PLAN_CHANTIER")]).toEqual([true, false]);
  expect((await supertest(app).get("/openapi.yaml?accountId=own").expect(200)).text).toContain("PLAN_CHANTIER");
  await supertest(app).get("/openapi.json?accountId=nobody").expect(404);
  await supertest(app).get("/openapi.json?accountId=").expect(400);
  await supertest(app).get("/_sandbox/accounts/nobody/clock").expect(404);
});
