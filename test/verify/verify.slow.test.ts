import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assumptions } from "../../contract/assumptions.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/index.ts";
import { type AnyCommand, Failure, Usage } from "../../src/commands/command.ts";
import { verify as command } from "../../src/commands/verify.ts";
import type { Finding, Report } from "../../src/verify/ledger.ts";
import { readable } from "../../src/verify/terminal.ts";
import { verify } from "../../src/verify/verify.ts";
import { begin } from "../commands/invoked.ts";
import { running } from "../control/running.ts";
import { type Change, changing } from "./proxy.ts";

const on = running({ seed: "portfolio" });
const operations = operationsOf(service);
const writing = operations.filter(
  ({ operationId, endpoint }) => endpoint.method === "post" && operationId !== "thirdparties.find",
);
let worlds = 0;

/** Verifies a new portfolio through a proxy that changes the answers. */
async function through(change: Change, write = false): Promise<Report> {
  const world = await on.sandbox.world(`verified-${++worlds}`);
  const proxy = await changing(on.sandbox.url, change);
  try {
    return await verify({ url: proxy.url, account: world.accountId, token: world.token, write });
  } finally {
    await proxy.close();
  }
}
const brief = ({ operationId, where, assumption }: Finding) => [operationId, where, assumption];
type Json = Record<string, unknown>;
const rows = (body: Json | undefined) => (body?.content ?? []) as Json[];

describe("verify against the sandbox", () => {
  it("reaches every operation of the sandbox with --write, and finds no deviation", async () => {
    const report = await through(() => {}, true);
    expect(report.findings).toEqual([]);
    expect(report.operations.map(({ outcome }) => outcome)).toEqual(operations.map(() => "passed"));
    expect(report.assumptions.map(({ key }) => key)).toEqual(Object.keys(assumptions));
    expect(report.assumptions.filter(({ outcome }) => outcome === "contradicted")).toEqual([]);
    const left = report.assumptions
      .filter(({ outcome }) => outcome === "not exercised")
      .map(({ key, reason }) => [key, reason]);
    expect(left).toEqual([
      ["thirdparty-transitions", "a judgment or a striking-off brings them about, and no operation does"],
      ["event-record", "no operation of the service shows an event"],
      ["event-delivery", "no operation of the service delivers events"],
    ]);
  });

  it("changes nothing without --write, and reports the operations that it left out", async () => {
    const world = await on.sandbox.world("read-only");
    const before = await world.export();
    const report = await verify({ url: on.sandbox.url, account: "read-only", token: world.token, write: false });
    expect(await world.export()).toEqual(before);
    expect(report.findings).toEqual([]);
    const left = report.operations.filter(({ outcome }) => outcome !== "passed");
    expect(left.map(({ operationId, reason }) => [operationId, reason])).toEqual(
      writing.map(({ operationId }) => [operationId, "it writes, and --write was not given"]),
    );
    expect(
      (await world.requests()).filter(({ method, operation }) => method !== "GET" && operation !== "thirdparties.find"),
    ).toEqual([]);
  });

  it("searches for each event once", async () => {
    const world = await on.sandbox.world("searched");
    await verify({ url: on.sandbox.url, account: "searched", token: world.token, write: true });
    const searches = (await world.requests())
      .map(({ path }) => path)
      .filter((path) => /\/search\?.*size=100/.test(path));
    expect(searches.length).toBeGreaterThanOrEqual(4);
    expect(new Set(searches).size).toBe(searches.length);
  });

  it("finds no deviation in an empty account, and reports the operations that it could not reach", async () => {
    const world = await on.sandbox.world("nothing", { seed: "empty" });
    const report = await verify({ url: on.sandbox.url, account: "nothing", token: world.token, write: false });
    expect(report.findings).toEqual([]);
    expect(report.operations.find(({ operationId }) => operationId === "thirdparties.get")).toMatchObject({
      outcome: "passed",
    });
    expect(report.operations.find(({ operationId }) => operationId === "documents.file")).toMatchObject({
      outcome: "not reached",
      reason: "no document of the account has an evidence",
    });
  });
});

