import { basename } from "node:path";
import { notFound } from "../domain/refusal.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { Damaged } from "../store/failures.ts";

export const noSnapshot = async (sandbox: Sandbox, accountId: string, name: string) => {
  const names = (await sandbox.storage.snapshots.list(accountId)).map((snapshot) => snapshot.name).join(", ");
  return notFound("SNAPSHOT_NOT_FOUND", `${accountId} has no snapshot ${name}; it has ${names || "none"}.`).refused;
};

const advice = {
  SNAPSHOT_DAMAGED: "Restore another snapshot and delete this one; a file that was edited on purpose can be imported.",
  RESET_POINT_DAMAGED: "Import the world again, or make it from a seed with PUT.",
};

/** A snapshot, or what a reset goes back to, is damaged. The world was left as it is. */
export class DamagedCopy extends Error {
  readonly code: keyof typeof advice;
  constructor({ file, reason }: Damaged, code: keyof typeof advice) {
    super(`${basename(file)} cannot be used: ${reason}. The world was left as it is. ${advice[code]}`);
    this.code = code;
  }
}

/** For the errors of an operation that reads a copy of a world. */
export const asDamaged = (code: keyof typeof advice) => (error: unknown) => {
  throw error instanceof Damaged ? new DamagedCopy(error, code) : error;
};
