import { signal } from "@preact/signals";
import { millis, momentOf } from "../parts/moments.ts";

const days = (count: number) => (now: string) => momentOf(millis(now) + count * 86_400_000).slice(0, 19);

/** A month on; the 31st becomes the last day of a shorter month. */
function month(now: string): string {
  const date = new Date(millis(now));
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return momentOf(date.getTime()).slice(0, 19);
}

export const steps = [
  { label: "+1 day", after: days(1) },
  { label: "+1 week", after: days(7) },
  { label: "+1 month", after: month },
] as const;

/** The moment to which a passage of time is proposed, while it is. */
export const askedTo = signal<string | undefined>(undefined);
