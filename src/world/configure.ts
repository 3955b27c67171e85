import { ConfigurationFile, type Configuration as Merged } from "../../contract/configuration.ts";
import type { Violation } from "../../contract/shared.ts";
import { configurationOf } from "../domain/configuration/default.ts";
import { difference } from "../domain/configuration/difference.ts";
import type { ParsedFile } from "../domain/configuration/merge.ts";
import { violationsOf } from "../domain/configuration/violations.ts";
import {
  type Configuration,
  compiled,
  dossierTypeChanges,
  idsOf,
  type Retired,
  withConfiguration,
} from "../domain/configuration.ts";
import { alignWith } from "../domain/configured.ts";
import { actors } from "../domain/draft.ts";
import { bodyViolation, conflict, invalid, isRefusal, type Refusal } from "../domain/refusal.ts";
import type { EventRow } from "../domain/rows.ts";
import { visitAll } from "./rounds.ts";
import type { World } from "./world.ts";

const kept = ["attributes", "documentTypes", "dossierTypes"] as const;

/** What was configured before and is not any more, with what was retired earlier. */
function retiredBy({ source, retired }: Configuration, next: Merged): Retired {
  const parts = kept.map((part) => {
    const gone = Object.entries({ ...retired[part], ...source[part] }).filter(([code]) => !(code in next[part]));
    return [part, Object.fromEntries(gone)] as const;
  });
  return Object.fromEntries(parts.filter(([, gone]) => Object.keys(gone).length > 0));
}

/** All that is wrong with the form of a file, or else with what it says. */
function wrongsIn(json: unknown): Violation[] {
  const { data, error } = ConfigurationFile.safeParse(json);
  if (data) return violationsOf(data);
  return error.issues.map(({ path, message }) => {
    const pointer = path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
    const value = path.reduce<unknown>((at, part) => (at as Record<PropertyKey, unknown> | undefined)?.[part], json);
    const expected = "what the schema of configurations says";
    return bodyViolation(pointer, "WRONG_CONFIGURATION", `${pointer || "The file"}: ${message}.`, expected, value);
  });
}

/**
 * The configuration of a file for an account, whose attributes keep their ids; or everything that is wrong with it.
 * `place` is where the file stands in the request.
 */
export function configured(json: unknown, before: Configuration, place = ""): Configuration | Refusal<400> {
  const wrong = wrongsIn(json);
  if (wrong.length > 0) {
    const detail = `The configuration is wrong in ${wrong.length === 1 ? "one place" : `${wrong.length} places`}.`;
    const errors = wrong.map((one) => ({ ...one, pointer: `${place}${one.pointer}` }));
    return invalid("VALIDATION_ERROR", `${detail} Nothing was changed.`, errors);
  }
  const file = ConfigurationFile.parse(json);
  const source = configurationOf(file, idsOf(before));
  const bases = (["default", "empty"] as const).map((base) => [JSON.stringify(difference(source, base)).length, base]);
  const [[, base]] = bases.sort(([one], [other]) => Number(one) - Number(other)) as [[number, ParsedFile["base"]]];
  return compiled(source, base, retiredBy(before, source));
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
