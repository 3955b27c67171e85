import { z } from "zod";
import { Fault } from "../../contract/control-shapes.ts";
import { type ScenarioName, scenarioNames } from "../../contract/scenarios.ts";
import { People, Temper } from "../../contract/tempers.ts";
import type { CompanyIdentity } from "../directory/company.ts";
import { readFixture } from "../directory/fixtures.ts";
import { frenchIdentity } from "../directory/french.ts";
import { internationalIdentity } from "../directory/international.ts";
import { sirenOf } from "../directory/numbers.ts";
import { territories } from "../directory/territories.ts";
import { behaviourOfSiren } from "../directory/test-identifiers.ts";
import { conflict, isRefusal, type Refusal } from "../domain/refusal.ts";
import { findInPortfolio, identifierKinds, openDossier, resolveCompany } from "../world/operations.ts";
import { setPeople, setTemper } from "../world/people.ts";
import { trigger } from "../world/trigger.ts";
import type { World } from "../world/world.ts";
import { lackOf } from "./fitting.ts";
import { Step } from "./script.ts";
import { documentOf, runStep, wishOf } from "./steps.ts";

/** The name by which the steps refer to the company that joins. */
const joined = "company";

/** The steps happen at once, to the company that joins. */
const Steps = z.preprocess(
  (steps) => (steps as object[]).map((step) => ({ at: "-P0D", on: joined, ...step })),
  z.array(Step),
);

const Scenario = z.strictObject({
  name: z.enum(scenarioNames),
  sentence: z.string(),
  /** The country of the companies that join, and how many do. */
  country: z.string().default("FR"),
  companies: z.number().int().min(0).default(1),
  steps: Steps.default([]),
  /** The document or the type of the dossier whose ids are the answer. */
  document: z.string().optional(),
  dossier: z.string().optional(),
  /** Which people act from now on: none, or at least these. */
  people: People.optional(),
  /** How the company that joins behaves. */
  temper: Temper.optional(),
  /** What the account's faults become. */
  faults: z.array(Fault.omit({ accountId: true })).optional(),
  /** The seed that the account starts over from. */
  seed: z.string().optional(),
  /** A line of test code, for docs/recipes.md. */
  check: z.string(),
});
export type Scenario = z.output<typeof Scenario>;

export const scenarios: readonly Scenario[] = readFixture("scenarios.json", z.array(Scenario));
export const scenarioNamed = (name: ScenarioName) => scenarios.find((scenario) => scenario.name === name) as Scenario;

/** Ends the write of a scenario, so that its earlier steps are undone. */
class Refused extends Error {
  readonly refusal: Refusal<409>;
  constructor({ code, detail }: Pick<Refusal["refused"]["body"], "code" | "detail">) {
    super(detail);
    this.refusal = conflict(code, `The scenario cannot be played here, and nothing was changed. ${detail}`);
  }
}
function accepted(outcome: unknown): void {
  if (isRefusal(outcome)) throw new Refused(outcome.refused.body);
}

/** Companies of a country; first those that no large world takes, whose population has other numbers. */
function* companiesOf(country: string): Generator<CompanyIdentity> {
  const territory = territories.find(({ code }) => code === country);
  if (territory) for (let serial = 500; serial < 1_000; serial++) yield internationalIdentity(territory, serial);
  else
    for (const first of [3, 2, 1, 0])
      for (let number = first; number < 9_900; number += 4) {
        const siren = sirenOf(`2199${String(number).padStart(4, "0")}`);
        if (!behaviourOfSiren(siren)) yield frenchIdentity(siren);
      }
}

/** In business, with nothing against it, old enough for any document, and not in the portfolio. */
async function suits(world: World, { companyIdType, companyIdValue: value, status }: CompanyIdentity) {
  if (status !== "ACTIVE") return false;
  const resolution = await resolveCompany(world, { by: identifierKinds[companyIdType], value });
  if (!("found" in resolution)) return false;
  const { bank, sanctioned, dateCreation } = resolution.found;
  if (bank === null || sanctioned || dateCreation >= "2015") return false;
  return (await findInPortfolio(world, resolution.found)) === undefined;
}

