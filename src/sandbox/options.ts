import { getHeapStatistics } from "node:v8";
import { clockPattern, clockRange, durationPattern } from "../../contract/shared.ts";
import { knownNames } from "../client/known-names.ts";
import { addDuration } from "../domain/time.ts";
import { type AuthMode, developmentSecret } from "./auth/authentication.ts";
import type { LogLevel, LogStyle } from "./log.ts";

/** The settings of a server, from flags, the environment or `startSandbox`. */
export interface Options {
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** Data folder; null keeps everything in memory. */
  data: string | null;
  /** Address of a PostgreSQL database that several servers may share, in place of a data folder. */
  database: string | null;
  /** Name in seeds/, or path of a JSON file. */
  seed: string;
  randomSeed: number;
  /** Start of the accounts' clocks, `yyyy-MM-ddTHH:mm:ss`; null is the wall clock. */
  now: string | null;
  freeze: boolean;
  auth: AuthMode;
  /** Comma-separated origins, or `*`; null allows every localhost origin. */
  cors: string | null;
  /** Host names that are served in addition to those of loopback. */
  allowedHosts: readonly string[];
  log: LogLevel;
  /** Null decides by the terminal. */
  logStyle: LogStyle | null;
  /** Whether the request log keeps bodies, up to 64 KB of each. */
  bodies: boolean;
  /** The most that the request log keeps, in bytes. */
  requestLogBytes: number;
  /** The most that worlds take in memory, in estimated bytes; beyond it the longest unused ones are evicted. */
  maxWorldsMemory: number;
  /** The most worlds that there may be; null for any number. */
  maxWorlds: number | null;
  /** The most that one world may take, in estimated bytes; null for any size. */
  maxWorldSize: number | null;
  /** How long after its last use a world is deleted, as an ISO 8601 duration; null for never. */
  worldTtl: string | null;
  jwtSecret: string;
  /** The path below which a proxy shows the sandbox, such as `/sandbox`; empty for none. */
  basePath: string;
  /** Addresses and ranges of the proxies whose `X-Forwarded-*` headers are read. */
  trustedProxies: readonly string[];
  /** Key of the control plane, needed outside loopback. */
  sandboxKey: string | null;
}

/** Half of what Node gives to objects, because answers and requests take some of it as well. */
export const usualWorldsMemory = Math.floor(getHeapStatistics().heap_size_limit / 2);

interface Kind<T> {
  fallback: T;
  expected: string;
  fits(value: unknown): boolean;
}

const isText = (value: unknown) => typeof value === "string";
const text = (fallback: string): Kind<string> => ({ fallback, expected: "a text", fits: isText });
const flag: Kind<boolean> = {
  fallback: false,
  expected: "true or false",
  fits: (value) => typeof value === "boolean",
};
const wholeNumber = (fallback: number, largest: number): Kind<number> => ({
  fallback,
  expected: `a whole number from 0 to ${largest}`,
  fits: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= largest,
});
const oneOf = <const T extends string>(fallback: T, choices: readonly T[]): Kind<T> => ({
  fallback,
  expected: `one of ${choices.join(", ")}`,
  fits: (value) => choices.some((choice) => choice === value),
});
const orNull = <T>({ expected, fits }: Kind<T>): Kind<T | null> => ({
  fallback: null,
  expected: `${expected}, or null`,
  fits: (value) => value === null || fits(value),
});
const moment: Kind<string> = {
  fallback: "",
  expected: `a moment like 2026-01-15T09:00:00, from ${clockRange.from} to ${clockRange.to}, without a zone`,
  fits: (value) => typeof value === "string" && clockPattern.test(value),
};
const duration: Kind<string> = {
  fallback: "",
  expected: "an ISO 8601 duration such as P7D or PT2H, longer than nothing",
  fits: (value) => typeof value === "string" && durationPattern.test(value) && addDuration(0, value) > 0,
};
const texts: Kind<readonly string[]> = {
  fallback: [],
  expected: "a list of texts",
  fits: (value) => Array.isArray(value) && value.every(isText),
};
const style: Kind<LogStyle> = {
  fallback: { json: false, colour: false },
  expected: "an object with json and colour",
  fits: (value) => typeof value === "object" && value !== null && "json" in value && "colour" in value,
};

export interface StartOptions extends Partial<Options> {
  /** Creates the demo account at once, not at its first use. */
  demo?: boolean;
  /** The bytes of a bundle, whose world is served as it was. */
  bundle?: Uint8Array | null;
  /** Called when a client asks the server to stop; without it, such a request is refused. */
  onStop?: () => void;
}
type Checked = Required<Omit<StartOptions, "onStop">>;

const kinds: { [K in keyof Checked]: Kind<Checked[K]> } = {
  port: wholeNumber(0, 65_535),
  host: text("127.0.0.1"),
  data: orNull(text("")),
  database: orNull(text("")),
  seed: text("portfolio"),
  randomSeed: wholeNumber(1, 4_294_967_295),
  now: orNull(moment),
  freeze: flag,
  auth: oneOf("strict", ["strict", "lenient", "off"]),
  cors: orNull(text("")),
  allowedHosts: texts,
  log: oneOf("silent", ["silent", "error", "info", "debug"]),
  logStyle: orNull(style),
  bodies: { ...flag, fallback: true },
  requestLogBytes: wholeNumber(32_000_000, 1_000_000_000),
  maxWorlds: orNull(wholeNumber(0, 1_000_000_000)),
  maxWorldSize: orNull(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
  worldTtl: orNull(duration),
  maxWorldsMemory: wholeNumber(usualWorldsMemory, Number.MAX_SAFE_INTEGER),
  jwtSecret: text(developmentSecret),
  basePath: text(""),
  trustedProxies: texts,
  sandboxKey: orNull(text("")),
  demo: flag,
  bundle: orNull({
    fallback: new Uint8Array(),
    expected: "the bytes of a bundle",
    fits: (value) => value instanceof Uint8Array,
  }),
};

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
