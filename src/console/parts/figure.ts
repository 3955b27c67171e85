/** A number with a narrow space between its thousands, the same everywhere. */
export const figure = (count: number): string => count.toLocaleString("en").replaceAll(",", "\u202f");
