import { isIP } from "node:net";
import { accountIdPattern } from "../../contract/shared.ts";
import { hostName } from "../http/host.ts";
import { quoted, suggestion } from "./command.ts";

/** Readers of what follows an option: they throw the end of a sentence that begins with the option's name. */

export const wholeNumber = (minimum: number, maximum: number) => (text: string) => {
  const number = Number(text);
  if (/^-?\d{1,16}$/.test(text) && number >= minimum && number <= maximum) return number;
  throw new Error(`must be a whole number from ${minimum} to ${maximum}, and ${quoted(text)} came.`);
};

export const oneOf =
  <const T extends string>(...choices: readonly T[]) =>
  (text: string): T => {
    const found = choices.find((choice) => choice === text);
    if (found !== undefined) return found;
    throw new Error(`must be one of ${choices.join(", ")}, and ${quoted(text)} came.${suggestion(text, choices)}`);
  };

/** A day, or a moment to the second or millisecond; always UTC, and a Z is allowed to say so. */
export function moment(text: string): string {
  const [, day, time = "T00:00:00"] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d(?:\.\d{3})?)?Z?$/.exec(text) ?? [];
  const date = new Date(`${day}${time}Z`);
  // Node reads February 30 as March 2: what comes back must be what came.
  if (day !== undefined && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${day}${time}`))
    return `${day}${time}`;
  throw new Error(`must be a moment in UTC like 2026-01-15T09:00:00, or a day, and ${quoted(text)} came.`);
}

export function accountId(text: string): string {
  if (accountIdPattern.test(text)) return text;
  throw new Error(`must be 1 to 64 letters, digits, - and _, and ${quoted(text)} came.`);
}

export function host(text: string): string {
  if (hostName(text) !== undefined) return text;
  throw new Error(`must be a host name or address, like sandbox.test, and ${quoted(text)} came.`);
}

/** An address or name to listen on: no port, and an IPv6 address with or without brackets. */
export function listenHost(text: string): string {
  const bare = text.replace(/^\[(.*)\]$/, "$1");
  if (isIP(bare) !== 0 || (!text.includes(":") && hostName(text) !== undefined)) return bare;
  throw new Error(`must be an address or name of this machine, without a port, and ${quoted(text)} came.`);
}

export function httpUrl(text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, "");
  throw new Error(`must be the address of a sandbox, like http://127.0.0.1:4600, and ${quoted(text)} came.`);
}
