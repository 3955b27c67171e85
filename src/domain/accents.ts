export const withoutAccents = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

/** The parts of a text that match, in small letters without accents. */
export function wordsIn(text: string, pattern: RegExp): string[] {
  const plain = withoutAccents(text).toLowerCase();
  return plain.match(pattern) ?? [];
}
