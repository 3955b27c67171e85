import { beforeAll, describe, expect, it } from "vitest";
import { assumptions, overTime } from "../../contract/assumptions.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { startSandbox } from "../../src/start.ts";
import type { Report } from "../../src/verify/ledger.ts";
import { judgeRecording } from "../../src/verify/recording.ts";
import { verify } from "../../src/verify/verify.ts";
import { operationFor } from "../support/contract.ts";
import { harOf } from "../support/recorder.ts";
import { recorded, replaying, verifying } from "./recorded.ts";

let { options, entries, log } = {} as Awaited<ReturnType<typeof recorded>>;
beforeAll(async () => {
  ({ options, entries, log } = await recorded());
});
const writing = operationsOf(service).filter(
  ({ operationId, endpoint }) => endpoint.method === "post" && operationId !== "thirdparties.find",
);
const leftOf = (report: Report) =>
  Object.fromEntries(
    report.operations.flatMap(({ operationId, outcome, reason }) =>
      outcome === "passed" ? [] : [[operationId, outcome === "failed" ? outcome : reason]],
    ),
  );
const notShown = {
  "thirdparty-transitions": "a judgment or a striking-off brings them about, and no operation does",
  "event-record": "no operation of the service shows an event",
  "event-delivery": "no operation of the service delivers events",
  ...Object.fromEntries(overTime.map((key) => [key, "only months in the life of an account show it"])),
};
/** The assumptions that were not confirmed, each with the reason. */
const unconfirmed = (report: Report) =>
  Object.fromEntries(
    report.assumptions.flatMap(({ key, outcome, reason }) => (outcome === "confirmed" ? [] : [[key, reason]])),
  );

describe("verify of a service that answers as the sandbox does", () => {
  it("reaches every operation, and confirms every assumption that a request can show", async () => {
    const { fetch, asked } = replaying(entries);
    const report = await verifying(fetch, { ...options, now: () => asked.length });
    expect({ findings: report.findings, left: leftOf(report), unconfirmed: unconfirmed(report) }).toEqual({
      ...{ findings: [], left: {}, unconfirmed: notShown },
    });
    expect(report).toMatchObject({ target: options.url, account: "recorded", wrote: true });
    expect(Object.fromEntries(report.assumptions.map(({ key, seen }) => [key, seen]))).toMatchObject({
      "document-transitions": "responses.approve 200 /statusCode",
      "decision-bodies": "dossiers.require 200 /content/*/documentCode",
      tokens: "thirdparties.list the token",
      roles: "thirdparties.list every operation with one token",
      "event-causes": "thirdparties.create leaves THIRD_PARTY_ADDED",
      versions: "thirdparties.list /api/v2",
      "id-ranges": "thirdparties.get 404 for id-ranges",
    });
    expect(report.assumptions.map(({ key }) => key)).toEqual(Object.keys(assumptions));
    const spent = report.operations.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    const ofLinks = asked.filter((line) => line.includes("signature=")).length;
    expect({ asked: asked.length, spent }).toEqual({ asked: entries.length, spent: entries.length - ofLinks });
    const searches = asked.filter((path) => /\/search\?.*size=100/.test(path));
    expect(searches.length).toBeGreaterThanOrEqual(4);
    expect(searches).toEqual([...new Set(searches)]);
  });

  it("is the same by a recording of it, and by the request log of the sandbox", () => {
    const [har, ofLog] = [judgeRecording(harOf(entries)), judgeRecording(log)];
    for (const report of [har, ofLog])
      expect({ findings: report.findings, left: leftOf(report) }).toEqual({ findings: [], left: {} });
    expect(unconfirmed(har)).toEqual(notShown);
    expect(har).toMatchObject({ target: options.url, account: "recorded, recorded-no", wrote: false });
    const other = entries.filter(({ request }) => request.url.includes("/api/v2/")).length;
    expect(har.recording).toEqual({
      ...{ entries: entries.length, judged: entries.length - other, withoutBody: 0 },
      leftOut: [{ reason: "another version of the interface", entries: other }],
      unknown: [{ name: "thirdparties.list ?noSuchParameter", entries: 1 }],
    });
  });

  it("sends nothing that writes without --write, and says which operations and assumptions need it", async () => {
    const { fetch, asked } = replaying(entries);
    const report = await verifying(fetch, { ...options, write: false });
    expect(asked.filter((line) => !/^GET |^POST \S+\/thirdparties\/search$/.test(line))).toEqual([]);
    const reason = "it writes, and --write was not given";
    expect(report.findings).toEqual([]);
    expect(leftOf(report)).toEqual(Object.fromEntries(writing.map(({ operationId }) => [operationId, reason])));
    const needing = ["thirdparty-creation", "dossier-creation", "document-codes", "decision-bodies", "roles"];
    const more = ["document-transitions", "event-causes", "attribute-checks", "reference-providers"];
    const needs = Object.fromEntries([...needing, ...more].map((key) => [key, reason]));
    expect(unconfirmed(report)).toEqual({ ...notShown, ...needs });
  });

  it("leaves out what needs a third party where none can be added, such as an unknown company", async () => {
    const report = await verifying(replaying(entries).fetch, { ...options, company: "73282932000074" });
    const reason = "no third party could be added";
    expect({ ...leftOf(report), ...unconfirmed(report) }).toMatchObject({
      ...{ "thirdparties.create": "failed", roles: "not every operation succeeded" },
      ...{ "attributes.set": reason, "dossiers.create": reason, "dossiers.require": reason },
    });
  });

  it("finds no difference in an empty account, and says which operations it could not reach", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    const { token } = await sandbox.world("nothing");
    const report = await verifying(fetch, { url: sandbox.url, account: "nothing", token, write: false });
    await sandbox.close();
    expect(report.findings).toEqual([]);
    expect(leftOf(report)).toMatchObject({
      "documents.file": "no document of the account has an evidence",
      "documents.get": "no dossier of the account shows a document with an id",
      "dossiers.download": "no dossier of the account has a file",
      "indicators.list": "the portfolio shows no third party with an id",
    });
  });

  it("judges the form of a token only where it can be read", async () => {
    const opaque = entries.map(({ request, ...entry }) => {
      const given = (value: string) => value.replace(options.token, "opaque");
      const headers = request.headers.map(({ name, value }) => ({ name, value: given(value) }));
      return { ...entry, request: { ...request, headers } };
    });
    const report = await verifying(replaying(opaque).fetch, { ...options, token: "opaque", write: false });
    expect(unconfirmed(report)).toMatchObject({ tokens: "the token that was given is no JWT that can be read" });
  });
});

