import { banner } from "./banner.ts";
import { command, flag, type Invocation, type Option } from "./command.ts";
import { ending, signals } from "./ending.ts";
import { optionsOf, startOptions, startServer, tokenLifetime } from "./server.ts";

export const start = command({
  name: "start",
  summary: "Start the sandbox.",
  details: [
    "It ends at Ctrl-C, at SIGTERM, when its terminal closes, and at tiers-sandbox stop: requests in flight are " +
      "finished, and everything is written. Started by npx or npm start, it also ends when that does.",
  ],
  examples: [
    ["", "On port 4600, with its data in .sandbox."],
    ["--memory --port 0 --seed empty", "Nothing on disk, any free port, an empty account."],
    ["--now 2026-01-15T09:00:00 --freeze", "At a fixed moment, for tests."],
    ["--memory --port 0 --json", "The address and a token as one line of JSON, for scripts."],
  ],
  options: { ...startOptions, json: flag("Print the address and a token as a line of JSON.") },
  run,
});

async function run(invocation: Invocation<typeof startOptions & { json: Option<boolean> }>): Promise<void> {
  const {
    values: { json, ...values },
    version,
    logStyle,
    byNpm,
    print,
    say,
  } = invocation;
  const wanted = { ...(await optionsOf(values)), logStyle };
  // Until it is ready, a signal ends the process at once, whatever it does: nothing has been answered that could be
  // lost. Only the first process of a container is exempt from that, and needs a handler.
  const end = () => process.exit(1);
  if (process.pid === 1) for (const signal of signals) process.on(signal, end);
  let onStop = (): void => process.exit(0);
  const sandbox = await startServer({ ...wanted, onStop: () => onStop() });
  const { ended, asked } = ending({ say, byNpm });
  onStop = asked;
  for (const signal of signals) process.off(signal, end);
  const token = wanted.auth === "off" ? null : await sandbox.token(["demo"], tokenLifetime);
  const started = { version, url: sandbox.url, place: sandbox.place, token };
  print(json ? JSON.stringify(started) : banner(started));
  await ended;
  await sandbox.close();
}
