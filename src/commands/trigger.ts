import { command, option, quoted, suggestion, Usage } from "./command.ts";
import { journalLines } from "./journal.ts";
import { accountOptions, askAccount } from "./remote.ts";
import { wholeNumber } from "./values.ts";

const id = (summary: string) =>
  option<number | null>({ summary, takes: "ID", fallback: null, parse: wholeNumber(1, 999_999_999) });
const given = (value: number | null) => value ?? undefined;

const object = (text: string): Record<string, unknown> => {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {}
  if (typeof data === "object" && data !== null && !Array.isArray(data)) return data as Record<string, unknown>;
  throw new Error(`must be a JSON object, and ${quoted(text)} came.`);
};

export const trigger = command({
  name: "trigger",
  summary: "Bring an event about by its real cause, on a resource or on the first suitable one.",
  takes: "EVENT",
  options: {
    thirdparty: id("The third party."),
    dossier: id("The dossier."),
    document: id("The document."),
    data: option<Record<string, unknown> | null>({
      summary: "What the event is to carry, as JSON.",
      takes: "JSON",
      fallback: null,
      parse: object,
    }),
    ...accountOptions,
  },
  async run({ values, argument: event, print }) {
    const { EventName } = await import("../../contract/events.ts");
    if (!EventName.safeParse(event).success)
      throw new Usage(`${quoted(event)} is no event.${suggestion(event, EventName.options)}`);
    const { thirdparty, dossier, document, data } = values;
    const body = {
      event,
      thirdpartyId: given(thirdparty),
      dossierId: given(dossier),
      documentId: given(document),
      data: data ?? undefined,
    };
    for (const line of journalLines(await askAccount(values, "POST", "/occurrences", { body }))) print(line);
  },
});
