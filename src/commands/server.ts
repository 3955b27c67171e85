import { setFlagsFromString } from "node:v8";
import type { ConfigurationFile } from "../../contract/configuration.ts";
import { originsRefusal } from "../http/server/cors.ts";
import { isBasePath, proxyRefusal } from "../http/server/forwarded.ts";
import { exposureRefusal } from "../http/server/host.ts";
import type { AuthMode } from "../sandbox/auth/authentication.ts";
import type { LogLevel, LogStyle, Options, StartOptions } from "../sandbox/options.ts";
import type { RunningSandbox } from "../start.ts";
import { flag, option, quoted, secret, Usage, type ValuesOf } from "./command.ts";
import { jsonIn } from "./configuration-file.ts";
import { asUsage, clockMoment, host, listenHost, peopleWords, period, size, wholeNumber } from "./values.ts";

const halfOfHeap = "half of Node's heap";
const defaultData = ".sandbox";
/** Of the token that a started server is given out with, in seconds. */
export const tokenLifetime = 86_400;

/** The options of a server that a command starts. */
export const startOptions = {
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
    "Folder of the worlds.",
  ),
  database: option<string | null>(
    { takes: "URL", environment: "SANDBOX_DATABASE", fallback: null },
    "PostgreSQL database that several servers can share, in place of --data: postgres://user@host:port/name.",
  ),
  memory: flag("Keep no data on disk."),
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
  people: option<(typeof peopleWords)[number] | null>(
    { takes: "WHO", environment: "SANDBOX_PEOPLE", fallback: null, shown: "as the seed says", choices: peopleWords },
    "Who acts by itself in new worlds: all (suppliers and the client's people), suppliers or none.",
  ),
  configuration: option<string | null>(
    { takes: "FILE", environment: "SANDBOX_CONFIGURATION", fallback: null, shown: "the default" },
    "What new accounts have configured, as `tiers-sandbox learn` writes it.",
  ),
  auth: option<AuthMode>(
    { takes: "MODE", environment: "SANDBOX_AUTH", fallback: "strict", choices: ["strict", "lenient", "off"] },
    "strict, lenient (any JWT, no signature) or off.",
  ),
  strict: flag("Refuse query parameters that the service does not know."),
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
  "no-world-cache": flag("Make worlds anew, and keep none for the next start."),
  "request-log-bytes": option<number>(
    {
      takes: "N",
      environment: "SANDBOX_REQUEST_LOG_BYTES",
      fallback: 32_000_000,
      parse: wholeNumber(0, 1_000_000_000),
    },
    "The most that the request log keeps; the oldest requests go first.",
  ),
  "max-worlds-memory": option<number | undefined>(
    { takes: "SIZE", environment: "SANDBOX_MAX_WORLDS_MEMORY", fallback: undefined, shown: halfOfHeap, parse: size },
    "The most that worlds take in memory, such as 512MB; those unused longest are dropped and read again.",
  ),
  "max-worlds": option<number | null>(
    { takes: "N", environment: "SANDBOX_MAX_WORLDS", fallback: null, parse: wholeNumber(0, 1_000_000_000) },
    "The most worlds that there may be.",
  ),
  "max-world-size": option<number | null>(
    { takes: "SIZE", environment: "SANDBOX_MAX_WORLD_SIZE", fallback: null, parse: size },
    "The most that one world may take, such as 100MB; then it takes no more writes.",
  ),
  "world-ttl": option<string | null>(
    { takes: "DURATION", environment: "SANDBOX_WORLD_TTL", fallback: null, shown: "never", parse: period },
    "How long after its last use a world is deleted, such as P7D.",
  ),
  "base-path": option<string>(
    { takes: "PATH", environment: "SANDBOX_BASE_PATH", fallback: "", parse: basePath },
    "Path below which a proxy shows the sandbox, such as /sandbox.",
  ),
  "trusted-proxies": option<readonly string[]>(
    { takes: "RANGE", environment: "SANDBOX_TRUSTED_PROXIES", repeatable: true, fallback: [], parse: proxy },
    "Address or range of a proxy whose X-Forwarded-* headers are read, such as 10.0.0.0/8.",
  ),
  "log-format": option<"auto" | "json" | "text">(
    { takes: "FORMAT", environment: "SANDBOX_LOG_FORMAT", fallback: "auto", choices: ["auto", "json", "text"] },
    "json, text, or auto: text on a terminal, else JSON.",
  ),
  "jwt-secret": secret("SANDBOX_JWT_SECRET", "Secret that signs tokens, of 32 bytes or more; needed beyond loopback."),
  "sandbox-key": secret("SANDBOX_KEY", "Key of the control plane; needed beyond loopback."),
};

