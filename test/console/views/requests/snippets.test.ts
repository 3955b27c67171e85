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

describe("a request written down for other tools", () => {
  it("is a curl whose quotes a shell reads as they are meant", () => {
    expect(curlOf(get)).toBe(`curl '${base}/thirdparties?size=2' \\\n  -H 'Authorization: Bearer t'`);
    expect(curlOf(post)).toBe(
      `curl -X POST '${post.url}' \\\n  -H 'content-type: application/json' \\\n` +
        `  --data-raw '{"comment":"it'\\''s } , not \\"so\\"","shareRejectionReason":true}'`,
    );
  });

  it("is a fetch, with JSON as an object", () => {
    expect(fetchOf({ ...get, token: undefined })).toBe(`const response = await fetch("${get.url}");`);
    expect(fetchOf(post)).toContain(
      'body: JSON.stringify({ comment: "it\'s } , not \\"so\\"", shareRejectionReason: true }),',
    );
    expect(fetchOf({ ...post, body: "no JSON" })).toContain('body: "no JSON",');
  });

  it("is a call of the typed client, with parameters of the path and of the query in their types", () => {
    const url = `${base}/thirdparties/924004/dossiers?archived=false&siret=123`;
    expect(clientOf({ ...get, url }, `${account}/thirdparties/{id}/dossiers`)).toContain(
      'client.GET("/thirdparties/{id}/dossiers", {\n' +
        '  params: { path: { id: 924004 }, query: { archived: false, siret: "123" } },\n});',
    );
    const search = `${base}/documents/search?eventNames=A,B`;
    expect(clientOf({ ...get, url: search }, `${account}/documents/search`)).toContain(
      'query: { eventNames: ["A", "B"] }',
    );
    expect(clientOf(post, `${account}/responses/{responseId}/reject`)).toContain(
      '  body: { comment: "it\'s } , not \\"so\\"", shareRejectionReason: true },',
    );
  });

  it("has no typed call where there is no operation", () => {
    expect(clientOf({ ...get, url: "http://127.0.0.1:4600/files/1" }, "")).toBeUndefined();
  });
});
