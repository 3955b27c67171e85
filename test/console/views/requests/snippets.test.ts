import { describe, expect, it } from "vitest";
import { clientOf, curlOf, fetchOf, type Spoken } from "../../../../src/console/views/requests/snippets.ts";

const base = "http://127.0.0.1:4600/api/v1/account/demo";
const account = "/api/v1/account/{accountId}";
const get: Spoken = { method: "GET", url: `${base}/thirdparties?size=2`, headers: [], body: undefined, token: "t" };
const post: Spoken = {
  method: "POST",
  url: `${base}/responses/2238000/reject`,
  headers: [["content-type", "application/json"]],
  body: '{"comment":"it\'s } , not \\"so\\"","shareRejectionReason":true}',
  token: undefined,
};
const object = '{ comment: "it\'s } , not \\"so\\"", shareRejectionReason: true }';
const lines = (...all: string[]) => all.join("\n");

describe("a request written down for other tools", () => {
  it("is a curl whose quotes a shell reads as they are meant", () => {
    expect(curlOf(get)).toBe(`curl '${base}/thirdparties?size=2' \\\n  -H 'Authorization: Bearer t'`);
    expect(curlOf(post)).toBe(
      `curl -X POST '${post.url}' \\\n  -H 'content-type: application/json' \\\n` +
        `  --data-raw '{"comment":"it'\\''s } , not \\"so\\"","shareRejectionReason":true}'`,
    );
  });

  it("is a fetch, with JSON as an object and another body as a text", () => {
    expect(fetchOf({ ...get, token: undefined })).toBe(`const response = await fetch("${get.url}");`);
    const head = [`const response = await fetch("${post.url}", {`, '  method: "POST",', "  headers: {"];
    const type = '    "content-type": "application/json",';
    expect(fetchOf({ ...post, token: "t" })).toBe(
      lines(...head, '    "Authorization": "Bearer t",', type, "  },", `  body: JSON.stringify(${object}),`, "});"),
    );
    expect(fetchOf({ ...post, body: "no JSON" })).toBe(lines(...head, type, "  },", '  body: "no JSON",', "});"));
  });

  it.each([
    ["[]", "[]"],
    ["{}", "{}"],
    ['[1, "a", null, [true]]', '[1, "a", null, [true]]'],
    ['{"a_1":{"b-c":1,"1d":2,"":3}}', '{ a_1: { "b-c": 1, "1d": 2, "": 3 } }'],
  ])("has the JSON %s as code that a person would write: %s", (body, code) => {
    expect(fetchOf({ ...post, headers: [], body })).toContain(`\n  body: JSON.stringify(${code}),\n`);
  });

  /** The call of the typed client, without the lines that make the client. */
  const callOf = (request: Spoken, template: string) =>
    clientOf(request, account + template)?.replace(/^[\s\S]*await client\./, "");

  it("is a call of the typed client, which it makes first", () => {
    const text = clientOf({ ...get, url: `${base}/thirdparties` }, `${account}/thirdparties`);
    const client = (token: string) => `const client = createClient({ baseUrl: "${base}", token: "${token}" });`;
    const call = 'const { data, error } = await client.GET("/thirdparties");';
    expect(text).toBe(lines('import { createClient } from "tiers-sandbox/client";', "", client("t"), call));
    expect(clientOf(post, `${account}/responses/{responseId}/reject`)).toContain(client(""));
  });

  it.each([
    ["/thirdparties/{id}", "/thirdparties/924004", "path: { id: 924004 }"],
    ["/x/{dossierId}/y/{code}", "/x/12/y/a%2Fb", 'path: { dossierId: 12, code: "a/b" }'],
    ["/x/{dossierId}", "/x/12a", 'path: { dossierId: "12a" }'],
    ["/x/{dossierId}", "/x/a12", 'path: { dossierId: "a12" }'],
    ["/x/{identity}", "/x/12", 'path: { identity: "12" }'],
    ["/x/{uid}", "/x/12", 'path: { uid: "12" }'],
    [
      "/x/{id}",
      "/x/1?archived=false&b=true&siret=123",
      'path: { id: 1 }, query: { archived: false, b: true, siret: "123" }',
    ],
    ["/x", "/x?page=2&size=50&sizes=3", 'query: { page: 2, size: 50, sizes: "3" }'],
    ["/x/search", "/x/search?eventNames=A,B", 'query: { eventNames: ["A", "B"] }'],
    ["/x/{id}/y", "/x", 'path: { id: "" }'],
  ])("has the parameters of %s in their types for %s: %s", (template, path, params) => {
    const expected = `GET("${template}", {\n  params: { ${params} },\n});`;
    expect(callOf({ ...get, url: base + path }, template)).toBe(expected);
  });

  it("has a body beside the parameters, as an object or as a text", () => {
    const call = (body: string) =>
      lines(
        'POST("/responses/{responseId}/reject", {',
        "  params: { path: { responseId: 2238000 } },",
        `  body: ${body},`,
        "});",
      );
    expect(callOf(post, "/responses/{responseId}/reject")).toBe(call(object));
    expect(callOf({ ...post, body: "plain" }, "/responses/{responseId}/reject")).toBe(call('"plain"'));
  });

  it("has no typed call where there is no operation of the service", () => {
    expect(clientOf({ ...get, url: "http://127.0.0.1:4600/files/1" }, `${account}/x`)).toBeUndefined();
    expect(clientOf(get, "")).toBeUndefined();
  });
});
