/** What a model reads at once without losing its thread: about 4,000 tokens. */
export const mostCharacters = 16_000;

/** From generous to tight: the longest text, the most entries of a list. */
const limits = [
  [2_000, 50],
  [400, 20],
  [80, 5],
  [20, 1],
] as const;

export const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}… and ${text.length - most} characters more` : text;

function cut(value: unknown, text: number, entries: number): unknown {
  if (typeof value === "string") return shortened(value, text);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const shown = value.slice(0, entries).map((each) => cut(each, text, entries));
    return value.length > entries ? [...shown, `… and ${value.length - entries} more`] : shown;
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cut(each, text, entries)]));
}

/** The JSON of a result. Where it is too long, its texts and lists are cut, and say so. */
export function bounded(value: unknown): string {
  for (const [text, entries] of limits) {
    const json = JSON.stringify(cut(value, text, entries)) ?? "null";
    if (json.length <= mostCharacters) return json;
  }
  return JSON.stringify("The answer is too long to be shown: ask for less.");
}
