import type { Configuration as Merged } from "../../contract/configuration.ts";
import { configurationOf } from "../domain/configuration/default.ts";
import { difference } from "../domain/configuration/difference.ts";
import { dictionary, type ParsedFile } from "../domain/configuration/merge.ts";
import { type Retired, retirable } from "../domain/configuration/stored.ts";
import { readConfiguration } from "../domain/configuration/violations.ts";
import { type Configuration, compiled, dossierTypeChanges, idsOf, withConfiguration } from "../domain/configuration.ts";
import { alignWith } from "../domain/configured.ts";
import { actors } from "../domain/draft.ts";
import { conflict, invalid, isRefusal, type Refusal } from "../domain/refusal.ts";
import type { EventRow } from "../domain/rows.ts";
import { visitAll } from "./rounds.ts";
import type { World } from "./world.ts";

/** What was configured before and is not any more, with what was retired earlier. */
function retiredBy({ source, retired }: Configuration, next: Merged): Retired {
  const parts = retirable.map((part) => {
    const known = new Map<string, unknown>([...Object.entries(retired[part] ?? {}), ...Object.entries(source[part])]);
    return [part, dictionary([...known].filter(([code]) => !Object.hasOwn(next[part], code)))] as const;
  });
  return Object.fromEntries(parts.filter(([, gone]) => Object.keys(gone).length > 0));
}

/**
 * The configuration of a file for an account, whose attributes keep their ids; or everything that is wrong with it.
 * `place` is where the file stands in the request.
 */
export function configured(json: unknown, before: Configuration, place = ""): Configuration | Refusal<400> {
  const read = readConfiguration(json);
  if ("violations" in read) {
    const { violations, further } = read;
    const count = violations.length + further;
    const where = count === 1 ? "one place" : `${count} places`;
    const detail = `The configuration is wrong in ${where}. Nothing was changed.`;
    const errors = violations.map((one) => ({ ...one, pointer: `${place}${one.pointer}` }));
    return invalid("VALIDATION_ERROR", detail, errors, further);
  }
  const { file } = read;
  const source = configurationOf(file, idsOf(before));
  return compiled(source, shorterBase(source, file.base), retiredBy(before, source));
}

/** A file that says all may differ little from the default. */
function shorterBase(source: Merged, base: ParsedFile["base"]): ParsedFile["base"] {
  if (base === "default") return base;
  const [own, usual] = (["empty", "default"] as const).map((one) => JSON.stringify(difference(source, one)).length);
  return (usual as number) < (own as number) ? "default" : "empty";
}

/** The open documents and dossiers whose types are gone, in a sentence; undefined for none. */
async function stillAsked({ store }: World, next: Configuration): Promise<string | undefined> {
  const types = Object.keys(next.retired.dossierTypes ?? {});
  for (const code of types) {
    const [open] = await store.range("dossiers", "type", code, { limit: 1 });
    if (open) return `dossier ${open.dossierId} of type ${code} is open`;
  }
  const codes = Object.keys(next.retired.documentTypes ?? {});
  if (codes.length === 0) return undefined;
  const rows = await store.scan("documents", { limit: Number.POSITIVE_INFINITY });
  const asked = rows.find(({ documentCode, internal }) => !internal.stopped && codes.includes(documentCode));
  return asked && `dossier ${asked.dossierId} asks for ${asked.documentCode} (document ${asked.documentId})`;
}

/** Gives a world that lives another configuration; only inside a write. */
export async function configure(
  world: World,
  json: unknown,
  { stop }: { stop: boolean },
): Promise<{ events: readonly EventRow[] } | Refusal> {
  const before = world.configuration;
  const next = configured(json, before);
  if (isRefusal(next)) return next as Refusal<400>;
  const asked = stop ? undefined : await stillAsked(world, next);
  if (asked)
    return conflict(
      "CONFLICT",
      `What is removed is in use: ${asked}. Keep it, or repeat the request with ?stop=true, which stops these ` +
        "documents and archives these dossiers. Nothing was changed.",
    );
  const ids = (await world.store.scan("thirdparties", { limit: Number.POSITIVE_INFINITY })).map(
    ({ thirdpartyId }) => thirdpartyId,
  );
  const context = { ...world.context(), configuration: next };
  const visit = alignWith(before);
  const { change } = await visitAll(world.store, ids, context, actors.client, visit, world.sliced);
  const types = dossierTypeChanges(before, next);
  change.put.push(...types.put, { collection: "world", row: withConfiguration(world.origin, next) });
  change.remove.push(...types.remove);
  return { events: await world.commit(change) };
}
