import type { Draft } from "./draft.ts";
import { otherBuilding } from "./gazette.ts";
import { detach, updateInformation } from "./identity.ts";
import { bracketOf } from "./workforce.ts";

/** The register has news: people were hired or have left; a company without any gains a line to its address. */
export function refreshFromRegister(draft: Draft): void {
  const { thirdpartyId, workforce: before, addressLine2, source, archived, status } = draft.thirdparty;
  if (archived || source === "UNMANAGED" || status === "STRUCK_OFF") return;
  const chance = draft.surroundings.chance("register", thirdpartyId, draft.stamp);
  if (before === null || before === 0) return updateInformation(draft, { addressLine2: otherBuilding(addressLine2, chance.int(0, 1)) }, "REGISTRY");
  const workforce = Math.max(1, Math.round(before * (0.9 + chance.float() * 0.25)));
  const moved = workforce === before ? before + 1 : workforce;
  updateInformation(draft, { workforce: moved, ...bracketOf(moved) }, "REGISTRY");
}

/** One night: the foreign provider loses sight of a company now and then. */
export function visitRegister(draft: Draft): void {
  const { thirdpartyId, source } = draft.thirdparty;
  const lost = source === "INTL_REFERENCE" && draft.surroundings.chance("lost", thirdpartyId, draft.stamp).bool(0.08);
  if (lost) detach(draft, "REGISTRY");
  else refreshFromRegister(draft);
}
