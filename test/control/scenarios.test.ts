import { describe, expect, it, vi } from "vitest";
import { type ScenarioName, scenarioNames } from "../../contract/scenarios.ts";
import type { SandboxWorld } from "../../src/client/world.ts";
import type { State } from "../../src/domain/change.ts";
import { recipeGroups } from "../../src/http/pages/recipes.ts";
import { scenarios } from "../../src/seed/scenario.ts";
import { wrongs } from "../support/invariants.ts";
import { now, running, send } from "./running.ts";

const on = running();
const recipes = recipeGroups().flatMap((group) => group.recipes);
const playing = ({ accountId }: SandboxWorld) => `${on.sandbox.url}/_sandbox/accounts/${accountId}/scenarios`;
const lasting: readonly ScenarioName[] = ["empty-account", "slow-service", "failing-service", "flaky-service"];

/** Runs the lines of a test that the recipes show. */
async function runRecipe(world: SandboxWorld, lines: readonly string[]): Promise<void> {
  const recipe = Object.getPrototypeOf(async () => {}).constructor as new (
    ...words: string[]
  ) => (...values: unknown[]) => Promise<void>;
  await new recipe("expect", "world", lines.join("\n"))(expect, world);
}

/** Each event of a change takes a millisecond, so the last one may lie ahead of the clock. */
async function wrongsIn(world: SandboxWorld): Promise<string[]> {
  const state = (await world.export()).state as State;
  return wrongs(state, state.events.at(-1)?.occurredAt ?? `${now}.000`);
}

/** One of each way in which a scenario needs and makes something. */
const needsAndMakes: Partial<Record<ScenarioName, { needs: string[]; makes: string }>> = {
  "iban-mismatch": { needs: ["IBAN"], makes: "company, dossier, document, answer" },
  "sanctioned-partner": { needs: ["SCR_SANCTIONS", "SCREENING"], makes: "company, dossier, document, answer" },
  "country-without-iban": { needs: ["COORD_BANC"], makes: "company in US, dossier, document" },
  "archived-dossier": { needs: ["ONBOARDING"], makes: "company, dossier" },
  "full-page": { needs: [], makes: "101 companies" },
  "empty-account": { needs: [], makes: "an empty account in place of this one" },
  "quiet-world": { needs: [], makes: "an account in which nobody acts" },
  "slow-service": { needs: [], makes: "faults of the account" },
};

describe("scenarios", () => {
  it("every name of the contract has a row, and every row a name and a sentence", async () => {
    expect(scenarios.map(({ name }) => name)).toEqual(scenarioNames);
    const { body } = await send(`${on.sandbox.url}/_sandbox/scenarios`);
    const said = scenarios.map(({ name, sentence }) => ({ scenario: name, sentence, ...needsAndMakes[name] }));
    expect(body.content).toMatchObject(said);
    expect(new Set(scenarios.map(({ sentence }) => sentence)).size).toBe(scenarios.length);
  });

  it.each(recipes.map(({ name, test }) => [name, test] as const))(
    "%s makes what its sentence says, once and again",
    async (name, test) => {
      const world = await on.sandbox.world();
      const playing = vi.spyOn(world, "scenario");
      await runRecipe(world, test);
      await runRecipe(world, test);
      const [first, second] = await Promise.all(playing.mock.results.map(({ value }) => value));
      const { scenario, sentence, ...ids } = first;
      expect({ scenario, sentence }).toEqual({ scenario: name, sentence: second.sentence });
      for (const [kind, id] of Object.entries(ids)) expect(second).not.toHaveProperty(kind, id);
      await world.delete();
    },
  );

  it("the same scenarios in the same worlds make the same bytes, and leave other accounts alone", async () => {
    const other = await on.sandbox.world();
    const before = await other.export();
    const states = [];
    for (const accountId of ["twin", "twin"]) {
      const world = await on.sandbox.world(accountId, { seed: "onboarding" });
      for (const { name } of scenarios) if (!lasting.includes(name) && name !== "full-page") await world.scenario(name);
      states.push(JSON.stringify(await world.export()));
      if (states.length === 1) expect(await wrongsIn(world)).toEqual([]);
    }
    expect(states[0]).toBe(states[1]);
    expect(await other.export()).toEqual(before);
  });

  it("a scenario that an account cannot have is refused and leaves nothing", async () => {
    const world = await on.sandbox.world();
    const exported = await world.export();
    await world.import({ ...exported, state: { ...(exported.state as object), dossierTypes: [] } });
    const before = await world.export();
    const { status, body } = await send(playing(world), "POST", { scenario: "valid-dossier" });
    expect([status, body.detail]).toEqual([
      409,
      expect.stringMatching(/^The scenario cannot be played here, and nothing was changed\. .*ONBOARDING/),
    ]);
    expect(await world.export()).toEqual(before);
    // A document that no template asks for is asked for by a dossier of its own.
    const { documentId } = await world.scenario("iban-mismatch");
    expect(documentId).toBeGreaterThan(0);
  });

  it("an empty account keeps its clock, and a slow one answers once its faults are cleared", async () => {
    const world = await on.sandbox.world(undefined, { seed: "onboarding" });
    await world.clock.advance("P3D");
    await world.scenario("empty-account");
    expect(await world.clock.read()).toMatchObject({ now: "2026-01-18T09:00:00.000", frozen: true });
    await world.scenario("failing-service");
    expect((await world.client.GET("/thirdparties")).response.status).toBe(503);
    await world.faults.clear();
    expect((await world.client.GET("/thirdparties")).data?.totalElements).toBe(0);
  });

  it("an unknown name is refused with a suggestion", async () => {
    const world = await on.sandbox.world();
    const { status, body } = await send(playing(world), "POST", { scenario: "iban-missmatch" });
    expect([status, body.detail]).toEqual([400, expect.stringContaining("did you mean iban-mismatch?")]);
  });
});
