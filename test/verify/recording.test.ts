import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { thirdparties } from "../../contract/thirdparties.ts";
import { junit } from "../../src/verify/junit.ts";
import { judgeRecording, type RecordingOptions } from "../../src/verify/recording.ts";
import { readable } from "../../src/verify/terminal.ts";
import { harOf } from "../support/recorder.ts";

const base = "https://service.example";
const account = `${base}/api/v1/account/17`;
const list = thirdparties.list.examples.success.response as unknown as { content: Record<string, unknown>[] };
const rows = { ...list, content: list.content.map((row) => ({ ...row, accountId: "17" })) };
const json = [{ name: "Content-Type", value: "application/json" }];

interface Wish {
  method?: string;
  url?: string;
  status?: number;
  headers?: { name: string; value: string }[];
  sent?: { name: string; value: string }[];
  body?: unknown;
  content?: object | null;
  postData?: object;
}
/** A list of third parties that fits the contract, but for what a test wishes. */
const entry = ({ method = "GET", url = `${account}/thirdparties`, status = 200, ...wish }: Wish = {}) => {
  const text = JSON.stringify(wish.body ?? rows);
  const content = { size: Buffer.byteLength(text), mimeType: "application/json", text };
  return {
    startedDateTime: "2026-01-15T09:00:00.000Z",
    request: { method, url, headers: wish.sent ?? [], ...(wish.postData && { postData: wish.postData }) },
    response: { status, headers: wish.headers ?? json, content: wish.content === undefined ? content : wish.content },
  };
};
const judged = (entries: unknown[], options?: RecordingOptions) => {
  const { recording, findings, target } = judgeRecording(harOf(entries), options);
  return { ...recording, findings, target };
};
const places = (entries: unknown[]) => judged(entries).findings.map(({ where, assumption }) => [where, assumption]);

