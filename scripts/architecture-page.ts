import {
  importsOf,
  layerOf,
  layers,
  resolved,
  type Source,
  sourcesIn,
  staticImportsOf,
  within,
} from "../test/support/sources.ts";

const sources = [...sourcesIn("contract"), ...sourcesIn("src")];

const nameOf = (group: string) => group.replace(/^src\//, "").replace(/\/$|\.ts$/, "");
const groupsIn = (path: string, targets: readonly string[]) =>
  targets.filter((target) => target.startsWith(".")).map((target) => layerOf(resolved(path, target))?.group);

/** The imports between groups as lines of a chart, without those that a longer chain of imports says as well. */
function arrows(): string[] {
  const all = new Map(layers.flat().map((group) => [group, new Set<string>()]));
  const early = new Set<string>();
  for (const source of sources) {
    const from = layerOf(source.path)?.group ?? "";
    for (const to of groupsIn(source.path, importsOf(source))) if (to && to !== from) all.get(from)?.add(to);
    for (const to of groupsIn(source.path, staticImportsOf(source))) early.add(`${from} ${to}`);
  }
  const reaches = (from: string, to: string): boolean =>
    [...(all.get(from) ?? [])].some((next) => next === to || reaches(next, to));
  return [...all]
    .reverse()
    .flatMap(([from, targets]) =>
      [...targets]
        .filter((to) => ![...targets].some((other) => other !== to && reaches(other, to)))
        .map((to) => `  ${nameOf(from)} ${early.has(`${from} ${to}`) ? "-->" : "-.->"} ${nameOf(to)}`),
    );
}

/** The head comment of a group: the one comment of its files that begins with its name and a colon. */
function headOf(group: string): { path: string; text: string } {
  const head = new RegExp(`^/\\*\\*\\n? \\*? ?${nameOf(group)}: ([\\s\\S]*?)\\*/`, "m");
  const heads = sources
    .filter(({ path }) => within(path, [group]))
    .map(({ path, text }: Source) => ({ path, text: head.exec(text)?.[1] }))
    .filter((found) => found.text !== undefined);
  const [found] = heads;
  if (found?.text === undefined || heads.length > 1)
    throw new Error(
      `${group} has ${heads.length} comments that begin with "${nameOf(group)}: ": one of its files says what it is.`,
    );
  return { path: found.path, text: found.text.replace(/\s+\*?\s*/g, " ").trim() };
}

function section(group: string): string {
  const { path, text } = headOf(group);
  return `**${nameOf(group)}** (\`${path}\`): ${text}`;
}

export const architecturePage = () => `# Architecture

\`\`\`mermaid
flowchart TD
${arrows().join("\n")}
\`\`\`

Imports go down, types included, and never in a circle: \`test/architecture.test.ts\` and the linter hold it. The
picture is drawn from the imports themselves; an arrow that a longer way down implies is left out, and a dashed one is
loaded only when it is needed.

## A request

1. \`app\` and \`http\` find the operation, check the token, and parse the request by its schema in \`contract\`.
2. \`sandbox\` gives the world of the account, and \`world\` runs first what has become due on its clock.
3. A handler in \`service\` or \`control\` loads rows and calls a rule of \`domain\`.
4. The rule returns a change, new rows with the events that they leave, or a refusal.
5. \`store\` takes the change whole, and durably where it keeps files; then the stream tells of its events.
6. \`http\` checks the answer by its schema and sends it; the request is in the request log and in the coverage.

Without a database nothing in this way knows that there may be a second server: that is in \`team\`, which is loaded when a
database is named. The records in the folder docs/decisions of the repository say why things are as they are, and
[contributing](../CONTRIBUTING.md) how to
change them.

## The folders

From the top of the picture down. Each paragraph is the head comment of the file that it names: change it there.

${layers.flat().toReversed().map(section).join("\n\n")}
`;