/** Adds the next company that suits. */
async function join(world: World, companies: Generator<CompanyIdentity>, known: Map<string, number>): Promise<number> {
  // The loop would end the generator itself with the first company that suits.
  const others = { [Symbol.iterator]: () => ({ next: () => companies.next() }) };
  for await (const company of world.sliced(others)) {
    if (!(await suits(world, company))) continue;
    const { companyIdType: type, companyIdValue: value } = company;
    accepted(await runStep(world, { do: "add", at: "-P0D", as: joined, type, value }, known));
    return known.get(joined) as number;
  }
  throw new Refused({ code: "NOTHING_SUITABLE", detail: "Every company that could join is in the portfolio already." });
}

interface Named {
  document?: string | undefined;
  dossier?: string | undefined;
}

/** Opens a dossier for what is named and was not asked for, as where the templates of the account are others. */
async function ensure(world: World, thirdpartyId: number, { document, dossier }: Named): Promise<void> {
  const { documents, dossiers } = await world.store.folder(thirdpartyId);
  if (document !== undefined && !documents.some(({ documentCode }) => documentCode === document))
    accepted(await openDossier(world, thirdpartyId, { requiredDocuments: [document] }, "client"));
  if (dossier !== undefined && !dossiers.some(({ dossierTypeCode }) => dossierTypeCode === dossier))
    accepted(await openDossier(world, thirdpartyId, { dossierTypeCode: dossier }, "client"));
}

async function run(world: World, step: Step, known: Map<string, number>): Promise<void> {
  const thirdpartyId = known.get(joined) as number;
  if (step.do === "populate") throw new Error("a scenario has no population");
  await ensure(world, thirdpartyId, step as Named);
  // A story triggers an event elsewhere when its third party does not suit; a scenario is about this one.
  if (step.do === "trigger") accepted(await trigger(world, await wishOf(world, step, thirdpartyId)));
  else accepted(await runStep(world, step, known));
}

/** The ids of what the scenario is about, and of what holds it. */
async function idsOf(world: World, about: Scenario, thirdpartyId: number) {
  await ensure(world, thirdpartyId, about);
  if (about.document !== undefined) {
    const { documentId, dossierId, evidences } = await documentOf(world, thirdpartyId, about.document);
    const [evidence] = evidences;
    const given = evidence && { responseId: evidence.responseId, evidenceId: evidence.id };
    return { thirdpartyId, dossierId, documentId, ...given };
  }
  if (about.dossier === undefined) return { thirdpartyId };
  const { dossiers } = await world.store.folder(thirdpartyId);
  const home = dossiers.findLast(({ dossierTypeCode }) => dossierTypeCode === about.dossier);
  return { thirdpartyId, dossierId: home?.dossierId };
}

/** What it or a step of it names must be configured. */
function checkCodes({ configuration }: World, scenario: Scenario): void {
  const [lack] = [scenario, ...scenario.steps].flatMap((about) => lackOf(configuration, about) ?? []);
  if (lack === undefined) return;
  throw new Refused({ code: "NOTHING_SUITABLE", detail: `It needs ${lack}, which the account does not have.` });
}

async function make(world: World, scenario: Scenario): Promise<object> {
  checkCodes(world, scenario);
  const known = new Map<string, number>();
  const companies = companiesOf(scenario.country);
  const thirdpartyIds: number[] = [];
  const { people: acting = "none" } = world.origin;
  const { people, temper } = scenario;
  if (people && (people === "none" || acting === "none")) await setPeople(world, people);
  for await (const _ of world.sliced(Array(scenario.companies).keys()))
    thirdpartyIds.push(await join(world, companies, known));
  for (const step of scenario.steps) await run(world, step, known);
  const [only, ...others] = thirdpartyIds;
  if (only === undefined) return {};
  if (temper) await setTemper(world, only, temper);
  return others.length > 0 ? { thirdpartyIds } : idsOf(world, scenario, only);
}

/** Makes what a scenario describes in one write: whole, or refused and absent. */
export async function playScenario(world: World, scenario: Scenario): Promise<object | Refusal<409>> {
  try {
    return await world.write(() => make(world, scenario));
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}