describe("the entries of a recording", () => {
  it("that do not show the service are left out, counted by their reason", () => {
    const { leftOut, ...rest } = judged([
      entry(),
      entry({ url: "https://cdn.example/lib.js" }),
      entry({ url: "https://metrics.example/api/v1/collect" }),
      entry({ url: `${base}/index.html` }),
      entry({ url: "https://staging.example/api/v1/account/17/thirdparties", body: {} }),
      entry({ method: "OPTIONS", status: 204 }),
      entry({ method: "HEAD", content: null }),
      entry({ status: 0, headers: [], content: { size: 0, mimeType: "x-unknown" } }),
      entry({ status: 302 }),
      entry({ status: 304, content: { size: 0, mimeType: "" } }),
      entry({ status: 502, content: { mimeType: "text/html", text: "<p>Bad gateway</p>", size: 18 } }),
      entry({ url: `${account}/users/claire.martin@novalune.example` }),
      { request: { method: 5, url: [] }, response: "none" },
      null,
    ]);
    expect(rest).toMatchObject({ entries: 14, judged: 1, findings: [], target: base });
    expect(leftOut.map(({ reason, entries: count }) => [count, reason])).toEqual([
      [2, "other hosts"],
      [1, "other paths of the host: pages, scripts, images"],
      [1, "the service at https://staging.example"],
      [1, "preflights (OPTIONS)"],
      [1, "headers alone (HEAD)"],
      [1, "no answer (status 0: blocked, cancelled or failed)"],
      [1, "redirects"],
      [1, "answers from a cache (304)"],
      [1, "outages (502)"],
      [1, "a path or method that the contract does not have"],
      [2, "no request with an answer"],
    ]);
  });

  const forced = "answers that the client forced by Prefer: code=…, which show nothing";
  const says = (name: string, value: string) => ({ name, value });
  const refused = { status: 409, body: { code: "CONFLICT", detail: "Prefer: code=409 asked for this." } };
  it.each([
    ["says that it applied the preference", refused, [], [...json, says("Preference-Applied", "delay=10, code=409")]],
    ["is of a sandbox", refused, [says("Prefer", 'delay=10; code="409"')], [...json, says("X-Tiers-Sandbox", "1.0.0")]],
    [
      "refuses the preference",
      { status: 400 },
      [says("Prefer", "code=418")],
      [...json, says("X-Tiers-Sandbox", "1.0.0")],
    ],
  ])("neither confirm nor refute when the client forced the answer, which %s", (_, answer, sent, headers) => {
    const one = entry({ ...answer, sent, headers });
    const report = judgeRecording(harOf([entry(), one]));
    expect(report.recording).toMatchObject({ judged: 1, leftOut: [{ reason: forced, entries: 1 }] });
    expect(report.findings).toEqual([]);
    expect(report.checks).toBe(judgeRecording(harOf([entry()])).checks);
    expect(readable(report, false)).toContain(`  1 left out: ${forced}.`);
  });

  it("are judged when a service ignores Prefer, or the preference is another one", () => {
    const asked = [says("Prefer", "code=409")];
    const none = { content: [], page: 0, size: 20, totalElements: 0, totalPages: 0 };
    expect(judged([entry({ sent: asked, body: none }), entry({ sent: asked, status: 409, body: {} })])).toMatchObject({
      ...{ judged: 2, leftOut: [], findings: [{ where: "status" }] },
    });
    const waiting = [says("Prefer", "delay=100, handling=strict")];
    const headers = [...json, says("X-Tiers-Sandbox", "1.0.0"), says("Preference-Applied", "delay=100")];
    expect(judged([entry({ sent: waiting, headers })])).toMatchObject({ judged: 1, leftOut: [] });
  });

  it("are those below the prefix that has most of the contract's paths, or below the one that is given", () => {
    const gateway = "https://gateway.example/tiers";
    const entries = [
      ...[1, 2].map(() => entry({ url: `${gateway}/api/v1/account/17/thirdparties?page=0` })),
      entry({ body: {} }),
    ];
    expect(judged(entries)).toMatchObject({ target: gateway, judged: 2, findings: [] });
    const given = judged(entries, { target: `${base}:443/api/v1/` });
    expect(given).toMatchObject({ target: base, judged: 1, findings: { length: 5 } });
  });

  it("of other accounts are left out when one is given", () => {
    const other = entry({ url: `${base}/api/v1/account/18/thirdparties`, body: {} });
    const leftOut = [{ reason: "other accounts", entries: 1 }];
    expect(judged([entry(), other], { account: "17" })).toMatchObject({ judged: 1, leftOut, findings: [] });
  });

  it("name the paths and parameters that the contract does not have, without the values in them", () => {
    const { unknown } = judged([
      entry({ url: `${account}/thirdparties?sort=name` }),
      entry({ url: `${account}/thirdparties/924000/notes` }),
      entry({ method: "PUT", url: `${account}/thirdparties/924000` }),
      entry({ url: `${account}/users/dupont` }),
    ]);
    expect(unknown.map(({ name, entries }) => `${entries} ${name}`)).toEqual([
      ...["1 thirdparties.list ?sort", "1 GET /api/v1/account/*/thirdparties/*/notes"],
      ...["1 PUT /api/v1/account/*/thirdparties/*", "1 GET /api/v1/account/*/users/*"],
    ]);
  });

  it("are judged in the order of their times", () => {
    const body = { companyIdType: "CIT001", companyIdValue: "21996648800021" };
    const postData = { mimeType: "application/json", text: JSON.stringify(body) };
    const added = { ...thirdparties.create.examples.success.response, accountId: "17" };
    const problem = {
      ...{ type: "about:blank", title: "Conflict", status: 409, code: "THIRD_PARTY_ALREADY_EXISTS", detail: "There." },
      ...{ instance: "/", requestId: "1" },
    };
    const headers = [{ name: "content-type", value: "application/problem+json" }];
    const refused = { ...entry({ method: "POST", status: 409, postData, body: problem, headers }) };
    const first = entry({ method: "POST", status: 201, postData, body: added });
    const swapped = [{ ...refused, startedDateTime: "2026-01-15T09:00:05.000Z" }, first];
    const report = judgeRecording(harOf(swapped));
    expect(report.findings).toEqual([]);
    expect(report.assumptions.find(({ key }) => key === "thirdparty-creation")).toMatchObject({ outcome: "confirmed" });
    const twice = judgeRecording(harOf([entry({ method: "POST", status: 201, postData, body: added }), first]));
    expect(twice.findings).toMatchObject([{ where: "status", assumption: "thirdparty-creation", entry: 2 }]);
  });
});

