import { documentType } from "../../src/domain/configuration.ts";
import { day, parse } from "../../src/domain/time.ts";
import type { World } from "../../src/world/world.ts";
import { nowOf } from "./model.ts";

export const percent = (rows: readonly unknown[], of: readonly unknown[]) =>
  (100 * rows.length) / Math.max(1, of.length);
const isValid = ({ statusCode }: { statusCode: string }) => statusCode === "VALID";

/** How much of what suppliers give is VALID, and of the dossiers that have been open for six months. */
export async function validShares(world: World): Promise<{ documents: number; dossiers: number }> {
  const { thirdparties, dossiers, documents } = await world.store.dump();
  const isFrench = new Map(thirdparties.map((row) => [row.thirdpartyId, row.addressCountryCode === "FR"]));
  const open = new Map(dossiers.flatMap((row) => (row.monitored ? [[row.dossierId, row]] : [])));
  const supplied = documents.filter(({ documentCode, dossierId, thirdpartyId, internal }) => {
    const { kind, collected } = documentType(world.configuration, documentCode);
    return !internal.stopped && open.has(dossierId) && kind !== "SOURCE" && !(collected && isFrench.get(thirdpartyId));
  });
  const limit = parse(nowOf(world)) - 183 * day;
  const old = [...open.values()].filter(({ startingDate }) => parse(startingDate) < limit);
  return { documents: percent(supplied.filter(isValid), supplied), dossiers: percent(old.filter(isValid), old) };
}
