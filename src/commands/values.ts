import { isIP } from "node:net";
import type { EventName } from "../../contract/events.ts";
import { accountIdPattern, clockPattern, clockRange, durationPattern } from "../../contract/shared.ts";
import { addDuration } from "../domain/time.ts";
import { hostName } from "../http/server/host.ts";
import { optional, quoted, suggestion, Usage } from "./command.ts";

/** Reads a value, or throws the rest of a sentence that begins with the option's name. */
export const reader =
  <T>(expected: string, read: (text: string) => T | undefined) =>
  (text: string): T => {
    const value = read(text);
    if (value !== undefined) return value;
    throw new Error(`must be ${expected}, got ${quoted(text)}.`);
  };

export const wholeNumber = (minimum: number, maximum: number) =>
  reader(`a whole number from ${minimum} to ${maximum}`, (text) => {
    const number = Number(text);
    return /^-?\d{1,16}$/.test(text) && number >= minimum && number <= maximum ? number : undefined;
  });
const units: Record<string, number> = { "": 1, K: 1e3, M: 1e6, G: 1e9 };
/** A number of bytes. */
export const size = reader("a size like 512MB or 2GB", (text) => {
  const [, digits, unit = ""] = /^(\d{1,12})([KMG]?)B?$/i.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits) * (units[unit.toUpperCase()] as number);
});
export const id = wholeNumber(1, 999_999_999);

/** Always in UTC, with or without a Z; seconds may be left out, as browsers and people do. */
export const moment = reader("a moment in UTC like 2026-01-15T09:00:00, or a day", (text) => {
  const pattern = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d)(:\d\d(?:\.\d{3})?)?)?Z?$/;
  const [, day, minutes = "T00:00", seconds = ":00"] = pattern.exec(text) ?? [];
  const time = `${minutes}${seconds}`;
  const date = new Date(`${day}${time}Z`);
  // Node reads February 30 as March 2.
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${day}${time}`);
  return day !== undefined && exists ? `${day}${time}` : undefined;
});

/** A moment in the range of a clock. */
export const clockMoment = (text: string): string => {
  const value = moment(text);
  if (clockPattern.test(value)) return value;
  throw new Error(`must be from ${clockRange.from} to ${clockRange.to}, got ${quoted(text)}.`);
};

export const duration = reader("an ISO 8601 duration such as P90D or PT12H", (text) =>
  durationPattern.test(text) ? text : undefined,
);
/** A duration in which something can happen. */
export const period = reader("an ISO 8601 duration such as P90D or PT12H, longer than nothing", (text) =>
  durationPattern.test(text) && addDuration(0, text) > 0 ? text : undefined,
);

export const accountId = reader("1 to 64 letters, digits, - and _", (text) =>
  accountIdPattern.test(text) ? text : undefined,
);
export const host = reader("a host name or address, like sandbox.test", (text) =>
  hostName(text) === undefined ? undefined : text,
);
/** An IPv6 address may stand in brackets. */
export const listenHost = reader("an address or name of this machine, without a port", (text) => {
  const bare = text.replace(/^\[(.*)\]$/, "$1");
  return isIP(bare) !== 0 || (!text.includes(":") && hostName(text) !== undefined) ? bare : undefined;
});
const address = (text: string) => (URL.canParse(text) && /^https?:/.test(text) ? text.replace(/\/+$/, "") : undefined);
export const httpUrl = reader("the address of a sandbox, like http://127.0.0.1:4600", address);
export const serviceUrl = reader("the address of the service, like https://service.example", address);

/** Who acts by itself. */
export const peopleWords = ["all", "suppliers", "none"] as const;
export const idOption = (summary: string) => optional<number>({ takes: "ID", parse: id }, summary);

/** Runs a check of the command line, whose error is the rest of a sentence or the whole of it. */
export function asUsage<T>(check: () => T, start = ""): T {
  try {
    return check();
  } catch (error) {
    throw new Usage(`${start}${(error as Error).message}`);
  }
}

/** Asynchronous, because the contract is slow to load. */
export async function eventName(text: string): Promise<EventName> {
  const { EventName } = await import("../../contract/events.ts");
  const { success, data } = EventName.safeParse(text);
  if (success) return data;
  const near = suggestion(text, EventName.options);
  throw new Usage(`${quoted(text)} is no event.${near} tiers-sandbox trigger --list shows them all.`);
}