describe("the body of a recorded answer", () => {
  const text = JSON.stringify(rows);
  const encoded = (encoding: string, bytes: Buffer) =>
    entry({
      headers: [...json, { name: "content-encoding", value: encoding }],
      content: { size: text.length, mimeType: "application/json", text: bytes.toString("base64"), encoding: "base64" },
    });

  it.each([
    ["base64", encoded("identity", Buffer.from(text))],
    ["compressed by gzip", encoded("gzip", gzipSync(text))],
    ["compressed by brotli", encoded("br", brotliCompressSync(text))],
    ["base64 that was unpacked before", encoded("br", Buffer.from(text))],
    ["text that was unpacked before", entry({ headers: [...json, { name: "Content-Encoding", value: "gzip" }] })],
    ["named by a content type alone", entry({ headers: [] })],
    ["beside HTTP/2 pseudo headers", entry({ headers: [{ name: ":status", value: "200" }, ...json] })],
    ["beside a header that cannot be one", entry({ headers: [...json, { name: "a b", value: "\n" }] })],
  ])("is read when it is %s", (_name, one) => {
    expect(judged([one])).toMatchObject({ judged: 1, withoutBody: 0, findings: [] });
    expect(judgeRecording(harOf([one])).checks).toBeGreaterThan(30);
  });

  it.each([
    ["left out", { size: 5000, mimeType: "application/json" }],
    ["an empty text in place of one that was not kept", { size: 5000, mimeType: "application/json", text: "" }],
    ["cut off", { size: text.length, mimeType: "application/json", text: text.slice(0, 100) }],
    ["of an unknown encoding", { size: 5, mimeType: "application/json", text: "…", encoding: "rot13" }],
    ["no object at all", null],
  ])("is counted as missing when it is %s, and only status and headers are judged", (_name, content) => {
    expect(judged([entry({ content })])).toMatchObject({ judged: 1, withoutBody: 1, findings: [] });
    expect(places([entry({ content, headers: [{ name: "content-type", value: "text/json" }] })])).toEqual([
      ["header Content-Type", null],
    ]);
  });

  it("that is whole and no JSON is a difference", () => {
    expect(places([entry({ content: { size: 5, mimeType: "application/json", text: "hello" } })])).toEqual([
      ["200 body", null],
    ]);
  });
});

