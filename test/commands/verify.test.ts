import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { attributes } from "../../contract/attributes.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { type AnyCommand, Failure, Usage } from "../../src/commands/command.ts";
import { verify } from "../../src/commands/verify.ts";
import { startSandbox } from "../../src/start.ts";
import { verifyRecording } from "../../src/verify/recording.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { harOf } from "../support/recorder.ts";
import { asking } from "./asking.ts";
import { failure, run } from "./invoked.ts";

const file = (text: string): string => {
  const path = join(temporaryFolder(), "recording.har");
  writeFileSync(path, text);
  return path;
};
const recording = (body: unknown = attributes.available.examples.success.response) =>
  harOf([
    {
      request: { method: "GET", url: "https://service.example/api/v1/account/17/attributes" },
      response: {
        status: 200,
        headers: [{ name: "content-type", value: "application/json" }],
        content: { mimeType: "application/json", text: JSON.stringify(body) },
      },
    },
  ]);
interface Entry {
  request: { headers?: { name: string; value: string }[] };
  response: { content: { text: string } };
}
const elsewhere = harOf([{ request: { method: "GET", url: "https://cdn.example/x" }, response: { status: 200 } }]);
const har = (text: string, ...words: string[]) => run(verify as AnyCommand, ["--har", file(text), ...words]);

