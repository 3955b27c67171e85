import { expect, it } from "vitest";
import { Usage } from "../../src/commands/command.ts";
import { scenario } from "../../src/commands/scenario.ts";
import { scenarios } from "../../src/seed/scenario.ts";
import { running } from "../control/running.ts";
import { run as invoked } from "./invoked.ts";

const on = running();

const run = (...words: string[]) => invoked(scenario, words, { SANDBOX_URL: on.sandbox.url });

it("scenario alone lists the scenarios with their sentences", async () => {
  const listed = await run();
  const names = listed.split("\n").flatMap((line) => /^ {2}(\S+)/.exec(line)?.[1] ?? []);
  expect(names).toEqual(scenarios.map(({ name }) => name));
  expect(listed).toMatch(/^ {2}rejected-document +A document that you rejected/);
});

it("scenario NAME prints its sentence and the ids that it made", async () => {
  const { accountId } = await on.sandbox.world();
  const [sentence, ...ids] = (await run("iban-mismatch", "--account", accountId)).split("\n");
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
