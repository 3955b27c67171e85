import type { Reply } from "../api.ts";

export type JobKind = Reply<"clock.due">["content"][number]["kind"];
export type Tone = "ok" | "warn" | "info" | "below" | "bad" | "none";

/** A number with a narrow space between its thousands, the same everywhere. */
export const figure = (count: number): string => count.toLocaleString("en").replaceAll(",", "\u202f");

const symbols: Readonly<Record<string, string>> = { EUR: "€", USD: "$", GBP: "£" };
export const money = (amount: number | null, currency: string | null): string | null =>
  amount === null ? null : `${figure(amount)} ${symbols[currency ?? ""] ?? currency ?? ""}`;

/** Each status has one word and one colour, the same everywhere. */
const statuses: Readonly<Record<string, readonly [tone: Tone, word: string]>> = {
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
export const statusWord = (status: string): readonly [tone: Tone, word: string] => statuses[status] ?? ["none", status];
export const wordOf = (status: string): string => statusWord(status)[1];

/** What is due, several of a kind. */
const jobs: Readonly<Record<JobKind, string>> = {
  COLLECT: "documents collected from registers",
  SOURCE: "reports of data providers",
  VERIFY: "automatic checks that end",
  RECEIVE: "bank reports",
  TIMEOUT: "checks left to the client",
  RECHECK: "bank details checked again",
  EXPIRE: "answers that expire",
  INVITATION: "invitations repeated or given up",
  RENEW: "dossiers renewed",
  CLOSE: "dossiers that end",
  PURGE: "evidences deleted",
  LIQUIDATE: "liquidations that go on",
  BIRTHDAY: "companies that turn two",
  INVITE: "contacts invited",
  ANSWER: "answers of suppliers",
  DECIDE: "decisions of the client",
  FOLLOW_UP: "follow-ups of reminders",
  REVIEW: "reviews of third parties by the client",
  ADD: "third parties added by the client",
  REMIND: "rounds of reminders",
  REGISTRY: "visits of the registers",
  GAZETTE: "readings of the gazette",
  SANCTIONS: "readings of the sanction lists",
  HUB: "publications of data providers",
  RETENTION: "deletions of old data",
};
export const jobWord = (kind: JobKind): string => jobs[kind];

/** Who did something, such as "third party". */
export const actorWord = (type: string): string => type.toLowerCase().replace("_", " ");

/** Whether an event is bad news, a warning or good news. */
export function eventTone(name: string): Tone {
  if (/EXPIRED|INVALID|DENIED|CESSATION|DELETED/.test(name)) return "bad";
  if (/ACTION_REQUIRED|REMINDER|ABSENT|PROCEDURE/.test(name)) return "warn";
  return /VALID|ACCEPTED/.test(name) ? "ok" : "none";
}

/** What happens to a document in an event, such as "Status update valid". */
export function documentEventWord(event: string): string {
  const text = event
    .replace(/^DOCUMENT_(ANSWER_)?/, "")
    .replaceAll("_", " ")
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Whether a text has every word of a filter. */
export function withWords(filter: string, between = /\s+/): (text: string) => boolean {
  const words = filter.toLowerCase().split(between).filter(Boolean);
  return (text) => words.every((word) => text.toLowerCase().includes(word));
}
