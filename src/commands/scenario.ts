import type { ScenarioName } from "../../contract/scenarios.ts";
import { command, quoted, suggestion, Usage } from "./command.ts";
import { columns } from "./help.ts";
import { accountOptions, ask } from "./running-sandbox.ts";

/** Asynchronous, because the contract is slow to load. */
const names = async () => (await import("../../contract/scenarios.ts")).scenarioNames;

async function scenarioName(text: string): Promise<ScenarioName> {
  const known = await names();
  const found = known.find((name) => name === text);
  if (found !== undefined) return found;
  throw new Usage(`${quoted(text)} is no scenario; scenario alone lists them.${suggestion(text, known)}`);
}

export const scenario = command({
  name: "scenario",
  summary: "Make what a test needs, by the name of a scenario; list the scenarios without one.",
  takes: "[NAME]",
  words: [0, 1],
  choices: names,
  examples: [
    ["scenario", "List the scenarios."],
    ["scenario iban-mismatch", "Bank details in the name of another company."],
    ["scenario failing-service", "A service that answers 503, until faults clear."],
  ],
  options: accountOptions,
  async run({ values, argument, width, show }) {
    if (argument === "") {
      const { scenarios } = await import("../seed/scenario.ts");
      const rows = scenarios.map(({ name, sentence }) => ({ scenario: name, sentence }));
      return show(rows, () =>
        columns(
          rows.map((row) => [row.scenario, row.sentence]),
          width,
        ),
      );
    }
    const made = await ask(values, "scenarios.play", { body: { scenario: await scenarioName(argument) } });
    const { scenario: _, sentence, ...ids } = made;
    const lines = Object.entries(ids).map(([name, value]) => `${name.padEnd(13)}  ${[value].flat().join(" ")}`);
    show(made, () => [sentence, ...lines]);
  },
});
