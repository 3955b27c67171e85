import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { inBody } from "../support/problems.ts";
import { makeWorld, novalune, type TestWorld, today } from "../support/sandbox.ts";

const mebibyte = 1024 * 1024;
const good = JSON.stringify({ companyIdType: "CIT001", companyIdValue: novalune });
const add = (world: TestWorld, body: string | Buffer, headers: Record<string, string> = {}) =>
  world
    .call("post", "/thirdparties")
    .set({ "Content-Type": "application/json", ...headers })
    // By default supertest would serialise the bytes as JSON.
    .serialize((sent: unknown) => sent as string)
    .send(body);

/** Requests that are refused change nothing, so they share a world. */
let world: TestWorld;
beforeAll(async () => {
  world = await makeWorld();
});

const malformed = (detail: unknown) => ({ status: 400, code: "MALFORMED_JSON", detail });
const notJson = malformed(expect.stringMatching(/^The body is not JSON: .+\.$/));
const halfPair = malformed("The body holds half a surrogate pair, which is no character.");
const tooDeep = malformed("The body is nested deeper than 64 levels.");
const torn = malformed("The body did not arrive whole, or is not what its headers say.");
const tooLarge = (detail: string) => ({ status: 413, code: "PAYLOAD_TOO_LARGE", detail });
const overLimit = tooLarge("The body is larger than 1 MiB, the most that is taken here.");
const tooMany = tooLarge("The body holds more than 5,000 keys and values, the most that is taken here.");
const otherType = (detail: string) => ({ status: 415, code: "UNSUPPORTED_MEDIA_TYPE", detail });
const notTaken = (received: string) =>
  otherType(`Send the body with Content-Type: application/json; ${received} is not taken.`);
const otherEncoding = otherType("This Content-Encoding is not taken; send the body plain, or gzip.");
const invalid = (code = "VALIDATION_ERROR") => ({
  status: 400,
  code,
  detail: expect.stringMatching(/\.$/),
  errors: expect.any(Array),
});
const typed = (type: string) => ({ "Content-Type": type });
const packed = (encoding: string) => ({ "Content-Encoding": encoding });
const form = "application/x-www-form-urlencoded";
const large = JSON.stringify({ value: "x".repeat(2 * mebibyte) });
const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
const coded = (code: string) => `${good.slice(0, -1)},"thirdpartyCode":"${code}"}`;

