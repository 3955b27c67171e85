import type { Event } from "../../state.ts";

/** One or several days, newest first, on which the same happened. */
export interface Chapter {
  from: string;
  to: string;
  days: number;
  sentences: readonly string[];
}

/**
 * How an event is told: `@` is who did it, `#` the documents of one day, `$` what its payload says. Others are told by
 * the sentence of their type.
 */
const tellings: Readonly<Record<string, string>> = {
  THIRD_PARTY_ADDED: "@ takes it into the portfolio",
  THIRD_PARTY_CONTACT_INVITED: "@ invites $",
  THIRD_PARTY_CONTACT_RE_INVITED: "@ invites $ again",
  THIRD_PARTY_CONTACT_RE_INVITED_AUTO: "@ invites $ again",
  THIRD_PARTY_CONTACT_WEEKLY_REMINDER: "@ reminds $",
  THIRD_PARTY_COMMENT_ADDED: "@ comments $",
  DOSSIER_COMMENT_ADDED: "@ comments $",
  DOCUMENT_COMMENT_ADDED: "@ comments $ on #",
  DOSSIER_ADDED: "@ opens a dossier",
  DOSSIER_ARCHIVED: "@ archives a dossier",
  DOCUMENT_ADDED: "@ asks for #",
  DOCUMENT_STOPPED: "@ asks no longer for #",
  DOCUMENT_ANSWER_ADDED: "@ delivers #",
  DOCUMENT_ANSWER_UPDATED: "@ replaces #",
  DOCUMENT_ANSWER_ACCEPTED: "@ accepts #",
  DOCUMENT_ANSWER_DENIED: "@ rejects # $",
  DOCUMENT_ANSWER_STATUS_UPDATE_BELOW_EXPECTATION: "no contact is asked for another #",
  THIRD_PARTY_INFORMATION_UPDATED: "@ publishes other identity data $",
  DOCUMENT_ANSWER_INTERRUPTED: "@ begins # and does not finish",
  DOCUMENT_ANSWER_EXPIRED: "# ends",
  DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED: "@ leaves # to the client",
};
/** What follows from another event of the day. */
const follows = new RegExp(
  [
    ...["STATUS_UPDATED?$", "STATUS_UPDATED?_(ABSENT|ONGOING|VALID|INVALID)$", "DOSSIER_STATUS", "CALCULATED"],
    ...["DOSSIER_(\\w+_)?UPDATED", "SCOPE", "DATA_HUB", "REPORT", "MENTION", "MODIFICATION"],
  ].join("|"),
);

const whoOf = ({ actor: { type, name } }: Event): string =>
  /^(CLIENT|THIRD_PARTY)$/.test(type) && !/^(client|third party)$/.test(name) ? name : `The ${name}`;

const said = ({ email, comment, text, reason, changed }: Event["payload"]): string => {
  const quoted = comment ?? text ?? reason;
  if (Array.isArray(changed)) return `(${changed.join(", ")})`;
  return typeof quoted === "string" ? `“${quoted}”` : String(email ?? "");
};

/** Indicators that have another value than before. */
function turns({ payload }: Event): string[] {
  const changed = (payload.indicators ?? []) as { name: string; from: string | null; to: string }[];
  return changed.filter(({ from, to }) => from !== null && from !== to).map(({ name, to }) => `${name}: ${to}`);
}

const mostNames = 3;
const listed = (names: readonly string[]): string =>
  names.length > mostNames ? `${names.slice(0, 2).join(", ")} and ${names.length - 2} more` : names.join(", ");

interface Words {
  nameOf(documentId: number): string;
  meaningOf(event: string): string | undefined;
}
/** In the place of the documents; no text of a world has it. */
const gap = "\0";

function tell(event: Event, { meaningOf }: Words): readonly string[] {
  const { eventName } = event;
  if (eventName === "THIRD_PARTY_INDICATOR_UPDATED") return turns(event);
  const telling = tellings[eventName];
  if (!telling) return follows.test(eventName) ? [] : [meaningOf(eventName)?.replace(/\.$/, "") ?? eventName];
  const filled = telling.replace("#", gap).replace("$", () => said(event.payload));
  return [filled.replace("@", () => whoOf(event)).trim()];
}

/** What happened on a day, in the order in which it began; what is alike is one sentence. */
function sentencesOf(events: readonly Event[], words: Words): string[] {
  const told = new Map<string, (number | null)[]>();
  for (const event of events)
    for (const sentence of tell(event, words)) told.set(sentence, [...(told.get(sentence) ?? []), event.documentId]);
  return [...told].map(([sentence, ids]) => {
    if (!sentence.includes(gap)) return sentence + (ids.length > 1 ? ` (${ids.length} times)` : "");
    return sentence.replace(gap, () => listed([...new Set(ids)].map((id) => words.nameOf(id ?? 0))));
  });
}

/** Events in order become days, newest first; days on which the same happened, one after the other, become one. */
export function storyOf(events: readonly Event[], words: Words): Chapter[] {
  const days = new Map<string, Event[]>();
  for (const event of events) {
    const day = event.occurredAt.slice(0, 10);
    const before = days.get(day);
    if (before) before.push(event);
    else days.set(day, [event]);
  }
  const chapters: Chapter[] = [];
  for (const [day, happened] of days) {
    const sentences = sentencesOf(happened, words);
    const last = chapters.at(-1);
    if (sentences.length === 0) continue;
    if (last && last.sentences.join() === sentences.join())
      chapters[chapters.length - 1] = { ...last, to: day, days: last.days + 1 };
    else chapters.push({ from: day, to: day, days: 1, sentences });
  }
  return chapters.reverse();
}
