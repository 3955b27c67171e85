import { readFileSync } from "node:fs";
import { control } from "../contract/control.ts";
import { type Contract, operationsOf } from "../contract/endpoint.ts";
import { service } from "../contract/service.ts";

/** The guides in the order of a first day, each with what it is for. */
const guides: readonly (readonly [path: string, purpose: string])[] = [
  ["docs/recipes.md", "states that tests need, one command each"],
  ["docs/commands.md", "every command"],
  ["docs/output.md", "what each command prints with --json, exit codes, the shape of errors"],
  ["docs/agents.md", "the Model Context Protocol: ten tools, two resources, a conversation"],
  ["docs/ci.md", "vitest, Playwright, Jest, node:test, any language; a world per test"],
  ["docs/test-api.md", "every call of the test API, with a sentence each"],
  ["docs/resources.md", "one JSON of each resource, as the service answers it"],
  ["docs/front-end.md", "tokens, PDFs in a page, CORS"],
  ["docs/time-and-events.md", "the clock, what happens by itself, triggers"],
  ["docs/synchronisation.md", "which events a polling client missed"],
  ["docs/faults.md", "what goes wrong on purpose"],
  ["docs/coverage.md", "what tests use of the contract"],
  ["docs/reference.md", "options, tokens, test identifiers, seeds"],
  ["docs/troubleshooting.md", "what to do when it does not work"],
  ["docs/verify.md", "the real service against the contract"],
  ["docs/assumptions.md", "what the specification leaves open, and what was chosen"],
  ["docs/versions.md", "what semantic versioning covers"],
];

const titleOf = (path: string) => /^# (.*)$/m.exec(readFileSync(path, "utf8"))?.[1] ?? path;
const summary =
  "A local, stateful stand-in for a supplier-evaluation (third-party risk) API: deterministic, offline, with a clock, events to trigger and faults to inject.";
const start =
  "`npx tiers-sandbox --memory --json` starts one; `npx tiers-sandbox exec -- npm test` runs tests with one; every command takes `--json`. Unofficial: what the specification leaves open is an assumption, listed at `/_sandbox/assumptions`.";

const operations = (contract: Contract) =>
  operationsOf(contract)
    .map(
      ({ operationId, endpoint: { method, path, summary: what } }) =>
        `- ${operationId}: ${method.toUpperCase()} ${path}: ${what}`,
    )
    .join("\n");

export const llms = () =>
  `# tiers-sandbox\n\n> ${summary}\n\n${start}\n\n## Guides\n\n${guides
    .map(([path, purpose]) => `- [${titleOf(path)}](${path}): ${purpose}`)
    .join(
      "\n",
    )}\n\n## Interface\n\n- OpenAPI of the service: /openapi.json of a running sandbox, or \`npx tiers-sandbox openapi\`\n- OpenAPI of the control plane: /_sandbox/openapi.json\n- Everything in one text: llms-full.txt\n`;

export const llmsFull = () =>
  [
    `# tiers-sandbox\n\n> ${summary}\n\n${start}`,
    `# Operations of the service\n\n${operations(service)}`,
    `# Operations of the control plane\n\n${operations(control)}`,
    ...guides.map(([path]) => readFileSync(path, "utf8").trim()),
  ]
    .join("\n\n---\n\n")
    .concat("\n");
