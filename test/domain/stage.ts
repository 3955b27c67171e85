import { expect } from "vitest";
import type { Company } from "../../src/directory/company.ts";
import { sirenOf, siretOf } from "../../src/directory/numbers.ts";
import { resolve } from "../../src/directory/reference-providers.ts";
import { Draft } from "../../src/domain/draft.ts";
import type { ThirdpartyRow } from "../../src/domain/rows.ts";
import { format, type Moment } from "../../src/domain/time.ts";
import { addToPortfolio, respond } from "../../src/world/operations.ts";
import { wrongs } from "../support/invariants.ts";
import { advance, client, Desk, desk, granted, type Kind, quietWorld } from "../support/worlds.ts";

type Internal = ThirdpartyRow["internal"];

/** A third party that has responded to one of its documents. */
export async function responded(code: string, supplied: Parameters<typeof respond>[2] = {}, kind: Kind = "cleaner") {
  const one = await desk(kind);
  granted(await respond(one.world, one.document(code).documentId, supplied));
  return one.reread();
}

export async function later(one: Desk, duration: string): Promise<Desk> {
  await advance(one.world, duration);
  return one.reread();
}

export const isActive = ({ status }: Company) => status === "ACTIVE";

/** The first French company that fits. */
export function firstCompany(fits: (company: Company) => boolean): Company {
  for (let serial = 1000; serial < 10_000; serial++) {
    const resolution = resolve({ by: "SIRET", value: siretOf(sirenOf(`2199${serial}`), 1) });
    if ("found" in resolution && fits(resolution.found)) return resolution.found;
  }
  throw new Error("there is no such company");
}

export async function addCompany({ siret }: Company, now?: string): Promise<Desk> {
  const world = await quietWorld(now ? { now } : {});
  const contacts = [{ email: "a@b.example", firstName: "Ada", lastName: "Bé" }];
  const { result } = granted(
    await addToPortfolio(world, { companyIdType: "CIT001", companyIdValue: siret as string, contacts }, "tester"),
  );
  return new Desk(world, result.thirdpartyId).reread();
}

/** Runs a rule many times, checks the invariants after each, and returns the changed fields of every update. */
export async function changedIn(one: Desk, rule: (draft: Draft) => void, runs: number): Promise<string[][]> {
  const changed: string[][] = [];
  for (let run = 0; run < runs; run++) {
    const events = await one.events(rule);
    const updates = events.filter(({ eventName }) => eventName === "THIRD_PARTY_INFORMATION_UPDATED");
    changed.push(...updates.map(({ payload }) => payload.changed as string[]));
    expect(wrongs(await one.world.store.dump(), format(one.world.now))).toEqual([]);
  }
  return changed;
}

/** A draft on the folder of a third party, which is thrown away. */
export const draftOf = ({ folder, world }: Desk, at: Moment = world.now): Draft =>
  new Draft(folder, { ...world.context(), now: at }, client);

/** Changes the third party of a draft directly, with the bases of its scores. */
export const shape = (draft: Draft, row: Partial<ThirdpartyRow>, bases: Partial<Internal["bases"]> = {}): void => {
  const { thirdparty } = draft;
  draft.putInternal("thirdparties", { ...thirdparty, ...row }, { bases: { ...thirdparty.internal.bases, ...bases } });
};

/** The planned jobs of a subject, each with its moment. */
export const jobsOf = (draft: Draft, subjectId: number): string[] =>
  draft.all("jobs").flatMap((job) => (job.subjectId === subjectId ? `${job.kind} ${job.dueAt}` : []));
