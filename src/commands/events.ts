import { command, flag, option, optional } from "./command.ts";
import { eventLines } from "./lines.ts";
import { accountOptions, ask } from "./running-sandbox.ts";
import { eventName, idOption, moment, wholeNumber } from "./values.ts";

const momentOption = (summary: string) => optional<string>({ takes: "T", parse: moment }, summary);

export const events = command({
  name: "events",
  summary: "Read an account's audit journal, oldest first.",
  options: {
    name: option<readonly string[]>(
      { takes: "EVENT", short: "n", repeatable: true, fallback: [] },
      "Only events of this type.",
    ),
    thirdparty: idOption("Only events of this third party."),
    dossier: idOption("Only events of this dossier."),
    document: idOption("Only events of this document."),
    from: momentOption("Only from this moment on, in UTC."),
    to: momentOption("Only up to this moment, in UTC."),
    after: idOption("Only events after this eventId."),
    limit: option<number>({ takes: "N", fallback: 100, parse: wholeNumber(1, 1000) }, "At most so many."),
    json: flag("As JSON, an event a line."),
    ...accountOptions,
  },
  async run({ values, print }) {
    const { name: names, thirdparty: thirdpartyId, dossier: dossierId, document: documentId } = values;
    const { from, to, after, limit, json } = values;
    for (const name of names) await eventName(name);
    const query = { names: names.join(",") || undefined, thirdpartyId, dossierId, documentId, from, to, after, limit };
    const { content } = await ask(values, "accounts.events", { query });
    for (const line of json ? content.map((event) => JSON.stringify(event)) : eventLines(content)) print(line);
  },
});
