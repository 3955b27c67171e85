import { effect, signal } from "@preact/signals";

export type Theme = "light" | "dark" | "system";
/** Preferences outlive the session; nothing else is kept there. */
export function preference<T extends string>(name: string, initial: T) {
  const kept = signal((localStorage.getItem(`console ${name}`) ?? initial) as T);
  effect(() => localStorage.setItem(`console ${name}`, kept.value));
  return kept;
}

export const theme = preference<Theme>("theme", "system");
effect(() => {
  if (theme.value === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});
