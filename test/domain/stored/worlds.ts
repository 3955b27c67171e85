import type { State } from "../../../src/domain/change.ts";
import type { CollectionName } from "../../../src/domain/collections.ts";
import { defaultConfiguration } from "../../../src/domain/configuration.ts";
import type { ThirdpartyRow } from "../../../src/domain/rows.ts";
import { type Check, flawsOf } from "../../../src/domain/stored/row-rules.ts";
import { parse } from "../../../src/domain/time.ts";
import { makeState } from "../../../src/seed/new-world.ts";

/** What is wrong with a row in an account of the default configuration. */
export const flawsOfRow = (collection: CollectionName, row: unknown, check: Check = "rules") =>
  [...flawsOf(collection, row as never, defaultConfiguration, check)].map(
    ({ pointer, reason }) => `${pointer} ${reason}`,
  );
export const escape = "\u001b[31m";
export const oneLine = (place: string) => `${place} must be one line without control characters`;
export const short = (place: string) => `${place} must have from 1 to 255 characters`;

export const clock = parse("2026-01-15T09:00:00");

/** A world of three companies as the rules have written it. */
export const storedWorld = (): Promise<State> =>
  makeState({ accountId: "x", seed: "onboarding", randomSeed: 1, size: null, now: clock, frozen: true, wall: clock });

/** A copy of a value with another one at a path such as `evidences/0/id`. */
export function withValue(value: unknown, path: string, other: unknown): unknown {
  const [name = "", ...rest] = path.split("/");
  if (path === "") return other;
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) };
  copy[name] = withValue(copy[name], rest.join("/"), other);
  return copy;
}

const place = { addressCountryCode: "DE", activityCode: null, activityLabel: null, addressPostCode: null };
/** What the rules look at of a German company. */
export const foreign = (): ThirdpartyRow =>
  ({
    ...{ companyIdType: "CIT003", companyIdValue: "990100012", siren: null, siret: null, tva: null },
    ...{ duns: "990100012", thirdpartyCode: null, capitalCurrency: null, turnoverCurrency: null, activityLabel: null },
    ...{ localId: "München HRB 123456", establishments: [{ siret: null, headOffice: true, ...place }], ...place },
    ...{ workforceRangeCode: null, workforceRangeLabel: null, legalCategoryLabel: null },
    ...{ archived: false, archivedDate: null, status: "ACTIVE", collectiveProcedure: null },
    ...{ legalCategoryCode: null, workforce: null, executives: [] },
    internal: { bank: null, bases: {}, monitoring: {}, owner: null, tags: [] },
  }) as unknown as ThirdpartyRow;
