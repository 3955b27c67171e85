import { recipeGroups } from "../src/http/pages/recipes.ts";

type Group = ReturnType<typeof recipeGroups>[number];

const row = ({ sentence, command, test }: Group["recipes"][number]) =>
  `| ${sentence} | \`${command}\` | ${test.map((line) => `\`${line}\``).join("<br>")} |`;

const section = ({ title, recipes }: Group) => `## ${title}

| You get | Command | In a test |
|---|---|---|
${recipes.map(row).join("\n")}
`;

/** The page of recipes: each scenario as a command and as test code, which the tests run. */
export const recipesPage = () => `# Recipes

States that tests and screens need, each by one command or one line of test code. A scenario takes a company that is not
in the portfolio yet, brings it into that state at once, and answers with the ids that it made; played again, it makes
another one. It changes one account (\`--account\`, \`demo\` unless you say), whole or not at all.

\`npx tiers-sandbox scenario\` lists the scenarios; so does \`GET /_sandbox/scenarios\`.
\`POST /_sandbox/accounts/demo/scenarios\` with \`{"scenario":"iban-mismatch"}\` plays one without Node. In a test, \`world\`
is what \`sandbox.world()\` makes, of a sandbox that \`startSandbox()\` or \`connectSandbox()\` gives, or the fixture of a test
runner. Each recipe runs as it stands, in a world whose clock stands at 2026-01-15T09:00:00; your own code may read what
the lines between the first and the last read.

${recipeGroups().map(section).join("\n")}
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
