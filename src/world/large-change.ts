import type { Change } from "../domain/change.ts";

/** The largest change that is applied at once. */
const largest = 1000;

export const isLarge = ({ put, remove, events }: Change) => put.length + remove.length + events.length > largest;

/** A change as several smaller ones, which lead to the same. */
export function* partsOf({ put, remove, events }: Change): Generator<Change> {
  const none = { put: [], remove: [], events: [] };
  for (let at = 0; at < put.length; at += largest) yield { ...none, put: put.slice(at, at + largest) };
  for (let at = 0; at < remove.length; at += largest) yield { ...none, remove: remove.slice(at, at + largest) };
  for (let at = 0; at < events.length; at += largest) yield { ...none, events: events.slice(at, at + largest) };
}
