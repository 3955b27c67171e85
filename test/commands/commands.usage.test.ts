import { describe, expect, it } from "vitest";
import { control } from "../../contract/control.ts";
import { EventName } from "../../contract/events.ts";
import { syncReport } from "../../contract/examples/control.ts";
import { createAuthenticator, developmentSecret } from "../../src/sandbox/auth/authentication.ts";
import { scenarios } from "../../src/seed/scenario.ts";
import { seedNames } from "../../src/seed/seed-file.ts";
import { asking } from "./asking.ts";

const durations = "an ISO 8601 duration such as P90D or PT12H";
const ofClock = "[advance DURATION | set MOMENT | freeze | resume | due [MOMENT]]";
const aCopy = "a copy has the seed and the clock of its source.";
const tempers = "prompt, ordinary, late, careless, fading, silent, drawn";
const noToken = "the service answers no request without one.";
const isNone = (name: string, near: string) =>
  `"${name}" is no event. Did you mean ${near}? tiers-sandbox trigger --list shows them all.`;

describe("a wrong command line", () => {
  it.each([
    ["clock advance", "clock advance needs a duration, like P90D."],
    ["clock set", "clock set needs a moment, like 2027-01-01T00:00:00."],
    ["clock advance 90d", `advance must be ${durations}, got "90d".`],
    ["clock set 1979-12-31", 'set must be from 1980-01-01T00:00:00.000 to 9999-12-31T23:59:59.999, got "1979-12-31".'],
    ["clock due x", 'due must be a moment in UTC like 2026-01-15T09:00:00, or a day, got "x".'],
    ["clock advanse P1D", 'clock has no "advanse"; it has advance, set, freeze, resume, due. Did you mean advance?'],
    ["clock toString", 'clock has no "toString"; it has advance, set, freeze, resume, due.'],
    ["clock freeze now", 'clock freeze takes nothing more, got "now".'],
    ["clock advance P1D P2D", `clock takes ${ofClock}, got "P2D".`],
    ["trigger", "trigger needs EVENT; tiers-sandbox trigger --list shows them all."],
    ["trigger THIRD_PARTY_ARCHIVE", isNone("THIRD_PARTY_ARCHIVE", "THIRD_PARTY_ARCHIVED")],
    ["trigger DOCUMENT_ANSWER_REJECTED", isNone("DOCUMENT_ANSWER_REJECTED", "DOCUMENT_ANSWER_DENIED")],
    ["trigger DOSSIER_ADDED --data [1]", '--data must be a JSON object, got "[1]".'],
    ["trigger DOSSIER_ADDED --data null", '--data must be a JSON object, got "null".'],
    ["trigger DOSSIER_ADDED --data {", '--data must be a JSON object, got "{".'],
    ["trigger --list dosier", '--list takes one of thirdparty, dossier, document, got "dosier". Did you mean dossier?'],
    ["events dossier", 'events takes an argument with --list only, got "dossier".'],
    ["events -n DOSSIER_ADD", isNone("DOSSIER_ADD", "DOSSIER_ADDED")],
    ["sync -n THIRD_PARTY_ADED", isNone("THIRD_PARTY_ADED", "THIRD_PARTY_ADDED")],
    ["people al", 'people takes all, suppliers, none or the id of a third party, got "al". Did you mean all?'],
    ["people 0", 'people takes all, suppliers, none or the id of a third party, got "0".'],
    ["people all --temper late", "--temper needs the id of a third party: people 924000 --temper late."],
    ["people 1 --temper lazy", `--temper must be one of ${tempers}, got "lazy". Did you mean late?`],
    ["answer abc", 'DOCUMENT_ID must be a whole number from 1 to 999999999, got "abc".'],
    ["answer 0", 'DOCUMENT_ID must be a whole number from 1 to 999999999, got "0".'],
    ["answer 1 --outcome good", '--outcome must be one of valid, review, invalid, pending, got "good".'],
    ["answer 1 --file x --form a=b", "An answer is a file or form values: --file and --form do not go together."],
    ["answer 1 --form iban", '--form must be like iban=FR7630004008230001005432188, got "iban".'],
    ["answer 1 --form =x", '--form must be like iban=FR7630004008230001005432188, got "=x".'],
    ["accounts mak x", 'accounts has no "mak"; it has make, delete. Did you mean make?'],
    ["accounts make", "accounts make needs the id of an account."],
    ["accounts delete", "accounts delete needs the id of an account."],
    ["accounts make x --snapshot y", "accounts make needs --from with --snapshot."],
    ["accounts make x --from y --freeze", `accounts make takes only --snapshot with --from: ${aCopy}`],
    ["accounts delete x --unused-for P1D", "--unused-for goes with accounts delete, without the id of an account."],
    ["accounts make --unused-for P1D", "--unused-for goes with accounts delete, without the id of an account."],
    ["accounts make a/b", 'ID must be 1 to 64 letters, digits, - and _, got "a/b".'],
    ["compare demo:", "compare takes ID or ID:SNAPSHOT, got demo:."],
    ["compare demo demo:a:b", "compare takes ID or ID:SNAPSHOT, got demo:a:b."],
    ["compare a/b", 'ID must be 1 to 64 letters, digits, - and _, got "a/b".'],
    ["faults ad status", 'faults has no "ad"; it has add, remove, clear. Did you mean add?'],
    ["faults add", "faults add needs one of status, delay, disconnect, truncate, malformed, lag."],
    ["faults add slow", 'faults add needs one of status, delay, disconnect, truncate, malformed, lag, got "slow".'],
    ["faults remove", 'remove must be a whole number from 1 to 1000, got "".'],
    ["faults clear all", 'faults has no "clear"; it has add, remove, clear. Did you mean clear?'],
    ["faults add delay --probability 2", '--probability must be a number from 0 to 1, got "2".'],
    ["requests --out x", "--out is the file of --har: give both, or neither."],
    ["scenario iban-mismach", '"iban-mismach" is no scenario; scenario alone lists them. Did you mean iban-mismatch?'],
    ["completion zhs", 'completion knows bash, zsh, fish, got "zhs". Did you mean zsh?'],
    ["database", "database needs --sql, which prints the SQL of the tables."],
    ["coverage a.json --clear", "--clear is for a running sandbox, and there are FILEs."],
    ["coverage a.json --min-values 101", '--min-values must be a whole number from 0 to 100, got "101".'],
    ["verify", "verify needs --target URL, where the service is, or --har FILE."],
    ["verify -t http://127.0.0.1:1", `verify needs --token TOKEN, or VERIFY_TOKEN set: ${noToken}`],
    ["verify -t x", '--target must be the address of the service, like https://service.example, got "x".'],
    ["verify --company 12", '--company must be a SIRET of 14 digits, got "12".'],
  ])("is refused before anything is asked: %s", async (line, sentence) => {
    expect(await asking(line)).toEqual({ asked: [], printed: [], keys: [], error: `Usage: ${sentence}` });
  });
});

