/** A number with a narrow space between its thousands, the same everywhere. */
export const figure = (count: number): string => count.toLocaleString("en").replaceAll(",", "\u202f");

/** "1 event", "2 events". */
export const counted = (count: number, thing: string): string => `${figure(count)} ${thing}${count === 1 ? "" : "s"}`;
