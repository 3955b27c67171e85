import { isMistake } from "../client/matchers.ts";
import { counted } from "../sync/mistakes.ts";
import { command, Failure, flag, option, optional } from "./command.ts";
import { accountOptions, ask } from "./running-sandbox.ts";
import { eventName, moment } from "./values.ts";

export const sync = command({
  name: "sync",
  summary: "Say which events the clients that poll for them were not shown, by which mistake, and how to mend it.",
  details: [
    "It compares the searches by events that the service received with the audit journal, for each subject of a " +
      "token. The exit code is 1 when an event was missed, when a client left time unread between its windows, or " +
      "when no search of a client was seen or answered.",
  ],
  examples: [
    ["sync", "What the clients of the account missed."],
    ["sync --caller nightly --from 2026-01-15T09:00", "One client, from a moment on."],
    ["sync -n DOCUMENT_ANSWER_ADDED -n DOCUMENT_ANSWER_DENIED", "A client that has to follow these events."],
  ],
  options: {
    caller: optional<string>({ takes: "SUBJECT" }, "Only the requests with a token of this subject."),
    from: optional<string>({ takes: "T", parse: moment }, "Only events from this moment on, in UTC."),
    name: option<readonly string[]>(
      { takes: "EVENT", short: "n", repeatable: true, fallback: [] },
      "An event type that the client has to follow; those that it asked for without it.",
    ),
    "allow-gaps": flag("Time that no window covers is a remark where nothing happened in it."),
    ...accountOptions,
  },
  async run({ values, show }) {
    const { caller, from, name: names } = values;
    for (const name of names) await eventName(name);
    const query = { caller, from, names: names.join(",") || undefined };
    const report = await ask(values, "accounts.sync", { query });
    const { callers, findings, unknowns, isComplete } = report;
    const allowed = { allowGaps: values["allow-gaps"] };
    const headOf = (found: { missed: number; fails: boolean }) =>
      found.missed > 0 ? `${found.missed} missed` : isMistake(found, allowed) ? "Unread" : "Remark";
    show(report, () => [
      ...callers.map(({ caller, searches, polls, due, missed }) => {
        const asked = `${counted(searches, "search", "searches")}, ${counted(polls, "window")}`;
        return `${caller}: ${asked}, ${counted(due, "event")} due, ${missed} missed`;
      }),
      ...findings.flatMap(({ kind, caller, missed, fails, sentence, events }) => [
        "",
        `${headOf({ missed, fails })} (${kind}${caller === null ? "" : `, ${caller}`}): ${sentence}`,
        ...(missed > 0 ? events.content : []).map(
          (event) => `    ${event.occurredAt}  ${event.eventId}  ${event.eventName}  ${event.resourceId}`,
        ),
        ...(missed > 0 && events.more > 0 ? [`    and ${events.more} more`] : []),
      ]),
      "",
      ...unknowns,
    ]);
    if (callers.length === 0) throw new Failure("No search by events was seen, so that nothing can be said.");
    const unanswered = callers.filter(({ answered }) => answered === 0).map((each) => each.caller);
    if (unanswered.length > 0) throw new Failure(`No search of ${unanswered.join(", ")} was answered.`);
    const lost = findings.reduce((sum, { missed }) => sum + missed, 0);
    if (lost > 0) throw new Failure(`${counted(lost, "event was", "events were")} missed.`);
    if (findings.some((finding) => isMistake(finding, allowed)))
      throw new Failure("A client left time unread; --allow-gaps passes it where nothing happened in that time.");
    if (!isComplete) throw new Failure("Not all searches are known, so that nothing can be said of the whole time.");
  },
});
