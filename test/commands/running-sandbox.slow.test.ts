import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EventName } from "../../contract/events.ts";
import type { SandboxWorld } from "../../src/client/world.ts";
import { accounts } from "../../src/commands/accounts.ts";
import { answer } from "../../src/commands/answer.ts";
import { clock } from "../../src/commands/clock.ts";
import { type AnyCommand, Failure, Usage } from "../../src/commands/command.ts";
import { compare } from "../../src/commands/compare.ts";
import { events } from "../../src/commands/events.ts";
import { exportWorld } from "../../src/commands/export.ts";
import { faults } from "../../src/commands/faults.ts";
import { importWorld } from "../../src/commands/import.ts";
import { requests } from "../../src/commands/requests.ts";
import { reset } from "../../src/commands/reset.ts";
import { restore } from "../../src/commands/restore.ts";
import { snapshot } from "../../src/commands/snapshot.ts";
import { stop } from "../../src/commands/stop.ts";
import { sync } from "../../src/commands/sync.ts";
import { trigger } from "../../src/commands/trigger.ts";
import { startSandbox } from "../../src/start.ts";
import { Poller } from "../control/polling.ts";
import { running, send } from "../control/running.ts";
import { begin, failure, run as invoked } from "./invoked.ts";

const on = running();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tiers-sandbox-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (command: AnyCommand, words: string[], environment = { SANDBOX_URL: on.sandbox.url }) =>
  invoked(command, words, environment);

async function prepared(): Promise<{
  world: SandboxWorld;
  account: string[];
  thirdpartyId: number;
  documentId: number;
}> {
  const world = await on.sandbox.world();
  const headers = { authorization: `Bearer ${world.token}` };
  const { body } = await send(
    `${world.baseUrl}/thirdparties`,
    "POST",
    { companyIdType: "CIT001", companyIdValue: "21996648800021" },
    headers,
  );
  const opened = await send(
    `${world.baseUrl}/thirdparties/${body.thirdpartyId}/dossiers`,
    "POST",
    { requiredDocuments: ["CODE_CONDUITE"] },
    headers,
  );
  const [document] = opened.body.documents as { documentId: number }[];
  return {
    world,
    account: ["--account", world.accountId],
    thirdpartyId: body.thirdpartyId as number,
    documentId: document?.documentId as number,
  };
}

describe("reset", () => {
  it("reset prints the counts of the world afterwards", async () => {
    const { world, account } = await prepared();
    expect(await run(reset, account)).toBe(
      `${world.accountId}, from empty: 0 third parties, 0 dossiers, 0 documents, 0 events; ` +
        "its clock stands at 2026-01-15T09:00:00.000.",
    );
  });
});

describe("clock", () => {
  it("clock reads, advances, sets, freezes and resumes", async () => {
    const { account } = await prepared();
    expect(await run(clock, account)).toMatch(/^2026-01-15T09:00:00\.\d{3}, stopped; next due at /);
    const advanced = await run(clock, ["advance", "P90D", ...account]);
    expect(advanced).toMatch(/^2026-04-15T09:00:00\.000, stopped/);
    expect(advanced).toMatch(/\n +\d+ {2}DOCUMENT_ANSWER_ADDED/);
    expect(await run(clock, [...account, "set", "2027-01-01"])).toMatch(/^2027-01-01T00:00:00/);
    expect(await run(clock, [...account, "resume"])).toMatch(/, running; /);
    expect(await run(clock, [...account, "freeze"])).toMatch(/, stopped; /);
  });

  it("clock shows what is due until a moment, and what comes next", async () => {
    const { account } = await prepared();
    const [next, ...others] = (await run(clock, ["due", ...account])).split("\n");
    expect(await run(clock, account)).toContain(`next due at ${next?.slice(0, 23)}`);
    expect(others).toHaveLength(1);
    const ahead = await run(clock, ["due", "2026-03-15T00:00:00", ...account]);
    expect(ahead).toMatch(/ {2}The registers are visited, every day\. \(58 times\)\n/);
    expect(ahead).toMatch(/\n {4}58 {2}REGISTRY/);
  });

  it.each([
    [["advance"], "clock advance needs a duration, like P90D."],
    [["set"], "clock set needs a moment, like 2027-01-01T00:00:00."],
    [["advance", "90d"], 'advance must be an ISO 8601 duration such as P90D or PT12H, got "90d".'],
    [["advanse", "P1D"], 'clock has no "advanse"; it has advance, set, freeze, resume, due. Did you mean advance?'],
    [["freeze", "now"], 'clock freeze takes nothing more, got "now".'],
    [
      ["advance", "P1D", "P2D"],
      'clock takes [advance DURATION | set MOMENT | freeze | resume | due [MOMENT]], got "P2D".',
    ],
  ])("clock refuses %j as bad usage", async (words, sentence) => {
    const error = await failure(run(clock, words));
    expect([error instanceof Usage, error.message]).toEqual([true, sentence]);
  });

  it("clock fails when it would go back", async () => {
    const { account } = await prepared();
    const error = await failure(run(clock, [...account, "set", "2020-01-01"]));
    expect([error instanceof Failure, error.message]).toEqual([true, expect.stringContaining("never goes back")]);
  });
});