describe("a command that fails", () => {
  const problem = (status: number, body: object) => Response.json(body, { status });

  it.each([
    [problem(409, { detail: "It is set.", errors: [{ detail: "/set is past." }] }), "It is set.\n/set is past."],
    [problem(404, {}), "http://127.0.0.1:4600 answered 404, and not as a sandbox does."],
    [new Response("<p>"), "http://127.0.0.1:4600 answered 200, and not as a sandbox does."],
  ])("says what the server says: %j, %s", async (answer, sentence) => {
    const failed = { printed: [], error: `Failure: ${sentence}` };
    expect(await asking("clock", { "clock.get": answer })).toMatchObject(failed);
  });

  it.each([
    ["stop --url http://127.0.0.1:9", "http://127.0.0.1:9"],
    ["stop", "http://127.0.0.1:4600, where one usually is"],
  ])("says where no sandbox answers, and how to start one: %s", async (line, place) => {
    const cause = Object.assign(new Error(""), { code: "ECONNREFUSED" });
    const answers = { "server.stop": new TypeError("fetch failed", { cause }) };
    expect((await asking(line, answers)).error).toBe(
      `Failure: No sandbox answers at ${place} (ECONNREFUSED). Start one with tiers-sandbox; ` +
        "if it listens elsewhere, give the address that it printed with --url or SANDBOX_URL.",
    );
  });

  const [caller] = syncReport.callers;
  const [finding] = syncReport.findings;
  const archived = "    2026-01-15T09:01:00.000  50000001  THIRD_PARTY_ARCHIVED  924004";
  const [said, unknowns] = [finding?.sentence, syncReport.unknowns];
  const oneMissed = [
    ...["nightly-sync: 2 searches, 2 windows, 4 events due, 1 missed", ""],
    ...[`1 missed (gap, nightly-sync): ${said}`, archived, "", ...unknowns],
  ];
  const eleven = { ...finding, missed: 11, events: { content: [], more: 11 } };
  const many = {
    callers: [{ ...caller, searches: 1, polls: 1, due: 1, missed: 12 }],
    findings: [eleven, { ...finding, missed: 0, fails: false }, { ...finding, caller: null }],
  };
  const manyMissed = [
    ...["nightly-sync: 1 search, 1 window, 1 event due, 12 missed", ""],
    ...[`11 missed (gap, nightly-sync): ${said}`, "    and 11 more", ""],
    ...[`Remark (gap, nightly-sync): ${said}`, "", `1 missed (gap): ${said}`, archived, "", ...unknowns],
  ];
  const none = { callers: [], findings: [], unknowns: ["Nothing was asked."] };
  const unanswered = ["a", "b", "c"].map((name, at) => ({ ...caller, caller: name, answered: at % 2 }));
  const gap = { findings: [{ ...finding, missed: 0 }] };
  const unread = ["", `Unread (gap, nightly-sync): ${said}`, "", ...unknowns];
  it.each([
    [{}, oneMissed, "1 event was missed."],
    [gap, expect.arrayContaining(unread), expect.stringContaining("A client left time unread; --allow-gaps")],
    [{ isComplete: false, findings: [] }, expect.any(Array), expect.stringContaining("Not all searches are known")],
    [many, manyMissed, "12 events were missed."],
    [none, ["", "Nothing was asked."], "No search by events was seen, so that nothing can be said."],
    [{ callers: unanswered, findings: [] }, expect.any(Array), "No search of a, c was answered."],
  ])("shows what clients missed before it fails", async (change, printed, sentence) => {
    const result = await asking("sync", { "accounts.sync": change });
    expect({ ...result, error: result.error?.replace("Failure: ", "") }).toMatchObject({ printed, error: sentence });
  });

  it("allows time in which nothing happened to stay unread where it is told so", async () => {
    expect((await asking("sync --allow-gaps", { "accounts.sync": gap })).error).toBeUndefined();
    expect((await asking("sync --allow-gaps")).error).toBe("Failure: 1 event was missed.");
  });
});

