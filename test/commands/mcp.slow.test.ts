import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/start.ts";
import { asAgent } from "../mcp/agent.ts";
import { compiledCommand } from "../support/compiled-command.ts";
import { launch } from "./launch.ts";

const main = compiledCommand();

async function running() {
  const sandbox = await startSandbox({ seed: "empty", log: "silent" });
  onTestFinished(() => sandbox.close());
  const accounts = async (): Promise<string[]> => {
    const { content } = await fetch(`${sandbox.url}/_sandbox/accounts`).then((response) => response.json());
    return content.map(({ accountId }: { accountId: string }) => accountId);
  };
  return { sandbox, accounts };
}

it.for([
  ["deletes", [], 0],
  ["keeps, where --keep says so,", ["--keep"], 1],
] as const)("the command %s its worlds in a running sandbox when the agent closes it", async ([, words, left]) => {
  const { sandbox, accounts } = await running();
  const args = [main, "mcp", "--url", sandbox.url, ...words];
  const client = new Client({ name: "test", version: "0" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "pipe" }));
  const { world, sandbox: told } = await asAgent(client).done("status");
  expect([world.accountId, told.url]).toEqual([expect.stringMatching(/^agent-[0-9a-f]{8}$/), sandbox.url]);
  expect(await accounts()).toContain(world.accountId);
  await client.close();
  await expect.poll(async () => (await accounts()).filter((id) => id.startsWith("agent-")).length).toBe(left);
});

/** What a client sends, one message a line. */
const message = (id: number, method: string, params: object) =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const hello = message(1, "initialize", {
  ...{ protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "0" } },
});

it.for(["the end of its input", "SIGTERM"] as const)(
  "standard output carries the protocol alone, whatever is sent, and %s ends the command with 0",
  async (end) => {
    const { child, seen, ended } = launch(process.execPath, [main, "mcp", "--own"]);
    child.stdin.write(hello);
    child.stdin.write("this is no message\n{}\n[1,2]\n");
    child.stdin.write(message(2, "tools/call", { name: "cause", arguments: { event: "NOTHING" } }));
    child.stdin.write(message(3, "tools/call", { name: "status", arguments: "wrong" }));
    child.stdin.write(message(4, "no/such/method", {}));
    child.stdin.write(message(5, "tools/call", { name: "status", arguments: {} }));
    await expect.poll(() => seen.out).toContain('"id":5');
    await expect.poll(() => seen.out).toContain('"id":2');
    if (end === "SIGTERM") child.kill("SIGTERM");
    else child.stdin.end();
    expect((await ended).code).toBe(0);
    const lines = seen.out.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).jsonrpc)).toEqual(lines.map(() => "2.0"));
    expect(
      lines
        .map((line) => JSON.parse(line).id)
        .filter(Boolean)
        .sort(),
    ).toEqual([1, 2, 3, 4, 5]);
  },
);

it("an option that does not exist is bad usage", async () => {
  const { code, out, error } = await launch(process.execPath, [main, "mcp", "--any-wrold"]).ended;
  expect([code, out, error]).toEqual([2, "", expect.stringContaining("Did you mean --any-world?")]);
});
