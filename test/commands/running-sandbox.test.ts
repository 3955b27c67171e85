import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SandboxWorld } from "../../src/client/world.ts";
import { answer } from "../../src/commands/answer.ts";
import { clock } from "../../src/commands/clock.ts";
import { type AnyCommand, Failure, readArguments, Usage } from "../../src/commands/command.ts";
import { events } from "../../src/commands/events.ts";
import { exportWorld } from "../../src/commands/export.ts";
import { commandHelp } from "../../src/commands/help.ts";
import { importWorld } from "../../src/commands/import.ts";
import { reset } from "../../src/commands/reset.ts";
import { trigger } from "../../src/commands/trigger.ts";
import { running, send } from "../control/running.ts";

const on = running();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tiers-sandbox-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command as main does. Resolves to the printed lines. */
async function run(
  command: AnyCommand,
  words: string[],
  environment: Record<string, string> = { SANDBOX_URL: on.sandbox.url },
): Promise<string> {
  const read = readArguments(command, words, environment);
  if (read.help) return commandHelp(command);
  const printed: string[] = [];
  await command.run({
    values: read.values,
    argument: read.argument,
    others: read.others,
    version: "0",
    colour: false,
    logStyle: { json: true, colour: false },
    print: (text) => printed.push(text),
    say: (text) => printed.push(text),
  });
  // How often progress is shown depends on how busy the machine is.
  return printed.filter((text) => !text.endsWith("% done")).join("\n");
}
const failure = async (work: Promise<unknown>): Promise<Error> => {
  try {
    await work;
  } catch (error) {
    return error as Error;
  }
  throw new Error("The command did not fail.");
};

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

  it.each([
    [["advance"], "clock advance needs a duration, like P90D."],
    [["set"], "clock set needs a moment, like 2027-01-01T00:00:00."],
    [["advance", "90d"], 'advance takes an ISO 8601 duration such as P90D or PT12H, and "90d" came.'],
    [["advanse", "P1D"], 'clock has no "advanse"; it has advance, set, freeze, resume. Did you mean advance?'],
    [["freeze", "now"], 'clock freeze takes nothing more, and "now" came.'],
    [["advance", "P1D", "P2D"], 'clock takes [advance DURATION | set MOMENT | freeze | resume], and "P2D" came.'],
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
      '"THIRD_PARTY_ARCHIVE" is no event. Did you mean THIRD_PARTY_ARCHIVED?',
    ]);
    expect(await failure(run(trigger, []))).toBeInstanceOf(Usage);
    expect(await failure(run(trigger, ["THIRD_PARTY_ARCHIVED", "--data", "[1]"]))).toBeInstanceOf(Usage);
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
      message: '"DOSSIER_ADD" is no event. Did you mean DOSSIER_ADDED?',
    });
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

describe("every command that talks to a sandbox", () => {
  const commands: [string, AnyCommand, string[]][] = [
    ["reset", reset, []],
    ["clock", clock, []],
    ["trigger", trigger, ["THIRD_PARTY_ARCHIVED"]],
    ["answer", answer, ["11031000"]],
    ["events", events, []],
    ["export", exportWorld, []],
  ];
  it.each(commands)("%s has help", async (name, command) => {
    const help = await run(command, ["--help"]);
    expect(help).toContain(`Usage: tiers-sandbox ${name}`);
    expect(help).toContain("SANDBOX_URL");
  });
  it.each(commands)("%s fails with a sentence when no sandbox runs", async (_name, command, words) => {
    const free = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => free.once("listening", resolve));
    const { port } = free.address() as { port: number };
    await new Promise((resolve) => free.close(resolve));
    const error = await failure(run(command, words, { SANDBOX_URL: `http://127.0.0.1:${port}` }));
    expect([error instanceof Failure, error.message]).toEqual([
      true,
      expect.stringMatching(/^No sandbox answers at http:\/\/127\.0\.0\.1:\d+ \(.+\): start one with tiers-sandbox/),
    ]);
  });
  it.each(commands)("%s fails with a sentence when the account does not exist", async (_name, command, words) => {
    expect((await failure(run(command, [...words, "--account", "nobody"]))).message).toContain(
      "There is no account nobody yet",
    );
  });
});
