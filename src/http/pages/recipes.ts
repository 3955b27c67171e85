import { scenarioGroups } from "../../../contract/scenarios.ts";
import { scenarioNamed } from "../../seed/scenario.ts";
import { breakable, line, link, listing } from "./listing.ts";

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

/** Each scenario as a command and as lines of a test, which the tests run. */
export const recipeGroups = () =>
  scenarioGroups.map((group) => {
    const ids = idsOf(group.shape);
    const taken = ids.length > 0 ? `const { ${ids.join(", ")} } = ` : "";
    const recipes = group.shape.scenario.options.map((name) => {
      const { sentence, check } = scenarioNamed(name);
      const test = [`${taken}await world.scenario("${name}");`, `${check};`];
      return { name, sentence, command: `npx tiers-sandbox scenario ${name}`, test };
    });
    return { title: titles[group.meta()?.id as string] as string, recipes };
  });

export const recipesPage = (): string =>
  listing(
    "Recipes",
    "States that tests and screens need, each by one command or one line of test code. A recipe takes a company that " +
      "is not in the portfolio yet and brings it into that state at once; played again, it makes another one. " +
      "In a test, <code>world</code> is what <code>startSandbox()</code> makes; <code>thirdparty</code>, " +
      "<code>dossier</code>, <code>document</code> and <code>page</code> are what the service then answers with " +
      "under the ids.",
    recipeGroups().map(({ title, recipes }) => ({
      title,
      rows: recipes.map(({ name, sentence, command, test }) => ({
        id: name,
        name: breakable(sentence),
        aside: `<p class="key"><code>${name}</code></p>`,
        text: [
          `<pre>${breakable(command)}</pre><pre>${breakable(test.join("\n"))}</pre>`,
          line("Play it", [
            link(`/docs/?urls.primaryName=Control%20plane&scenario=${name}#/scenarios/scenarios.play`, "in Swagger UI"),
            link(`/#/demo/scenarios?filter=${name}`, "in the console"),
          ]),
        ].join(""),
      })),
    })),
  );
