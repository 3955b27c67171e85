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

export function refuseLarge(bytes: number, most: number | null): void {
  if (most === null || bytes <= most) return;
  const size = `The world takes about ${inMegabytes(bytes)}, and ${inMegabytes(most)} are the most for one`;
  const advice = "Reset it, make a smaller one, or start the server with a larger --max-world-size.";
  throw new LimitReached("WORLD_TOO_LARGE", `${size}: nothing was changed. ${advice}`);
}
