import { isExposed } from "../http/server/host.ts";
import { banner } from "./banner.ts";
import { command, flag } from "./command.ts";
import { serve } from "./serve.ts";
import { optionsOf, startOptions, tokenLifetime } from "./server.ts";

export const start = command({
  name: "start",
  summary: "Start the sandbox.",
  details: [
    "It ends at Ctrl-C, at SIGTERM, when its terminal closes, and at tiers-sandbox stop: requests in flight are " +
      "finished, and everything is written. Started by npx or npm start, it also ends when that does.",
  ],
  examples: [
    ["", "On port 4600, with its data in .sandbox."],
    ["--memory --port 0 --seed empty", "No data on disk, any free port, an empty account."],
    ["--now 2026-01-15T09:00:00 --freeze", "At a fixed moment, for tests."],
    ["--memory --port 0 --json", "The address and a token as one line of JSON, for scripts."],
  ],
  options: { ...startOptions, json: flag("Print the address and a token as a line of JSON.") },
  async run({ values: { json, ...values }, version, logStyle, print, ...process }) {
    const wanted = await optionsOf(values, logStyle);
    await serve(wanted, process, async (sandbox) => {
      const token = wanted.auth === "off" ? null : await sandbox.token(["demo"], tokenLifetime);
      const { url, place, people } = sandbox;
      const started = { version, url, place, token, people: people ?? ("none" as const) };
      // A server that others reach is run by a program, which keeps what is printed with the log.
      const shown = token !== null && isExposed(wanted) ? { ...started, token: "$TOKEN" } : started;
      if (json) return print(JSON.stringify(started));
      print(banner(shown));
    });
  },
});
