import { type PlayedScenario, scenarioGroups } from "../../contract/scenarios.ts";
import { format } from "../domain/time.ts";
import { scenarios as all, playScenario, type Scenario, scenarioNamed } from "../seed/scenario.ts";
import type { ControlHandlers } from "./contexts.ts";

/** Of the configuration of the account. */
function needsOf({ document, dossier, steps }: Scenario): string[] {
  const named = steps.flatMap((step) => [
    "document" in step ? step.document : undefined,
    "dossier" in step ? step.dossier : undefined,
    step.do === "dossier" ? step.type : undefined,
  ]);
  return [...new Set([document, dossier, ...named])].filter((code) => code !== undefined);
}

const madeWith: readonly (readonly [id: string, word: string])[] = [
  ["dossierId", "dossier"],
  ["documentId", "document"],
  ["responseId", "answer"],
];
function makesOf({ name, seed, faults, companies, country }: Scenario): string {
  if (seed !== undefined) return "an empty account in place of this one";
  if (faults) return "faults of the account";
  if (companies === 0) return "an account in which nobody acts";
  if (companies > 1) return `${companies} companies`;
  const group = scenarioGroups.find(({ shape }) => (shape.scenario.options as readonly string[]).includes(name));
  const others = madeWith
    .filter(([id]) => group !== undefined && Object.hasOwn(group.shape, id))
    .map(([, word]) => word);
  return [country === "FR" ? "company" : `company in ${country}`, ...others].join(", ");
}

export const scenarios: ControlHandlers<"scenarios"> = {
  async list() {
    const content = all.map((one) => ({
      scenario: one.name,
      sentence: one.sentence,
      needs: needsOf(one),
      makes: makesOf(one),
    }));
    return { status: 200, body: { content } };
  },
  async play({ body }, { sandbox, world }) {
    const scenario = scenarioNamed(body.scenario);
    const { name, sentence, faults, seed } = scenario;
    const { accountId, origin, frozen } = world;
    if (seed !== undefined) {
      const now = format(world.clock).slice(0, 19);
      await sandbox.worlds.make(accountId, { seed, randomSeed: origin.randomSeed, now, freeze: frozen });
    }
    const made = await playScenario(world, scenario);
    if ("refused" in made) return made.refused;
    if (faults)
      await sandbox.faults.replace(
        faults.map((fault) => ({ ...fault, accountId })),
        accountId,
      );
    // A test holds each row to the ids that the contract says.
    return { status: 201, body: { scenario: name, sentence, ...made } as PlayedScenario };
  },
};
