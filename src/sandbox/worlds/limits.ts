import { Failure } from "../../store/failures.ts";

/** A world that the server's limits do not allow. Nothing was changed. */
export class LimitReached extends Failure {
  readonly code: "TOO_MANY_WORLDS" | "WORLD_TOO_LARGE";

  constructor(code: LimitReached["code"], message: string) {
    super(message);
    this.code = code;
  }
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1e5) / 10} MB`;

export function tooMany(count: number, most: number): LimitReached {
  const advice = "Delete one, or let unused ones expire with --world-ttl; --max-worlds allows more.";
  return new LimitReached("TOO_MANY_WORLDS", `The server has ${count} worlds, and takes ${most}. ${advice}`);
}

/** What one world may take, and the option that says so. */
export interface Most {
  bytes: number;
  option: string;
}

/** Why a world may not grow; undefined where it may. */
export const whyTooLarge = (bytes: number, most: Most): string | undefined =>
  bytes <= most.bytes
    ? undefined
    : `The world takes about ${inMegabytes(bytes)}, and ${inMegabytes(most.bytes)} are the most for one: reset it, ` +
      `make a smaller one, or start the server with a larger ${most.option}.`;

export function refuseLarge(bytes: number, most: Most): void {
  const reason = whyTooLarge(bytes, most);
  if (reason !== undefined) throw new LimitReached("WORLD_TOO_LARGE", `${reason} Nothing was changed.`);
}

/** Of a world that is made by its size, at the least. */
export const bytesOfThirdparty = 20_000;
/** Of a row or an event, at the least. */
export const bytesOfRow = 300;

export const noRoom = (most: number): string =>
  `The worlds in memory take more than ${inMegabytes(most)}: delete some, or start the server with a larger ` +
  "--max-worlds-memory.";

export function refuseCrowded(bytes: number, most: number): void {
  if (bytes > most) throw new LimitReached("WORLD_TOO_LARGE", `${noRoom(most)} Nothing was changed.`);
}
