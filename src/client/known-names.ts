import { nearest } from "../../contract/nearest.ts";

/** Refuses an option that does not exist: a program in JavaScript has no compiler that would. */
export function knownNames<T extends object>(of: string, given: T, known: readonly string[]): T {
  const name = Object.keys(given).find((key) => !known.includes(key));
  if (name === undefined) return given;
  const near = nearest(name, known);
  const advice = near === undefined ? `it has ${known.join(", ")}.` : `did you mean ${near}?`;
  throw new Error(`${of} has no option ${name}; ${advice}`);
}
