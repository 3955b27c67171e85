import type { ListedEvent } from "../../contract/event-list.ts";
import { quoted, suggestion, Usage } from "./command.ts";
import { wrapped } from "./help.ts";

const resources = { thirdparty: "THIRD_PARTY", dossier: "DOSSIER", document: "DOCUMENT" } as const;
const flags: Record<string, string> = {
  thirdpartyId: "--thirdparty",
  dossierId: "--dossier",
  documentId: "--document",
};

const fieldOf = ({ field, values }: ListedEvent["data"][number]) =>
  values.length > 0 ? `${field} (${values.join(", ")})` : field;

function linesOf({ name, sentence, needs, targets, data }: ListedEvent & { needs: string }, width: number): string[] {
  const on = targets.map((target) => flags[target] ?? target);
  const taken = [...on, ...(data.length > 0 ? [`--data with ${data.map(fieldOf).join(", ")}`] : [])];
  const texts = [sentence, `Needs ${needs}.`, ...(taken.length > 0 ? [`Takes ${taken.join(", ")}.`] : [])];
  return [name, ...texts.flatMap((text) => wrapped(text, width - 4).map((line) => `    ${line}`))];
}

interface Listing {
  /** The resource whose events are listed; empty for all. */
  argument: string;
  width: number;
  show(data: unknown, lines: () => readonly string[]): void;
}

/** Lists the event types, each with a sentence and what its trigger needs. */
export async function listEventTypes({ argument, width, show }: Listing): Promise<void> {
  const names = Object.keys(resources);
  if (argument !== "" && !Object.hasOwn(resources, argument))
    throw new Usage(`--list takes one of ${names.join(", ")}, got ${quoted(argument)}.${suggestion(argument, names)}`);
  const { eventList } = await import("../../contract/event-list.ts");
  const { needsOf } = await import("../domain/causes/table.ts");
  const wanted = resources[argument as keyof typeof resources] as string | undefined;
  const listed = eventList()
    .filter(({ resource }) => wanted === undefined || resource === wanted)
    .map((event) => ({ ...event, needs: needsOf(event.name) }));
  show(listed, () => listed.flatMap((event) => linesOf(event, width)));
}
