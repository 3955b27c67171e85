import { describe, expect, it } from "vitest";
import { isBinary, operationsOf } from "../../../contract/endpoint.ts";
import { account } from "../../../contract/endpoint-parts.ts";
import { service } from "../../../contract/index.ts";
import { preferencesOf } from "../../../src/http/request/prefer.ts";
import { entriesOf, readBytes } from "../../support/files.ts";
import { makeWorld } from "../../support/sandbox.ts";

describe("the Prefer header", () => {
  it.each<[string | undefined, object]>([
    [undefined, {}],
    ["", {}],
    ["code=409", { code: 409 }],
    ['Code="409", delay=1500', { code: 409, delay: 1500 }],
    ["handling=strict; dynamic=true", { strict: true }],
    ["handling=lenient", { strict: false }],
    ["dynamic", {}],
    ["code=200, example=vat", { code: 200, example: "vat" }],
    ["delay=999999", { delay: 60_000 }],
    ["code=abc, code=, delay=-1, delay=1e3, return=minimal, =, ;", {}],
  ])("reads %j as %j", (header, preferences) => {
    expect(preferencesOf(header)).toEqual(preferences);
  });
});

describe("Prefer: code", () => {
  it("answers Prefer: code with that status and a problem that names the preference", async () => {
    const world = await makeWorld();
    const before = await world.state();
    const response = await world
      .post("/thirdparties", { companyIdType: "CIT001", companyIdValue: "21996648800021" })
      .set("Prefer", "code=409");
    expect(response).toBeProblem({ status: 409, code: "CONFLICT", detail: "Prefer: code=409 asked for this." });
    expect(response.headers["preference-applied"]).toBe("code=409");
    expect(await world.state()).toEqual(before);
  });

  it("answers Prefer: example with the example of that name", async () => {
    const world = await makeWorld();
    const { body } = await world.get("/dossiers/1/documents/1").set("Prefer", "code=200, example=missing").expect(200);
    expect(body).toMatchObject({ present: false, statusCode: "MISSING", evidences: [] });
  });

  it("refuses Prefer: code for a status that the operation does not declare", async () => {
    const world = await makeWorld();
    const response = await world.get("/thirdparties").set("Prefer", "code=418");
    expect(response).toBeProblem({
      status: 400,
      code: "VALIDATION_ERROR",
      detail: expect.stringMatching(/^Prefer: code=418 cannot be done: thirdparties\.list answers 200, 400/),
    });
    expect(response.headers).not.toHaveProperty("preference-applied");
  });

  it("sends WWW-Authenticate with a 401 that Prefer: code asks for", async () => {
    const world = await makeWorld();
    const response = await world.get("/thirdparties").set("Prefer", "code=401").expect(401);
    expect(response.headers["www-authenticate"]).toBe("Bearer");
    const ofControl = await world.control("get", "/clock").set("Prefer", "code=401").expect(401);
    expect(ofControl.headers["www-authenticate"]).toBe("SandboxKey");
  });

  it("demands a token in spite of Prefer: code", async () => {
    const world = await makeWorld();
    await world.raw("get", `${world.base}/thirdparties`).set("Prefer", "code=200").expect(401);
  });

  // The call compares each response with the contract.
  describe.each(operationsOf(service))("Prefer: code of $operationId", ({ endpoint }) => {
    it.each(Object.keys(endpoint.responses).map(Number))(
      "answers %d with a body that fits the contract",
      async (status) => {
        const world = await makeWorld();
        const test = world
          .call(endpoint.method as "get" | "post", endpoint.path.slice(account.length).replace(/:\w+/g, "1"))
          .set("Prefer", `code=${status}`);
        const response = await readBytes(endpoint.body ? test.send({}) : test);
        expect(response.status).toBe(status);
        const declared = endpoint.responses[status];
        if (!declared || !isBinary(declared)) return;
        expect(response.headers["content-type"]).toBe(declared.binary[0]);
        if (declared.binary[0] === "application/zip") expect(entriesOf(response.body)).toEqual([]);
        else expect(response.body.subarray(0, 5).toString()).toBe("%PDF-");
      },
    );
  });
});

describe("Prefer: delay", () => {
  it("delays the response by Prefer: delay", async () => {
    const world = await makeWorld();
    const started = performance.now();
    const response = await world.get("/thirdparties").set("Prefer", "delay=150").expect(200);
    expect(response.headers["preference-applied"]).toBe("delay=150");
    expect(performance.now() - started).toBeGreaterThan(145);
  });

  it("delays a refusal by Prefer: delay", async () => {
    const world = await makeWorld();
    const started = performance.now();
    await world.get("/thirdparties").set("Prefer", "code=503, delay=150").expect(400);
    expect(performance.now() - started).toBeGreaterThan(145);
  });
});

it("lists every applied preference in Preference-Applied", async () => {
  const world = await makeWorld();
  const response = await world.get("/thirdparties").set("Prefer", "handling=strict, delay=1, code=403").expect(403);
  expect(response.headers["preference-applied"]).toBe("handling=strict, delay=1, code=403");
});

describe("Prefer: handling=strict", () => {
  it("refuses unknown query parameters with handling=strict only", async () => {
    const world = await makeWorld();
    await world.get("/thirdparties", { nmae: "x", page: 0 }).expect(200);
    const response = await world
      .get("/thirdparties", { nmae: "x", page: 0, toString: "y" })
      .set("Prefer", "handling=strict")
      .expect(400);
    expect(
      response.body.errors.map(({ name, received }: { name: string; received: string }) => [name, received]),
    ).toEqual([
      ["nmae", '"x"'],
      ["toString", '"y"'],
    ]);
    expect(response.headers["preference-applied"]).toBe("handling=strict");
    await world.get("/thirdparties", { page: 0 }).set("Prefer", "handling=strict").expect(200);
  });

  it("refuses every query parameter of an operation without any, with handling=strict", async () => {
    const world = await makeWorld();
    const response = await world.get("/attributes", { page: 0 }).set("Prefer", "handling=strict").expect(400);
    expect(response.body.errors).toEqual([
      expect.objectContaining({ in: "query", name: "page", expected: "one of none" }),
    ]);
  });
});