describe("trigger", () => {
  it("trigger brings an event about on the named resource, and prints the events that it left", async () => {
    const { account, thirdpartyId } = await prepared();
    expect(await run(trigger, ["THIRD_PARTY_ARCHIVED", "--thirdparty", String(thirdpartyId), ...account])).toMatch(
      new RegExp(`^\\d+ {2}2026-01-15T09:00:0\\d\\.\\d{3} {2}THIRD_PARTY ${thirdpartyId} {2}THIRD_PARTY_ARCHIVED`, "m"),
    );
  });

  it("trigger refuses an unknown event, and suggests a known one", async () => {
    const error = await failure(run(trigger, ["THIRD_PARTY_ARCHIVE"]));
    expect([error instanceof Usage, error.message]).toEqual([
      true,
      '"THIRD_PARTY_ARCHIVE" is no event. Did you mean THIRD_PARTY_ARCHIVED? ' +
        "tiers-sandbox trigger --list shows them all.",
    ]);
    expect(await failure(run(trigger, []))).toBeInstanceOf(Usage);
    expect(await failure(run(trigger, ["THIRD_PARTY_ARCHIVED", "--data", "[1]"]))).toBeInstanceOf(Usage);
  });

  it("trigger --list shows every event with what it means and needs, without a sandbox", async () => {
    const lines = (await run(trigger, ["--list"])).split("\n");
    expect(lines.filter((line) => /^[A-Z]/.test(line))).toEqual(EventName.options);
    const at = lines.indexOf("DOCUMENT_ANSWER_DENIED");
    expect(lines.slice(at, at + 4)).toEqual([
      "DOCUMENT_ANSWER_DENIED",
      "    The client rejects an answer, and the third party is told why.",
      "    Needs a document of an open dossier.",
      "    Takes --thirdparty, --dossier, --document, --data with comment.",
    ]);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
  });

  it("trigger --list shows the events of one resource, also as JSON", async () => {
    const listed = JSON.parse(await run(trigger, ["--list", "dossier", "--json"])) as { name: string }[];
    expect(listed.map(({ name }) => name)).toEqual(EventName.options.filter((name) => name.startsWith("DOSSIER_")));
    expect(await run(events, ["--list", "dossier"])).toBe(await run(trigger, ["--list", "dossier"]));
    expect((await failure(run(trigger, ["--list", "dosier"]))).message).toBe(
      '--list takes one of thirdparty, dossier, document, got "dosier". Did you mean dossier?',
    );
  });

  it("trigger leads from an event that does not exist to the one that means it", async () => {
    expect((await failure(run(trigger, ["DOCUMENT_ANSWER_REJECTED"]))).message).toBe(
      '"DOCUMENT_ANSWER_REJECTED" is no event. Did you mean DOCUMENT_ANSWER_DENIED? ' +
        "tiers-sandbox trigger --list shows them all.",
    );
  });

  it("trigger fails with the sentence of the sandbox", async () => {
    const { account } = await prepared();
    const error = await failure(run(trigger, ["THIRD_PARTY_ARCHIVED", "--thirdparty", "999999", ...account]));
    expect([error instanceof Failure, error.message]).toEqual([true, expect.stringContaining("999999")]);
  });
});

