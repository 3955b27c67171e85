import { scenarioGroups } from "../contract/scenarios.ts";
import { type Scenario, scenarioNamed } from "../src/seed/scenario.ts";

const titles: Record<string, string> = {
  ResponseScenario: "A document with an answer",
  DocumentScenario: "A document without an answer",
  DossierScenario: "A dossier",
  ThirdpartyScenario: "A company",
  PageScenario: "A list",
  AccountScenario: "The account and the service",
};

type Group = (typeof scenarioGroups)[number];

/** The ids that a test mostly needs of those that a scenario answers with. */
const idsOf = ({ shape }: Group) =>
  Object.keys(shape).filter((name) =>
    "documentId" in shape ? name === "dossierId" || name === "documentId" : /Ids?$/.test(name),
  );

function row({ name, sentence, check }: Scenario, ids: readonly string[]): string {
  const taken = ids.length > 0 ? `const { ${ids.join(", ")} } = ` : "";
  const test = `\`${taken}await world.scenario("${name}");\`<br>\`${check};\``;
  return `| ${sentence} | \`npx tiers-sandbox scenario ${name}\` | ${test} |`;
}

const section = (group: Group) => `## ${titles[group.meta()?.id as string]}

| You get | Command | In a test |
|---|---|---|
${group.shape.scenario.options.map((name) => row(scenarioNamed(name), idsOf(group))).join("\n")}
`;

/** The page of recipes: each scenario as a command and as test code, which the tests run. */
export const recipesPage = () => `# Recipes

States that tests and screens need, each by one command or one line of test code. A scenario takes a company that is not
in the portfolio yet, brings it into that state at once, and answers with the ids that it made; played again, it makes
another one. It changes one account (\`--account\`, \`demo\` unless you say), whole or not at all.

\`npx tiers-sandbox scenario\` lists the scenarios; so does \`GET /_sandbox/scenarios\`.
\`POST /_sandbox/accounts/demo/scenarios\` with \`{"scenario":"iban-mismatch"}\` plays one without Node. In a test, \`world\`
is what \`startSandbox()\` or \`connectSandbox()\` makes; \`thirdparty\`, \`dossier\`, \`document\` and \`page\` are what the service
then answers with under the ids, and the clock stands at 2026-01-15T09:00:00. Your own code reads them; a test can, too:

\`\`\`ts
const { dossierId, documentId } = await world.scenario("rejected-document");
const path = { dossierId, documentId };
const { data: document } = await world.client.GET("/dossiers/{dossierId}/documents/{documentId}", { params: { path } });
\`\`\`

A third party is at \`/thirdparties/{id}\`, its dossiers at \`/thirdparties/{id}/dossiers\`; \`page\` is
\`/thirdparties?size=100\`, and \`response\` is any answer of the service.

${scenarioGroups.map(section).join("\n")}
## What no scenario has

| You need | Do |
|---|---|
| another outcome of an answer | \`world.answer(documentId, { outcome: "valid" })\`, or \`review\`, \`invalid\`, \`pending\`; \`npx tiers-sandbox answer\` |
| an event | \`world.trigger("THIRD_PARTY_ARCHIVED", { thirdpartyId })\`; \`npx tiers-sandbox trigger\` |
| time to pass | \`world.clock.advance("P90D")\`; \`npx tiers-sandbox clock advance P90D\` |
| the dossiers that wait for you, of those that are there | \`GET …/dossiers?statusCode=ACTION_REQUIRED\` |
| the documents to which something happened | \`GET …/documents/search?eventNames=DOCUMENT_ANSWER_DENIED&…\` |
| one failing operation | \`world.faults.set({ operation: "thirdparties.list", kind: "status", status: 503, times: 1 })\` |
| to undo it all | \`world.reset()\`, or \`world.snapshot("before")\` and \`world.restore("before")\` |
`;
