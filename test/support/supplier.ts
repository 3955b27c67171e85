import type { DataOf } from "../../contract/occurrences.ts";
import { chance } from "../../src/directory/chance.ts";
import { resolve } from "../../src/directory/reference-providers.ts";
import { type Cause, whole } from "../../src/domain/causes/cause.ts";
import { causes } from "../../src/domain/causes/table.ts";
import type { State } from "../../src/domain/change.ts";
import { collections } from "../../src/domain/collections.ts";
import { defaultConfiguration } from "../../src/domain/configuration.ts";
import { createDossier } from "../../src/domain/dossier/dossiers.ts";
import { actors, Draft, emptyFolder, type RuleContext } from "../../src/domain/draft.ts";
import { runJob } from "../../src/domain/jobs.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { type Decision, decideResponse } from "../../src/domain/response/decisions.ts";
import type { Supplied } from "../../src/domain/response/new-evidence.ts";
import { respondToDocument } from "../../src/domain/response/submissions.ts";
import type { Actor, DocumentRow, EventRow, JobRow, ResponseRow, ThirdpartyRow } from "../../src/domain/rows.ts";
import { type Sequence, sequenceStarts } from "../../src/domain/sequences.ts";
import { recalculate } from "../../src/domain/thirdparty/recalculate.ts";
import { addThirdparty } from "../../src/domain/thirdparty/thirdparties.ts";
import { addDuration, format, type Moment, parse } from "../../src/domain/time.ts";
import { Tables } from "../../src/store/memory/tables.ts";
import { identifierKinds } from "../../src/world/operations.ts";
import { client, companies, granted, start } from "./worlds.ts";

const known = {
  ...companies,
  /** Its owner is politically exposed. */
  exposed: { companyIdType: "CIT003", companyIdValue: "991600207" },
} as const;
export type Kind = keyof typeof known;

type Beginning = Pick<Supplier, "thirdpartyId" | "now"> & { state: State };
/** Rows are never changed in place, so suppliers that begin alike share them. */
const beginnings = new Map<string, Beginning>();

/** One third party without a world: a rule is applied at once, and time passes only when the test says so. */
export class Supplier {
  now: Moment;
  readonly tables: Tables;
  /** All events since the beginning; a test may empty it. */
  readonly journal: EventRow[] = [];
  thirdpartyId: number;
  readonly #seed: number;

  private constructor({ state, thirdpartyId, now }: Beginning, seed: number) {
    this.tables = new Tables(state);
    this.thirdpartyId = thirdpartyId;
    this.now = now;
    this.#seed = seed;
  }
  /** A company that is asked for these documents alone, or else for those that the rules of the portfolio ask for. */
  static of(kind: Kind, codes: readonly string[] = [], seed = 1): Supplier {
    const key = JSON.stringify([kind, codes, seed]);
    const beginning = beginnings.get(key);
    if (beginning) return new Supplier(beginning, seed);
    const one = new Supplier({ state: new Tables().dump(), thirdpartyId: 0, now: parse(start) }, seed);
    one.join(kind, codes);
    beginnings.set(key, { state: one.tables.dump(), thirdpartyId: one.thirdpartyId, now: one.now });
    return one;
  }
  /** Adds a company to the portfolio; the supplier is now this one. */
  join(kind: Kind, codes: readonly string[] = []): number {
    const addition = known[kind];
    const found = resolve({ by: identifierKinds[addition.companyIdType], value: addition.companyIdValue });
    if (!("found" in found)) throw new Error(`there is no ${kind}`);
    this.thirdpartyId = 0;
    const { thirdpartyId } = this.try((draft) => addThirdparty(draft, found.found, { ...addition }));
    this.thirdpartyId = thirdpartyId;
    if (codes.length > 0) {
      this.do((draft) => {
        for (const name of ["documents", "dossiers", "jobs"] as const)
          for (const row of draft.all(name)) draft.remove(name, collections[name].key(row as never) as number);
      });
      this.ask(codes);
    }
    return thirdpartyId;
  }
  ask(codes: readonly string[]): void {
    this.do((draft) => {
      granted(createDossier(draft, { requiredDocuments: [...codes] }));
      recalculate(draft);
    });
  }

