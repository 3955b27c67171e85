import type { Reply } from "../api.ts";
import { withWords } from "../parts/words.ts";
import { documentAddress, eventAddress, thirdpartyAddress } from "../route.ts";

/** Something to go to or to do. */
export interface Item {
  group: string;
  label: string;
  detail?: string | undefined;
  /** Other words by which people look for it. */
  words?: string | undefined;
  run(): unknown;
}

/** Of these there are too many to list them all. */
const onlyByWords = new Set(["Events", "Scenario", "Here"]);

/** Those that have every word, views and actions first. */
export function matching(items: readonly Item[], text: string): Item[] {
  const matches = withWords(text);
  return items.filter(
    ({ label, group, words = "" }) =>
      matches(`${group} ${label} ${words}`) && (text.trim() !== "" || !onlyByWords.has(group)),
  );
}

/** Something of the account that has an id, a name, an identifier or an address with a text in it. */
export type Hit = Reply<"portfolio.find">["content"][number];

export function addressOf({ kind, id, thirdpartyId, dossierId, documentId }: Hit): string {
  if (kind === "EVENT") return eventAddress(id);
  if (documentId !== null && dossierId !== null)
    return documentAddress(dossierId, documentId, kind === "FILE" ? { evidence: id } : {});
  if (kind === "CONTACT") return thirdpartyAddress(thirdpartyId, "contacts");
  return thirdpartyAddress(thirdpartyId, ...(dossierId === null ? [] : ["dossiers", dossierId]));
}
