import { scenarioGroups } from "../../../contract/scenarios.ts";
import { scenarioNamed } from "../../seed/scenario.ts";
import { breakable, code, line, link, listing } from "./listing.ts";

const titles: Record<string, string> = {
  ResponseScenario: "A document with an answer",
  DocumentScenario: "A document without an answer",
  DossierScenario: "A dossier",
  ThirdpartyScenario: "A company",
  PageScenario: "A list",
  AccountScenario: "The account and the service",
};

/** The ids that a test mostly needs of those that a scenario answers with. */
const idsOf = (shape: object) =>
  Object.keys(shape).filter((name) =>
    "documentId" in shape ? name === "dossierId" || name === "documentId" : /Ids?$/.test(name),
  );

const get = (name: string, path: string, params: string) =>
  `const { data: ${name} } = await world.client.GET("${path}", { params: { ${params} } });`;
/** How a test reads what the line of a scenario speaks of, by its name there. */
const reads: Record<string, readonly string[]> = {
  document: [get("document", "/dossiers/{dossierId}/documents/{documentId}", "path: { dossierId, documentId }")],
  dossier: [
    get("dossiers", "/thirdparties/{id}/dossiers", "path: { id: thirdpartyId }"),
    "const dossier = dossiers.content.find((one) => one.dossierId === dossierId);",
  ],
  thirdparty: [get("thirdparty", "/thirdparties/{id}", "path: { id: thirdpartyId }")],
  page: [get("page", "/thirdparties", "query: { size: 100 }")],
  response: ['const { response } = await world.client.GET("/thirdparties");'],
};
const readsOf = (check: string): readonly string[] => {
  const [, subject = ""] = /(?:^expect\(|temper\()(\w+)\./.exec(check) ?? [];
  return reads[subject] ?? [];
};

/** Each scenario as a command and as lines of a test, which the tests run. */
export const recipeGroups = () =>
  scenarioGroups.map((group) => {
    const ids = idsOf(group.shape);
    const taken = ids.length > 0 ? `const { ${ids.join(", ")} } = ` : "";
    const recipes = group.shape.scenario.options.map((name) => {
      const { sentence, check } = scenarioNamed(name);
      const test = [`${taken}await world.scenario("${name}");`, ...readsOf(check), `${check};`];
      return { name, sentence, command: `npx tiers-sandbox scenario ${name}`, test };
    });
    return { title: titles[group.meta()?.id as string] as string, recipes };
  });

export const recipesPage = (): string =>
  listing(
    "Recipes",
    "States that tests and screens need, each by one command or one line of test code. A recipe takes a company that " +
      "is not in the portfolio yet and brings it into that state at once; played again, it makes another one. " +
      "In a test, <code>world</code> is what <code>sandbox.world()</code> makes, or the fixture of a test runner; " +
      "each recipe runs as it stands at 2026-01-15T09:00:00.",
    recipeGroups().map(({ title, recipes }) => ({
      title,
      rows: recipes.map(({ name, sentence, command, test }) => ({
        id: name,
        name: breakable(sentence),
        aside: `<p class="key"><code>${name}</code></p>`,
        text: [
          `${code(command)}${code(test.join("\n"))}`,
          line("Play it", [
            link(`/docs/?urls.primaryName=Control%20plane&scenario=${name}#/scenarios/scenarios.play`, "in Swagger UI"),
            link(`/#/demo/scenarios?filter=${name}`, "in the console"),
          ]),
        ].join(""),
      })),
    })),
  );
