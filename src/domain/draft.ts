/**
 * domain: the rules. A rule is a synchronous function that reads a `Draft` of all that belongs to one third party and
 * writes rows and events to it, which become a `Change`; or it returns a `Refusal` and changes nothing. The folder also
 * holds the row schemas and the configuration. It knows no store and no HTTP, and time, chance and ids are given to it.
 */
import { EventName, resourceTypeOf } from "../../contract/events.ts";
import { largestId } from "../../contract/shared.ts";
import type { Chance } from "../directory/chance.ts";
import type { Change, Replaceable } from "./change.ts";
import { type CollectionName, collections, type Key, type Row } from "./collections.ts";
import type { Configuration } from "./configuration.ts";
import { DraftRows, type Group } from "./draft-rows.ts";
import type { Actor, DocumentRow, EventRow, JobRow, ThirdpartyRow } from "./rows.ts";
import type { Sequence } from "./sequences.ts";
import { changedFields, generalEvents, resourceOf } from "./silent-changes.ts";
import { format, isNever, type Moment } from "./time.ts";

/** What a rule knows beside the folder of its third party. */
export interface RuleContext {
  accountId: string;
  now: Moment;
  chance: (...key: readonly (string | number)[]) => Chance;
  sequences: Readonly<Record<Sequence, number>>;
  configuration: Configuration;
  /**
   * Whether the client's people act too, the size of a world that was made with one and that at which it settles, and
   * what plans the acts that a change calls for; left out where none act.
   */
  people?: { isClientActing: boolean; size: number; settlesAt: number; plan: (draft: Draft) => void };
}

/** The collections whose rows belong to one third party. */
export const heldCollections = [
  "attributes",
  "indicators",
  "dossiers",
  "documents",
  "responses",
  "comments",
  "contacts",
  "reports",
  "jobs",
] as const satisfies CollectionName[];
export type Held = (typeof heldCollections)[number];
type HeldRows = { [C in Held]: Row<C>[] };

/** Everything that belongs to one third party. */
export interface Folder extends HeldRows {
  thirdparty: ThirdpartyRow | null;
  /** The other establishments of its legal unit in the portfolio; a rule reads them and never writes them. */
  sisters: readonly ThirdpartyRow[];
  sisterDocuments: readonly DocumentRow[];
}
const noRows = Object.fromEntries(heldCollections.map((name) => [name, []])) as unknown as HeldRows;
export const emptyFolder: Folder = { thirdparty: null, sisters: [], sisterDocuments: [], ...noRows };

/** The resource of an event; the third party when neither id is given. */
export type Subject = { dossierId?: number; documentId?: number };

const resourceTypes = new Map(EventName.options.map((name) => [name, resourceTypeOf(name)]));
type WithInternal = "thirdparties" | "dossiers" | "documents";
const bySubject = ({ subjectId }: JobRow) => subjectId;
const isHeld = (name: CollectionName): name is Held => name in noRows;

export const actors = {
  client: { type: "CLIENT", name: "client" },
  thirdparty: { type: "THIRD_PARTY", name: "third party" },
  platform: { type: "PLATFORM", name: "platform" },
} as const satisfies Record<string, Actor>;
/** The names of actors that are not persons. */
export const actorNames = {
  PLATFORM: ["platform", "register"],
  PROVIDER: ["provider", "reference provider", "data hub", "bank verification", "screening"],
} as const;
export const providerNamed = (name: (typeof actorNames.PROVIDER)[number]): Actor => ({ type: "PROVIDER", name });

/** A working copy of a folder: the rows and events that a rule writes to it become the Change. */
export class Draft {
  readonly context: RuleContext;
  actor: Actor;
  #moment: Moment;
  /** The next number of each sequence that the rule has drawn from. */
  readonly #next: Partial<Record<Sequence, number>> = {};
  readonly #puts = new Map<string, Change["put"][number]>();
  readonly #removed = new Map<string, Change["remove"][number]>();
  readonly #events: EventRow[] = [];
  readonly #folder: Folder;
  readonly #held = new Map<Held, DraftRows<unknown>>();
  #thirdparty: ThirdpartyRow | null;

  constructor(folder: Folder, context: RuleContext, actor: Actor) {
    this.context = context;
    this.actor = actor;
    this.#moment = context.now;
    this.#thirdparty = folder.thirdparty;
    this.#folder = folder;
  }
  #rows<C extends Held>(name: C): DraftRows<Row<C>> {
    let rows = this.#held.get(name);
    if (!rows) {
      rows = new DraftRows<unknown>(this.#folder[name], collections[name].key as (row: unknown) => Key);
      this.#held.set(name, rows);
    }
    return rows as DraftRows<unknown> as DraftRows<Row<C>>;
  }

