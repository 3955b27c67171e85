import type { Change } from "../domain/change.ts";

/** The largest change that is applied at once, in rows and events. */
const largest = 1000;

/** A piece of a file is a part of its own. */
const weightOf = ({ collection }: Change["put"][number]): number => (collection === "files" ? largest : 1);

export const isLarge = ({ put, remove, events }: Change) =>
  put.reduce((sum, each) => sum + weightOf(each), remove.length + events.length) > largest;

/** A change as several smaller ones, which lead to the same. */
export function* partsOf({ put, remove, events }: Change): Generator<Change> {
  const none = { put: [], remove: [], events: [] };
  let begun: Change["put"][number][] = [];
  let weight = 0;
  for (const each of put) {
    if (weight + weightOf(each) > largest && begun.length > 0) {
      yield { ...none, put: begun };
      begun = [];
      weight = 0;
    }
    begun.push(each);
    weight += weightOf(each);
  }
  if (begun.length > 0) yield { ...none, put: begun };
  for (let at = 0; at < remove.length; at += largest) yield { ...none, remove: remove.slice(at, at + largest) };
  for (let at = 0; at < events.length; at += largest) yield { ...none, events: events.slice(at, at + largest) };
}