function basePath(text: string): string {
  const path = text.replace(/\/$/, "");
  if (isBasePath(path)) return path;
  throw new Error(`must be a path like /sandbox, got ${quoted(text)}.`);
}

function proxy(text: string): string {
  const refusal = proxyRefusal(text);
  if (refusal === undefined) return text;
  throw new Error(`cannot be read. ${refusal}`);
}

function origins(text: string): string {
  const refusal = originsRefusal(text);
  if (refusal === undefined) return text;
  throw new Error(`cannot be read. ${refusal}`);
}

type Camel<S> = S extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : S;

/** The values of options under the names that programs use: `random-seed` is `randomSeed`. */
function named<T extends object>(values: T): { [K in keyof T as Camel<K> & string]: T[K] } {
  const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [camel(name), value])) as never;
}

const styleOf = (format: "auto" | "json" | "text", terminal: LogStyle): LogStyle =>
  format === "auto" ? terminal : { json: format === "json", colour: format === "text" && terminal.colour };

/** For a server that keeps nothing on disk unless a place is named. */
export const inMemoryUnlessNamed = <V extends { memory: boolean; data: unknown; database: unknown }>(values: V): V => ({
  ...values,
  memory: values.memory || (values.data ?? values.database) === null,
});

/** `terminal` is the style of the log where none is asked for. */
export async function optionsOf(values: ValuesOf<typeof startOptions>, terminal: LogStyle): Promise<Options> {
  const { checkSecret, developmentSecret } = await import("../sandbox/auth/authentication.ts");
  const { usualWorldsMemory } = await import("../sandbox/options.ts");
  const {
    data,
    database,
    memory,
    noBodies,
    noWorldCache,
    allowedHost: allowedHosts,
    jwtSecret: ownSecret,
    ...others
  } = named(values);
  const { logFormat, configuration: file, ...same } = others;
  const { sandboxKey, maxWorldsMemory = usualWorldsMemory } = same;
  const jwtSecret = ownSecret ?? developmentSecret;
  const ownJwtSecret = jwtSecret !== developmentSecret;
  const exposed = exposureRefusal({ ...same, ownJwtSecret, sandboxKey });
  if (exposed !== undefined) throw new Usage(exposed);
  asUsage(() => checkSecret(jwtSecret));
  if (memory && data !== null)
    throw new Usage("--memory keeps no data on disk, and --data (or SANDBOX_DATA) names a folder: leave one out.");
  if (database !== null && (memory || data !== null)) {
    const other = memory ? "--memory keeps none" : "--data (or SANDBOX_DATA) does too";
    throw new Usage(`--database (or SANDBOX_DATABASE) keeps the worlds, and ${other}: leave one out.`);
  }
  const place = { data: memory || database !== null ? null : (data ?? defaultData), database };
  const logStyle = styleOf(logFormat, terminal);
  const kept = { bodies: !noBodies, worldCache: !noWorldCache };
  const configuration = file === null ? null : objectIn(file);
  return { ...same, ...place, ...kept, configuration, logStyle, allowedHosts, jwtSecret, maxWorldsMemory };
}

/** The object of a JSON file; what it says is checked when the server starts. */
function objectIn(file: string): ConfigurationFile {
  const json = asUsage(() => jsonIn(file));
  if (typeof json === "object" && json !== null) return json as ConfigurationFile;
  throw new Usage(`${file} is no configuration: it is no object.`);
}

/** Starts a server, with the demo account or that of a bundle. It is slow to load: help and bad usage do without it. */
export async function startServer(wanted: StartOptions): Promise<RunningSandbox> {
  // The requests that the log keeps outlive collections, for which V8 would let the young generation grow to 134 MB.
  setFlagsFromString("--semi-space-growth-factor=1");
  const { startSandbox } = await import("../start.ts");
  const { SeedNotFound } = await import("../seed/seed-file.ts");
  const { WrongConfiguration } = await import("../seed/own-configuration.ts");
  return startSandbox({ demo: !wanted.bundle, ...wanted }).catch((error) => {
    const isUsage = error instanceof SeedNotFound || error instanceof WrongConfiguration;
    throw isUsage ? new Usage(error.message) : error;
  });
}
