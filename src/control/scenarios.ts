import type { PlayedScenario } from "../../contract/scenarios.ts";
import { format } from "../domain/time.ts";
import { scenarios as all, playScenario, scenarioNamed } from "../seed/scenario.ts";
import type { ControlHandlers } from "./contexts.ts";

export const scenarios: ControlHandlers<"scenarios"> = {
  async list() {
    return { status: 200, body: { content: all.map(({ name, sentence }) => ({ scenario: name, sentence })) } };
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
