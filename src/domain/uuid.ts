import { createHash } from "node:crypto";

/** The same name always gives the same UUID, in the shape of version 5. */
export function v5(name: string): string {
  const hex = createHash("sha1").update(`tiers-sandbox/${name}`).digest("hex");
  const variant = ((Number.parseInt(hex[16] as string, 16) & 0x3) | 0x8).toString(16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
  return [...parts, hex.slice(20, 32)].join("-");
}
