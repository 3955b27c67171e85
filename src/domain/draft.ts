import { type EventName, resourceTypeOf } from "../../contract/events.ts";
import type { Chance } from "../directory/chance.ts";
import {
  type Actor,
  type AttributeRow,
  type Change,
  type CollectionName,
  type CommentRow,
  type ContactRow,
  collections,
  type DocumentRow,
  type DossierRow,
  type DossierTypeRow,
  type EventRow,
  type IndicatorRow,
  type JobRow,
  type Key,
  type ReportRow,
  type ResponseRow,
  type Row,
  type Sequence,
  type ThirdpartyRow,
} from "./rows.ts";
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

type Held = Exclude<keyof Folder, "thirdparty">;

/**
 * A working copy of one third party's folder, in which a rule writes rows and events side by side.
 * What it wrote is the Change; the folder that it was made from stays as it was.
 */
export class Draft {
  readonly surroundings: Surroundings;
  actor: Actor;
  #moment: Moment;
  readonly #sequences: Record<Sequence, number>;
  readonly #puts = new Map<string, Change["put"][number]>();
  readonly #removed = new Map<string, Change["remove"][number]>();
  readonly #events: EventRow[] = [];
  readonly #held: { [C in Held]: Map<Key, Row<C>> };
  #thirdparty: ThirdpartyRow | null;

  constructor(folder: Folder, surroundings: Surroundings, actor: Actor) {
    this.surroundings = surroundings;
    this.actor = actor;
    this.#moment = surroundings.now;
    this.#sequences = { ...surroundings.sequences };
    this.#thirdparty = folder.thirdparty;
    const held = <C extends Held>(name: C): Map<Key, Row<C>> =>
      new Map((folder[name] as Row<C>[]).map((row) => [(collections[name].key as (row: Row<C>) => Key)(row), row]));
    this.#held = {
      attributes: held("attributes"),
      indicators: held("indicators"),
      dossiers: held("dossiers"),
      documents: held("documents"),
      responses: held("responses"),
      comments: held("comments"),
      contacts: held("contacts"),
      reports: held("reports"),
      jobs: held("jobs"),
    };
  }

  /** The moment of the next event: a millisecond passes with each, so that their order shows. */
  get now(): Moment {
    return this.#moment;
  }
  get stamp(): string {
    return format(this.#moment);
  }
  get thirdparty(): ThirdpartyRow {
    if (!this.#thirdparty) throw new Error("this rule needs a third party");
    return this.#thirdparty;
  }

  all<C extends Held>(name: C): Row<C>[] {
    return [...this.#held[name].values()] as Row<C>[];
  }
  get<C extends Held>(name: C, key: Key): Row<C> | undefined {
    return this.#held[name].get(key) as Row<C> | undefined;
  }
  /** A row that a rule knows to be there. */
  the<C extends Held>(name: C, key: Key): Row<C> {
    const row = this.get(name, key);
    if (!row) throw new Error(`no ${name} ${key} in this folder`);
    return row;
  }

  put<C extends CollectionName>(name: C, row: Row<C>): Row<C> {
    const key = (collections[name].key as (row: Row<C>) => Key)(row);
    this.#puts.set(`${name}/${key}`, { collection: name, row } as Change["put"][number]);
    this.#removed.delete(`${name}/${key}`);
    if (name === "thirdparties") this.#thirdparty = row as ThirdpartyRow;
    else if (name in this.#held) (this.#held[name as Held] as Map<Key, unknown>).set(key, row);
    return row;
  }
  remove(name: CollectionName, key: Key): void {
    this.#puts.delete(`${name}/${key}`);
    this.#removed.set(`${name}/${key}`, { collection: name, key });
    if (name in this.#held) this.#held[name as Held].delete(key);
  }

  nextId(sequence: Sequence): number {
    return this.#sequences[sequence]++;
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
    const resourceType = resourceTypeOf(eventName);
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
    for (const job of this.all("jobs")) if (job.kind === kind && job.subjectId === subjectId) this.remove("jobs", job.jobId);
  }

  change(): Change {
    const moved = (Object.keys(this.#sequences) as Sequence[]).filter((name) => this.#sequences[name] !== this.surroundings.sequences[name]);
    return {
      put: [...this.#puts.values(), ...moved.map((name) => ({ collection: "sequences" as const, row: { name, next: this.#sequences[name] } }))],
      remove: [...this.#removed.values()],
      events: this.#events,
    };
  }
}
