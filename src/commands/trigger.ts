import type { z } from "zod";
import type { control } from "../../contract/control.ts";
import { command, flag, optional, Usage } from "./command.ts";
import { listEventTypes } from "./event-types.ts";
import { eventLine } from "./lines.ts";
import { accountOptions, ask } from "./running-sandbox.ts";
import { eventName, idOption, reader } from "./values.ts";

type Trigger = z.input<typeof control.occurrences.create.body>;

const object = reader("a JSON object", (text): object | undefined => {
  try {
    const data = JSON.parse(text);
    return typeof data === "object" && data !== null && !Array.isArray(data) ? data : undefined;
  } catch {
    return undefined;
  }
});

export const trigger = command({
  name: "trigger",
  summary: "Bring an event about, with all that follows from it, on a resource or on the first suitable one.",
  takes: "EVENT | --list [RESOURCE]",
  words: [0, 1],
  choices: async () => (await import("../../contract/events.ts")).EventName.options,
  examples: [
    ["trigger --list document", "The events of documents, with what each means and needs."],
    ["trigger DOCUMENT_ANSWER_DENIED", "A rejected document: the first that can be."],
    ["trigger THIRD_PARTY_ARCHIVED --thirdparty 924004", "On a third party of your choice."],
    [`trigger THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED --data '{"type":"SAUVEGARDE"}'`, "With data of your choice."],
  ],
  options: {
    list: flag("List the events with what each means and needs: all, or those of thirdparty, dossier or document."),
    thirdparty: idOption("The third party."),
    dossier: idOption("The dossier."),
    document: idOption("The document."),
    data: optional<object>({ takes: "JSON", parse: object }, "What the event is to carry, as JSON."),
    ...accountOptions,
  },
  async run({ values, argument, width, show }) {
    if (values.list) return listEventTypes({ argument, width, show });
    if (argument === "") throw new Usage("trigger needs EVENT; tiers-sandbox trigger --list shows them all.");
    const { thirdparty: thirdpartyId, dossier: dossierId, document: documentId, data } = values;
    // Whether the data fit the event is checked by the sandbox, which names what is wrong.
    const body = { event: await eventName(argument), thirdpartyId, dossierId, documentId, data } as Trigger;
    const { content } = await ask(values, "occurrences.create", { body });
    show(content, () => content.map(eventLine));
  },
});