describe("verify", () => {
  it("prints the report of a recording, and needs neither an address nor a token", async () => {
    const operations = `1 of ${operationsOf(service).length} operations`;
    const report = `^https://service\\.example, account 17: ${operations}, \\d+ checks, 0 deviations\\.\\n`;
    expect(await har(recording())).toMatch(new RegExp(report));
    expect(JSON.parse(await har(recording(), "--json"))).toMatchObject({ recording: { judged: 1 }, findings: [] });
  });

  const signed = (claims: object) => ["e30", btoa(JSON.stringify(claims)), "x"].join(".");
  const asSeenBy = (change: (entry: Entry) => unknown, creator = "WebInspector") => {
    const { log } = JSON.parse(recording()) as { log: { entries: Entry[] } };
    log.entries.forEach(change);
    return JSON.stringify({ log: { ...log, creator: { name: creator, version: "1" } } });
  };
  it.each<[string, string, string]>([
    ["the sandbox's own log", asSeenBy(() => {}, "tiers-sandbox"), "a sandbox wrote it"],
    [
      "a browser, with its tokens",
      asSeenBy(({ request }) => {
        request.headers = [{ name: "Authorization", value: `Bearer ${signed({ iss: "tiers-sandbox" })}` }];
      }),
      "a sandbox signed its tokens",
    ],
    [
      "a browser without tokens, of a list",
      asSeenBy(({ response }) => {
        const body = JSON.parse(response.content.text);
        response.content.text = JSON.stringify({ ...body, more: [{ siren: "219966488" }] });
      }),
      "its companies are invented",
    ],
  ])("says of a recording by %s that a sandbox answered, and confirms nothing", async (_, text, sign) => {
    const printed = await har(text).catch(({ message }: Error) => message);
    const { assumptions, recording: tally } = verifyRecording(text);
    expect(tally.sandbox).toBe(sign);
    expect(assumptions.filter(({ outcome }) => outcome === "confirmed")).toEqual([]);
    expect(assumptions.find(({ key }) => key === "attribute-definitions")).toMatchObject({
      outcome: "not exercised",
      reason: "a sandbox answered, which agrees with itself",
    });
    if (!printed.includes("deviation from")) expect(printed).toContain(`It is of a sandbox (${sign}), and confirms`);
  });

  it("confirms what another service shows", () => {
    const { assumptions, recording: tally } = verifyRecording(asSeenBy(() => {}));
    expect(tally.sandbox).toBeUndefined();
    expect(assumptions.find(({ key }) => key === "attribute-definitions")?.outcome).toBe("confirmed");
  });

  it("fails with the number of deviations, after it has written a JUnit report", async () => {
    const junit = file("");
    const error = await failure(har(recording({ items: [] }), "--junit", junit));
    expect(error).toEqual(new Failure("1 deviation from the contract."));
    const message = 'message="attributes.available 200 /content: expected array, got nothing; there is items';
    expect(readFileSync(junit, "utf8")).toContain(`<failure type="response-shapes" ${message}`);
    const two = har(recording({ content: [{ label: 1, type: 2 }] }));
    await expect(two).rejects.toThrow(/^\d+ deviations from the contract\.$/);
  });

  describe("of a running service", () => {
    const verified = async () => {
      const sandbox = await startSandbox({ seed: "onboarding", now: "2026-01-15T09:00:00", freeze: true });
      onTestFinished(() => sandbox.close());
      const words = ["--target", sandbox.url, "--account", "demo", "--token", await sandbox.token(["demo"])];
      return run(verify as AnyCommand, words);
    };

    it("says that a sandbox answered, and confirms nothing", async () => {
      const printed = await verified();
      expect(printed).toContain("It is a sandbox (its answers say so), and confirms nothing: name the real service.");
      expect(printed).toMatch(/Assumptions: 0 confirmed, 0 contradicted, \d+ not exercised\./);
      expect(printed).not.toContain("A confirmed assumption needs nothing");
    });

    it("confirms what another service shows", async () => {
      const { fetch } = globalThis;
      onTestFinished(() => void (globalThis.fetch = fetch));
      globalThis.fetch = async (...asked) => {
        const { status, headers: sent, body } = await fetch(...asked);
        const headers = new Headers(sent);
        headers.delete("X-Tiers-Sandbox");
        return new Response(body, { status, headers });
      };
      const printed = await verified();
      expect(printed).toMatch(/Assumptions: [1-9]\d+ confirmed, 0 contradicted, \d+ not exercised\./);
      expect(printed).toContain("A confirmed assumption needs nothing");
    });
  });

  it("says which address of --target does not answer", async () => {
    expect(await asking("verify --target http://127.0.0.1:9/ --token t --account 17")).toMatchObject({
      asked: ["GET /api/v1/account/17/thirdparties"],
      error: "Failure: http://127.0.0.1:9/api/v1/account/17/thirdparties does not answer: connect ECONNREFUSED",
    });
  });

  it.each([
    ["torn JSON", recording().slice(0, 200), "recording.har is not JSON: it breaks off or goes wrong at "],
    ["an empty file", "", "is not JSON: it breaks off or goes wrong at its end. Export the recording again."],
    ["another JSON file", '{"openapi":"3.1.0"}', "recording.har is JSON, but no HAR: a recording has its requests in"],
    ["a list", "[]", "recording.har is JSON, but no HAR"],
    ["entries that are no list", '{"log":{"version":"1.2","entries":{}}}', "recording.har is JSON, but no HAR"],
    ["another version", harOf([], "2.0"), 'recording.har is a HAR of version "2.0": 1.1 and 1.2 are read.'],
    ["no entry", harOf([]), "recording.har holds no request for the service, whose paths are like /api/v1/account/17/"],
    ["nonsense alone", harOf([1, { request: {} }]), "it has no request at all."],
    ["other hosts alone", elsewhere, "it has requests to https://cdn.example."],
  ])("refuses %s with a sentence that names the file", async (_name, text, sentence) => {
    const error = await failure(har(text));
    expect([error instanceof Failure, error.message]).toEqual([true, expect.stringContaining(sentence)]);
  });

  it("quotes nothing of a file that is no JSON, which may hold secrets", async () => {
    expect((await failure(har('{"log": Bearer s3cret'))).message).not.toMatch(/s3cret|Bearer/);
  });

  it("refuses a file of 300 MB", async () => {
    const large = file("{");
    truncateSync(large, 300 * 1024 * 1024);
    const refused = new Failure(`${large} has more than 256 MB, the most that is read.`);
    expect(await failure(run(verify as AnyCommand, ["--har", large]))).toEqual(refused);
  });

  it("says where it looked when the given address is not in the recording", async () => {
    const { message } = await failure(har(recording(), "--target", "https://other.example"));
    expect(message).toBe("recording.har holds no request for the service at https://other.example that can be judged.");
  });

  it.each([
    [["--write"], "--har sends no request: leave out --write."],
    [["--company", "21996648800021"], "--har sends no request: leave out --company."],
  ])("refuses %j beside a recording as bad usage", async (words, sentence) => {
    expect(await failure(har(recording(), ...words))).toEqual(new Usage(sentence));
  });
});
