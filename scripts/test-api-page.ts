import { openapiDocument } from "../contract/openapi.ts";
import { typesReport } from "./types-report.ts";

interface Member {
  /** As it is called: `clock.now(): Promise<string>`. */
  call: string;
  sentence: string;
}

const hidden = /^(?:#private|private |static )/;
const plain = (comment: string) =>
  comment
    .replace(/^\s*\/?\*+\/?|\*\/\s*$/gm, "")
    .replace(/\s+/g, " ")
    .trim();
/** `now: () => Promise<string>` as it is called, and without what a reader does not need. */
const asCall = (declared: string) =>
  declared
    .replace(/\s+/g, " ")
    .replace(/^(?:readonly|declare (?:function|const)) /, "")
    .replace(/;$/, "")
    .replace(/^(\w+): (\((?:(?!=>).)*\)) => ((?:(?!=>).)*)$/, "$1$2: $3")
    .replace(/^(\w+): \{.*/, "$1")
    .replace(/\{ (\w+(?:, \.{0,3}\w+)*) \}\?:/g, "options?:");

/** The members of a declaration, and those of the objects in it; each has to have a comment. */
function membersOf(lines: readonly string[], prefix = "", indent = "    "): Member[] {
  const members: Member[] = [];
  let comment = "";
  for (let at = 0; at < lines.length; at++) {
    const first = at;
    const isEnd = (line = "") => line.startsWith(indent) && line[indent.length] !== " ";
    if (lines[at]?.startsWith(`${indent}/**`)) {
      while (!lines[at]?.includes("*/")) at++;
      comment = plain(lines.slice(first, at + 1).join("\n"));
      continue;
    }
    while (!(isEnd(lines[at]) && lines[at]?.endsWith(";"))) at++;
    const declared = lines
      .slice(first, at + 1)
      .join("\n")
      .trim();
    const [, object] = /^readonly (\w+): \{$/m.exec(declared) ?? [];
    if (object) members.push(...membersOf(lines.slice(first + 1, at), `${prefix}${object}.`, `${indent}    `));
    else if (!hidden.test(declared)) {
      if (comment === "") throw new Error(`${prefix}${declared} has no comment, which docs/test-api.md would show`);
      members.push({ call: prefix + asCall(declared), sentence: comment });
    }
    comment = "";
  }
  return members;
}

/** The lines between the braces of a declaration. */
function bodyOf(text: string, head: string): string[] {
  const from = text.indexOf(`\n${head}`);
  if (from < 0) throw new Error(`The types have no ${head}`);
  const [, ...lines] = text.slice(from + 1, text.indexOf("\n}", from)).split("\n");
  return lines;
}

/** Functions and values of an entry that have a comment. */
const exportsOf = (text: string): Member[] =>
  [...text.matchAll(/^(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\ndeclare (?:function|const) (?:[^;{]|\{[^}]*\})*;/gm)].map(
    ([whole, comment = ""]) => ({
      call: asCall(whole.slice(comment.length + 1)),
      sentence: plain(comment),
    }),
  );

/** In characters: what is longer cannot be read in a cell. */
const longestCall = 300;

function row({ call, sentence }: Member, owner: string): string {
  if (call.length > longestCall) throw new Error(`${call.slice(0, 60)}… is too long for a cell: give its type a name`);
  return `| \`${(owner + call).replaceAll("|", "\\|")}\` | ${sentence} |`;
}
const table = (members: readonly Member[], owner = "") =>
  ["| | |", "|---|---|", ...members.map((member) => row(member, owner))].join("\n");

interface Schema {
  $ref?: string;
  type?: string;
  enum?: string[];
  description?: string;
  properties?: Record<string, Schema>;
}

/** The options of a world, by the document of the control plane, of which their type is made too. */
function worldOptions(): Member[] {
  const { components } = openapiDocument("control") as { components: { schemas: Record<string, Schema> } };
  const named = (name: string): Schema => components.schemas[name] ?? {};
  return Object.entries(named("WorldRequest").properties ?? {})
    .filter(([name]) => name !== "from")
    .map(([name, property]) => {
      const id = property.$ref?.split("/").at(-1) ?? "";
      const { description, type, enum: values } = { ...named(id), ...property };
      if (description === undefined) throw new Error(`${name} of WorldRequest has no description`);
      const choice = values?.map((value) => `"${value}"`).join(" | ");
      const shown = choice ?? (type === "object" ? id : type === "integer" ? "number" : type);
      return { call: `${name}?: ${shown}`, sentence: description };
    });
}

/** The type of a configuration fills a page of its own. */
const withConfigurationNamed = ({ call, sentence }: Member): Member =>
  call.startsWith("configuration?:")
    ? {
        call: call.endsWith("null") ? "configuration?: Configuration | null" : "configuration?: Configuration",
        sentence: `${sentence} [Its parts](your-own-account.md), and [its schema](configuration.schema.json).`,
      }
    : { call, sentence };

/** The reference of the test API, from its types and their comments. */
export function testApiPage(): string {
  const text = typesReport();
  const entry = (name: string) =>
    text.split(/^\/\/ (?=\w+\.d\.cts$)/m).find((part) => part.startsWith(`${name}.d`)) ?? "";
  const members = (head: string) => membersOf(bodyOf(text, head));
  const options = members("declare const kinds: {")
    .map(({ call, sentence }) => ({ call: call.replace(/: Kind<(.*)>$/, "?: $1"), sentence }))
    .map(withConfigurationNamed);
  const shared = exportsOf(entry("shared"));
  const settings = (head: string) => table(members(head));
  return `# The test API

Made from the types of the package: every call, with the sentence that an editor shows for it. [Tests in CI](ci.md) shows how
they go together, [recipes](recipes.md) the scenarios, and [faults](faults.md), [time and events](time-and-events.md) and
[synchronisation](synchronisation.md) what is behind them.

## A sandbox

${table(shared.filter(({ call }) => /^(?:startSandbox|connectSandbox)/.test(call)))}

What \`connectSandbox\` returns, and \`startSandbox\` resolves to:

${table(members("interface Connection {"), "sandbox.")}

And of \`startSandbox\` alone:

${table(members("interface RunningSandbox extends Connection {"), "sandbox.")}

## A world

\`sandbox.world(accountId, options)\`, or the \`world\` of a fixture.

${table(members("declare class SandboxWorld {"), "world.")}

Options of a world (\`WorldOptions\`), as \`PUT /_sandbox/accounts/:accountId\` takes them; what is left out is as the
server was started:

${table(worldOptions().map(withConfigurationNamed))}

Options of \`waitFor\`:

${settings("interface WaitOptions {")}

Options of \`sync\`:

${settings("interface SyncOptions {")}

## A client of the service

\`tiers-sandbox/client\`, for programs that need nothing else of the sandbox, also in a browser:

${table(shared.filter(({ call }) => call.startsWith("createClient")))}

## Matchers and fixtures

\`tiers-sandbox/matchers\`:

${table(exportsOf(entry("matchers")))}

Its options:

${settings("interface MissOptions {")}

\`tiers-sandbox/vitest\`:

${table(exportsOf(entry("vitest")))}

\`tiers-sandbox/playwright\`:

${table(exportsOf(entry("playwright")))}

\`tiers-sandbox/jest\`:

${table(exportsOf(entry("jest")))}

## Options of startSandbox

${table(options)}
`;
}