describe("a body", () => {
  it.each<[string, string | Buffer, ReturnType<typeof malformed>, Record<string, string>?]>([
    ["that is not JSON", "hello", notJson],
    ["that breaks off", good.slice(0, -3), notJson],
    ["that is followed by another", `${good}${good}`, notJson],
    ["that is nested 65 deep", nested(65), tooDeep],
    ["that is nested very deep and never closed", '{"a":'.repeat(200_000), tooDeep],
    ["that holds half a surrogate pair", coded("\\ud800"), halfPair],
    ["that holds the other half", coded("\\ud83d\\u0041"), halfPair],
    ["that has half a surrogate pair in a key", '{"\\uDFFF":1}', halfPair],
    ["with more than 5,000 values", `[${"0,".repeat(5_000)}0]`, tooMany],
    ["that is not UTF-8", Buffer.from('{"\xff":1}', "latin1"), malformed("The body is not UTF-8.")],
    ["that is UTF-16 and does not say so", Buffer.from(good, "utf16le"), notJson],
    ["that calls itself gzip and is not", good, torn, packed("gzip")],
    ["of 2 MB", large, overLimit],
    ["of 2 MB, packed into little", gzipSync(large), overLimit, packed("gzip")],
    ["that is packed in another way", good, otherEncoding, packed("zstd")],
    ["in Latin 1", good, notTaken("application/json in latin1"), typed("application/json; charset=latin1")],
    ["in a type that is none", good, notTaken("json"), typed("json")],
    ["in a type like JSON", good, notTaken("application/jsonp"), typed("application/jsonp")],
    ["from a form", good, notTaken(form), typed(form)],
    ["that is a list", "[]", invalid()],
    ["that is null", "null", invalid()],
    ["that is empty", "", invalid()],
    ["with a key __proto__", `{"__proto__":{"admin":true},${good.slice(1)}`, invalid()],
    ["with a key constructor", `{"constructor":{"prototype":{"admin":true}},${good.slice(1)}`, invalid()],
    ["with an empty text", '{"companyIdType":"CIT001","companyIdValue":""}', invalid("INVALID_IDENTIFIER")],
  ])("%s is refused, and nothing is stored", async (_, body, problem, headers) => {
    const before = await world.state();
    expect(await add(world, body, headers)).toBeProblem(problem);
    expect(await world.state()).toEqual(before);
    expect(Object.prototype).not.toHaveProperty("admin");
  });

  it.each<[string, string | Buffer, Record<string, string>?]>([
    ["with a charset", good, typed('application/JSON; charset="UTF-8"')],
    ["with a byte order mark", `\ufeff${good}`],
    ["packed with gzip", gzipSync(good), packed("gzip")],
    ["packed with deflate", deflateSync(good), packed("Deflate")],
    ["packed with Brotli", brotliCompressSync(good), packed("br")],
    ["with a whole surrogate pair", coded("\\uD83D\\uDE00\\u00e9")],
    ["with text that looks like half of one", coded("\\\\ud800 [[[")],
  ])("%s is taken", async (_, body, headers) => {
    await add(await makeWorld(), body, headers).expect(201);
  });

  it("nested 64 deep is read, and refused by the contract alone", async () => {
    expect((await add(world, nested(64)).expect(400)).body.code).toBe("VALIDATION_ERROR");
  });

  it.each([
    ["1e400", "a number too large to count with"],
    ["-1e400", "a number too large to count with"],
    [String(2 ** 60), String(2 ** 60)],
  ])("with the number %s is refused", async (number, received) => {
    const response = await world
      .call("post", "/thirdparties/1/attributes")
      .set("Content-Type", "application/json")
      .send(`{"label":"Montant d'achat annuel","values":[${number}]}`);
    expect(response).toBeProblem({
      status: 400,
      code: "VALIDATION_ERROR",
      detail: expect.stringContaining("/values/0"),
      errors: [{ ...inBody("/values/0", expect.any(String), 0), received }],
    });
  });

  it("that comes in chunks is refused when it grows too large", async () => {
    const test = world
      .call("post", "/thirdparties")
      .set("Content-Type", "application/json")
      .set("Transfer-Encoding", "chunked");
    for (let piece = 0; piece < 20; piece++) test.write("x".repeat(mebibyte / 10));
    const response = await test;
    expect(response).toBeProblem(overLimit);
    expect(response.headers.connection).toBe("close");
  });

  it("may be a file of more than 1 MiB where files are taken, but not JSON of that length", async () => {
    const answer = (type: string) =>
      world.control("post", "/documents/1/answers").set("Content-Type", type).serialize(String).send(large);
    expect((await answer("application/json")).body).toMatchObject(overLimit);
    await answer("text/csv").expect(404);
  });

  it("of form fields has at most a tenth of a mebibyte", async () => {
    const post = (length: number) =>
      world
        .raw("post", "/_sandbox/oauth/token")
        .set("Content-Type", form)
        .send(`grant_type=${"x".repeat(length)}`);
    expect(await post(mebibyte / 10)).toBeProblem(
      tooLarge("The body is larger than 0.1 MiB, the most that is taken here."),
    );
    expect((await post(mebibyte / 11)).status).toBe(400);
  });

  it("is ignored where the operation takes none", async () => {
    await world.call("get", "/thirdparties").set("Content-Type", "text/plain").send("ignored").expect(200);
  });

  it("is refused with each violation at its place, with the expected and the received value", async () => {
    const contacts = [
      { email: "a@b.example", firstName: "A", lastName: "B" },
      { email: "nobody", firstName: 3, extra: null },
      "x",
    ];
    const thirdpartyCode = "x".repeat(300);
    const body = { companyIdType: "CIT001", companyIdValue: novalune, thirdpartyCode, contacts };
    expect(await world.post("/thirdparties", body)).toBeProblem({
      status: 400,
      code: "VALIDATION_ERROR",
      detail: expect.stringMatching(/^6 things are wrong: /),
      errors: [
        { ...inBody("/thirdpartyCode", "at most 255 characters", ""), received: `"${"x".repeat(116)}…` },
        inBody("/contacts/1/email", "an e-mail address", "nobody"),
        inBody("/contacts/1/firstName", "a text", 3),
        inBody("/contacts/1/lastName", "a text", undefined),
        inBody("/contacts/1/extra", "no such property", null),
        inBody("/contacts/2", "an object", "x"),
      ],
    });
  });

  const sendBytes = "The application/pdf file is empty: send its bytes as the body.";
  const untyped = "Send the body with Content-Type: application/json or application/pdf or that of the file.";
  it.each([
    ["empty", "application/pdf", "", 400, sendBytes],
    ["without a type", "", "x", 415, untyped],
    ["of a malformed type", "pdf", "x", 415, expect.stringContaining("of the file; pdf is not taken.")],
    ["in a form", "multipart/form-data; boundary=x", "--x--", 415, expect.stringContaining("form-data is not taken")],
    ["of form fields", form, "a=1", 415, expect.stringContaining("-urlencoded is not taken")],
  ])("that is a file is refused where it is %s", async (_, contentType, text, status, detail) => {
    const { body } = await world.upload(1, contentType, Buffer.from(text)).expect(status);
    const code = status === 400 ? "VALIDATION_ERROR" : "UNSUPPORTED_MEDIA_TYPE";
    expect(body).toMatchObject({ status, code, detail });
  });
});

