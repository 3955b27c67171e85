import { describe, expect, it } from "vitest";
import { harEntry } from "../../src/control/har.ts";
import { detailOf } from "../../src/sandbox/requests/views.ts";
import { version } from "../../src/sandbox/version.ts";
import { harFacts } from "../support/har.ts";
import { served } from "../support/served.ts";
import { add, ask, running, send, siret } from "./running.ts";

const on = running();

describe("the HAR of the request log", () => {
  it("is HAR 1.2, whatever happened", async () => {
    const world = await on.sandbox.world();
    await ask(world, "/thirdparties?size=2&page=0");
    await add(world);
    await ask(world, "/thirdparties", "POST", "no JSON");
    await world.faults.set({ kind: "disconnect", times: 1 });
    await ask(world, "/dossiers").catch(() => {});
    await expect.poll(async () => (await world.requests()).length).toBe(4);
    const har = await world.har();
    expect(harFacts.har.parse(har)).toEqual(har);
    expect(har.log.creator).toEqual({ name: "tiers-sandbox", version });
    const [list, created, refused, cut] = har.log.entries;
    expect(list).toMatchObject({
      request: {
        method: "GET",
        url: `${world.baseUrl}/thirdparties?size=2&page=0`,
        queryString: [
          { name: "size", value: "2" },
          { name: "page", value: "0" },
        ],
        bodySize: 0,
      },
      response: { status: 200, content: { mimeType: "application/json; charset=utf-8" } },
      _operation: "thirdparties.list",
      _accountId: world.accountId,
      _events: [],
    });
    expect(created).toMatchObject({
      request: { postData: { mimeType: "application/json", text: JSON.stringify(siret) } },
      response: { status: 201, redirectURL: expect.stringContaining("/thirdparties/") },
      _events: (await world.events()).map(({ eventId }) => eventId),
    });
    expect(refused).toMatchObject({
      response: { status: 400 },
      _code: "MALFORMED_JSON",
      _violations: [expect.any(String)],
    });
    expect(cut).toMatchObject({ response: { status: 0 }, _fault: "disconnect", _error: expect.any(String) });
  });

  it("is downloaded as requests.har, takes the filters of the list, and may be empty", async () => {
    const world = await on.sandbox.world();
    const url = `${on.sandbox.url}/_sandbox/requests.har?accountId=${world.accountId}`;
    const { headers, body } = await send(url);
    expect([headers.get("content-type"), headers.get("content-disposition")]).toEqual([
      "application/json; charset=utf-8",
      expect.stringContaining('filename="requests.har"'),
    ]);
    expect(body).toEqual({
      log: { version: "1.2", creator: { name: "tiers-sandbox", version }, pages: [], entries: [] },
    });
    await send(`${world.baseUrl}/thirdparties`);
    expect((await world.har({ status: 401 })).log.entries).toHaveLength(1);
    expect((await world.har({ operation: "dossiers.list" })).log.entries).toEqual([]);
  });

  it.each([
    ["a host that is none", { requestHeaders: ["Host", "é["], path: "/x?a=b" }, "http://localhost/x?a=b"],
    ["no host", { path: "*" }, "http://localhost/*"],
    ["an escape that is none", { requestHeaders: ["Host", "a:1"], path: "/%zz" }, "http://a:1/%zz"],
    ["the target of CONNECT", { method: "CONNECT", path: "a:1" }, "http://localhost/a:1"],
  ])("has an address for a request with %s", (_, wish, url) => {
    const entry = harEntry(detailOf(served(wish)));
    expect(harFacts.entry.parse(entry).request.url).toBe(url);
  });

  it("begins when the request came, which the log knows by its end and its duration", () => {
    const { startedDateTime, time, timings } = harEntry(detailOf(served({ at: 10_000, durationMs: 250 })));
    expect({ startedDateTime, time, timings }).toEqual({
      ...{ startedDateTime: "1970-01-01T00:00:09.750Z", time: 250 },
      timings: { send: 0, wait: 250, receive: 0 },
    });
  });

  it("says which bodies are cut, left out or bytes", () => {
    const entry = (wish: object) => harEntry(detailOf(served({ method: "POST", status: 200, ...wish })));
    const cut = entry({ responseBody: "x".repeat(65_536), responseSize: 70_000 });
    expect(cut.response.content).toMatchObject({
      size: 70_000,
      comment: "Only the first 64 KB are kept.",
      _kept: "cut",
    });
    const bytes = entry({ responseBody: Buffer.from([255]), responseSize: 1 });
    expect(bytes.response.content).toMatchObject({ text: "/w==", encoding: "base64", _kept: "whole" });
    const left = entry({ requestSize: 9 });
    expect(left.request.postData).toMatchObject({ comment: "Left out.", text: "", _kept: "none" });
    const streamed = entry({ responseHeaders: ["Content-Type", "application/zip"] });
    expect(streamed.response).toMatchObject({ bodySize: -1 });
    expect(streamed.response.content).toEqual({
      size: -1,
      mimeType: "application/zip",
      comment: "Left out.",
      _kept: "none",
    });
    for (const one of [cut, bytes, left, streamed]) harFacts.entry.parse(one);
  });
});