describe("answer", () => {
  it("answer hands in a file under its name, with an outcome and an issue date", async () => {
    const { world, account, documentId } = await prepared();
    const file = join(folder, "Code de conduite.pdf");
    await writeFile(file, "%PDF-1.4\nmine\n%%EOF\n");
    const out = await run(answer, [
      String(documentId),
      "--file",
      file,
      "--outcome",
      "review",
      "--issue-date",
      "2026-01-10",
      ...account,
    ]);
    expect(out).toContain("DOCUMENT_ANSWER_ADDED");
    const [found] = await world.events({ names: ["DOCUMENT_ANSWER_ADDED"], documentId });
    const document = await send(
      `${world.baseUrl}/dossiers/${found?.dossierId}/documents/${documentId}`,
      "GET",
      undefined,
      {
        authorization: `Bearer ${world.token}`,
      },
    );
    expect((document.body.evidences as { fileName: string; fileSize: number }[])[0]).toMatchObject({
      fileName: "Code de conduite.pdf",
      fileSize: 20,
    });
  });

  it("answer without a file hands in plausible content", async () => {
    const { account, documentId } = await prepared();
    expect(await run(answer, [String(documentId), ...account])).toContain("DOCUMENT_ANSWER_ADDED");
  });

  it.each([
    [["abc"], "DOCUMENT_ID must be a whole number"],
    [["1", "--outcome", "good"], "--outcome must be one of valid, review, invalid, pending"],
    [["1", "--file", "x", "--form", "a=b"], "--file and --form do not go together"],
    [["1", "--form", "iban"], "--form must be like iban="],
  ])("answer refuses %j as bad usage", async (words, sentence) => {
    const error = await failure(run(answer, words));
    expect([error instanceof Usage, error.message]).toEqual([true, expect.stringContaining(sentence)]);
  });

  it("answer prints every violation that the sandbox found", async () => {
    const { world, account } = await prepared();
    const [added] = await world.trigger("DOCUMENT_ADDED", { data: { documentCode: "IBAN" } });
    const { documentId } = (await world.events({ names: ["DOCUMENT_ADDED"] })).at(-1) ?? added ?? { documentId: 0 };
    const error = await failure(run(answer, [String(documentId), "--form", "foo=1", "--form", "bar=2", ...account]));
    expect(error.message.split("\n")).toEqual([
      "The form does not take these answers.",
      expect.stringMatching(/^\/formdata\/foo must be one of titulaire_compte, iban, bic, /),
      expect.stringMatching(/^\/formdata\/bar must be one of titulaire_compte, iban, bic, /),
    ]);
  });

  it("answer fails when the file or the document does not exist", async () => {
    const { account, thirdpartyId, documentId } = await prepared();
    expect(
      (await failure(run(answer, [String(documentId), "--file", join(folder, "none.pdf"), ...account]))).message,
    ).toContain("cannot be read");
    expect((await failure(run(answer, [String(thirdpartyId), ...account]))).message).toContain(
      `${thirdpartyId} is a thirdpartyId`,
    );
  });
});

describe("events", () => {
  it("events prints the audit journal, filtered, as lines or as JSON", async () => {
    const { world, account, thirdpartyId } = await prepared();
    const all = await run(events, [...account, "--limit", "1000"]);
    expect(all.split("\n")).toHaveLength((await world.events()).length);
    const one = await run(events, [
      ...account,
      "-n",
      "THIRD_PARTY_ADDED",
      "-n",
      "DOSSIER_ARCHIVED",
      "--thirdparty",
      String(thirdpartyId),
      "--json",
    ]);
    expect(JSON.parse(one)).toMatchObject({ eventName: "THIRD_PARTY_ADDED", thirdpartyId });
    expect(await run(events, [...account, "--from", "2030-01-01"])).toBe("");
    expect(await failure(run(events, ["-n", "DOSSIER_ADD"]))).toMatchObject({
      message: expect.stringContaining('"DOSSIER_ADD" is no event. Did you mean DOSSIER_ADDED?'),
    });
  });
});

