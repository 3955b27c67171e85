import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { control } from "../contract/control.ts";
import { type Contract, operationsOf } from "../contract/endpoint.ts";
import { service } from "../contract/service.ts";

/** The guides in the order of a first day, each with what it is for. */
const guides: readonly (readonly [path: string, purpose: string])[] = [
  ["README.md", "what it is, how to install it, first commands, what it promises"],
  ["docs/recipes.md", "states that tests need, one command each"],
  ["docs/commands.md", "every command"],
  ["docs/output.md", "what each command prints with --json, exit codes, the shape of errors"],
  ["docs/agents.md", "the Model Context Protocol: ten tools, two resources, a conversation"],
  ["docs/ci.md", "vitest, Playwright, Jest, node:test, any language; a world per test"],
  ["docs/test-api.md", "every call of the test API, with a sentence each"],
  ["docs/resources.md", "one JSON of each resource, as the service answers it"],
  ["docs/front-end.md", "tokens, PDFs in a page, CORS"],
  ["docs/console.md", "the web page that shows the worlds and acts on them"],
  ["docs/swagger-and-clients.md", "Swagger UI, generated clients, the control plane"],
  ["docs/team.md", "one sandbox for many: a container, PostgreSQL, keys"],
  ["docs/time-and-events.md", "the clock, what happens by itself, triggers"],
  ["docs/synchronisation.md", "which events a polling client missed"],
  ["docs/faults.md", "what goes wrong on purpose"],
  ["docs/coverage.md", "what tests use of the contract"],
  ["docs/reference.md", "options, tokens, test identifiers, seeds"],
  ["docs/troubleshooting.md", "what to do when it does not work"],
  ["docs/your-own-account.md", "the configuration of an account: attributes, documents, forms, dossier types, rules"],
  ["docs/from-a-recording.md", "a configuration learned from a recording of the real service"],
  ["docs/verify.md", "the real service against the contract"],
  ["docs/assumptions.md", "what the specification leaves open, and what was chosen"],
  ["docs/versions.md", "what semantic versioning covers"],
];

const titleOf = (path: string) => /^# (.*)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? path;
const summary =
  "A local, stateful stand-in for a supplier-evaluation (third-party risk) API: deterministic, offline, with a clock, events to trigger and faults to inject.";
const start = `It is on no registry yet: [a clone or a tarball](README.md#install) installs it. \`npx tiers-sandbox --memory --json\` starts one; \`npx tiers-sandbox exec -- npm test\` runs tests with one; every command but \`exec\` and \`mcp\` takes \`--json\`. Unofficial: what the specification leaves open is an assumption, listed at \`/_sandbox/assumptions\`.`;

const operations = (contract: Contract) =>
  operationsOf(contract)
    .map(
      ({ operationId, endpoint: { method, path, summary: what } }) =>
        `- ${operationId}: ${method.toUpperCase()} ${path}: ${what}`,
    )
    .join("\n");

export const llms = () => `# tiers-sandbox

> ${summary}

${start} A running sandbox serves every file that is named here, by its path.

## Guides

${guides.map(([path, purpose]) => `- [${titleOf(path)}](${path}): ${purpose}`).join("\n")}

## Interface

- [For coding agents](skills/tiers-sandbox/SKILL.md): how to use it, on one page
- [Everything in one text](llms-full.txt): the guides above, and all operations
- OpenAPI of the service: /openapi.json of a running sandbox, or \`npx tiers-sandbox openapi\`
- OpenAPI of the control plane: /_sandbox/openapi.json
`;

/** A page as a part of a text that lies beside README.md: its links lead on, pictures and folders are named. */
function part(path: string): string {
  const rebased = (target: string) => {
    const [file = "", anchor] = target.split("#");
    const whole = file === "" ? path : posix.join(posix.dirname(path), file);
    return anchor === undefined ? whole : `${whole}#${anchor}`;
  };
  return readFileSync(path, "utf8")
    .trim()
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^\]]*)\]\((?!https?:)([^)\s]+)\)/g, (_, label: string, target: string) =>
      /\.md(?:#|$)|^#/.test(target) ? `[${label}](${rebased(target)})` : `${label} (\`${rebased(target)}\`)`,
    );
}

export const llmsFull = () =>
  [
    `# tiers-sandbox\n\n> ${summary}\n\n${start}`,
    `# Operations of the service\n\n${operations(service)}`,
    `# Operations of the control plane\n\n${operations(control)}`,
    ...guides.map(([path]) => part(path)),
  ]
    .join("\n\n---\n\n")
    .concat("\n");