  /** The moment of the next event: each event takes a millisecond, so that their order shows. */
  get now(): Moment {
    return this.#moment;
  }
  get stamp(): string {
    return format(this.#moment);
  }
  get configuration(): Configuration {
    return this.context.configuration;
  }
  get thirdparty(): ThirdpartyRow {
    if (!this.#thirdparty) throw new Error("this rule needs a third party");
    return this.#thirdparty;
  }
  get sisters(): readonly ThirdpartyRow[] {
    return this.#folder.sisters;
  }
  get sisterDocuments(): readonly DocumentRow[] {
    return this.#folder.sisterDocuments;
  }

  /** The rows at this point of the rule; a later write does not change the returned list. */
  all<C extends Held>(name: C): readonly Row<C>[] {
    return this.#rows(name).list();
  }
  /** Those of one group, which are found without a look at the others. */
  of<C extends Held>(name: C, group: Group<Row<C>>, key: Key): readonly Row<C>[] {
    return this.#rows(name).of(group, key);
  }
  get<C extends Held>(name: C, key: Key): Row<C> | undefined {
    return this.#rows(name).get(key);
  }
  existing<C extends Held>(name: C, key: Key): Row<C> {
    const row = this.get(name, key);
    if (!row) throw new Error(`no ${name} ${key} in this folder`);
    return row;
  }

  put<C extends Replaceable>(name: C, row: Row<C>): Row<C> {
    const key = (collections[name].key as (row: Row<C>) => Key)(row);
    this.#puts.set(`${name}/${key}`, { collection: name, row } as Change["put"][number]);
    this.#removed.delete(`${name}/${key}`);
    if (name === "thirdparties") this.#thirdparty = row as ThirdpartyRow;
    else if (isHeld(name)) this.#rows<Held>(name).put(key, row as Row<Held>);
    return row;
  }
  putInternal<C extends WithInternal>(name: C, row: Row<C>, fields: Partial<Row<C>["internal"]>): Row<C> {
    return this.put(name, { ...row, internal: { ...row.internal, ...fields } });
  }
  remove(name: Replaceable, key: Key): void {
    this.#puts.delete(`${name}/${key}`);
    this.#removed.set(`${name}/${key}`, { collection: name, key });
    if (isHeld(name)) this.#rows(name).remove(key);
  }

  nextId(sequence: Sequence): number {
    const id = this.#next[sequence] ?? this.context.sequences[sequence];
    if (id > largestId) throw new Error(`no ${sequence} is left: start another account`);
    this.#next[sequence] = id + 1;
    return id;
  }

  emit(eventName: EventName, subject: Subject = {}, payload: Record<string, unknown> = {}): void {
    this.#addEvent(eventName, subject, payload);
    this.#moment += 1;
  }
  /** Two events of one moment: a change of status has a general event and a specific one. */
  emitPair(general: EventName, specific: EventName, subject: Subject, payload: Record<string, unknown>): void {
    this.#addEvent(general, subject, payload);
    this.emit(specific, subject, payload);
  }
  #addEvent(eventName: EventName, subject: Subject, payload: Record<string, unknown>): void {
    const resourceType = resourceTypes.get(eventName) as EventRow["resourceType"];
    const thirdpartyId = this.thirdparty.thirdpartyId;
    const document = subject.documentId === undefined ? undefined : this.get("documents", subject.documentId);
    const dossierId = subject.dossierId ?? document?.dossierId ?? null;
    const documentId = subject.documentId ?? null;
    const resourceId = { THIRD_PARTY: thirdpartyId, DOSSIER: dossierId, DOCUMENT: documentId }[resourceType];
    if (resourceId === null) throw new Error(`${eventName} needs its ${resourceType.toLowerCase()}`);
    this.#events.push({
      eventId: this.nextId("eventId"),
      eventName,
      resourceType,
      resourceId,
      thirdpartyId,
      dossierId: resourceType === "THIRD_PARTY" ? null : dossierId,
      documentId: resourceType === "DOCUMENT" ? documentId : null,
      occurredAt: this.stamp,
      actor: this.actor,
      payload,
    });
  }
  /** Whether the rule has done nothing. */
  get isUntouched(): boolean {
    return this.#puts.size + this.#removed.size + this.#events.length === 0;
  }
  get events(): readonly EventRow[] {
    return this.#events;
  }

  schedule(kind: JobRow["kind"], due: Moment, subjectId: number | null): void {
    if (isNever(due)) return;
    const jobId = this.nextId("jobId");
    this.put("jobs", { jobId, dueAt: format(due), kind, thirdpartyId: this.thirdparty.thirdpartyId, subjectId });
  }
  jobsOf(subjectId: number): readonly JobRow[] {
    return this.of("jobs", bySubject, subjectId);
  }
  cancel(subjectId: number, ...kinds: readonly JobRow["kind"][]): void {
    for (const { jobId, kind } of this.jobsOf(subjectId)) if (kinds.includes(kind)) this.remove("jobs", jobId);
  }

  /**
   * A client that follows the events of a resource must learn of every change of its published form: a change of which
   * no event of the resource tells gets a general one.
   */
  #tellSilentChanges(): void {
    const told = new Set(this.#events.map(({ resourceType, resourceId }) => `${resourceType} ${resourceId}`));
    for (const put of this.#puts.values()) {
      const [type, id] = resourceOf(put) ?? [];
      if (type === undefined || told.has(`${type} ${id}`)) continue;
      const fields = changedFields(this.#before(put), put.row);
      if (fields.length === 0) continue;
      told.add(`${type} ${id}`);
      const subject = type === "THIRD_PARTY" ? {} : type === "DOSSIER" ? { dossierId: id } : { documentId: id };
      this.emit(generalEvents[type], subject as Subject, { changed: fields });
    }
  }
  #before({ collection, row }: Change["put"][number]): object | undefined {
    if (!isHeld(collection)) return this.#folder.thirdparty ?? undefined;
    return this.#rows<Held>(collection).before((collections[collection].key as (row: unknown) => Key)(row));
  }

  /** The rows of a collection that were written, each with what it was before. */
  written<C extends Held>(name: C): { row: Row<C>; before: Row<C> | undefined }[] {
    return [...this.#puts.values()]
      .filter(({ collection }) => collection === name)
      .map((put) => ({ row: put.row as Row<C>, before: this.#before(put) as Row<C> | undefined }));
  }

  change(): Change {
    this.context.people?.plan(this);
    this.#tellSilentChanges();
    const put = [...this.#puts.values()];
    for (const name of Object.keys(this.context.sequences) as Sequence[]) {
      const next = this.#next[name];
      if (next !== undefined) put.push({ collection: "sequences", row: { name, next } });
    }
    return { put, remove: [...this.#removed.values()], events: this.#events };
  }
}
