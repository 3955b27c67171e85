import { originsRefusal } from "../http/cors.ts";
import { exposureRefusal } from "../http/host.ts";
import type { AuthMode } from "../sandbox/authentication.ts";
import type { LogLevel } from "../sandbox/log.ts";
import type { Options } from "../sandbox/options.ts";
import { banner } from "./banner.ts";
import { command, flag, type Invocation, type Option, option, secret, Usage, type ValuesOf } from "./command.ts";
import { ending, signals } from "./ending.ts";
import { asUsage, clockMoment, host, listenHost, wholeNumber } from "./values.ts";

const defaultData = ".sandbox";
const day = 86_400;

const options = {
  port: option<number>(
    { takes: "N", short: "p", environment: "PORT", fallback: 4600, parse: wholeNumber(0, 65_535) },
    "Port; 0 picks a free one.",
  ),
  host: option<string>(
    { takes: "H", environment: "HOST", fallback: "127.0.0.1", parse: listenHost },
    "Address to listen on.",
  ),
  data: option<string | null>(
    { takes: "DIR", environment: "SANDBOX_DATA", fallback: null, shown: defaultData },
    "Folder of the database.",
  ),
  memory: flag("Keep nothing on disk."),
  seed: option<string>(
    { takes: "NAME", environment: "SANDBOX_SEED", fallback: "portfolio" },
    "World that a new account starts from: a name of `tiers-sandbox seeds`, or a JSON file.",
  ),
  "random-seed": option<number>(
    { takes: "N", environment: "SANDBOX_RANDOM_SEED", fallback: 1, parse: wholeNumber(0, 4_294_967_295) },
    "Same number, same world.",
  ),
  now: option<string | null>(
    { takes: "T", environment: "SANDBOX_NOW", fallback: null, shown: "wall clock", parse: clockMoment },
    "Where the accounts' clocks start, in UTC.",
  ),
  freeze: flag("Stop the accounts' clocks there."),
  auth: option<AuthMode>(
    { takes: "MODE", environment: "SANDBOX_AUTH", fallback: "strict", choices: ["strict", "lenient", "off"] },
    "strict, lenient (any JWT, no signature) or off.",
  ),
  cors: option<string | null>(
    { takes: "ORIGINS", environment: "SANDBOX_CORS", fallback: null, shown: "every localhost origin", parse: origins },
    "Origins whose pages may call, separated by commas, or *.",
  ),
  "allowed-host": option<readonly string[]>(
    { takes: "H", environment: "SANDBOX_ALLOWED_HOSTS", repeatable: true, fallback: [], parse: host },
    "Name that the server answers to, beside loopback's.",
  ),
  log: option<LogLevel>(
    { takes: "LEVEL", environment: "SANDBOX_LOG", fallback: "info", choices: ["silent", "error", "info", "debug"] },
    "silent, error, info, or debug, which adds details and static files.",
  ),
  "no-bodies": flag("Keep no bodies in the request log."),
  "request-log-bytes": option<number>(
    {
      takes: "N",
      environment: "SANDBOX_REQUEST_LOG_BYTES",
      fallback: 32_000_000,
      parse: wholeNumber(0, 1_000_000_000),
    },
    "The most that the request log keeps; the oldest requests go first.",
  ),
  "jwt-secret": secret("SANDBOX_JWT_SECRET", "Secret that signs tokens, of 32 bytes or more; needed beyond loopback."),
  "sandbox-key": secret("SANDBOX_KEY", "Key of the control plane; needed beyond loopback."),
};

function origins(text: string): string {
  const refusal = originsRefusal(text);
  if (refusal === undefined) return text;
  throw new Error(`cannot be read. ${refusal}`);
}

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
  options: { ...options, json: flag("Print the address and a token as a line of JSON.") },
  run,
});

async function run(invocation: Invocation<typeof options & { json: Option<boolean> }>): Promise<void> {
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
  const { startSandbox } = await import("../start.ts");
  const { SeedNotFound } = await import("../seed/seed-file.ts");
  let onStop = (): void => process.exit(0);
  const sandbox = await startSandbox({ ...wanted, demo: true, onStop: () => onStop() }).catch((error) => {
    throw error instanceof SeedNotFound ? new Usage(error.message) : error;
  });
  const { ended, asked } = ending({ say, byNpm });
  onStop = asked;
  for (const signal of signals) process.off(signal, end);
  const token = wanted.auth === "off" ? null : await sandbox.token(["demo"], day);
  const started = { version, url: sandbox.url, place: sandbox.place, token };
  print(json ? JSON.stringify(started) : banner(started));
  await ended;
  await sandbox.close();
}

async function optionsOf(values: ValuesOf<typeof options>): Promise<Omit<Options, "logStyle">> {
  const { checkSecret, developmentSecret } = await import("../sandbox/authentication.ts");
  const { data, memory, "random-seed": randomSeed, "allowed-host": allowedHosts, ...others } = values;
  const { "jwt-secret": ownSecret, "sandbox-key": sandboxKey, ...further } = others;
  const { "no-bodies": noBodies, "request-log-bytes": requestLogBytes, ...same } = further;
  const jwtSecret = ownSecret ?? developmentSecret;
  const ownJwtSecret = jwtSecret !== developmentSecret;
  const exposed = exposureRefusal({ host: same.host, ownJwtSecret, ownSandboxKey: sandboxKey !== null });
  if (exposed !== undefined) throw new Usage(exposed);
  asUsage(() => checkSecret(jwtSecret));
  if (memory && data !== null)
    throw new Usage("--memory keeps nothing on disk, and --data (or SANDBOX_DATA) names a folder: leave one out.");
  const log = { bodies: !noBodies, requestLogBytes };
  const place = memory ? null : (data ?? defaultData);
  return { ...same, ...log, data: place, randomSeed, allowedHosts, jwtSecret, sandboxKey };
}