describe("the end of the journal", () => {
  it("events shows the latest events, the newest last, and the first ones after an id", async () => {
    const { world, account } = await prepared();
    const ids = (await world.events()).map(({ eventId }) => eventId);
    const shown = async (...words: string[]) =>
      (await run(events, [...account, ...words])).split("\n").map((line) => Number(line.split(" ")[0]));
    expect(await shown("--limit", "3")).toEqual(ids.slice(-3));
    expect(await shown("--limit", "3", "--after", String(ids[0]))).toEqual(ids.slice(1, 4));
  });

  it("events --follow goes on with what happens, filtered, until the sandbox stops", async () => {
    const sandbox = await startSandbox({ seed: "empty", now: "2026-01-15T09:00:00", freeze: true });
    const world = await sandbox.world("followed");
    await world.trigger("THIRD_PARTY_ADDED");
    const words = ["--follow", "--account", "followed", "-n", "THIRD_PARTY_COMMENT_ADDED", "-n", "THIRD_PARTY_ADDED"];
    const { printed, ended } = begin(events, words, { SANDBOX_URL: sandbox.url });
    await expect.poll(() => printed.length).toBe(1);
    await world.trigger("THIRD_PARTY_CODE_UPDATED");
    for (const text of ["one", "two"]) await world.trigger("THIRD_PARTY_COMMENT_ADDED", { data: { text } });
    await expect.poll(() => printed.length).toBe(3);
    await sandbox.close();
    await ended;
    expect(printed.map((line) => line.split("  ").at(-1))).toEqual([
      "THIRD_PARTY_ADDED",
      "THIRD_PARTY_COMMENT_ADDED",
      "THIRD_PARTY_COMMENT_ADDED",
      "The sandbox has stopped.",
    ]);
  });
});

describe("export and import", () => {
  it("export and import carry a world through a file", async () => {
    const { world, account } = await prepared();
    const file = join(folder, "world.json");
    expect(await run(exportWorld, [...account, "--out", file])).toBe(`Wrote ${file}.`);
    const exported = await world.export();
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual(exported);
    await world.reset();
    expect(await run(importWorld, [file, ...account])).toContain("1 third parties");
    expect(await world.export()).toEqual(exported);
    expect(JSON.parse(await run(exportWorld, account))).toEqual(exported);
  });

  it("import fails with the place that is wrong, and changes nothing", async () => {
    const { world, account } = await prepared();
    const before = await world.export();
    const file = join(folder, "damaged.json");
    await writeFile(file, JSON.stringify(before).replace('"ACTIVE"', '"ASLEEP"'));
    expect((await failure(run(importWorld, [file, ...account]))).message).toContain("/state/thirdparties/0/status");
    await writeFile(file, "{");
    expect((await failure(run(importWorld, [file, ...account]))).message).toContain("is not JSON");
    expect(await world.export()).toEqual(before);
  });
});

describe("accounts", () => {
  it("accounts copies the world of another account, or a snapshot of it", async () => {
    const { world, account } = await prepared();
    await world.snapshot("before");
    await run(clock, ["advance", "P40D", ...account]);
    const now = await run(accounts, ["make", "copy", "--from", world.accountId]);
    expect(now).toContain("its clock stands at 2026-02-24T09:00:00");
    const before = await run(accounts, ["make", "copy", "--from", world.accountId, "--snapshot", "before"]);
    expect(before).toContain("its clock stands at 2026-01-15T09:00:00");
    await run(accounts, ["delete", "copy"]);
  });

  it("accounts makes an account, lists it with its world, and deletes it", async () => {
    const made = await run(accounts, ["make", "made", "--seed", "onboarding", "--now", "2026-02-01", "--freeze"]);
    expect(made).toMatch(/^made, from onboarding: 3 third parties, .* its clock stands at 2026-02-01T00:00:00\.000\.$/);
    const line = (await run(accounts, [])).split("\n").find((each) => each.startsWith(made));
    expect(line?.slice(made.length)).toMatch(/^ Last used at \d{4}-\d\d-\d\dT[\d:.]+ by the wall clock\.$/);
    const listed = JSON.parse(await run(accounts, ["--json"])) as { accountId: string }[];
    expect(listed.find(({ accountId }) => accountId === "made")).toMatchObject({ seed: "onboarding", frozen: true });
    expect(await run(accounts, ["delete", "made"])).toBe("The account made is deleted.");
    expect(await run(accounts, [])).not.toContain("made,");
  });

  it.each([
    [["mak", "x"], 'accounts has no "mak"; it has make, delete. Did you mean make?'],
    [["make"], "accounts make needs the id of an account."],
    [["make", "x", "--snapshot", "y"], "accounts make needs --from with --snapshot."],
    [
      ["make", "x", "--from", "y", "--seed", "empty"],
      "accounts make takes only --snapshot with --from: a copy has the seed and the clock of its source.",
    ],
    [["delete", "x", "--unused-for", "P1D"], "--unused-for goes with accounts delete, without the id of an account."],
    [["make", "--unused-for", "P1D"], "--unused-for goes with accounts delete, without the id of an account."],
    [["make", "a/b"], 'ID must be 1 to 64 letters, digits, - and _, got "a/b".'],
  ])("accounts refuses %j as bad usage", async (words, sentence) => {
    const error = await failure(run(accounts, words));
    expect([error instanceof Usage, error.message]).toEqual([true, sentence]);
  });
});

