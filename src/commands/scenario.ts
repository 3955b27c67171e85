import type { ScenarioName } from "../../contract/scenarios.ts";
import { command, quoted, suggestion, Usage } from "./command.ts";
import { accountOptions, ask } from "./running-sandbox.ts";

/** Asynchronous, because the contract is slow to load. */
async function scenarioName(text: string): Promise<ScenarioName> {
  const { scenarioNames } = await import("../../contract/scenarios.ts");
  const found = scenarioNames.find((name) => name === text);
  if (found !== undefined) return found;
  throw new Usage(`${quoted(text)} is no scenario; scenario alone lists them.${suggestion(text, scenarioNames)}`);
}

export const scenario = command({
  name: "scenario",
  summary: "Make what a test needs, by the name of a scenario; list the scenarios without one.",
  takes: "[NAME]",
  words: [0, 1],
  options: accountOptions,
  async run({ values, argument, print }) {
    if (argument === "") {
      const { scenarios } = await import("../seed/scenario.ts");
      const width = Math.max(...scenarios.map(({ name }) => name.length));
      for (const { name, sentence } of scenarios) print(`${name.padEnd(width)}  ${sentence}`);
      return;
    }
    const body = { scenario: await scenarioName(argument) };
    const { scenario: _, sentence, ...ids } = await ask(values, "scenarios.play", { body });
    print(sentence);
    for (const [name, value] of Object.entries(ids)) print(`${name.padEnd(13)}  ${[value].flat().join(" ")}`);
  },
});
