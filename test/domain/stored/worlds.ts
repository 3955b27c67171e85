import type { State } from "../../../src/domain/change.ts";
import type { ThirdpartyRow } from "../../../src/domain/rows.ts";
import { parse } from "../../../src/domain/time.ts";
import { makeState } from "../../../src/seed/new-world.ts";

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

const place = { addressCountryCode: "DE", activityCode: null };
/** What the rules look at of a German company. */
export const foreign = (): ThirdpartyRow =>
  ({
    ...{ companyIdType: "CIT003", companyIdValue: "990100012", siren: null, siret: null, tva: null },
    ...{ localId: "München HRB 123456", establishments: [{ siret: null, headOffice: true, ...place }], ...place },
    ...{ workforceRangeCode: null, archived: false, archivedDate: null, status: "ACTIVE", collectiveProcedure: null },
    ...{ legalCategoryCode: null, workforce: null, executives: [] },
    internal: { bank: null, bases: {}, monitoring: {} },
  }) as unknown as ThirdpartyRow;