describe("a query", () => {
  const names = async (query: object, method: "get" | "post" = "get", body?: object) => {
    const path = method === "get" ? "/thirdparties" : "/thirdparties/search";
    const { errors } = (await world.call(method, path).query(query).send(body).expect(400)).body;
    return errors.map((violation: { name: string; pointer: string }) => violation.name ?? violation.pointer);
  };

  it.each<[string, Record<string, string>, string[]]>([
    ["with two of the three event parameters, and a wrong size", { ...today, size: "0" }, ["eventNames", "size"]],
    ["with empty values", { page: "", countryCode: "" }, ["countryCode", "page"]],
    ["with numbers in other spellings", { page: "1e1", size: "0x10" }, ["page", "size"]],
    ["with a number too large", { page: "99999999999999999999" }, ["page"]],
    ["with an escape that is none", { page: "%zz" }, ["page"]],
    ["with a boolean in another spelling", { archived: "1" }, ["archived"]],
  ])("%s is refused, and its parameters are named", async (_, query, wrong) => {
    expect((await names(query)).sort()).toEqual(wrong);
  });

  it("is refused together with the body", async () => {
    expect(await names({ page: "x", size: 0 }, "post", { searchBy: "NAME" })).toEqual(["page", "size", "/value"]);
  });

  it.each(["%zz=1", "__proto__=1", "constructor=1", "a[b]=1", "page[$gt]=1", "%00=%00", "=", "&&&", "x".repeat(8000)])(
    "may have the unknown parameter %s",
    async (query) => void (await world.call("get", `/thirdparties?${query}`).expect(200)),
  );
});

describe("a path", () => {
  it.each(["/thirdparties/", "/ThirdParties", "//thirdparties", "/thirdparties/1/attributes/2"])(
    "%s below an account leads to nothing",
    async (path) => {
      const nothing =
        /^There is nothing at .*\. The paths are listed at \/docs; a trailing slash makes another path\.$/;
      const problem = { status: 404, code: "NOT_FOUND", detail: expect.stringMatching(nothing) };
      expect(await world.raw("get", world.base + path)).toBeProblem(problem);
    },
  );

  it("of another version, or a short one with a slash at its end, leads to nothing", async () => {
    for (const path of [`/api/v2/account/${world.accountId}/thirdparties`, `${world.base}/x/.%2e/y`, "/thirdparties/"])
      expect((await world.raw("get", path).expect(404)).body.detail).toContain("a trailing slash makes another path");
  });

  it.each(["%zz", "%", "%c0%af", "%ff"])("with the invalid escape %s is refused", async (id) => {
    expect(await world.call("get", `/thirdparties/${id}`)).toBeProblem({
      status: 400,
      code: "VALIDATION_ERROR",
      detail: "The path holds an escape that does not stand for a character.",
    });
  });
});

