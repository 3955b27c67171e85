import { basename } from "node:path";
import { conflict, notFound } from "../domain/refusal.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { Damaged } from "../store/failures.ts";

export const noSnapshot = async (sandbox: Sandbox, accountId: string, name: string) => {
  const names = (await sandbox.worlds.snapshots(accountId)).map((snapshot) => snapshot.name).join(", ");
  return notFound("SNAPSHOT_NOT_FOUND", `${accountId} has no snapshot ${name}; it has ${names || "none"}.`).refused;
};

/** The refusal of an operation whose file is damaged; other errors go on. */
export function damaged(error: unknown, code: "SNAPSHOT_DAMAGED" | "RESET_POINT_DAMAGED", advice: string) {
  if (!(error instanceof Damaged)) throw error;
  const detail = `${basename(error.file)} cannot be used: ${error.reason}. The world was left as it is. ${advice}`;
  return conflict(code, detail).refused;
}

export const damagedSnapshot = (error: unknown) =>
  damaged(
    error,
    "SNAPSHOT_DAMAGED",
    "Restore another snapshot and delete this one; a file that was edited on purpose can be imported.",
  );
