import type { ComponentChild } from "preact";
import { clock } from "../state.ts";

/** A number with a narrow space between its thousands, the same everywhere. */
export const figure = (count: number): string => count.toLocaleString("en").replaceAll(",", "\u202f");

/** A moment of an account, which has no zone, in milliseconds. */
export const millis = (moment: string): number => Date.parse(`${moment.length > 10 ? moment : `${moment}T00:00:00`}Z`);

/** A moment of an account from milliseconds. */
export const momentOf = (at: number): string => new Date(at).toISOString().slice(0, 23);

const units: [limit: number, size: number, name: string][] = [
  [90, 1, "s"],
  [90 * 60, 60, "min"],
  [36 * 3600, 3600, "h"],
  [60 * 86_400, 86_400, "day"],
  [730 * 86_400, 30.44 * 86_400, "month"],
  [Number.POSITIVE_INFINITY, 365.25 * 86_400, "year"],
];

/** How far two moments are apart, in words. */
export function distance(from: string, to: string): string {
  const seconds = Math.abs(millis(to) - millis(from)) / 1000;
  const [, size, name] = units.find(([limit]) => seconds < limit) as (typeof units)[number];
  const count = Math.round(seconds / size);
  return `${count} ${name}${count !== 1 && /y|n?th/.test(name) ? "s" : ""}`;
}

/** How far a moment is from the account's clock. */
export function relative(moment: string): string {
  const now = clock.value?.now;
  if (now === undefined) return "";
  return moment <= now ? `${distance(moment, now)} ago` : `in ${distance(now, moment)}`;
}

/**
 * A moment as the service writes it, without its T, and without its year where there is little room; how far it is
 * from the account's clock is the tooltip.
 */
export function Moment({ at, short }: { at: string | null | undefined; short?: boolean | "day" }) {
  if (!at) return <span class="quiet">–</span>;
  const text = at.replace("T", " ");
  return (
    <time class="mono" dateTime={at} title={`${text}, ${relative(at)}`}>
      {short ? text.slice(short === "day" ? 5 : 0, 16) : text}
    </time>
  );
}

/** Each status has one word and one colour, the same everywhere. */
const known: Record<string, [tone: Tone, word: string]> = {
  VALID: ["ok", "Valid"],
  ACTIVE: ["ok", "Active"],
  APPROVED: ["ok", "Approved"],
  ACTION_REQUIRED: ["warn", "Action required"],
  COLLECTIVE_PROCEDURE: ["warn", "In procedure"],
  ONGOING: ["info", "Ongoing"],
  INVITED: ["info", "Invited"],
  BELOW_EXPECTATION: ["below", "Below expectation"],
  INVALID: ["bad", "Invalid"],
  STRUCK_OFF: ["bad", "Struck off"],
  REJECTED: ["bad", "Rejected"],
  MISSING: ["none", "Missing"],
  ABSENT: ["none", "Absent"],
  ARCHIVED: ["none", "Archived"],
  STOPPED: ["none", "Stopped"],
  DELETED: ["none", "Removed"],
};
export type Tone = "ok" | "warn" | "info" | "below" | "bad" | "none";

export const wordOf = (status: string): string => known[status]?.[1] ?? status;

/** Who did something, such as "third party". */
export const actorWord = (type: string): string => type.toLowerCase().replace("_", " ");

export const Tag = ({ tone, children }: { tone: Tone; children: preact.ComponentChildren }) => (
  <span class={`tag ${tone}`}>{children}</span>
);

/** A status by colour and word, with how many there are when that is said. */
export function Status({ of, count }: { of: string; count?: number }) {
  const [tone, word] = known[of] ?? (["none", of] as const);
  return <Tag tone={tone}>{count === undefined ? word : `${count} ${word.toLowerCase()}`}</Tag>;
}

/** A status of HTTP; 0 means that the connection ended without a response. */
export const HttpStatus = ({ of }: { of: number }) => (
  <span class={`http ${of === 0 || of >= 500 ? "bad" : of >= 400 ? "warn" : "ok"}`}>{of === 0 ? "cut" : of}</span>
);

/** Names and values, one below the other; what is not known is left out. */
export const Facts = ({ of }: { of: readonly (readonly [name: string, value: ComponentChild])[] }) => (
  <dl class="facts">
    {of
      .filter(([, value]) => value !== null && value !== undefined && value !== "")
      .map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
  </dl>
);

const symbols: Record<string, string> = { EUR: "€", USD: "$", GBP: "£" };
export const money = (amount: number | null, currency: string | null): string | null =>
  amount === null ? null : `${figure(amount)} ${symbols[currency ?? ""] ?? currency ?? ""}`;