describe("a method", () => {
  it.each(["put", "trace"] as const)("%s is refused with the methods of the path", async (method) => {
    const collection = await world.raw(method, `${world.base}/thirdparties`);
    const allow = "GET, HEAD, POST, OPTIONS";
    const detail = `${method.toUpperCase()} is not allowed here; ${allow} are.`;
    expect(collection).toBeProblem({ status: 405, code: "METHOD_NOT_ALLOWED", detail });
    expect(collection.headers.allow).toBe(allow);
    const one = await world.raw(method, `${world.base}/thirdparties/1`).expect(405);
    expect(one.headers.allow).toBe("GET, HEAD, OPTIONS");
  });

  it("OPTIONS is answered with the methods of a path, without a token", async () => {
    const { headers, text } = await world.raw("options", `${world.base}/responses/1/approve`).expect(204);
    expect({ allow: headers.allow, text }).toEqual({ allow: "POST, OPTIONS", text: "" });
  });

  it("HEAD is answered as GET, without the body", async () => {
    for (const path of ["/thirdparties/924000", "/thirdparties"]) {
      const [head, get] = [await world.call("head", path), await world.call("get", path)];
      const told = ({ status, headers }: typeof get) => [status, headers["content-length"], headers["content-type"]];
      expect(told(head)).toEqual(told(get));
      expect(head.text ?? "").toBe("");
    }
  });
});

describe("an Accept header", () => {
  it.each([
    [406, "text/html"],
    [406, "application/json;q=0"],
    [406, "image/*"],
    [406, "text/html, application/json;q=0.0"],
    [406, "application/json;q=0, */*"],
    [406, "application/*;q=0, */*"],
    [406, "application/problem+json"],
    [406, "nonsense"],
    [200, ""],
    [200, "*/*"],
    [200, "application/*"],
    [200, "application/json"],
    [200, "text/html, application/json;q=0.1"],
    [200, "Application/JSON; charset=utf-8"],
    [200, "text/*;q=0, */*"],
    [200, "text/html, */*;q=0.1"],
  ])("gets %i for JSON: %s", async (status, accept) => {
    await world.call("get", "/thirdparties").set("Accept", accept).expect(status);
  });
});

it("a request with several faults is refused in the promised order of reasons", async () => {
  const [own, other] = [await makeWorld(), await makeWorld()];
  const [typed] = await own.dossiersOf(await own.add());
  const path = (dossierId: string | number) => `${own.base}/dossiers/${dossierId}/requirements`;
  const small = JSON.stringify({ newRequiredDocuments: ["RIB"] });
  const asked = { method: "delete" as "post" | "delete", url: `${path("x")}/`, body: large };
  const headers: Record<string, string> = { Accept: "text/html", "Content-Type": "text/plain" };
  const mend: [status: number, mended: () => unknown][] = [
    [404, () => (asked.url = path("x"))],
    [405, () => (asked.method = "post")],
    [401, () => (headers.Authorization = `Bearer ${other.token}`)],
    [403, () => (headers.Authorization = `Bearer ${own.token}`)],
    [413, () => (asked.body = "{")],
    [415, () => (headers["Content-Type"] = "application/json")],
    [406, () => (headers.Accept = "*/*")],
    [400, () => (asked.body = small)],
    [400, () => (asked.url = path(1))],
    [404, () => (asked.url = path(typed?.dossierId as number))],
    [409, () => {}],
  ];
  for (const [status, mended] of mend) {
    await own.raw(asked.method, asked.url).set(headers).serialize(String).send(asked.body).expect(status);
    mended();
  }
});