describe("compare", () => {
  it("compare shows the rows that differ since a snapshot, and says when nothing does", async () => {
    const { world } = await prepared();
    const { accountId } = world;
    await world.snapshot("before");
    expect(await run(compare, [`${accountId}:before`])).toBe("They are equal.");
    const [{ thirdpartyId } = { thirdpartyId: 0 }] = await world.events();
    await world.trigger("THIRD_PARTY_ARCHIVED", { thirdpartyId });
    const shown = (await run(compare, [`${accountId}:before`, accountId])).split("\n");
    expect(shown).toContain(`~ thirdparties ${thirdpartyId}  Novalune Systèmes`);
    expect(shown).toContain("    /archived: false -> true");
    expect(shown.at(-1)).toMatch(/^events: \d+ added, 0 removed, 0 changed$/);
    const error = await failure(run(compare, [`${accountId}:`]));
    expect([error instanceof Usage, error.message]).toEqual([
      true,
      `compare takes ID or ID:SNAPSHOT, got ${accountId}:.`,
    ]);
  });
});

describe("snapshot and restore", () => {
  it("snapshot keeps a world, restore goes back to it, and snapshot --delete removes it", async () => {
    const { world, account, thirdpartyId } = await prepared();
    expect(await run(snapshot, account)).toMatch(/ has no snapshot yet; tiers-sandbox snapshot NAME takes one\.$/);
    expect(await run(snapshot, ["before", ...account])).toMatch(
      /^before keeps the world of 2026-01-15T09:00:00\.000, \d+ events\. Go back with tiers-sandbox restore before\.$/,
    );
    const before = await world.export();
    await world.trigger("THIRD_PARTY_ARCHIVED", { thirdpartyId });
    expect(await run(restore, ["before", ...account])).toMatch(/, from empty: 1 third parties, /);
    expect(await world.export()).toEqual(before);
    expect(await run(snapshot, account)).toMatch(/^before {2}2026-01-15T09:00:00\.000 {2}\d+ events$/);
    expect(JSON.parse(await run(snapshot, ["--delete", "before", "--json", ...account]))).toEqual({
      deleted: "before",
    });
    expect((await failure(run(restore, ["before", ...account]))).message).toContain(
      "has no snapshot before; it has none",
    );
  });
});

describe("faults", () => {
  it("faults adds faults beside those that are set, lists them and clears them", async () => {
    const { world, account } = await prepared();
    expect(await run(faults, account)).toBe("No fault is set.");
    const status = ["add", "status", "--operation", "thirdparties.list", "--status", "500", "--times", "1", ...account];
    const first = `thirdparties.list of ${world.accountId}: answers 500, once`;
    expect(await run(faults, status)).toBe(first);
    const second = `every operation of ${world.accountId}: delay after 10 ms, always, with probability 0.5`;
    expect(await run(faults, ["add", "delay", "--delay", "10", "--probability", "0.5", ...account])).toBe(
      `${first}\n${second}`,
    );
    const third = `documents.search of ${world.accountId}: finds events PT5M late, always`;
    expect(await run(faults, ["add", "lag", "--operation", "documents.search", ...account])).toBe(
      `${first}\n${second}\n${third}`,
    );
    expect(JSON.parse(await run(faults, ["--json", ...account]))).toEqual(await world.faults.list());
    expect(await run(faults, ["clear", ...account])).toBe("No fault is set.");
    expect(await world.faults.list()).toEqual([]);
  });

  it.each([
    [["ad", "status"], 'faults has no "ad"; it has add, clear. Did you mean add?'],
    [["add"], "faults add needs one of status, delay, disconnect, truncate, malformed, lag."],
    [["add", "slow"], 'faults add needs one of status, delay, disconnect, truncate, malformed, lag, got "slow".'],
    [["add", "delay", "--probability", "2"], '--probability must be a number from 0 to 1, got "2".'],
  ])("faults refuses %j as bad usage", async (words, sentence) => {
    const error = await failure(run(faults, words));
    expect([error instanceof Usage, error.message]).toEqual([true, sentence]);
  });
});