describe("what confirms an assumption", () => {
  it.each([
    ["thirdparties.list", 200, "siren=", "list-filters", "200 filtered by siren"],
    ["thirdparties.list", 400, "page=-1", "pagination", "request query /page refused"],
    ["thirdparties.list", 400, "size=101", "limits", "request query /size refused"],
    ["thirdparties.list", 401, "", "errors", "401 for errors"],
    ["thirdparties.list", 403, "", "account-ids", "403 to a token of another account"],
    ["thirdparties.search", 200, ".999", "event-bounds", "bounds with milliseconds"],
    ["thirdparties.search", 200, "59", "limits", "200 for any date range"],
    ["thirdparties.search", 400, "Z", "event-bounds", "request query /eventOccurrenceEndDate refused"],
    ["thirdparties.find", 200, "zqxwv", "company-search", "200 without a hit"],
    ["thirdparties.find", 200, "DE", "vat-scope", "200 by a VAT number of another member state"],
    ["thirdparties.find", 400, "SIRET", "identifier-checks", "request body /value refused"],
    ["thirdparties.find", 400, "colour", "unknown-input", "request body /colour refused"],
    ["thirdparties.create", 201, "", "thirdparty-creation", "201"],
    ["thirdparties.create", 404, "", "reference-providers", "404 for reference-providers"],
    ["dossiers.create", 201, "", "dossier-creation", "201"],
    ["dossiers.create", 400, "", "dossier-creation", "request body /requiredDocuments refused"],
    ["dossiers.require", 400, "", "document-codes", "400 for document-codes"],
    ["dossiers.download", 200, "", "archive-layout", "200 entries"],
    ["documents.file", 200, "", "file-disposition", "header Content-Disposition"],
  ])("%s with %i, of %j, alone confirms %s", (operationId, status, part, key, place) => {
    const isWanted = ({ request: { method, url, postData }, response }: (typeof entries)[number]) =>
      operationFor(method, new URL(url).pathname)?.operationId === operationId &&
      response.status === status &&
      `${url} ${postData?.text}`.includes(part);
    const { assumptions: judged } = judgeRecording(harOf(entries.filter(isWanted).slice(0, 1)));
    const seen = `${operationId} ${place}`;
    expect(judged.find((each) => each.key === key)).toMatchObject({ outcome: "confirmed", seen });
  });
});

describe("verify of something else", () => {
  const answering = (status: number, type: string | null, body = "<p>Hello</p>") => {
    let asked = 0;
    const headers: Record<string, string> = type === null ? {} : { "content-type": type };
    const fetch = (async () => {
      asked += 1;
      return new Response(Buffer.from(body), { status, headers });
    }) as unknown as typeof globalThis.fetch;
    return { fetch, asked: () => asked };
  };
  const at = (url: string) => ({ url, account: "17", token: "t", write: false });

  it.each([
    [404, "text/html", "404 text/html"],
    [200, "text/html; charset=utf-8", "200 text/html"],
    [502, "text/plain", "502 text/plain"],
    [404, "application/json", "404 application/json"],
    [200, null, "200 without a type"],
  ])("stops at the first request where a server answers %i with %s", async (status, type, received) => {
    const { fetch, asked } = answering(status, type, "{}");
    const sentence = `Nothing like the service answers at https://a.example: its list of third parties is ${received}.`;
    await expect(verifying(fetch, at("https://a.example"))).rejects.toThrow(
      new Error(`${sentence} --target is the part of its addresses before /api/v1.`),
    );
    expect(asked()).toBe(1);
  });

  it("gives the right address where it has the path already", async () => {
    const report = verifying(answering(404, "text/html").fetch, at("https://a.example/api/v1/account/17"));
    const sentence = /--target is the part before \/api\/v1: --target https:\/\/a\.example\.$/;
    await expect(report).rejects.toThrow(sentence);
  });

  it.each([401, 403, 500])("goes on where a service refuses with %i, and reports it", async (status) => {
    const report = await verifying(answering(status, "application/json", "{}").fetch, at("https://a.example"));
    expect(report.operations[0]).toMatchObject({ operationId: "thirdparties.list", outcome: "failed" });
  });

  it("names the address at which no server answers, and why", async () => {
    await expect(verify(at("http://127.0.0.1:1"))).rejects.toThrow(
      /^http:\/\/127\.0\.0\.1:1\/api\/v1\/account\/17\/thirdparties does not answer: .+/,
    );
  });
});
