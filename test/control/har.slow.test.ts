import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { verify } from "../../src/verify/verify.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { running } from "./running.ts";

const on = running({ seed: "portfolio" });

interface Drift {
  run: { undocumentedExchanges: number; skippedExchanges: number };
  problems: { target: string; exchangeIndex: number }[];
}

/** What an independent reader of recordings finds in one. */
function driftOf(text: string): Drift {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "requests.har"), text);
  const program = resolve("node_modules/@redocly/cli/bin/cli.js");
  const words = ["drift", "requests.har", "--api", resolve("contract/openapi.json"), "--server", on.sandbox.url];
  const options = ["--min-severity", "warning", "--format", "json", "--output", "drift.json"];
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  spawnSync(process.execPath, [program, ...words, ...options], { cwd: folder, env });
  return JSON.parse(readFileSync(join(folder, "drift.json"), "utf8"));
}

it("redocly reads the HAR of the request log, and finds every answer as the document says", async () => {
  const { accountId, token } = await on.sandbox.world("recorded");
  await verify({ url: on.sandbox.url, account: accountId, token, write: true });
  const { log } = JSON.parse(await (await fetch(`${on.sandbox.url}/_sandbox/requests.har`)).text());
  // Half a JSON is none, and the document has no short paths.
  const isWhole = (entry: { _operation: string | null; _path: string; response: { content: { _kept?: string } } }) =>
    entry._operation !== null && entry._path.startsWith("/api/") && entry.response.content._kept !== "cut";
  const entries = log.entries.filter(isWhole);
  expect(entries.length).toBeGreaterThan(100);
  // The last one is made wrong, and must be found.
  const wrong = structuredClone(
    entries.find(({ _operation }: { _operation: string }) => _operation === "thirdparties.get"),
  );
  wrong.response.content.text = JSON.stringify({ thirdpartyId: "none" });
  const { run, problems } = driftOf(JSON.stringify({ log: { ...log, entries: [...entries, wrong] } }));
  expect(run).toMatchObject({ undocumentedExchanges: 0, skippedExchanges: 0 });
  // Some requests are wrong on purpose.
  const answers = problems.filter(({ target }) => target !== "request");
  expect([...new Set(answers.map(({ exchangeIndex }) => exchangeIndex))]).toEqual([entries.length]);
});