describe("sync", () => {
  it("sync prints what a client missed, and fails; it succeeds for one that missed nothing", async () => {
    const world = await on.sandbox.world();
    const account = ["--account", world.accountId];
    expect(await failure(run(sync, account))).toEqual(
      new Failure("No search by events was seen, so that nothing can be said."),
    );
    for (let count = 0; count < 12; count++) await world.trigger("THIRD_PARTY_ADDED");
    await world.clock.advance("PT5M");
    const client = new Poller(world, { size: 1 });
    await client.page("2026-01-15T09:00:00", "2026-01-15T09:04:59");
    const { printed, ended } = begin(sync, account, { SANDBOX_URL: on.sandbox.url });
    expect(await failure(ended)).toEqual(new Failure("11 events were missed."));
    const [, second] = await world.events({ names: ["THIRD_PARTY_ADDED"] });
    expect(printed.slice(0, 4)).toEqual([
      "demo: 1 search, 1 window, 12 events due, 11 missed",
      "",
      "11 missed (pages, demo): Only 1 of 12 pages of the window from 2026-01-15T09:00:00 to 2026-01-15T09:04:59 was " +
        "read: go on until page reaches totalPages.",
      `    ${second?.occurredAt}  ${second?.eventId}  THIRD_PARTY_ADDED  ${second?.resourceId}`,
    ]);
    expect(printed[13]).toBe("    and 1 more");
    await client.read("2026-01-15T09:00:00", "2026-01-15T09:04:59");
    const options = ["--caller", "demo", "--from", "2026-01-15T09:00", "-n", "THIRD_PARTY_ADDED", "--json"];
    const report = JSON.parse(await run(sync, [...account, ...options]));
    expect(report).toMatchObject({ callers: [{ polls: 1, missed: 0 }], findings: [] });
  });

  it("sync fails for a client whose searches were all refused, and shows what to mend", async () => {
    const world = await on.sandbox.world();
    const client = new Poller(world, { names: ["THIRD_PARTY_ADD" as never] });
    await expect(client.page("2026-01-15T09:00:00", "2026-01-15T09:04:59")).rejects.toThrow("400");
    const { printed, ended } = begin(sync, ["--account", world.accountId], { SANDBOX_URL: on.sandbox.url });
    expect(await failure(ended)).toEqual(new Failure("No search of demo was answered."));
    expect(printed[2]).toMatch(/^Remark \(failed, demo\): A search was refused with 400 and read nothing/);
  });

  it("sync refuses an event that does not exist, and names the callers in place of an unknown one", async () => {
    await expect(run(sync, ["-n", "THIRD_PARTY_ADED"])).rejects.toThrow(/Did you mean THIRD_PARTY_ADDED\?/);
    const world = await on.sandbox.world();
    await expect(run(sync, ["--account", world.accountId, "--caller", "x"])).rejects.toThrow(/searches of no caller/);
  });
});

