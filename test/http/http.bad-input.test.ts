import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
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

describe("a body", () => {
  it.each<[string, string | Buffer, number, string, Record<string, string>?]>([
    ["that is not JSON", "hello", 400, "MALFORMED_JSON"],
    ["that breaks off", good.slice(0, -3), 400, "MALFORMED_JSON"],
    ["that is followed by another", `${good}${good}`, 400, "MALFORMED_JSON"],
    ["that is a list", "[]", 400, "VALIDATION_ERROR"],
    ["that is a text", '"CIT001"', 400, "VALIDATION_ERROR"],
    ["that is null", "null", 400, "VALIDATION_ERROR"],
    ["that is empty", "", 400, "VALIDATION_ERROR"],
    ["that is nested 10,000 deep", `{"a":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, 400, "MALFORMED_JSON"],
    [
      "that is nested 300,000 deep and never closed",
      '{"a":'.repeat(200_000).slice(0, mebibyte - 10),
      400,
      "MALFORMED_JSON",
    ],
    [
      "that holds half a surrogate pair",
      '{"companyIdType":"CIT001","companyIdValue":"\\ud800"}',
      400,
      "MALFORMED_JSON",
    ],
    ["that has half a surrogate pair in a key", '{"\\udfff":1}', 400, "MALFORMED_JSON"],
    ["that is not UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, "MALFORMED_JSON"],
    ["that is UTF-16 and does not say so", Buffer.from(good, "utf16le"), 400, "MALFORMED_JSON"],
    ["with a key __proto__", `{"__proto__":{"admin":true},${good.slice(1)}`, 400, "VALIDATION_ERROR"],
    ["with a key constructor", `{"constructor":{"prototype":{"admin":true}},${good.slice(1)}`, 400, "VALIDATION_ERROR"],
    ["with an unknown enum value", '{"companyIdType":"CIT009","companyIdValue":"1"}', 400, "VALIDATION_ERROR"],
    ["with an empty text", '{"companyIdType":"CIT001","companyIdValue":""}', 400, "INVALID_IDENTIFIER"],
    ["with a number for a text", '{"companyIdType":"CIT001","companyIdValue":21996648800021}', 400, "VALIDATION_ERROR"],
    ["of 10 MB", JSON.stringify({ value: "x".repeat(10 * mebibyte) }), 413, "PAYLOAD_TOO_LARGE"],
    [
      "of 10 MB, packed into little",
      gzipSync(JSON.stringify({ value: "x".repeat(10 * mebibyte) })),
      413,
      "PAYLOAD_TOO_LARGE",
      { "Content-Encoding": "gzip" },
    ],
    ["that calls itself gzip and is not", good, 400, "MALFORMED_JSON", { "Content-Encoding": "gzip" }],
    ["that is packed in another way", good, 415, "UNSUPPORTED_MEDIA_TYPE", { "Content-Encoding": "zstd" }],
    ["in Latin 1", good, 415, "UNSUPPORTED_MEDIA_TYPE", { "Content-Type": "application/json; charset=latin1" }],
    ["in another media type", good, 415, "UNSUPPORTED_MEDIA_TYPE", { "Content-Type": "application/xml" }],
    ["in a media type that is none", good, 415, "UNSUPPORTED_MEDIA_TYPE", { "Content-Type": "json" }],
    [
      "in a media type that only begins like JSON",
      good,
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      { "Content-Type": "application/jsonp" },
    ],
    [
      "from a form",
      "companyIdType=CIT001",
      415,
      "UNSUPPORTED_MEDIA_TYPE",
      { "Content-Type": "application/x-www-form-urlencoded" },
    ],
    ["without a media type", good, 415, "UNSUPPORTED_MEDIA_TYPE", { "Content-Type": "" }],
  ])("refuses a body %s, and stores nothing", async (_, body, status, code, headers) => {
    const world = await makeWorld();
    const before = await world.state();
    const errors = status === 400 && code !== "MALFORMED_JSON" ? { errors: expect.any(Array) } : {};
    expect(await add(world, body, headers)).toBeProblem({
      status,
      code,
      detail: expect.stringMatching(/\.$/),
      ...errors,
    });
    expect(await world.state()).toEqual(before);
    expect(Object.prototype).not.toHaveProperty("admin");
  });

  it.each<[string, string | Buffer, Record<string, string>?]>([
    ["with a charset", good, { "Content-Type": 'application/JSON; charset="UTF-8"' }],
    ["with a byte order mark", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(good)])],
    ["packed with gzip", gzipSync(good), { "Content-Encoding": "gzip" }],
    ["with a whole surrogate pair", `${good.slice(0, -1)},"thirdpartyCode":"\\ud83d\\ude00"}`],
    ["with text that looks like half of one", `${good.slice(0, -1)},"thirdpartyCode":"\\\\ud800"}`],
  ])("takes a body %s", async (_, body, headers) => {
    const world = await makeWorld();
    await add(world, body, headers).expect(201);
  });

  it.each([
    ["1e400", "a number too large to count with"],
    ["-1e400", "a number too large to count with"],
    [String(2 ** 60), String(2 ** 60)],
  ])("refuses a body with the number %s", async (number, received) => {
    const world = await makeWorld();
    const id = await world.add();
    const before = await world.state();
    const response = await world
      .call("post", `/thirdparties/${id}/attributes`)
      .set("Content-Type", "application/json")
      .send(`{"label":"Montant d'achat annuel","values":[${number}]}`);
    expect(response).toBeProblem({
      status: 400,
      code: "VALIDATION_ERROR",
      detail: expect.stringContaining("/values/0"),
      errors: [{ ...inBody("/values/0", expect.any(String), 0), received }],
    });
    expect(await world.state()).toEqual(before);
  });

  it("refuses a chunked body when it grows too large", async () => {
    const world = await makeWorld();
    const test = world
      .call("post", "/thirdparties")
      .set("Content-Type", "application/json")
      .set("Transfer-Encoding", "chunked");
    for (let piece = 0; piece < 20; piece++) test.write("x".repeat(mebibyte / 10));
    expect(await test).toBeProblem({
      status: 413,
      code: "PAYLOAD_TOO_LARGE",
      detail: "The body is larger than 1 MiB, the most that is taken here.",
    });
  });

  it("ignores a body where the operation takes none", async () => {
    const world = await makeWorld();
    await world.call("get", "/thirdparties").set("Content-Type", "text/plain").send("ignored").expect(200);
  });

  it("names each violation of a body with its place, the expected and the received value", async () => {
    const world = await makeWorld();
    const contacts = [
      { email: "a@b.example", firstName: "A", lastName: "B" },
      { email: "nobody", firstName: 3, extra: null },
      "x",
    ];
    const response = await world.post("/thirdparties", {
      companyIdType: "CIT001",
      companyIdValue: novalune,
      thirdpartyCode: "x".repeat(300),
      contacts,
    });
    expect(response).toBeProblem({
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

  it("reports the violations of path, query and body together", async () => {
    const world = await makeWorld();
    const response = await world
      .call("post", "/thirdparties/search?page=x&size=0")
      .send({ searchBy: "NAME" })
      .expect(400);
    expect(
      response.body.errors.map((violation: { in: string; pointer: string; name: string }) => [
        violation.in,
        violation.pointer ?? violation.name,
      ]),
    ).toEqual([
      ["query", "page"],
      ["query", "size"],
      ["body", "/value"],
    ]);
  });
});

describe("a query", () => {
  it.each<[string, Record<string, string | string[]>, string[]]>([
    ["with a parameter twice", { page: ["0", "1"] }, ["page"]],
    [
      "with an event filter twice",
      { eventNames: ["THIRD_PARTY_ADDED", "THIRD_PARTY_ADDED"], ...today },
      ["eventNames"],
    ],
    ["with two of the three event parameters", { ...today }, ["eventNames"]],
    [
      "with one of the three event parameters",
      { eventNames: "THIRD_PARTY_ADDED" },
      ["eventOccurrenceStartDate", "eventOccurrenceEndDate"],
    ],
    ["with empty values", { page: "", countryCode: "" }, ["page", "countryCode"]],
    ["with numbers in other spellings", { page: "1e1", size: "0x10" }, ["page", "size"]],
    ["with a number too large", { page: "99999999999999999999" }, ["page"]],
    ["with a boolean in another spelling", { archived: "1" }, ["archived"]],
    [
      "with a day that does not exist",
      { eventNames: "THIRD_PARTY_ADDED", ...today, eventOccurrenceStartDate: "2026-02-29T00:00:00" },
      ["eventOccurrenceStartDate"],
    ],
    [
      "with a range that ends before it starts",
      { eventNames: "THIRD_PARTY_ADDED", ...today, eventOccurrenceEndDate: "2025-01-01T00:00:00" },
      ["eventOccurrenceStartDate"],
    ],
  ])("refuses a query %s, and names the parameters", async (_, query, names) => {
    const world = await makeWorld();
    const response = await world.call("get", "/thirdparties").query(query).expect(400);
    expect(response.body.errors.map(({ name }: { name: string }) => name)).toEqual(names);
  });

  it("reports a missing event parameter together with another violation of the query", async () => {
    const world = await makeWorld();
    const response = await world
      .call("get", "/thirdparties")
      .query({ ...today, size: "0" })
      .expect(400);
    expect(response.body.errors.map(({ name }: { name: string }) => name).sort()).toEqual(["eventNames", "size"]);
  });

  it.each(["%zz=1", "__proto__=1", "constructor=1", "a[b]=1", "page[$gt]=1", "%00=%00", "=", "&&&", "x".repeat(8000)])(
    "ignores the unknown query parameter %s",
    async (query) => {
      const world = await makeWorld();
      await world.call("get", `/thirdparties?${query}`).expect(200);
    },
  );

  it("refuses an invalid escape in a query like any other value", async () => {
    const world = await makeWorld();
    const response = await world.call("get", "/thirdparties?page=%zz").expect(400);
    expect(response.body.errors).toEqual([expect.objectContaining({ name: "page", received: '"%zz"' })]);
  });
});

describe("a path", () => {
  it.each([
    ["with a slash at its end", "/thirdparties/"],
    ["in capitals", "/ThirdParties"],
    ["with a double slash", "//thirdparties"],
    ["that goes up", "/attributes/../thirdparties/.%2e/x"],
    ["with a segment too many", "/thirdparties/1/attributes/2"],
  ])("answers 404 for a path %s", async (_, path) => {
    const world = await makeWorld();
    const response = await world.raw("get", world.base + path);
    expect(response).toBeProblem({
      status: 404,
      code: "NOT_FOUND",
      detail: expect.stringMatching(/^There is nothing at .*a trailing slash makes another path\.$/),
    });
  });

  it("answers 404 for a path of another version", async () => {
    const world = await makeWorld();
    await world.raw("get", `/api/v2/account/${world.accountId}/thirdparties`).expect(404);
  });

  it.each(["%zz", "%", "%c0%af", "%ff"])("refuses a path with the invalid escape %s", async (id) => {
    const world = await makeWorld();
    const response = await world.call("get", `/thirdparties/${id}`);
    expect(response).toBeProblem({
      status: 400,
      code: "VALIDATION_ERROR",
      detail: "The path holds an escape that does not stand for a character.",
    });
  });

  it.each(["%00", "..%2f..%2fetc%2fpasswd", "1%0d%0aSet-Cookie:a", "%F0%9F%98%80", "1;drop"])(
    "refuses a path with the id %s",
    async (id) => {
      const world = await makeWorld();
      await world.call("get", `/thirdparties/${id}`).expect(400);
    },
  );
});

describe("a method", () => {
  it.each(["put", "delete", "patch", "trace"] as const)(
    "refuses the method %s, and lists the methods of the path",
    async (method) => {
      const world = await makeWorld();
      const collection = await world.raw(method, `${world.base}/thirdparties`);
      expect(collection).toBeProblem({
        status: 405,
        code: "METHOD_NOT_ALLOWED",
        detail: `${method.toUpperCase()} is not allowed here; GET, HEAD, POST, OPTIONS are.`,
      });
      expect(collection.headers.allow).toBe("GET, HEAD, POST, OPTIONS");
      const one = await world.raw(method, `${world.base}/thirdparties/1`).expect(405);
      expect(one.headers.allow).toBe("GET, HEAD, OPTIONS");
    },
  );

  it("answers OPTIONS with the methods of a path, without a token", async () => {
    const world = await makeWorld();
    const response = await world.raw("options", `${world.base}/responses/1/approve`).expect(204);
    expect([response.headers.allow, response.text]).toEqual(["POST, OPTIONS", ""]);
  });

  it("answers HEAD as GET, without the body", async () => {
    const world = await makeWorld();
    const head = await world.call("head", "/thirdparties/924000");
    const get = await world.call("get", "/thirdparties/924000").expect(404);
    expect(head.status).toBe(404);
    expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
  });
});

describe("an Accept header", () => {
  it.each([
    "text/html",
    "application/xml",
    "application/json;q=0",
    "image/*",
    "application/pdf",
    "text/html, application/json;q=0.0",
    "application/json;q=0, */*",
    "application/*;q=0, */*",
    "application/problem+json",
    "nonsense",
  ])("refuses the Accept header %s, which excludes JSON", async (accept) => {
    const world = await makeWorld();
    await world.call("get", "/thirdparties").set("Accept", accept).expect(406);
  });
  it.each([
    "*/*",
    "application/*",
    "application/json",
    "text/html, application/json;q=0.1",
    "Application/JSON; charset=utf-8",
    "application/json, application/problem+json",
    "text/*;q=0, */*",
    "text/html, */*;q=0.1",
  ])("answers JSON for the Accept header %s", async (accept) => {
    const world = await makeWorld();
    await world.call("get", "/thirdparties").set("Accept", accept).expect(200);
  });
  it("refuses to send an archive to a client that accepts only JSON", async () => {
    const world = await makeWorld();
    const { dossierId } = await world.free(await world.add(), ["RIB"]);
    await world.call("get", `/dossiers/${dossierId}/files/download`).set("Accept", "application/json").expect(406);
    await world
      .call("get", `/dossiers/${dossierId}/files/download`)
      .set("Accept", "application/zip, application/json")
      .expect(200);
  });
});

describe("a request with everything wrong", () => {
  it("refuses a request with several faults in the promised order of reasons", async () => {
    const world = await makeWorld();
    const other = await makeWorld();
    const [typed] = await world.dossiersOf(await world.add());
    const path = (dossierId: string | number) => `${world.base}/dossiers/${dossierId}/requirements`;
    const large = JSON.stringify({ newRequiredDocuments: ["x".repeat(mebibyte)] });
    const small = JSON.stringify({ newRequiredDocuments: ["RIB"] });
    let method: "post" | "delete" = "delete";
    let url = `${path("x")}/`;
    let headers: Record<string, string> = { Accept: "text/html", "Content-Type": "text/plain" };
    let body = large;
    const status = async () => (await world.raw(method, url).set(headers).serialize(String).send(body)).status;

    const climbed = [await status()];
    url = path("x");
    climbed.push(await status());
    method = "post";
    climbed.push(await status());
    headers = { ...headers, Authorization: `Bearer ${other.token}` };
    climbed.push(await status());
    headers = { ...headers, Authorization: `Bearer ${world.token}` };
    climbed.push(await status());
    body = "{";
    climbed.push(await status());
    headers = { ...headers, "Content-Type": "application/json" };
    climbed.push(await status());
    headers = { ...headers, Accept: "*/*" };
    climbed.push(await status());
    body = small;
    climbed.push(await status());
    url = path(1);
    climbed.push(await status());
    url = path(typed?.dossierId as number);
    climbed.push(await status());

    expect(climbed).toEqual([404, 405, 401, 403, 413, 415, 406, 400, 400, 404, 409]);
  });
});
