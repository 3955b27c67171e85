import supertest from "supertest";
import { expect, it } from "vitest";
import type { ConfigurationFile } from "../../../contract/configuration.ts";
import { makeSandbox, makeWorld } from "../../support/sandbox.ts";

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

it("is off loopback for the key, or a token of the account, and makes no account", async () => {
  const sandboxKey = "k".repeat(16);
  const world = await makeWorld({ on: makeSandbox({ host: "0.0.0.0", sandboxKey, jwtSecret: "s".repeat(32) }) });
  const { app, accountId, token, sandbox } = world;
  const other = await sandbox.token(["another"], 60);
  const asked: [id: string, header: Record<string, string>, status: number][] = [
    [accountId, {}, 401],
    [accountId, { authorization: `Bearer ${other}` }, 401],
    [accountId, { authorization: `Bearer ${await sandbox.token([accountId], -60)}` }, 401],
    [accountId, { "x-sandbox-key": "another-key-of-16" }, 401],
    [accountId, { authorization: `Bearer ${token}` }, 200],
    [accountId, { "x-sandbox-key": sandboxKey }, 200],
    ["another", { authorization: `Bearer ${other}` }, 404],
    ["nobody", { "x-sandbox-key": sandboxKey }, 404],
    ["nobody", {}, 401],
  ];
  for (const path of ["/openapi.json", "/openapi.yaml", "/docs/service.json"])
    for (const [id, header, status] of asked) {
      const { status: answered } = await supertest(app)
        .get(path)
        .query({ accountId: id })
        .set(header)
        .set("host", "localhost");
      expect([path, id, header, answered]).toEqual([path, id, header, status]);
    }
  expect([...(await sandbox.worlds.accounts()).keys()]).toEqual([accountId]);
  const { text } = await supertest(app).get("/docs/").set("host", "localhost").expect(200);
  expect(text).not.toContain(accountId);
});

it("Swagger UI has a choice of accounts, and shows the codes, values and token of the one that is chosen", async () => {
  const world = await makeWorld({ on: makeSandbox(), seed: "onboarding" });
  const { app, accountId, sandbox } = world;
  const documentTypes = { PLAN_CHANTIER: { label: "Plan" } };
  const configuration = { format: "tiers-sandbox/configuration@1", base: "empty", documentTypes };
  await world.control("put", "", { seed: "onboarding", configuration }).expect(200);
  const { text } = await supertest(app).get(`/docs/?accountId=${accountId}`).expect(200);
  expect(text).toContain(`<option selected>${accountId}</option>`);
  expect(text).toContain(`start.js?accountId=${accountId}`);
  const { body } = await supertest(app).get(`/docs/service.json?accountId=${accountId}`).expect(200);
  expect(body.servers[0].variables.accountId.default).toBe(accountId);
  const [first] = ((await world.state()) as { thirdparties: { thirdpartyId: number }[] }).thirdparties;
  expect(JSON.stringify(body.paths["/thirdparties/{id}"])).toContain(`"example":${first?.thirdpartyId}`);
  expect([JSON.stringify(body).includes("PLAN_CHANTIER"), /"(?:KBIS|SCREENING)"/.test(JSON.stringify(body))]).toEqual([
    true,
    false,
  ]);
  const { text: script } = await supertest(app).get(`/docs/start.js?accountId=${accountId}`).expect(200);
  const [, payload = ""] = /const token = "[^.]*\.([^.]*)/.exec(script) ?? [];
  expect(Buffer.from(payload, "base64url").toString()).toContain(accountId);
  await supertest(app).get("/docs/service.json?accountId=nobody").expect(404);
  expect([...(await sandbox.worlds.accounts()).keys()]).toEqual([accountId]);
});

it("Swagger UI begins with the demo account where that has codes of its own", async () => {
  const configuration: ConfigurationFile = {
    ...{ format: "tiers-sandbox/configuration@1", base: "empty" },
    attributes: { Zone: { type: "list_unique", options: ["Nord"] } },
    documentTypes: { PLAN_CHANTIER: { label: "Plan" } },
    dossierTypes: { SITE: { label: "Site", documents: ["PLAN_CHANTIER"] } },
  };
  for (const own of [null, configuration]) {
    const { app } = await makeWorld({ on: makeSandbox({ seed: "onboarding", configuration: own }) });
    const { body } = await supertest(app).get("/docs/service.json").expect(200);
    const examples = (path: string) => body.paths[path].post.requestBody.content["application/json"].examples.success;
    expect([examples("/thirdparties/{id}/attributes").value, examples("/thirdparties/{id}/dossiers").value]).toEqual(
      own
        ? [{ label: "Zone", values: ["Nord"] }, { dossierTypeCode: "SITE" }]
        : [{ label: "Criticité", values: ["High"] }, { dossierTypeCode: "SCREENING" }],
    );
    const { text } = await supertest(app).get("/docs/").expect(200);
    expect(text).toContain(own ? "<option selected>demo</option>" : "selected hidden>all accounts");
    expect((await supertest(app).get("/openapi.json").expect(200)).text).not.toContain("PLAN_CHANTIER");
  }
});