describe("requests", () => {
  it("requests shows the last requests with why each was refused, and forgets them", async () => {
    const { world, account } = await prepared();
    await run(requests, ["clear", ...account]);
    const headers = { authorization: `Bearer ${world.token}` };
    await send(`${world.baseUrl}/thirdparties`, "GET", undefined, headers);
    await send(`${world.baseUrl}/thirdparties?size=1000&page=x`, "GET", undefined, headers);
    const path = `/api/v1/account/${world.accountId}/thirdparties`;
    await expect.poll(async () => (await run(requests, account)).split("\n").length).toBe(4);
    const [first, second, ...why] = (await run(requests, account)).split("\n");
    expect(first).toMatch(new RegExp(`GET +200 ${path}  [\\d.]+ ms  thirdparties\\.list  \\S+$`));
    expect(second).toContain(`400 ${path}?size=1000&page=x`);
    expect(why).toEqual([
      "    page must be a whole number from 0 to 1000000.",
      "    size must be a whole number from 1 to 100.",
    ]);
    expect(JSON.parse(await run(requests, ["--status", "400", "--json", ...account]))).toMatchObject({ status: 400 });
    expect(await run(requests, ["--limit", "1", "--operation", "thirdparties.list", ...account])).toContain(
      "size=1000",
    );
    const id = first?.split(" ").at(-1) as string;
    const whole = await run(requests, [id, ...account]);
    expect(whole.split("\n")).toEqual(
      expect.arrayContaining([first, `    account: ${world.accountId}`, "> authorization: Bearer …", "<"]),
    );
    expect(whole).toContain('< {"content":[');
    expect(JSON.parse(await run(requests, [id, "--json", ...account]))).toMatchObject({ requestId: id, status: 200 });
    expect(JSON.parse(await run(requests, ["--har", ...account])).log.entries).toHaveLength(2);
    const file = join(folder, "requests.har");
    await run(requests, ["--har", "--status", "400", "--out", file, ...account]);
    expect(JSON.parse(await readFile(file, "utf8")).log.entries).toHaveLength(1);
    expect((await failure(run(requests, ["--out", file, ...account]))).message).toContain("--out is the file of --har");
    expect((await failure(run(requests, ["claer", ...account]))).message).toContain("There is no request claer");
    expect(await run(requests, ["clear", ...account])).toBe("The requests are forgotten.");
    expect(await run(requests, account)).toBe("");
  });

  it("requests --follow goes on with what comes, until the sandbox stops", async () => {
    const sandbox = await startSandbox({ seed: "empty" });
    const world = await sandbox.world("watched");
    const ask = (path: string) =>
      fetch(`${world.baseUrl}${path}`, { headers: { authorization: `Bearer ${world.token}` } });
    const { printed, ended } = begin(requests, ["--follow", "--json", "-a", "watched"], { SANDBOX_URL: sandbox.url });
    // The first request that is shown says that it follows.
    await expect.poll(async () => (await ask("/thirdparties"), printed.length)).toBeGreaterThan(0);
    await (await ask("/dossiers?size=0")).text();
    await expect.poll(() => printed.some((line) => line.includes('"status":400'))).toBe(true);
    await sandbox.close();
    await ended;
    expect(printed.at(-1)).toBe("The sandbox has stopped.");
  });
});

describe("stop", () => {
  it("stop is refused by a sandbox that another program runs, and says so", async () => {
    expect((await failure(run(stop, []))).message).toBe(
      "This sandbox runs inside another program, which has to close it.",
    );
    expect((await failure(run(stop, ["--data", folder]))).message).toBe(`No sandbox runs on ${folder}.`);
  });

  it("stop ends a sandbox that lets it, and waits for its end", async () => {
    const sandbox = await startSandbox({ seed: "empty", onStop: () => void sandbox.close() });
    expect(await run(stop, [], { SANDBOX_URL: sandbox.url })).toBe(`${sandbox.url} has stopped.`);
    await expect(fetch(`${sandbox.url}/health`)).rejects.toThrow();
  });
});

describe("every command that talks to a sandbox", () => {
  const commands: [string, AnyCommand, string[]][] = [
    ["reset", reset, []],
    ["clock", clock, []],
    ["trigger", trigger, ["THIRD_PARTY_ARCHIVED"]],
    ["answer", answer, ["11031000"]],
    ["events", events, []],
    ["export", exportWorld, []],
    ["snapshot", snapshot, []],
    ["restore", restore, ["one"]],
  ];
  const ofServers: typeof commands = [
    ["requests", requests, []],
    ["faults", faults, []],
    ["accounts", accounts, []],
    ["compare", compare, ["one", "other"]],
    ["stop", stop, []],
  ];
  it.each([...commands, ...ofServers])("%s has help", async (name, command) => {
    const help = await run(command, ["--help"]);
    expect(help).toContain(`Usage: tiers-sandbox ${name}`);
    expect(help).toContain("SANDBOX_URL");
  });
  it.each([...commands, ...ofServers])(
    "%s fails with a sentence when no sandbox runs",
    async (_name, command, words) => {
      const free = createServer().listen(0, "127.0.0.1");
      await new Promise((resolve) => free.once("listening", resolve));
      const { port } = free.address() as { port: number };
      await new Promise((resolve) => free.close(resolve));
      const error = await failure(run(command, words, { SANDBOX_URL: `http://127.0.0.1:${port}` }));
      expect([error instanceof Failure, error.message]).toEqual([
        true,
        expect.stringMatching(
          /^No sandbox answers at http:\/\/127\.0\.0\.1:\d+ \(.+\)\. Start one with tiers-sandbox; .*--url/,
        ),
      ]);
    },
  );
  it.each(commands)("%s fails with a sentence when the account does not exist", async (_name, command, words) => {
    expect((await failure(run(command, [...words, "--account", "nobody"]))).message).toContain(
      "There is no account nobody yet",
    );
  });
});
