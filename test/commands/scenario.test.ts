import { expect, it } from "vitest";
import { type AnyCommand, readArguments, Usage } from "../../src/commands/command.ts";
import { scenario } from "../../src/commands/scenario.ts";
import { scenarios } from "../../src/seed/scenario.ts";
import { running } from "../control/running.ts";

const on = running();

/** Runs the command as main does. Resolves to the printed lines. */
async function run(...words: string[]): Promise<string[]> {
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const read = readArguments(scenario, words, { SANDBOX_URL: on.sandbox.url });
  if (read.help) throw new Error("no help was asked for");
  const terminal = { version: "0", colour: false, logStyle: { json: true, colour: false }, print, say: print };
  await (scenario as AnyCommand).run({ ...read, ...terminal });
  return printed;
}

it("scenario alone lists the scenarios with their sentences", async () => {
  const listed = await run();
  expect(listed).toHaveLength(scenarios.length);
  expect(listed[0]).toMatch(/^rejected-document +A document that you rejected/);
});

it("scenario NAME prints its sentence and the ids that it made", async () => {
  const { accountId } = await on.sandbox.world();
  const [sentence, ...ids] = await run("iban-mismatch", "--account", accountId);
  expect(sentence).toContain("in the name of another company");
  expect(ids.map((line) => line.replace(/ +\d+$/, ""))).toEqual([
    "thirdpartyId",
    "dossierId",
    "documentId",
    "responseId",
    "evidenceId",
  ]);
});

it("a name that does not exist is refused with a suggestion, before anything is asked", async () => {
  await expect(run("iban-missmatch", "--url", "http://127.0.0.1:1")).rejects.toThrow(
    new Usage(`"iban-missmatch" is no scenario; scenario alone lists them. Did you mean iban-mismatch?`),
  );
});