describe("verify against a service that deviates", () => {
  const deviations: [string, boolean, Change, ReturnType<typeof brief>[], RegExp][] = [
    [
      "a renamed field",
      false,
      ({ operationId, status, body }) => {
        if (operationId !== "thirdparties.get" || status !== 200 || !body) return;
        body.sirenNumber = body.siren;
        delete body.siren;
      },
      [["thirdparties.get", "200 /siren", "thirdparty-fields"]],
      /nothing; there is sirenNumber, which the contract does not name/,
    ],
    [
      "a missing field that the specification names",
      false,
      ({ operationId, body }) => {
        if (operationId === "documents.list")
          for (const row of rows(body))
            for (const evidence of (row.evidences ?? []) as Json[]) delete evidence.responseId;
      },
      [["documents.list", "200 /content/*/evidences/*/responseId", null]],
      /nothing/,
    ],
    [
      "another status for a creation",
      true,
      (passing) => {
        if (passing.operationId === "dossiers.create" && passing.status === 201) passing.status = 200;
      },
      [["dossiers.create", "status", "success-statuses"]],
      /200/,
    ],
    [
      "another status for a request without a token",
      false,
      (passing) => {
        if (passing.status === 401) passing.status = 403;
      },
      [["thirdparties.list", "401 for errors", "errors"]],
      /403/,
    ],
    [
      "a date of another form",
      false,
      ({ operationId, body }) => {
        if (operationId === "documents.get" && body?.requestDate) body.requestDate = `${body.requestDate}Z`;
      },
      [["documents.get", "200 /requestDate", null]],
      /Z"/,
    ],
    [
      "a date of another form in a field that is assumed",
      false,
      ({ operationId, body }) => {
        if (operationId === "indicators.list") for (const row of rows(body)) row.resultLastUpdateDate = "15/01/2026";
      },
      [["indicators.list", "200 /content/*/resultLastUpdateDate", "indicator-fields"]],
      /"15\/01\/2026"/,
    ],
    [
      "an unknown document status",
      false,
      ({ operationId, body }) => {
        if (operationId === "documents.get" && body?.statusCode) body.statusCode = "EXPIRED";
      },
      [["documents.get", "200 /statusCode", "document-statuses"]],
      /"EXPIRED"/,
    ],
    [
      "null where there is always a value",
      false,
      ({ operationId, body }) => {
        if (operationId === "attributes.available") for (const row of rows(body)) row.type = null;
      },
      [["attributes.available", "200 /content/*/type", null]],
      /null/,
    ],
    [
      "another envelope",
      false,
      (passing) => {
        if (passing.operationId === "attributes.available" && passing.body)
          passing.body = { items: passing.body.content };
      },
      [["attributes.available", "200 /content", "response-shapes"]],
      /there is items/,
    ],
    [
      "a download that is shown in the page",
      false,
      ({ operationId, headers }) => {
        if (operationId === "documents.file") headers["content-disposition"] = "inline";
      },
      [["documents.file", "header Content-Disposition", "file-disposition"]],
      /inline/,
    ],
    [
      "another content type",
      false,
      ({ operationId, headers }) => {
        if (operationId === "documents.link") headers["content-type"] = "text/json+json";
      },
      [["documents.link", "header Content-Type", null]],
      /text\/json\+json/,
    ],
    [
      "errors of another form",
      false,
      (passing) => {
        if (passing.status === 406) passing.body = { message: "no" };
      },
      ["type", "title", "status", "code", "detail", "instance", "requestId"].map((name) => [
        "thirdparties.list",
        `406 /${name}`,
        "errors",
      ]),
      /there is message/,
    ],
    [
      "a file that is shorter than it says",
      false,
      (passing) => {
        if (passing.operationId === "documents.file") passing.bytes = passing.bytes.subarray(0, 100);
      },
      [
        ["documents.file", "200 body", null],
        ["documents.link", "200 /url", "signed-link"],
      ],
      /bytes/,
    ],
    [
      "a decision that leaves the document as it was",
      true,
      ({ operationId, body }) => {
        if (operationId === "documents.get" && body?.statusCode === "BELOW_EXPECTATION") body.statusCode = "ONGOING";
      },
      [["responses.reject", "the document afterwards", "document-transitions"]],
      /ONGOING/,
    ],
    [
      "a missing operation",
      false,
      (passing) => {
        if (passing.operationId === "indicators.list")
          Object.assign(passing, { status: 501, body: { detail: "Not here." } });
      },
      [["indicators.list", "status", null]],
      /501 \(Not here\.\)/,
    ],
  ];

  it.each(deviations)("finds %s, and no other deviation", async (_name, write, change, expected, received) => {
    const report = await through(change, write);
    // Several files are compared, so that the same finding may appear more than once.
    expect(report.findings.map(brief)).toEqual(expect.arrayContaining(expected));
    expect(new Set(report.findings.map((finding) => JSON.stringify(brief(finding))))).toEqual(
      new Set(expected.map((each) => JSON.stringify(each))),
    );
    for (const finding of report.findings) expect(finding.deviation.received).toMatch(received);
    const contradicted = report.assumptions.filter(({ outcome }) => outcome === "contradicted").map(({ key }) => key);
    expect(new Set(contradicted)).toEqual(new Set(expected.map(([, , key]) => key).filter((key) => key !== null)));
    const failed = report.operations
      .filter(({ outcome }) => outcome === "failed")
      .map(({ operationId }) => operationId);
    expect(new Set(failed)).toEqual(new Set(expected.map(([operationId]) => operationId)));
  });

  it("finds several deviations at once, each in its own place", async () => {
    const changes = deviations.filter(([, write]) => !write).slice(0, 5);
    const report = await through((passing) => changes.forEach(([, , change]) => change(passing)));
    expect(new Set(report.findings.map((finding) => JSON.stringify(brief(finding))))).toEqual(
      new Set(changes.flatMap(([, , , expected]) => expected).map((each) => JSON.stringify(each))),
    );
  });

  it("ignores fields and headers that the contract does not name", async () => {
    const report = await through(({ body, headers }) => {
      if (body) body.newInVersion2 = true;
      for (const row of rows(body)) row.extra = { a: 1 };
      headers["x-other"] = "1";
    });
    expect(report.findings).toEqual([]);
  });
});