describe("the report of a recording", () => {
  const token = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiJqYW5lLmRvZSJ9", "c2lnbmF0dXJl"].join(".");
  const secrets = ["Dupont", "dupont@novalune.example", "FR7630006000011234567890189", "s3cret", "0612345678"];
  const [row] = rows.content;
  const leaking = entry({
    url: `${account}/thirdparties?name=Dupont&apikey=s3cret&status=Dupont`,
    sent: [
      { name: "Authorization", value: `Bearer ${token}` },
      { name: "Cookie", value: "session=s3cret" },
    ],
    headers: [...json, { name: "Set-Cookie", value: "session=s3cret" }],
    body: {
      ...rows,
      content: [
        {
          ...row,
          ...{ ceo: ["Dupont"], siren: "0612345678", siret: "FR7630006000011234567890189", status: "M. Dupont" },
          ...{ creationDate: "dupont@novalune.example", capital: "s3cret", "jean.dupont@novalune.example": 1 },
        },
      ],
    },
  });

  it("holds no token, no credential and no value of a person, in any form", () => {
    const report = judgeRecording(harOf([leaking]));
    expect(report.findings.length).toBeGreaterThanOrEqual(6);
    for (const text of [JSON.stringify(report), readable(report, false), junit(report)])
      for (const secret of [...secrets, ...token.split(".")]) expect(text).not.toContain(secret);
  });

  it("shows the form of a value, and the value where the contract lists some", () => {
    const body = { ...rows, content: [{ ...row, creationDate: "2026-01-15 09:00", status: "BANKRUPT" }] };
    const { findings } = judgeRecording(harOf([entry({ body })]));
    expect(findings.map(({ where, deviation }) => [where, deviation.received])).toEqual([
      ["200 /content/*/status", '"BANKRUPT"'],
      ["200 /content/*/creationDate", 'a text of the form "9999-99-99 99:99"'],
    ]);
  });

  it("says in which entry a difference was met, and what to record where an assumption was not exercised", () => {
    const body = { ...rows, content: [{ ...row, status: "BANKRUPT" }] };
    const entries = [entry(), entry({ url: "https://cdn.example/a.js" }), entry({ body }), entry({ body })];
    const { findings, assumptions, account: ids } = judgeRecording(harOf(entries));
    expect(findings).toMatchObject([{ where: "200 /content/*/status", times: 2, entry: 3 }]);
    const reasons = Object.fromEntries(assumptions.map(({ key, reason }) => [key, reason]));
    expect({ ids, ...reasons }).toMatchObject({
      ids: "17",
      "signed-link": "record a signed link, and the file that it leads to",
      "event-delivery": "no operation of the service delivers events",
    });
  });

  it.each<[start: string, end: string | undefined, confirmed: string[]]>([
    ["2026-01-01T00:00:00", "2026-01-31T00:00:00", []],
    ["2026-01-01T00:00:00.000", "2026-01-31T00:00:00.999", ["event-bounds"]],
    ["2026-01-01T00:00:00.000", "2026-01-31T00:00:00", ["event-bounds"]],
    ["2026-01-01T00:00:00", "2026-01-31T00:00:00.999", ["event-bounds"]],
    ["2026-01-01T00:00:00", "2027-01-02T00:00:00", []],
    ["2026-01-01T00:00:00", "2027-01-02T00:00:01", ["limits"]],
    ["2026-01-01T00:00:00.000", undefined, []],
  ])("of a search from %s to %s confirms %j of its window", (start, end, confirmed) => {
    const query = new URLSearchParams({
      ...{ eventNames: "THIRD_PARTY_ADDED", eventOccurrenceStartDate: start },
      ...(end && { eventOccurrenceEndDate: end }),
    });
    const { assumptions } = judgeRecording(harOf([entry({ url: `${account}/thirdparties/search?${query}` })]));
    const found = assumptions.filter(({ outcome, key }) => outcome === "confirmed" && /bounds|limits/.test(key));
    expect(found.map(({ key }) => key).sort()).toEqual(confirmed);
  });

  const around = ["2026-01-15T08:00:00", "2026-01-15T10:00:00"] as const;
  const notFound = { ...rows, content: [], totalElements: 0, totalPages: 0 };
  it.each<[what: string, window: readonly [string, string], filter: string, body: object, judged: string | null]>([
    ["shows it", around, "", rows, "confirmed"],
    ["finds nothing", around, "", notFound, "contradicted"],
    ["has one page without it", around, "", { ...notFound, totalElements: 1, totalPages: 1 }, "contradicted"],
    ["may have it on another page", around, "", { ...notFound, totalElements: 21, totalPages: 2 }, null],
    ["has another filter", around, "&status=ACTIVE", notFound, null],
    ["ends before it", ["2026-01-15T08:00:00", "2026-01-15T08:59:59"], "", notFound, null],
    ["ends within a second of it", ["2026-01-15T08:00:00", "2026-01-15T09:00:01"], "", notFound, null],
    ["begins within a second of it", ["2026-01-15T08:59:59", "2026-01-15T10:00:00"], "", notFound, null],
    ["is of other events", around, "&eventNames=THIRD_PARTY_UPDATED", notFound, null],
  ])("of a third party that was added, and a search that %s (%j%s)", (_what, [from, to], filter, body, outcome) => {
    const identity = { companyIdType: "CIT001", companyIdValue: "21996648800021" };
    const added = { ...thirdparties.create.examples.success.response, ...row, creationDate: "2026-01-15T09:00:00.000" };
    const postData = { mimeType: "application/json", text: JSON.stringify(identity) };
    const names = filter.includes("eventNames") ? filter : `&eventNames=THIRD_PARTY_ADDED${filter}`;
    const window = `eventOccurrenceStartDate=${from}&eventOccurrenceEndDate=${to}${names}`;
    const { assumptions } = judgeRecording(
      harOf([
        entry({ method: "POST", status: 201, postData, body: added }),
        entry({ url: `${account}/thirdparties/search?${window}`, body }),
      ]),
    );
    const causes = assumptions.find(({ key }) => key === "event-causes");
    expect(causes?.outcome).toBe(outcome ?? "not exercised");
  });
});
