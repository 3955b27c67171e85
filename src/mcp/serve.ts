/**
 * mcp: the tools and resources by which a coding agent uses a sandbox, over the Model Context Protocol. Each tool is a
 * call or two of the control plane, and its arguments are fields of the contract. A session has worlds of its own,
 * which are deleted at its end. It talks to the sandbox by HTTP alone.
 */

import type { McpServer, StandardSchemaWithJSON, Transport } from "@modelcontextprotocol/server";
import { bounded, shortened } from "./bounded.ts";
import { audit, events, faults, requests } from "./records.ts";
import { assumptionsText, assumptionsUri, contractOf, contractUri, operationIds } from "./resources.ts";
import type { Session } from "./session.ts";
import { cause, look, scenario } from "./states.ts";
import type { Tool } from "./tool-definition.ts";
import { status, time, world } from "./worlds.ts";

export const tools: readonly Tool[] = [
  ...[status, world, time, scenario, cause],
  ...[look, events, requests, faults, audit],
];

const instructions =
  "A stand-in for a supplier-evaluation API, with worlds, a clock and events. Without account, a tool means your own " +
  "world, which the first call makes; other worlds are read by their account. Send requests to the base URL that " +
  `status gives, then read requests. ${contractUri("{operation}")} is the contract of one operation.`;

type Protocol = typeof import("@modelcontextprotocol/server") & typeof import("@modelcontextprotocol/server/stdio");

/** Loads the package of the protocol, which is optional: only this command needs it. */
export async function loadProtocol(): Promise<Protocol> {
  try {
    const [server, stdio] = await Promise.all([
      import("@modelcontextprotocol/server"),
      import("@modelcontextprotocol/server/stdio"),
    ]);
    return { ...server, ...stdio };
  } catch (error) {
    if (!/MODULE_NOT_FOUND$/.test((error as NodeJS.ErrnoException).code ?? "")) throw error;
    throw new Error(
      "tiers-sandbox mcp needs the package @modelcontextprotocol/server beside tiers-sandbox: " +
        "npm install --save-dev @modelcontextprotocol/server",
    );
  }
}

/** The tool itself reads its arguments, and refuses them in the words of the contract. */
const unread = (json: Record<string, unknown>): StandardSchemaWithJSON => ({
  "~standard": {
    version: 1,
    vendor: "tiers-sandbox",
    validate: (value) => ({ value }),
    jsonSchema: { input: () => json, output: () => json },
  },
});

/** In characters: twenty violations, each with what to do. */
const longestRefusal = 4_000;

function addTools(server: McpServer, session: Session): void {
  for (const { name, description, reads, inputSchema, call } of tools) {
    const annotations = reads ? { readOnlyHint: true } : { destructiveHint: false };
    server.registerTool(name, { description, inputSchema: unread(inputSchema), annotations }, async (given) => {
      try {
        const text = bounded(await session.run(name, () => call(given, session)));
        return { content: [{ type: "text", text }] };
      } catch (error) {
        const text = shortened((error as Error).message, longestRefusal);
        return { content: [{ type: "text", text }], isError: true };
      }
    });
  }
}

function addResources(server: McpServer, { ResourceTemplate }: Protocol): void {
  const template = new ResourceTemplate(contractUri("{operation}"), {
    list: undefined,
    complete: { operation: (begun) => operationIds.filter((id) => id.startsWith(begun)) },
  });
  const contract = { description: "What one operation takes and answers.", mimeType: "application/json" };
  server.registerResource("contract", template, contract, async ({ href }, { operation }) => ({
    contents: [{ uri: href, mimeType: contract.mimeType, text: contractOf(String(operation)) }],
  }));
  const open = { description: "What the specification leaves open, and what was chosen.", mimeType: "text/plain" };
  server.registerResource("assumptions", assumptionsUri, open, async ({ href }) => ({
    contents: [{ uri: href, mimeType: open.mimeType, text: assumptionsText() }],
  }));
}

/** Serves a session on standard input and output, or on another transport. */
export function serve(
  protocol: Protocol,
  session: Session,
  version: string,
  transport?: Transport,
): { close(): Promise<void> } {
  const made = () => {
    const server = new protocol.McpServer({ name: "tiers-sandbox", version }, { instructions });
    addTools(server, session);
    addResources(server, protocol);
    return server;
  };
  return protocol.serveStdio(made, transport ? { transport } : {});
}