  get folder() {
    return this.thirdpartyId === 0 ? emptyFolder : this.tables.folder(this.thirdpartyId);
  }
  get thirdparty(): ThirdpartyRow {
    return this.folder.thirdparty as ThirdpartyRow;
  }
  document(code: string): DocumentRow {
    const found = this.folder.documents.findLast(({ documentCode }) => documentCode === code);
    if (!found) throw new Error(`${code} is not required`);
    return found;
  }
  /** The last response to a document. */
  response(code: string): ResponseRow {
    const { documentId } = this.document(code);
    return this.folder.responses.findLast((row) => row.documentId === documentId) as ResponseRow;
  }
  get reports() {
    return this.folder.reports;
  }
  /** The planned jobs of a document and of its responses, with the moment of each. */
  jobs(code: string): Partial<Record<JobRow["kind"], string>> {
    const { documentId } = this.document(code);
    const responses = this.folder.responses.filter((row) => row.documentId === documentId);
    const subjects = [documentId, ...responses.map(({ responseId }) => responseId)];
    const jobs = this.folder.jobs.filter(({ subjectId }) => subjects.includes(subjectId as number));
    const planned = new Set(jobs.map(({ kind }) => kind));
    if (planned.size < jobs.length) throw new Error(`a job of ${code} is planned twice`);
    return Object.fromEntries(jobs.map(({ kind, dueAt }) => [kind, dueAt]));
  }

  get context(): RuleContext {
    const sequences: Record<Sequence, number> = { ...sequenceStarts };
    for (const name of Object.keys(sequences) as Sequence[])
      sequences[name] = this.tables.get("sequences", name)?.next ?? sequenceStarts[name];
    const drawn: RuleContext["chance"] = (...key) => chance(this.#seed, ...key);
    return { accountId: "quiet", now: this.now, chance: drawn, configuration: defaultConfiguration, sequences };
  }
  /** What a rule returns; its change is kept unless it is a refusal. */
  try<T>(rule: (draft: Draft) => T, actor: Actor = client): T {
    return this.#apply(rule, actor).result;
  }
  /** The events of a rule, which must not refuse. */
  do(rule: (draft: Draft) => unknown, actor: Actor = client): readonly EventRow[] {
    const { result, events } = this.#apply(rule, actor);
    granted(result);
    return events;
  }
  #apply<T>(rule: (draft: Draft) => T, actor: Actor) {
    const draft = new Draft(this.folder, this.context, actor);
    const result = rule(draft);
    if (!isRefusal(result)) {
      this.tables.apply(draft.change());
      this.journal.push(...draft.events);
      this.now = draft.now;
    }
    return { result, events: draft.events };
  }

  respond(code: string, supplied: Supplied = {}): readonly EventRow[] {
    return this.do((draft) => respondToDocument(draft, this.document(code).documentId, supplied), actors.thirdparty);
  }
  refusal(code: string, supplied: Supplied) {
    const outcome = this.try((draft) => respondToDocument(draft, this.document(code).documentId, supplied));
    return outcome?.refused;
  }
  /** The client decides the last response; returns the refusal, or null. */
  decide(code: string, decision: Decision = { approved: true }) {
    return this.decideOn(this.response(code).responseId, decision);
  }
  decideOn(responseId: number, decision: Decision) {
    return this.try((draft) => decideResponse(draft, responseId, decision));
  }
  /** Brings an event about, as the control plane does; returns the refusal, or what the rule returns. */
  trigger<E extends keyof typeof causes>(event: E, code: string, data: DataOf<E>): unknown {
    const { by, check, run } = causes[event] as Cause<DataOf<E>>;
    const wrong = check?.(data, this.context);
    if (isRefusal(wrong)) return wrong;
    const { documentId, dossierId } = this.document(code);
    const subject = event.startsWith("DOCUMENT") ? { documentId } : event.startsWith("DOSSIER") ? { dossierId } : {};
    return this.try((draft) => whole(run(draft, subject, data)) as never, { type: by, name: "test" });
  }
  wait(duration: string): this {
    return this.until(format(addDuration(this.now, duration)));
  }
  /** Runs the jobs that are due by a moment, each at its own time. */
  until(moment: string): this {
    const next = () =>
      this.folder.jobs.toSorted((a, b) => (a.dueAt < b.dueAt ? -1 : 1)).find((job) => job.dueAt <= moment);
    for (let job = next(), left = 500; job; job = next(), left--) {
      if (left === 0) throw new Error(`${job.kind} is due again and again until ${moment}`);
      const due = job;
      this.now = Math.max(this.now, parse(due.dueAt));
      this.do((draft) => runJob(draft, due), actors.platform);
    }
    this.now = Math.max(this.now, parse(moment));
    return this;
  }
}
