import { describe, expect, it, vi } from "vitest";
import { isBinary, operationsOf } from "../../../contract/endpoint.ts";
import { account } from "../../../contract/endpoint-parts.ts";
import { service } from "../../../contract/index.ts";
import { preferencesOf } from "../../../src/http/request/prefer.ts";
import { entriesOf, readBytes } from "../../support/files.ts";
import { makeSandbox, makeWorld } from "../../support/sandbox.ts";

it.each<[string | string[] | undefined, object]>([
  [undefined, {}],
  ["", {}],
  ["code=409", { code: 409 }],
  ['Code="409", delay=1500', { code: 409, delay: 1500 }],
  ["handling=strict; dynamic=true", { strict: true }],
  ["handling=lenient", { strict: false }],
  ["dynamic", {}],
  [["code=200", "example=vat"], { code: 200, example: "vat" }],
  ["delay=60000", { delay: 60_000 }],
  ["delay=999999", { delay: 60_000 }],
  ["code=abc, code=4090, code=, delay=-1, delay=1e3, delay=1000000, return=minimal, example=, =, ;", {}],
])("reads Prefer: %j as %j", (header, preferences) => {
  expect(preferencesOf(header)).toEqual(preferences);
});

describe("Prefer: code", () => {
  it("answers with that status and a problem that names the preference, and changes nothing", async () => {
    const world = await makeWorld();
    const before = await world.state();
    const company = { companyIdType: "CIT001", companyIdValue: "21996648800021" };
    const response = await world.post("/thirdparties", company).set("Prefer", "code=409");
    expect(response).toBeProblem({ status: 409, code: "CONFLICT", detail: "Prefer: code=409 asked for this." });
    expect(response.headers["preference-applied"]).toBe("code=409");
    expect(await world.state()).toEqual(before);
  });

  it("answers with the example that Prefer names, and with the first where none has that name", async () => {
    const world = await makeWorld();
    const example = async (name: string) =>
      (await world.get("/dossiers/1/documents/1").set("Prefer", `code=200, example=${name}`).expect(200)).body;
    expect(await example("missing")).toMatchObject({ present: false, statusCode: "MISSING", evidences: [] });
    expect(await example("nothing")).toEqual(service.documents.get.examples.success.response);
  });

  it("is refused for a status that the operation does not declare", async () => {
    const world = await makeWorld();
    const response = await world.get("/thirdparties").set("Prefer", "code=418");
    expect(response).toBeProblem({
      status: 400,
      code: "VALIDATION_ERROR",
      detail: "Prefer: code=418 cannot be done: thirdparties.list answers 200, 400, 401, 403, 406.",
    });
    expect(response.headers).not.toHaveProperty("preference-applied");
  });

  it("answers 401 with the challenge of the surface, and needs a token all the same", async () => {
    const world = await makeWorld();
    const challenge = async (request: ReturnType<typeof world.get>) =>
      (await request.set("Prefer", "code=401").expect(401)).headers["www-authenticate"];
    expect(await challenge(world.get("/thirdparties"))).toBe("Bearer");
    expect(await challenge(world.control("get", "/clock"))).toBe("SandboxKey");
    await world.raw("get", `${world.base}/thirdparties`).set("Prefer", "code=200").expect(401);
  });

  const codes: Record<number, string> = {
    400: "VALIDATION_ERROR",
    401: "UNAUTHENTICATED",
    403: "ACCOUNT_FORBIDDEN",
    404: "NOT_FOUND",
    406: "NOT_ACCEPTABLE",
    409: "CONFLICT",
    413: "PAYLOAD_TOO_LARGE",
    415: "UNSUPPORTED_MEDIA_TYPE",
    503: "PROVIDER_UNAVAILABLE",
    504: "PROVIDER_TIMEOUT",
  };

  // The call compares each response with the contract.
  it.each(operationsOf(service))("answers each status of $operationId with a body that fits", async ({ endpoint }) => {
    const world = await makeWorld();
    for (const [status, declared] of Object.entries(endpoint.responses)) {
      const path = endpoint.path.slice(account.length).replace(/:\w+/g, "1");
      const test = world.call(endpoint.method as "get" | "post", path).set("Prefer", `code=${status}`);
      const { body, headers } = await readBytes(endpoint.body ? test.send({}) : test).expect(Number(status));
      expect(body.code).toBe(codes[Number(status)]);
      if (!isBinary(declared)) continue;
      const [type = ""] = declared.binary;
      const extension = type.replace("application/", "");
      expect(headers).toMatchObject({
        "content-type": type,
        "content-disposition": `attachment; filename="example.${extension}"`,
      });
      if (extension === "zip") expect(entriesOf(body)).toEqual([]);
      else expect(body.toString()).toMatch(/^%PDF-1\.4\n.*\n%%EOF\n$/s);
    }
  });
});

it("Prefer: delay delays an answer and a refusal, and every applied preference is listed", async () => {
  const world = await makeWorld();
  const waited = vi.spyOn(globalThis, "setTimeout");
  const waits = () => waited.mock.calls.map(([, milliseconds]) => milliseconds).filter((one) => one === 7 || one === 8);
  const applied = async (prefer: string, status: number) =>
    (await world.get("/thirdparties").set("Prefer", prefer).expect(status)).headers["preference-applied"];
  expect(await applied("delay=7", 200)).toBe("delay=7");
  expect(waits()).toEqual([7]);
  expect(await applied("handling=strict, delay=8, code=403", 403)).toBe("handling=strict, delay=8, code=403");
  expect(waits()).toEqual([7, 8]);
});

describe("Prefer: handling=strict", () => {
  it("refuses unknown query parameters, which are ignored otherwise", async () => {
    const world = await makeWorld();
    await world.get("/thirdparties", { nmae: "x", page: 0 }).expect(200);
    const response = await world
      .get("/attributes", { nmae: "x", toString: "y" })
      .set("Prefer", "handling=strict")
      .expect(400);
    const violation = (name: string, received: string) => ({
      in: "query",
      pointer: null,
      name,
      code: "VALIDATION_ERROR",
      detail: `${name} is no parameter of this operation, and strict handling refuses it. It has none.`,
      expected: "one of none",
      received,
    });
    expect(response.body.errors).toEqual([violation("nmae", '"x"'), violation("toString", '"y"')]);
    expect(response.headers["preference-applied"]).toBe("handling=strict");
  });

  it("a sandbox that is strict refuses them too, unless a request asks for lenient handling", async () => {
    const world = await makeWorld({ on: makeSandbox({ strict: true }) });
    const { body } = await world.get("/thirdparties", { sise: 3 }).expect(400);
    expect(body.errors).toMatchObject([
      {
        detail: "sise is no parameter of this operation, and strict handling refuses it; did you mean size?",
        expected: expect.stringContaining("page, size"),
      },
    ]);
    await world.get("/thirdparties", { size: 3 }).expect(200);
    await world.get("/thirdparties", { sise: 3 }).set("Prefer", "handling=lenient").expect(200);
  });
});
