import { command, option, quoted, suggestion, Usage } from "./command.ts";
import { journalLines } from "./journal.ts";
import { accountOptions, askAccount } from "./remote.ts";
import { moment, wholeNumber } from "./values.ts";

const id = (summary: string) =>
  option<number | null>({ summary, takes: "ID", fallback: null, parse: wholeNumber(1, 999_999_999) });
const at = (summary: string) => option<string | null>({ summary, takes: "T", fallback: null, parse: moment });

export const events = command({
  name: "events",
  summary: "Read an account's audit journal, oldest first.",
  options: {
    name: option<readonly string[]>({
      summary: "Only events of this type.",
      takes: "EVENT",
      short: "n",
      repeatable: true,
      fallback: [],
      shown: "",
    }),
    thirdparty: id("Only events of this third party."),
    dossier: id("Only events of this dossier."),
    document: id("Only events of this document."),
    from: at("Only from this moment on, in UTC."),
    to: at("Only up to this moment, in UTC."),
    after: id("Only events after this eventId."),
    limit: option<number>({ summary: "At most so many.", takes: "N", fallback: 100, parse: wholeNumber(1, 1000) }),
    json: option<boolean>({ summary: "As JSON, an event a line.", fallback: false }),
    ...accountOptions,
  },
  async run({ values, print }) {
    const { name: names, thirdparty, dossier, document, from, to, after, limit, json } = values;
    const { EventName } = await import("../../contract/events.ts");
    const unknown = names.find((name) => !EventName.safeParse(name).success);
    if (unknown !== undefined)
      throw new Usage(`${quoted(unknown)} is no event.${suggestion(unknown, EventName.options)}`);
    const wanted = {
      names: names.join(",") || null,
      thirdpartyId: thirdparty,
      dossierId: dossier,
      documentId: document,
      from,
      to,
      after,
      limit,
    };
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(wanted)) if (value !== null) query.set(key, String(value));
    const answer = (await askAccount(values, "GET", `/events?${query}`)) as { content: unknown[] };
    for (const line of json ? answer.content.map((event) => JSON.stringify(event)) : journalLines(answer)) print(line);
  },
});
