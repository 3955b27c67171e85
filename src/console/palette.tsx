import { signal } from "@preact/signals";

export const paletteShown = signal(false);

/** Ctrl-K: to any id, company, view or action. */
export const Palette = () => null;
