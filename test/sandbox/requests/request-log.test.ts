import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LocalRequestLog } from "../../../src/sandbox/requests/request-log.ts";
import { detailOf } from "../../../src/sandbox/requests/views.ts";
import { served } from "../../support/served.ts";

const log = (requestLogBytes = 32_000_000, bodies = true) => new LocalRequestLog({ requestLogBytes, bodies });
const ids = (requests: LocalRequestLog, accountId?: string) =>
  requests.list({ accountId }, Infinity).map(({ requestId }) => requestId);

const push = (requests: LocalRequestLog, accountId: string, worldId: string | null, count: number) => {
  for (let nth = 0; nth < count; nth++) requests.add(served({ accountId, worldId }));
};

describe("the memory of the request log", () => {
  it("never holds more bytes than it may, and lets the oldest request of all accounts go first", () => {
    const requests = log(100_000);
    for (let nth = 0; nth < 200; nth++) {
      const responseBody = "x".repeat(1000 * (nth % 7));
      requests.add(served({ requestId: `${nth}`, accountId: `a${nth % 3}`, responseBody }));
      expect(requests.bytes).toBeLessThanOrEqual(100_000);
    }
    const kept = ids(requests);
    expect(kept.length).toBeGreaterThan(20);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, nth) => `${200 - kept.length + nth}`));
  });

  it("counts headers, bodies and paths, and nothing once all is forgotten", () => {
    const requests = log();
    const empty = served();
    requests.add(empty);
    const least = requests.bytes;
    const requestHeaders = ["Accept", "*/*"];
    requests.add(
      served({ path: `/${"x".repeat(99)}`, requestHeaders, requestBody: Buffer.alloc(10), responseBody: "12" }),
    );
    expect(requests.bytes).toBe(2 * least - empty.path.length + 100 + 9 + 12);
    requests.clear();
    expect([requests.bytes, ids(requests)]).toEqual([0, []]);
  });

  it.each<[string, (requests: LocalRequestLog) => void, boolean]>([
    ["nothing was dropped", () => {}, true],
    ["a request to the present world was dropped", (requests) => push(requests, "a", "2", 3), false],
    ["a request to an earlier world was dropped", (requests) => push(requests, "a", "1", 3), true],
    ["a request that reached no world was dropped", (requests) => push(requests, "a", null, 3), false],
    ["a request of another account was dropped", (requests) => push(requests, "b", "2", 3), true],
    [
      "the oldest that is kept is to an earlier world",
      (requests) => {
        requests.noteDropped("a", "2");
        requests.add(served({ accountId: "a", worldId: "1" }));
      },
      true,
    ],
    ["an opened bundle says that some are missing", (requests) => requests.noteDropped("a", "2"), false],
    ["the log was cleared since", (requests) => (push(requests, "a", "2", 3), requests.clear("a")), true],
    ["the whole log was cleared since", (requests) => (push(requests, "a", "2", 3), requests.clear()), true],
  ])("when %s, whether the log of the present world is complete is known", (_, happened, isComplete) => {
    const requests = log(1100);
    happened(requests);
    expect(requests.ofWorld("a", "2").isComplete).toBe(isComplete);
  });

  it("divides the requests of an account where the last one to an earlier world ends", () => {
    const requests = log();
    const worlds = [null, "1", null, "1", null, "2", null, "2"];
    for (const [nth, worldId] of worlds.entries())
      requests.add(served({ requestId: `${nth}`, accountId: "a", worldId }));
    const { earlier, requests: present } = requests.ofWorld("a", "2");
    expect([earlier, present].map((list) => list.map(({ requestId }) => requestId).join(""))).toEqual(["0123", "4567"]);
  });

  it("knows of the last ten thousand accounts at most that a request was dropped", () => {
    const requests = log(0);
    for (let nth = 0; nth < 10_001; nth++) requests.add(served({ accountId: `a${nth}`, worldId: "1" }));
    expect(["a0", "a1", "a10000"].map((id) => requests.ofWorld(id, "1").isComplete)).toEqual([true, false, false]);
  });

  it("holds nothing of a request that it has forgotten, also where a stream remembers it", () => {
    const entry = log(0).add(served({ accountId: "a" }));
    expect(entry).toMatchObject({ kind: "request", accountId: "a", served: null, older: undefined, newer: undefined });
  });

  it("holds the same as a plain list, whatever is added and cleared", () => {
    const account = fc.constantFrom("a", "b", null);
    const step = fc.oneof(
      { weight: 20, arbitrary: fc.record({ add: account, size: fc.nat(3000) }) },
      { weight: 1, arbitrary: fc.record({ clear: fc.constantFrom("a", "b", undefined) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const requests = log(20_000);
        let model: { id: string; account: string | null; bytes: number }[] = [];
        steps.forEach((each, nth) => {
          if ("clear" in each) {
            requests.clear(each.clear);
            model = model.filter((one) => each.clear !== undefined && one.account !== each.clear);
            return;
          }
          const before = log();
          const make = () => served({ requestId: `${nth}`, accountId: each.add, responseBody: "x".repeat(each.size) });
          before.add(make());
          requests.add(make());
          model.push({ id: `${nth}`, account: each.add, bytes: before.bytes });
          while (model.reduce((sum, { bytes }) => sum + bytes, 0) > 20_000) model.shift();
        });
        expect(ids(requests)).toEqual(model.map(({ id }) => id));
        expect(ids(requests, "a")).toEqual(model.filter(({ account }) => account === "a").map(({ id }) => id));
      }),
    );
  });
});