describe("the key and the address of a sandbox", () => {
  it("come from the environment, and --url wins", async () => {
    const environment = { SANDBOX_URL: "http://127.0.0.1:9", SANDBOX_KEY: "k-17", SANDBOX_ACCOUNT: "test" };
    const stopped = { printed: ["http://127.0.0.1:9 has stopped."], keys: ["k-17", null] };
    expect(await asking("stop", {}, environment)).toMatchObject(stopped);
    const { printed } = await asking("stop --url http://127.0.0.1:8", {}, environment);
    expect(printed).toEqual(["http://127.0.0.1:8 has stopped."]);
    const { asked, keys } = await asking("clock", {}, environment);
    expect({ asked, keys }).toEqual({ asked: ["GET /_sandbox/accounts/test/clock"], keys: ["k-17"] });
    expect((await asking("faults", {}, environment)).asked).toEqual(["GET /_sandbox/faults?accountId=test"]);
  });
});

describe("the account that is meant where none is named", () => {
  const missing = () => {
    const detail = "There is no account demo yet: PUT /_sandbox/accounts/demo makes it, and so does a request.";
    const problem = { type: "about:blank", title: "Not Found", status: 404, code: "ACCOUNT_NOT_FOUND", detail };
    return Response.json({ ...problem, instance: "/", requestId: "x" }, { status: 404 });
  };
  const [one] = control.accounts.list.examples.success.response.content;
  const only = { content: [{ ...one, accountId: "of-a-bundle" }] };
  /** Answers for a sandbox without the account demo: the first call fails, and those after it do not. */
  const without = (operation: string, listed: object) => {
    let calls = 0;
    return Object.defineProperty({ "accounts.list": listed }, operation, {
      get: () => (calls++ === 0 ? missing() : undefined),
    });
  };

  it.each([
    ["clock", "clock.get", "GET /_sandbox/accounts/of-a-bundle/clock"],
    [
      "trigger DOSSIER_ADDED",
      "occurrences.create",
      'POST /_sandbox/accounts/of-a-bundle/occurrences {"event":"DOSSIER_ADDED"}',
    ],
    ["events --follow", "clock.get", "GET /_sandbox/accounts/of-a-bundle/events?limit=100&latest=true"],
    [
      "token --url http://127.0.0.1:9",
      "clock.get",
      'POST /_sandbox/tokens {"accountIds":["of-a-bundle"],"expiresIn":3600}',
    ],
  ])("is the only one that there is, for %s", async (line, operation, last) => {
    const { asked, error } = await asking(line, without(operation, only));
    expect(asked.slice(1)).toEqual(["GET /_sandbox/accounts", last]);
    expect(error ?? "").not.toContain("no account");
  });

  it.each([
    ["clock -a demo", only],
    ["clock", { content: [] }],
    ["clock", { content: [one, { ...one, accountId: "other" }] }],
  ])("is made by a command that the message names: %s", async (line, listed) => {
    expect((await asking(line, without("clock.get", listed))).error).toBe(
      "Failure: There is no account demo yet: tiers-sandbox accounts make demo makes it, and so does a request.",
    );
  });
});

