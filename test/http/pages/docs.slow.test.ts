import supertest from "supertest";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { makeSandbox } from "../../support/sandbox.ts";

it("the OpenAPI document is the same in JSON and in YAML", async () => {
  const { app } = makeSandbox();
  const yaml = await supertest(app).get("/openapi.yaml").buffer(true).expect(200);
  expect(parse(yaml.text)).toEqual((await supertest(app).get("/openapi.json").expect(200)).body);
});
