import { EventName, resourceTypeOf } from "../../contract/events.ts";
import type { Chance } from "../directory/chance.ts";
import type { Change, Replaceable } from "./change.ts";
import { type CollectionName, collections, type Key, type Row } from "./collections.ts";
import type {
  Actor,
  AttributeRow,
  CommentRow,
  ContactRow,
  DocumentRow,
  DossierRow,
  DossierTypeRow,
  EventRow,
  IndicatorRow,
  JobRow,
  ReportRow,
  ResponseRow,
  ThirdpartyRow,
} from "./rows.ts";
import type { Sequence } from "./sequences.ts";
import { format, type Moment } from "./time.ts";

/** What the world supplies to a rule. */
export interface Surroundings {
  accountId: string;
  now: Moment;
  chance: (...key: readonly (string | number)[]) => Chance;
  sequences: Readonly<Record<Sequence, number>>;
  dossierTypes: readonly DossierTypeRow[];
}

/** Everything that belongs to one third party. */
export interface Folder {
  thirdparty: ThirdpartyRow | null;
  /** Other establishments of its legal unit in the portfolio, to look at and not to write. */
  sisters: readonly ThirdpartyRow[];
  attributes: AttributeRow[];
  indicators: IndicatorRow[];
  dossiers: DossierRow[];
  documents: DocumentRow[];
  responses: ResponseRow[];
  comments: CommentRow[];
  contacts: ContactRow[];
  reports: ReportRow[];
  jobs: JobRow[];
}
export const emptyFolder: Folder = {
  thirdparty: null,
  sisters: [],
  attributes: [],
  indicators: [],
  dossiers: [],
  documents: [],
  responses: [],
  comments: [],
  contacts: [],
  reports: [],
  jobs: [],
};

/** What an event is about; the third party itself when neither is named. */
export interface Subject {
  dossierId?: number;
  documentId?: number;
}

const resourceTypes = Object.fromEntries(EventName.options.map((name) => [name, resourceTypeOf(name)])) as Record<
  EventName,
  EventRow["resourceType"]
>;

type Held = Exclude<keyof Folder, "thirdparty" | "sisters">;
export const heldCollections = Object.keys(emptyFolder).filter((name) => name in collections) as Held[];
const isHeld = (name: CollectionName): name is Held => name in emptyFolder;

/**
 * A working copy of one third party's folder, in which a rule writes rows and events side by side.
 * What it wrote is the Change; the folder that it was made from stays as it was.
 */
export class Draft {
  readonly surroundings: Surroundings;
  actor: Actor;
  #moment: Moment;
  /** Those that were drawn from, with what comes next. */
  readonly #next: Partial<Record<Sequence, number>> = {};
  readonly #puts = new Map<string, Change["put"][number]>();
  readonly #removed = new Map<string, Change["remove"][number]>();
  readonly #events: EventRow[] = [];
  readonly #folder: Folder;
  /** By key once something was looked up or written; most rules touch few collections. */
  readonly #held = new Map<Held, Map<Key, unknown>>();
  readonly #lists = new Map<Held, readonly unknown[]>();
  #thirdparty: ThirdpartyRow | null;
  #stamped: { moment: Moment; stamp: string } | undefined;

  constructor(folder: Folder, surroundings: Surroundings, actor: Actor) {
    this.surroundings = surroundings;
    this.actor = actor;
    this.#moment = surroundings.now;
    this.#thirdparty = folder.thirdparty;
    this.#folder = folder;
  }
  #rows(name: Held): Map<Key, unknown> {
    let rows = this.#held.get(name);
    if (!rows) {
      const keyOf = collections[name].key as (row: unknown) => Key;
      rows = new Map();
      for (const row of this.#folder[name]) rows.set(keyOf(row), row);
      this.#held.set(name, rows);
    }
    return rows;
  }

  /** The moment of the next event: a millisecond passes with each, so that their order shows. */
  get now(): Moment {
    return this.#moment;
  }
  get stamp(): string {
    if (this.#stamped?.moment !== this.#moment) this.#stamped = { moment: this.#moment, stamp: format(this.#moment) };
    return this.#stamped.stamp;
  }
  get thirdparty(): ThirdpartyRow {
    if (!this.#thirdparty) throw new Error("this rule needs a third party");
    return this.#thirdparty;
  }
  get sisters(): readonly ThirdpartyRow[] {
    return this.#folder.sisters;
  }

  /** The rows as they are now; writing leaves the list that was handed out as it was. */
  all<C extends Held>(name: C): readonly Row<C>[] {
    let list = this.#lists.get(name);
    if (!list) {
      const rows = this.#held.get(name);
      list = rows ? [...rows.values()] : this.#folder[name];
      this.#lists.set(name, list);
    }
    return list as readonly Row<C>[];
  }
  get<C extends Held>(name: C, key: Key): Row<C> | undefined {
    return this.#rows(name).get(key) as Row<C> | undefined;
  }
  /** A row that a rule knows to be there. */
  the<C extends Held>(name: C, key: Key): Row<C> {
    const row = this.get(name, key);
    if (!row) throw new Error(`no ${name} ${key} in this folder`);
    return row;
  }

  put<C extends Replaceable>(name: C, row: Row<C>): Row<C> {
    const key = (collections[name].key as (row: Row<C>) => Key)(row);
    this.#puts.set(`${name}/${key}`, { collection: name, row } as Change["put"][number]);
    this.#removed.delete(`${name}/${key}`);
    if (name === "thirdparties") this.#thirdparty = row as ThirdpartyRow;
    else if (isHeld(name)) {
      this.#rows(name).set(key, row);
      this.#lists.delete(name);
    }
    return row;
  }
  remove(name: Replaceable, key: Key): void {
    this.#puts.delete(`${name}/${key}`);
    this.#removed.set(`${name}/${key}`, { collection: name, key });
    if (!isHeld(name)) return;
    this.#rows(name).delete(key);
    this.#lists.delete(name);
  }

  nextId(sequence: Sequence): number {
    const id = this.#next[sequence] ?? this.surroundings.sequences[sequence];
    this.#next[sequence] = id + 1;
    return id;
  }

  emit(eventName: EventName, subject: Subject = {}, payload: Record<string, unknown> = {}): void {
    this.#journal(eventName, subject, payload);
    this.#moment += 1;
  }
  /** A change of status is one moment and two events: the general one, then its own. */
  emitPair(general: EventName, own: EventName, subject: Subject, payload: Record<string, unknown>): void {
    this.#journal(general, subject, payload);
    this.emit(own, subject, payload);
  }
  #journal(eventName: EventName, subject: Subject, payload: Record<string, unknown>): void {
    const resourceType = resourceTypes[eventName];
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
  get events(): readonly EventRow[] {
    return this.#events;
  }

  schedule(kind: JobRow["kind"], due: Moment, subjectId: number | null): void {
    const jobId = this.nextId("jobId");
    this.put("jobs", { jobId, dueAt: format(due), kind, thirdpartyId: this.thirdparty.thirdpartyId, subjectId });
  }
  /** Takes back what was planned for a subject. */
  cancel(kind: JobRow["kind"], subjectId: number): void {
    for (const job of this.all("jobs"))
      if (job.kind === kind && job.subjectId === subjectId) this.remove("jobs", job.jobId);
  }

  change(): Change {
    const put = [...this.#puts.values()];
    for (const name of Object.keys(this.surroundings.sequences) as Sequence[]) {
      const next = this.#next[name];
      if (next !== undefined) put.push({ collection: "sequences", row: { name, next } });
    }
    return {
      put,
      remove: [...this.#removed.values()],
      events: this.#events,
    };
  }
}
