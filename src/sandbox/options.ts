import { getHeapStatistics } from "node:v8";
import { clockPattern, clockRange, durationPattern } from "../../contract/shared.ts";
import type { components } from "../client/control-schema.ts";
import { knownNames } from "../client/known-names.ts";
import { addDuration } from "../domain/time.ts";
import { developmentSecret } from "./auth/authentication.ts";

/** Not in log.ts, whose types need those of the contract: a program that imports startSandbox loads few types. */
export interface LogStyle {
  json: boolean;
  colour: boolean;
}

/** Half of what Node gives to objects, because answers and requests take some of it as well. */
export const usualWorldsMemory = Math.floor(getHeapStatistics().heap_size_limit / 2);

interface Kind<T> {
  fallback: T;
  expected: string;
  fits(value: unknown): boolean;
}
const kind = <T>(fallback: T, expected: string, fits: Kind<T>["fits"]): Kind<T> => ({ fallback, expected, fits });

const isText = (value: unknown): value is string => typeof value === "string";
const text = (fallback: string) => kind(fallback, "a text", isText);
const flag = (fallback: boolean) => kind(fallback, "true or false", (value) => typeof value === "boolean");
const wholeNumber = (fallback: number, largest: number) =>
  kind(
    fallback,
    `a whole number from 0 to ${largest}`,
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= largest,
  );
const oneOf = <const T extends string>(fallback: T, choices: readonly T[]) =>
  kind<T>(fallback, `one of ${choices.join(", ")}`, (value) => choices.some((choice) => choice === value));
const orNull = <T>({ expected, fits }: Kind<T>) =>
  kind<T | null>(null, `${expected}, or null`, (value) => value === null || fits(value));
const moment = kind(
  "",
  `a moment like 2026-01-15T09:00:00, from ${clockRange.from} to ${clockRange.to}, without a zone`,
  (value) => isText(value) && clockPattern.test(value),
);
const duration = kind(
  "",
  "an ISO 8601 duration such as P7D or PT2H, longer than nothing",
  (value) => isText(value) && durationPattern.test(value) && addDuration(0, value) > 0,
);
const texts = kind<readonly string[]>([], "a list of texts", (value) => Array.isArray(value) && value.every(isText));
const style = kind<LogStyle>(
  { json: false, colour: false },
  "an object with json and colour",
  (value) => typeof value === "object" && value !== null && "json" in value && "colour" in value,
);
const file = kind<components["schemas"]["Configuration"]>(
  { format: "tiers-sandbox/configuration@1" },
  "a configuration: an object of the format tiers-sandbox/configuration@1",
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);
/** The name keeps `Uint8Array<ArrayBufferLike>`, which TypeScript 5.4 does not know, out of the definitions. */
interface Bytes extends Uint8Array {}
const bytes = kind<Bytes>(new Uint8Array(), "the bytes of a bundle", (value) => value instanceof Uint8Array);

/** The settings of a server, from flags, the environment or `startSandbox`. */
const kinds = {
  /** 0 takes any free port. */
  port: wholeNumber(0, 65_535),
  /** Address to listen on. */
  host: text("127.0.0.1"),
  /** Data folder; null keeps everything in memory. */
  data: orNull(text("")),
  /** Address of a PostgreSQL database that several servers may share, in place of a data folder. */
  database: orNull(text("")),
  /** Name in seeds/, or path of a JSON file. */
  seed: text("portfolio"),
  /** Same number, same world. */
  randomSeed: wholeNumber(1, 4_294_967_295),
  /** Start of the accounts' clocks, `yyyy-MM-ddTHH:mm:ss`; null is the wall clock. */
  now: orNull(moment),
  /** Stops the accounts' clocks where they start. */
  freeze: flag(false),
  /** Who acts by itself in new worlds: `all`, `suppliers` or `none`; null as the seed says. */
  people: orNull(oneOf("none", ["all", "suppliers", "none"])),
  /** What new accounts have configured, as a file has it, where neither the request nor the seed says so. */
  configuration: orNull(file),
  /** Whether worlds that were made are kept for the next process, in the cache folder of the project or the user. */
  worldCache: flag(true),
  /** `strict`, `lenient` (any JWT, with any signature) or `off`. */
  auth: oneOf("strict", ["strict", "lenient", "off"]),
  /** Whether the service refuses query parameters that it does not know, which it overlooks otherwise. */
  strict: flag(false),
  /** Comma-separated origins, or `*`; null allows every localhost origin. */
  cors: orNull(text("")),
  /** Host names that are served in addition to those of loopback. */
  allowedHosts: texts,
  /** What is logged; nothing unless it is named. */
  log: oneOf("silent", ["silent", "error", "info", "debug"]),
  /** Null decides by the terminal. */
  logStyle: orNull(style),
  /** Whether the request log keeps bodies, up to 64 KB of each. */
  bodies: flag(true),
  /** The most that the request log keeps, in bytes. */
  requestLogBytes: wholeNumber(32_000_000, 1_000_000_000),
  /** The most worlds that there may be; null for any number. */
  maxWorlds: orNull(wholeNumber(0, 1_000_000_000)),
  /** The most that one world may take, in estimated bytes; null for any size. */
  maxWorldSize: orNull(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  /** How long after its last use a world is deleted, as an ISO 8601 duration; null for never. */
  worldTtl: orNull(duration),
  /** The most that worlds take in memory, in estimated bytes; beyond it the longest unused ones are evicted. */
  maxWorldsMemory: wholeNumber(usualWorldsMemory, Number.MAX_SAFE_INTEGER),
  /** The secret that signs tokens, needed outside loopback. */
  jwtSecret: text(developmentSecret),
  /** The path below which a proxy shows the sandbox, such as `/sandbox`; empty for none. */
  basePath: text(""),
  /** Addresses and ranges of the proxies whose `X-Forwarded-*` headers are read. */
  trustedProxies: texts,
  /** Key of the control plane, needed outside loopback. */
  sandboxKey: orNull(text("")),
  /** Creates the demo account at once, not at its first use. */
  demo: flag(false),
  /** The bytes of a bundle, whose world is served as it was. */
  bundle: orNull(bytes),
};
type Checked = { [K in keyof typeof kinds]: (typeof kinds)[K]["fallback"] };

export interface Options extends Omit<Checked, "demo" | "bundle"> {}
export type LogLevel = Options["log"];
export interface StartOptions extends Partial<Checked> {
  /** Called when a client asks the server to stop; without it, such a request is refused. */
  onStop?: () => void;
}

/** The options with what is left out; throws a sentence for one that does not exist or does not fit. */
export function completeOptions(wish: Omit<StartOptions, "onStop">): Checked {
  knownNames("startSandbox", wish, Object.keys(kinds));
  const complete = Object.entries(kinds).map(([name, { fallback, expected, fits }]) => {
    const { [name as keyof Checked]: value = fallback } = wish;
    if (!fits(value)) throw new Error(`${name} is ${JSON.stringify(value)}, and must be ${expected}.`);
    return [name, value];
  });
  return Object.fromEntries(complete);
}