it("scenario and seeds alone list names with their sentences, without a sandbox", async () => {
  for (const [line, names] of [
    ["scenario", scenarios.map(({ name }) => name)],
    ["seeds", seedNames()],
  ] as const) {
    const { asked, printed } = await asking(line);
    expect(asked).toEqual([]);
    expect(printed.flatMap((text) => /^ {0,2}(\S+) {2,}\S/.exec(text)?.[1] ?? [])).toEqual(names);
    const listed = JSON.parse((await asking(`${line} --json`)).printed.join("")) as Record<string, string>[];
    expect(listed.map(({ scenario, name }) => scenario ?? name)).toEqual(names);
  }
});

describe("the list of event types", () => {
  it("shows every event with what it means and needs, without a sandbox", async () => {
    const { asked, printed } = await asking("trigger --list");
    expect(asked).toEqual([]);
    expect(printed.filter((line) => /^[A-Z]/.test(line))).toEqual(EventName.options);
    const at = printed.indexOf("DOCUMENT_ANSWER_DENIED");
    expect(printed.slice(at, at + 4)).toEqual([
      "DOCUMENT_ANSWER_DENIED",
      "    The client rejects an answer, and the third party is told why.",
      "    Needs a document of an open dossier.",
      "    Takes --thirdparty, --dossier, --document, --data with comment.",
    ]);
    expect(printed.filter((line) => line.length > 100)).toEqual([]);
  });

  it.each(["thirdparty", "dossier", "document"])("shows those of %s, also as JSON and by events", async (resource) => {
    const { printed } = await asking(`trigger --list ${resource} --json`);
    const listed = (JSON.parse(printed.join("")) as { name: string }[]).map(({ name }) => name);
    const wanted = EventName.options.filter((name) => name.replace("_", "").toLowerCase().startsWith(resource));
    expect(listed).toEqual(wanted);
    expect(await asking(`events --list ${resource}`)).toEqual(await asking(`trigger --list ${resource}`));
  });
});

it("token signs a token that a sandbox accepts, and refuses a secret that is too short", async () => {
  const { printed } = await asking("token --account test-17 --expires-in 60");
  const authenticator = createAuthenticator({ mode: "strict", secret: developmentSecret });
  const subject = { subject: "test-17", accountIds: ["test-17"] };
  expect(await authenticator.authenticate(`Bearer ${printed[0]}`)).toEqual(subject);
  const { error } = await asking("token", {}, { SANDBOX_JWT_SECRET: "short" });
  expect(error).toMatch(/^Usage: SANDBOX_JWT_SECRET has 5 bytes/);
});
