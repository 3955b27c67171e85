import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { found } from "../../src/commands/mcp.ts";
import { packageRoot } from "../../src/directory/fixtures.ts";
import { answering } from "./asking.ts";

const style = { json: true, colour: false };
const usual = "http://127.0.0.1:4600";
/** A `fetch` of a machine on which nothing listens at the usual address. */
const nothing = async () => Promise.reject(new TypeError("fetch failed"));

it.for([
  ["the one that is named, without a question", { url: "http://127.0.0.1:9" }, undefined, "http://127.0.0.1:9", 0],
  ["the usual one where it runs", {}, undefined, usual, 1],
  ["one of its own where none runs", {}, nothing, undefined, 0],
  ["one of its own where that is asked for", { own: true, url: usual }, undefined, undefined, 0],
] as const)("the agent works on %s", async ([, wish, fetch, url, questions]) => {
  const { fetch: sandbox, asked } = answering();
  vi.stubGlobal("fetch", fetch ?? sandbox);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { place, close } = await found({ url: undefined, key: "secret", own: false, ...wish }, style);
  onTestFinished(close);
  expect(asked).toHaveLength(questions);
  if (url !== undefined) expect(place).toEqual({ url, key: "secret" });
  else expect([place.url === usual, place.key]).toEqual([false, null]);
});

it("every configuration of the guide starts the command", () => {
  const guide = readFileSync(join(packageRoot, "docs/agents.md"), "utf8");
  const block = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? "";
  const started = { command: "npx", args: ["tiers-sandbox", "mcp"] };
  expect(JSON.parse(block("json"))).toEqual({ mcpServers: { "tiers-sandbox": started } });
  const [table, ...lines] = block("toml").trim().split("\n");
  const toml = Object.fromEntries(
    lines.map((line) => line.split(" = ")).map(([name, value = ""]) => [name, JSON.parse(value)]),
  );
  expect([table, toml]).toEqual(["[mcp_servers.tiers-sandbox]", started]);
  const [, added = ""] = /code --add-mcp '(.*?)'/.exec(guide) ?? [];
  expect(JSON.parse(added)).toEqual({ name: "tiers-sandbox", ...started });
  const commands = [...guide.matchAll(/`(\w+) mcp add (.*?)`/g)].map(([, agent, words]) => [agent, words]);
  expect(commands).toEqual([
    ...[
      ["claude", "tiers-sandbox -- npx tiers-sandbox mcp"],
      ["codex", "tiers-sandbox -- npx tiers-sandbox mcp"],
    ],
    ["gemini", "tiers-sandbox npx tiers-sandbox mcp"],
  ]);
});
