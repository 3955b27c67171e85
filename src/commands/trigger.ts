import type { z } from "zod";
import type { control } from "../../contract/control.ts";
import { command, optional } from "./command.ts";
import { eventLines } from "./lines.ts";
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
  summary: "Bring an event about by its real cause, on a resource or on the first suitable one.",
  takes: "EVENT",
  options: {
    thirdparty: idOption("The third party."),
    dossier: idOption("The dossier."),
    document: idOption("The document."),
    data: optional<object>({ takes: "JSON", parse: object }, "What the event is to carry, as JSON."),
    ...accountOptions,
  },
  async run({ values, argument, print }) {
    const { thirdparty: thirdpartyId, dossier: dossierId, document: documentId, data } = values;
    // Whether the data fit the event is checked by the sandbox, which names what is wrong.
    const body = { event: await eventName(argument), thirdpartyId, dossierId, documentId, data } as Trigger;
    const { content } = await ask(values, "occurrences.create", { body });
    for (const line of eventLines(content)) print(line);
  },
});
