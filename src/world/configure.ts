import { isDeepStrictEqual } from "node:util";
import { type Configuration as Merged, mostEntries } from "../../contract/configuration.ts";
import { configurationOf } from "../domain/configuration/default.ts";
import { difference } from "../domain/configuration/difference.ts";
import { dictionary, type ParsedFile } from "../domain/configuration/merge.ts";
import { at, type Retired, retirable } from "../domain/configuration/stored.ts";
import { finished, readingOf } from "../domain/configuration/violations.ts";
import { type Configuration, compiled, dossierTypeChanges, idsOf, withConfiguration } from "../domain/configuration.ts";
import { alignWith } from "../domain/configured.ts";
import { changedRules } from "../domain/dossier/rules.ts";
import { actors, type Draft } from "../domain/draft.ts";
import { conflict, invalid, isRefusal, type Refusal } from "../domain/refusal.ts";
import type { EventRow } from "../domain/rows.ts";
import { inSlices, type Steps, turn } from "../store/time-slice.ts";
import { visitAll } from "./rounds.ts";
import type { World } from "./world.ts";

/** What was configured before and is not any more, with what was retired earlier; an id that is back is a new name. */
function retiredBy({ source, retired }: Configuration, next: Merged): Retired {
  const ids = new Set(Object.values(next.attributes).map(({ id }) => id));
  const isBack = (part: string, entry: unknown) => part === "attributes" && ids.has((entry as { id: number }).id);
  const parts = retirable.map((part) => {
    const known = new Map<string, unknown>([...Object.entries(retired[part] ?? {}), ...Object.entries(source[part])]);
    return [
      part,
      dictionary([...known].filter(([code, entry]) => !Object.hasOwn(next[part], code) && !isBack(part, entry))),
    ] as const;
  });
  return Object.fromEntries(parts.filter(([, gone]) => Object.keys(gone).length > 0));
}

/**
 * The configuration of a file for an account, or everything that is wrong with it. An account that has one keeps the
 * ids of its attributes and what it removes; `null` is a new account. `place` is where the file stands in the request.
 */
export function* configuring(
  json: unknown,
  before: Configuration | null,
  place = "",
): Steps<Configuration | Refusal<400>> {
  const read = yield* readingOf(json);
  if ("violations" in read) {
    const { violations, further } = read;
    const count = violations.length + further;
    const where = count === 1 ? "one place" : `${count} places`;
    const detail = `The configuration is wrong in ${where}. Nothing was changed.`;
    const errors = place === "" ? [...violations] : violations.map(at(place));
    return invalid("VALIDATION_ERROR", detail, errors, further);
  }
  yield;
  const { file } = read;
  const source = configurationOf(file, before ? idsOf(before) : new Map());
  return compiled(source, shorterBase(source, file.base), before ? retiredBy(before, source) : {});
}

export const configured = (...given: Parameters<typeof configuring>): Configuration | Refusal<400> =>
  finished(configuring(...given));

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

/** Notes what the rows of third parties name. */
class Names {
  readonly #of = {
    attributes: new Set<unknown>(),
    documentTypes: new Set<unknown>(),
    dossierTypes: new Set<unknown>(),
    rules: new Set<unknown>(),
  };
  note(draft: Draft): void {
    for (const { id } of draft.all("attributes")) this.#of.attributes.add(id);
    for (const { documentCode } of draft.all("documents")) this.#of.documentTypes.add(documentCode);
    for (const { dossierTypeCode, ruleId } of draft.all("dossiers")) {
      this.#of.dossierTypes.add(dossierTypeCode);
      this.#of.rules.add(ruleId);
    }
  }
  /** The entries that some row names: others need not be kept. */
  namedIn(retired: Retired): Retired {
    const parts = retirable.map((part) => {
      const entries = Object.entries<object>(retired[part] ?? {});
      const named = entries.filter(([code, entry]) => this.#of[part].has("id" in entry ? entry.id : code));
      return [part, dictionary(named)] as const;
    });
    return Object.fromEntries(parts.filter(([, entries]) => Object.keys(entries).length > 0));
  }
}

/** Gives a world that lives another configuration; only inside a write. */
export async function configure(
  world: World,
  json: unknown,
  { stop }: { stop: boolean },
): Promise<{ events: readonly EventRow[] } | Refusal> {
  const before = world.configuration;
  const next = await inSlices(configuring(json, before));
  if (isRefusal(next)) return next as Refusal<400>;
  const isSame = (["source", "base", "retired"] as const).every((part) => isDeepStrictEqual(before[part], next[part]));
  if (isSame) return { events: [] };
  await turn();
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
  const [align, names] = [alignWith(before, changedRules(before, next)), new Names()];
  const visit = (draft: Draft) => {
    align(draft);
    names.note(draft);
    world.checkGrowth(draft.context.sequences);
  };
  const { change } = await visitAll(world.store, ids, context, actors.client, visit, world.sliced);
  const retired = names.namedIn(next.retired);
  const crowded = retirable.find((part) => Object.keys(retired[part] ?? {}).length > mostEntries);
  if (crowded)
    return conflict(
      "CONFLICT",
      `Rows of the account name more than ${mostEntries} ${crowded} that are removed, the most that are kept. ` +
        "Make a new account for so many others. Nothing was changed.",
    );
  await turn();
  const types = dossierTypeChanges(before, next);
  const kept = compiled(next.source, next.base, retired);
  change.put.push(...types.put, { collection: "world", row: withConfiguration(world.origin, kept) });
  change.remove.push(...types.remove);
  await turn();
  return { events: await world.commit(change) };
}
