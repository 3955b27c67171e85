import type { z } from "zod";
import type { control, JournalEvent } from "../../contract/control.ts";
import { type Message, messages } from "../client/stream.ts";
import { command, Failure, flag, option, optional, quoted, Usage, type ValuesOf } from "./command.ts";
import { listEventTypes } from "./event-types.ts";
import { eventLine } from "./lines.ts";
import { accountOf, accountOptions, ask } from "./running-sandbox.ts";
import { eventName, idOption, moment, wholeNumber } from "./values.ts";

const momentOption = (summary: string) => optional<string>({ takes: "T", parse: moment }, summary);

const options = {
  list: flag("List the 100 event types with what each means, of all resources or of thirdparty, dossier, document."),
  follow: { ...flag("Go on with the events that happen, until Ctrl-C."), short: "f" },
  name: option<readonly string[]>(
    { takes: "EVENT", short: "n", repeatable: true, fallback: [] },
    "Only events of this type.",
  ),
  thirdparty: idOption("Only events of this third party."),
  dossier: idOption("Only events of this dossier."),
  document: idOption("Only events of this document."),
  from: momentOption("Only from this moment on, in UTC."),
  to: momentOption("Only up to this moment, in UTC."),
  after: idOption("Only events after this eventId, the first of them in place of the latest."),
  limit: option<number>({ takes: "N", fallback: 100, parse: wholeNumber(1, 1000) }, "The most events to show."),
  json: flag("Print JSON, an event a line."),
  ...accountOptions,
};
type Values = ValuesOf<typeof options>;
type Query = Partial<z.output<typeof control.accounts.events.query>>;

function queryOf(values: Values): Query {
  const { name: names, thirdparty: thirdpartyId, dossier: dossierId, document: documentId } = values;
  const { from, to, after, limit } = values;
  const found = { names: names.join(",") || undefined, thirdpartyId, dossierId, documentId, from, to };
  return { ...found, after, limit, latest: after === undefined };
}

/** Every further event of the journal after an id, in order. */
async function* further(values: Values, after: number): AsyncGenerator<JournalEvent> {
  const limit = 1000;
  for (let at = after; ; ) {
    const { content } = await ask(values, "accounts.events", { query: { ...queryOf(values), after: at, limit } });
    yield* content;
    if (content.length < limit) return;
    at = content.at(-1)?.eventId ?? at;
  }
}

/** Only the journal applies the filters: a message says that there is something to read. */
async function printNewEvents(
  values: Values,
  stream: AsyncGenerator<Message | "following">,
  put: (event: JournalEvent) => void,
) {
  const { content, after } = await ask(values, "accounts.events", { query: queryOf(values) });
  content.forEach(put);
  let last = content.at(-1)?.eventId ?? after ?? 0;
  for await (const message of stream) {
    const isNew =
      message !== "following" && (["lost", "missed"].includes(message.event) || Number(message.data.eventId) > last);
    if (!isNew) continue;
    const read = last;
    last = Math.max(last, Number(message.data.eventId ?? 0));
    for await (const event of further(values, read)) {
      put(event);
      last = Math.max(last, event.eventId);
    }
  }
}

export const events = command({
  name: "events",
  summary: "Show the latest events of an account's audit journal, the newest last.",
  takes: "[--list [RESOURCE]]",
  words: [0, 1],
  choices: async () => ["thirdparty", "dossier", "document"],
  examples: [
    ["events", "What happened last."],
    ["events --follow", "And what happens from now on."],
    ["events -n DOCUMENT_ANSWER_EXPIRED --from 2026-01-01", "The events of one type since a day."],
    ["events --list document", "The event types of documents."],
  ],
  options,
  async run({ values, argument, width, print, remark, show }) {
    if (values.list) return listEventTypes({ argument, width, show });
    if (argument !== "") throw new Usage(`events takes an argument with --list only, got ${quoted(argument)}.`);
    for (const name of values.name) await eventName(name);
    const put = (event: JournalEvent) => print(values.json ? JSON.stringify(event) : eventLine(event));
    if (!values.follow) {
      const { content } = await ask(values, "accounts.events", { query: queryOf(values) });
      return content.forEach(put);
    }
    const account = await accountOf(values);
    const stream = messages({ ...values, account }, new AbortController().signal);
    // The stream is open before the journal is read, so that no event falls between the two.
    await stream.next().catch(() => {});
    await printNewEvents({ ...values, account }, stream, put).catch((error: unknown) => {
      throw error instanceof Failure ? error : new Failure(`The stream of ${values.url} broke off.`);
    });
    remark("The sandbox has stopped.");
  },
});