describe("the command verify", () => {
  async function run(words: string[]): Promise<{ out: string; error?: Error }> {
    const { printed, ended } = begin(command as AnyCommand, words);
    const error = await ended.catch((thrown: Error) => thrown);
    return { out: printed.join("\n"), ...(error && { error }) };
  }

  it("prints a report and writes a JUnit file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "tiers-sandbox-"));
    const file = join(folder, "report.xml");
    const world = await on.sandbox.world("commanded");
    const { out, error } = await run([
      "--target",
      on.sandbox.url,
      "--account",
      "commanded",
      "--token",
      world.token,
      "--junit",
      file,
    ]);
    expect(error).toBeUndefined();
    const { length: all } = operations;
    const reached = `${all - writing.length} of ${all}`;
    expect(out).toMatch(new RegExp(`account commanded: ${reached} operations, \\d+ checks, 0 deviations\\.`));
    expect(out).toMatch(/not reached {4,}thirdparties\.create +it writes, and --write was not given/);
    expect(out).toMatch(/confirmed {6,}pagination +\d+ times, first at thirdparties\.list/);
    expect(out).not.toMatch(/\b1 times/);
    expect(out).toMatch(/\nAssumptions: [1-9]\d* confirmed, 0 contradicted, [1-9]\d* not exercised\.\n/);
    expect(out).toMatch(
      /\nNext\n {2}--write also checks what changes something: only on an account that is for tests\.\n/,
    );
    const xml = await readFile(file, "utf8");
    const counts = `tests="${all}" failures="0" skipped="${writing.length}" errors="0"`;
    expect(xml).toContain(`<testsuite name="operations" ${counts} time="`);
    expect(xml).toMatch(/<testcase classname="operations" name="thirdparties\.list" time="(?!0\.000)\d+\.\d{3}"/);
    expect(xml).toMatch(/<testsuites name="tiers-sandbox verify" time="(?!0\.000)\d+\.\d{3}">/);
    expect(xml.match(/<testcase /g)).toHaveLength(all + Object.keys(assumptions).length);
    await rm(folder, { recursive: true, force: true });
  });

  it("fails with the deviations, and escapes any text in the JUnit file", async () => {
    const world = await on.sandbox.world("failing");
    const proxy = await changing(on.sandbox.url, ({ operationId, body }) => {
      if (operationId === "documents.get" && body?.statusCode) body.statusCode = '<"&\u0007';
    });
    const folder = await mkdtemp(join(tmpdir(), "tiers-sandbox-"));
    const file = join(folder, "report.xml");
    const { out, error } = await run([
      "--target",
      proxy.url,
      "--account",
      "failing",
      "--token",
      world.token,
      "--junit",
      file,
    ]);
    await proxy.close();
    expect([error instanceof Failure, error?.message]).toEqual([true, "1 deviation from the contract."]);
    expect(out).toContain("FAILED");
    expect(out).toContain("CONTRADICTED");
    const xml = await readFile(file, "utf8");
    expect(xml).toContain('<failure type="document-statuses" message="documents.get 200 /statusCode: ');
    expect(xml).not.toMatch(/\u0007|<"/);
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    [[], "verify needs --target URL"],
    [["--target", "http://127.0.0.1:1"], "verify needs --token"],
    [["--target", "nowhere"], "--target must be the address"],
    [["--target", "http://127.0.0.1:1", "--token", "t", "--company", "12"], "--company must be a SIRET"],
  ])("refuses the arguments %j as bad usage", async (words, sentence) => {
    const { error } = await run(words);
    expect([error instanceof Usage, error?.message]).toEqual([true, expect.stringContaining(sentence)]);
  });

  it("stops at the first request where the address has the path already, and gives the right one", async () => {
    const world = await on.sandbox.world("doubled");
    const words = ["--account", "doubled", "--token", world.token];
    const { out, error } = await run(["--target", `${on.sandbox.url}/api/v1/account/doubled`, ...words]);
    expect([error instanceof Failure, out]).toEqual([true, ""]);
    expect(error?.message).toContain(`--target is the part before /api/v1: --target ${on.sandbox.url}.`);
    expect((await world.requests()).map(({ status }) => status)).toEqual([404]);
  });

  it.each([
    [404, "text/html"],
    [200, "text/html"],
    [502, "text/plain"],
  ])("stops at the first request where a server answers %i with %s, as no such service does", async (status, type) => {
    let asked = 0;
    const other = createServer((_, response) => {
      asked += 1;
      response.writeHead(status, { "content-type": type }).end("<p>Hello</p>");
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const { error } = await run(["--target", url, "--token", "t"]);
    other.close();
    expect(asked).toBe(1);
    expect(error?.message).toBe(
      `Nothing like the service answers at ${url}: its list of third parties is ${status} ${type}. ` +
        "--target is the part of its addresses before /api/v1.",
    );
  });

  it("names the address at which no server answers", async () => {
    const { error } = await run(["--target", "http://127.0.0.1:1", "--token", "t"]);
    expect([error instanceof Failure, error?.message]).toEqual([
      true,
      expect.stringContaining("http://127.0.0.1:1/api/v1/account/demo/thirdparties does not answer"),
    ]);
  });

  it("colours the report only on request", () => {
    const report: Report = {
      target: "t",
      account: "a",
      wrote: false,
      checks: 0,
      operations: [{ operationId: "a.b", outcome: "passed", checks: 1, findings: [], milliseconds: 0 }],
      assumptions: [],
      findings: [],
    };
    expect(readable(report, true)).toContain("\u001b[32m");
    expect(readable(report, false)).not.toContain("\u001b");
  });
});
