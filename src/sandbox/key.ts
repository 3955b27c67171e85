import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Whether the key that came is the one that is set, in a time that tells nothing of either. */
export const isKey = (came: string | undefined, set: string | null): boolean =>
  came !== undefined && set !== null && timingSafeEqual(digest(came), digest(set));