describe("a body in the request log", () => {
  const bodies = (wish: Parameters<typeof served>[0], kept = true) => {
    const one = served({ method: "POST", status: 200, ...wish });
    log(32_000_000, kept).add(one);
    const { requestBody, responseBody } = detailOf(one);
    return { requestBody, responseBody };
  };

  it("is cut after 64 KB, between two characters, and says its whole size", () => {
    const text = `${"é".repeat(40_000)}`;
    const bytes = Buffer.from(text);
    const cut = { size: 80_000, kept: "cut", text: "é".repeat(32_768), encoding: null };
    expect(bodies({ requestBody: bytes, requestSize: 80_000 }).requestBody).toEqual(cut);
    const shifted = bodies({ responseBody: `x${bytes.toString("latin1")}`, responseSize: 80_001 });
    expect(shifted.responseBody).toEqual({ ...cut, size: 80_001, text: `x${"é".repeat(32_767)}` });
  });

  it("is shown without its secrets when it is JSON in another encoding, and as base64 when it is a file", () => {
    const shown = (type: string, bytes: Buffer) => {
      const wish = { requestHeaders: ["Content-Type", type], requestBody: bytes, requestSize: bytes.length };
      return bodies(wish).requestBody;
    };
    const json = '{"name":"café","password":"hunter2"}';
    const text = { kept: "whole", encoding: null };
    expect(shown("application/json", Buffer.from(json, "latin1"))).toEqual({
      ...{ ...text, size: json.length },
      text: '{"name":"caf\ufffd","password":"…"}',
    });
    for (const bytes of [Buffer.from(json, "utf16le"), Buffer.from(json, "utf16le").swap16()])
      expect(shown("application/json; charset=utf-16", bytes)).toEqual({
        ...{ ...text, size: 2 * json.length },
        text: '{"name":"café","password":"…"}',
      });
    const pdf = Buffer.from("%PDF-1.7\n\xff\x00", "latin1");
    expect(shown("application/pdf", pdf)).toMatchObject({ text: pdf.toString("base64"), encoding: "base64" });
  });

  it("is left out, with its size, when bodies are off", () => {
    const off = bodies({ requestBody: Buffer.from("{}"), requestSize: 2, responseBody: "[1]", responseSize: 3 }, false);
    expect(off).toEqual({
      requestBody: { size: 2, kept: "none", text: null, encoding: null },
      responseBody: { size: 3, kept: "none", text: null, encoding: null },
    });
  });

  it("does not keep the whole of a large body in memory", () => {
    const one = served({ requestBody: Buffer.alloc(1_000_000), responseBody: Buffer.alloc(1_000_000) });
    log().add(one);
    for (const body of [one.requestBody, one.responseBody] as Uint8Array[])
      expect(body.buffer.byteLength).toBeLessThanOrEqual(65_536);
  });
});
