import { discriminatedUnion, object, strictObject, z } from "zod";
import { listOf, root } from "./control-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { guarded, guardedWrite, params } from "./endpoint-parts.ts";
import { choice, named } from "./named.ts";
import { Id, Problem } from "./shared.ts";

const onThirdparty = { thirdpartyId: Id };
const onDossier = { ...onThirdparty, dossierId: Id };
const onDocument = { ...onDossier, documentId: Id };
const onResponse = { ...onDocument, responseId: Id, evidenceId: Id };

/** Scenarios that answer with the same ids; each is a row of fixtures/scenarios.json. */
const played = <T extends z.ZodRawShape, const N extends readonly string[]>(id: string, ids: T, names: N) =>
  object({ scenario: named(`${id}Name`, z.enum(names)), sentence: z.string(), ...ids }).meta({ id });

export const scenarioGroups = [
  played("ResponseScenario", onResponse, [
    "rejected-document",
    "document-below-expectation",
    "document-to-review",
    "pending-answer",
    "expired-document",
    "document-expiring-soon",
    "failed-check",
    "iban-mismatch",
    "invalid-iban",
    "foreign-iban",
    "sanctioned-partner",
  ]),
  played("DocumentScenario", onDocument, ["missing-document", "document-requested-again", "country-without-iban"]),
  played("DossierScenario", onDossier, [
    "dossier-waiting",
    "dossier-expires-tomorrow",
    "valid-dossier",
    "archived-dossier",
  ]),
  played("ThirdpartyScenario", onThirdparty, [
    "new-thirdparty",
    "archived-thirdparty",
    "collective-procedure",
    "struck-off-company",
    "late-supplier",
    "careless-supplier",
  ]),
  played("PageScenario", { thirdpartyIds: z.array(Id) }, ["full-page"]),
  played("AccountScenario", {}, ["empty-account", "quiet-world", "slow-service", "failing-service", "flaky-service"]),
] as const;

export const scenarioNames = scenarioGroups.flatMap(
  ({ shape }) =>
    shape.scenario.options as readonly (typeof scenarioGroups)[number]["shape"]["scenario"]["options"][number][],
);
export type ScenarioName = (typeof scenarioNames)[number];
const ScenarioName = choice("ScenarioName", scenarioNames, `A name that \`GET ${root}/scenarios\` lists.`);

const PlayedScenario = discriminatedUnion("scenario", scenarioGroups).meta({
  id: "PlayedScenario",
  description: "What was made, by its ids. A response is decided by `responseId`, a file is read by `evidenceId`.",
});
export type PlayedScenario = z.output<typeof PlayedScenario>;

const Scenario = object({
  scenario: ScenarioName,
  sentence: z.string(),
  needs: z.array(z.string()).meta({ description: "Codes of document and dossier types that the account must have." }),
  makes: z.string().meta({ description: "What is there afterwards, in a few words." }),
}).meta({ id: "Scenario" });
const mismatch = {
  scenario: "iban-mismatch",
  sentence: "Bank details in the name of another company: the bank check cannot verify them, and they wait for you.",
};

export const scenarios = {
  list: {
    method: "get",
    path: `${root}/scenarios`,
    summary: "List the scenarios",
    params: z.object({}),
    responses: { 200: listOf("Scenarios", Scenario), ...guarded },
    examples: {
      success: {
        summary: "One",
        response: { content: [{ ...mismatch, needs: ["IBAN"], makes: "company, dossier, document, answer" }] },
      },
    },
  },
  play: {
    method: "post",
    path: `${root}/accounts/:accountId/scenarios`,
    summary: "Make what a test needs",
    description:
      "Adds a company that is not in the portfolio and brings it into the state that the scenario names, at once and " +
      "whole or not at all. Played again, it makes another one. A scenario of faults replaces those of the account.",
    params: params.account,
    body: strictObject({ scenario: ScenarioName }).meta({ id: "ScenarioRequest" }),
    responses: { 201: PlayedScenario, 404: Problem, 409: Problem, ...guardedWrite },
    examples: {
      success: {
        summary: "An IBAN of another company",
        body: { scenario: "iban-mismatch" },
        response: {
          ...mismatch,
          thirdpartyId: 924004,
          dossierId: 5005001,
          documentId: 11031002,
          responseId: 30000001,
          evidenceId: 6876007,
        },
      },
    },
  },
} as const satisfies Record<string, Endpoint>;
