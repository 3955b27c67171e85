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

/** Those that have every word. */
export function matching(items: readonly Item[], text: string): Item[] {
  const matches = withWords(text);
  return items.filter(
    ({ label, group, words = "" }) =>
      matches(`${group} ${label} ${words}`) && (text.trim() !== "" || !onlyByWords.has(group)),
  );
}

/** How well a word fits: as a word of the label, as its beginning, as that of another word, or as a part of one. */
function fitOf(word: string, { label, words = "" }: Item): number {
  const of = (text: string) => text.toLowerCase().split(/[^\p{L}\d]+/u);
  if (of(label).includes(word)) return 3;
  if (of(label).some((one) => one.startsWith(word))) return 2;
  return of(words).some((one) => one.startsWith(word)) ? 1 : 0;
}

/** What fits best comes first, as Enter takes it; what fits as well stays in its order. */
export function bestFirst(items: readonly Item[], text: string): Item[] {
  const wanted = text.toLowerCase().split(/[^\p{L}\d]+/u);
  const sumOf = (item: Item) => wanted.reduce((sum, word) => sum + (word ? fitOf(word, item) : 0), 0);
  return items
    .map((item) => ({ item, sum: sumOf(item) }))
    .sort((one, other) => other.sum - one.sum)
    .map(({ item }) => item);
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
