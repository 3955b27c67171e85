import type { z } from "zod";
import { control } from "../../contract/control.ts";
import { type Client, createClient } from "./client.ts";
import { type AccountCall, call, inAccount, type Result } from "./control.ts";
import type { components, operations as controls } from "./control-schema.ts";
import { knownNames } from "./known-names.ts";
import type { Place } from "./problem.ts";
import type { operations, components as service } from "./schema.ts";
import { type EventMatch, type WaitOptions, waitForEvent } from "./wait.ts";

// The public types come from the generated schemas: those of zod would bring a hundred thousand lines with them.
type Schemas = components["schemas"];

export type EventName = Schemas["EventName"];
/** The operations of the emulated service, by id: `thirdparties.list`, `responses.approve`… */
export type OperationId = keyof operations;

export type WorldOptions = Omit<Schemas["WorldRequest"], "from">;
/** The world to compare with: a snapshot of this one, or another account. */
export type CompareOptions = { accountId?: string; snapshot?: string; page?: number; size?: number } & {
  collection?: Schemas["Collection"];
};
export type Comparison = Schemas["Comparison"];
/** Which copy of a world a fork begins with; the present world when `snapshot` is left out. */
export type ForkOptions = Omit<Schemas["ForkSource"], "accountId">;
export type WorldFigures = Schemas["World"];
export type ClockReading = Omit<Schemas["ClockReading"], "happened"> & {
  /** Events that came about on the way, by name. */
  happened: Partial<Record<EventName, number>>;
};
/** Who acts in a world, the tempers, and a page of its third parties with what comes next of each. */
export type PeopleOf = Schemas["PeopleOf"];
/** How a third party behaves, and what comes next of it. */
export type Supplier = Schemas["Supplier"];
/** What will happen by itself. */
export type Due = Omit<Schemas["Due"], "kinds"> & { kinds: Partial<Record<Schemas["JobKind"], number>> };
export type JournalEvent = Schemas["JournalEvent"];
export type SeenRequest = Schemas["Seen"];
/** A request with its headers and bodies, and those of its response. */
export type WholeRequest = Schemas["WholeRequest"];
/** An HTTP archive 1.2. */
export type Har = Schemas["Har"];
type RequestQuery = NonNullable<controls["requests.list"]["parameters"]["query"]>;
export type RequestFilter = Omit<RequestQuery, "accountId" | "operation"> & { operation?: OperationId };
export type SnapshotSummary = Schemas["Snapshot"];
export type ListedSnapshot = Schemas["ListedSnapshot"];
/** A whole world: the result of `export`, which `import` and a seed file take. */
export type WorldState = Record<string, unknown>;
export type Fault = Omit<Schemas["Fault"], "operation" | "accountId"> & { operation?: OperationId };
/** A fault that is set, with the account that it strikes. */
export type SetFault = Fault & { accountId: string };

type DataOf<N extends EventName, O = Schemas["Occurrence"]> = O extends { event: infer E; data?: infer D }
  ? N extends E
    ? NonNullable<D>
    : never
  : never;

/** The resource on which an event is brought about, and the data that the event carries. */
export type Target<N extends EventName> = { data?: DataOf<N> } & (N extends service["schemas"]["ThirdpartyEventName"]
  ? { thirdpartyId?: number }
  : N extends service["schemas"]["DossierEventName"]
    ? { dossierId?: number; thirdpartyId?: number }
    : { documentId?: number; dossierId?: number; thirdpartyId?: number });

/** An event, and whether a trigger brings it about now. */
export type PossibleTrigger = Schemas["PossibleTrigger"];

export type ScenarioName = Schemas["ScenarioName"];
/** What a scenario made, by its ids. */
export type PlayedScenario<N extends ScenarioName, P = Schemas["PlayedScenario"]> = P extends { scenario: infer S }
  ? N extends S
    ? Omit<P, "scenario"> & { scenario: N }
    : never
  : never;

type AnswerBody = Schemas["Answer"];
type FileAnswer = { file: Uint8Array; fileName?: string; contentType?: string; formdata?: never };
export type AnswerOptions = Omit<AnswerBody, "formdata"> &
  (FileAnswer | (Pick<AnswerBody, "formdata"> & { file?: never }));

export type SyncReport = Schemas["SyncReport"];
export type SyncFinding = Schemas["SyncFinding"];
export interface SyncOptions {
  /** Only this subject of a token. */
  caller?: string;
  /** Only events from this moment on, `yyyy-MM-ddTHH:mm:ss`. */
  from?: string;
  /** The event types that the client has to follow; those that it asked for when left out. */
  names?: readonly EventName[];
}

type EventQuery = NonNullable<controls["accounts.events"]["parameters"]["query"]>;
export type EventFilter = Omit<EventQuery, "names" | "limit"> & { names?: readonly EventName[] };

const { accounts, clock, faults, occurrences, people, requests, scenarios, tokens } = control;
type Of<E extends { body: z.ZodType }> = z.input<E["body"]>;
const answerNames = ["file", "fileName", "contentType", ...Object.keys(occurrences.answer.body.shape)];
const eventNames = Object.keys(accounts.events.query.shape).filter((name) => name !== "limit");
const requestNames = Object.keys(requests.list.query.shape).filter((name) => name !== "accountId");
const pageSize = 1000;
const tokenLifetime = 86_400;

/** One account of a sandbox. */
export class SandboxWorld {
  /** The name of the account. */
  readonly accountId: string;
  /** Base URL of the emulated service for this account, for the code under test. */
  readonly baseUrl: string;
  /** Opens this account for a day. */
  readonly token: string;
  /** A client of the emulated service with this world's token, typed by its OpenAPI document. */
  readonly client: Client;
  readonly #place: Place;
  /** Settled when each `waitFor` has its stream: what is sent after the call must not happen before that. */
  #armed: Promise<unknown> | undefined;

  private constructor(place: Place, accountId: string, token: string) {
    this.#place = place;
    this.accountId = accountId;
    this.token = token;
    this.baseUrl = `${place.url}/api/v1/account/${accountId}`;
    const getToken = async () => {
      await this.#armed;
      return token;
    };
    this.client = createClient({ baseUrl: this.baseUrl, getToken });
  }

  /** Creates the account or replaces its world, and makes a token for it. */
  static async make(place: Place, accountId: string, options: Schemas["WorldRequest"]): Promise<SandboxWorld> {
    const [, { accessToken }] = await Promise.all([
      call(place, accounts.put, { params: { accountId }, body: options }),
      call(place, tokens.create, { body: { accountIds: [accountId], expiresIn: tokenLifetime } }),
    ]);
    return new SandboxWorld(place, accountId, accessToken);
  }

  async #ask<E extends Parameters<typeof call>[1]>(endpoint: E, request: AccountCall<E> = {}): Promise<Result<E>> {
    await this.#armed;
    return call(this.#place, endpoint, inAccount(this.accountId, request));
  }

  /** A move that the end of the sandbox cut short must not look complete. */
  async #move(body: { advance: string } | { set: string }): Promise<ClockReading> {
    const reading = await this.#ask(clock.move, { body });
    if (reading.cancelled && this.#place.closed)
      throw new Error(`The sandbox was closed while the clock moved: it stands at ${reading.now}.`);
    return reading;
  }

  /** The account's own clock. A move resolves to the events that it brought about, counted by type. */
  readonly clock = {
    /** The account's own time, `yyyy-MM-ddTHH:mm:ss.SSS`. */
    now: async (): Promise<string> => (await this.#ask(clock.get)).now,
    /** The time, whether the clock runs, and when something is due next. */
    read: (): Promise<ClockReading> => this.#ask(clock.get),
    /** By an ISO 8601 duration: `P90D`, `PT12H`. */
    advance: (duration: string): Promise<ClockReading> => this.#move({ advance: duration }),
    /** To a moment, `yyyy-MM-ddTHH:mm:ss`, that is not in the past. */
    set: (moment: string): Promise<ClockReading> => this.#move({ set: moment }),
    /** Cancels a move that is under way: it resolves to where the clock has come to. */
    cancel: (): Promise<ClockReading> => this.#ask(clock.cancel),
    /** Stops the clock where it stands. */
    freeze: (): Promise<ClockReading> => this.#ask(clock.move, { body: { freeze: true } }),
    /** Lets the clock run again. */
    resume: (): Promise<ClockReading> => this.#ask(clock.move, { body: { freeze: false } }),
    /** What will happen by itself until a moment, or next; nothing is changed. 100 at a time, or `size`. */
    due: (until?: string, { page, size }: { page?: number; size?: number } = {}): Promise<Due> =>
      this.#ask(clock.due, { query: { until, page, size } }),
  };

  /** Who acts by itself: suppliers, each by its temper, and the client's people. */
  readonly people = {
    /** Who acts, the tempers, and what each third party does next; 100 third parties at a time, or `size`. */
    read: ({ page, size }: { page?: number; size?: number } = {}): Promise<PeopleOf> =>
      this.#ask(people.get, { query: { page, size } }),
    /** Says who acts from now on: `all`, `suppliers` or `none`. The world is kept. */
    set: async (who: Schemas["People"]): Promise<void> => void (await this.#ask(people.put, { body: { people: who } })),
    /** How a third party behaves; with a temper, such as `late`, from now on. `null` goes back to chance. */
    temper: (thirdpartyId: number, temper?: Schemas["Temper"] | null): Promise<Supplier> =>
      temper === undefined
        ? this.#ask(people.supplier, { params: { thirdpartyId } })
        : this.#ask(people.temper, { params: { thirdpartyId }, body: { temper } }),
  };

  /** Injected faults of this world alone. */
  readonly faults = {
    /** The faults that are set, with how often each still strikes. */
    list: async (): Promise<SetFault[]> =>
      (await this.#ask(faults.list, { query: { accountId: this.accountId } })) as SetFault[],
    /** Replaces the faults that are set. */
    set: async (...wanted: Fault[]): Promise<void> =>
      void (await this.#ask(faults.replace, { query: { accountId: this.accountId }, body: wanted })),
    /** Removes them all. */
    clear: async (): Promise<void> => void (await this.#ask(faults.clear, { query: { accountId: this.accountId } })),
  };

  /** Brings an event about, by a cause in this model. Resolves to every event that it left, cascades included. */
  async trigger<N extends EventName>(event: N, target: Target<N> = {} as Target<N>): Promise<JournalEvent[]> {
    return (await this.#ask(occurrences.create, { body: { event, ...target } as Of<typeof occurrences.create> }))
      .content;
  }

  /** Which of the events can be brought about on a resource now, and why the others cannot; nothing is changed. */
  async triggers(on: { thirdpartyId?: number; dossierId?: number; documentId?: number }): Promise<PossibleTrigger[]> {
    return (await this.#ask(occurrences.possible, { query: on })).content;
  }

  /** Makes what a test needs, by the name of a scenario: `iban-mismatch`, `dossier-waiting`, `empty-account`… */
  async scenario<N extends ScenarioName>(name: N): Promise<PlayedScenario<N>> {
    return (await this.#ask(scenarios.play, { body: { scenario: name } })) as unknown as PlayedScenario<N>;
  }

  /** Answers a document as the third party would: with plausible content, form values or a file. */
  async answer(documentId: number, options: AnswerOptions = {}): Promise<JournalEvent[]> {
    const params = { documentId };
    knownNames("answer", options, answerNames);
    if (!options.file) return (await this.#ask(occurrences.answer, { params, body: options })).content;
    const { file: bytes, contentType = "application/pdf", formdata: _, ...query } = options;
    return (await this.#ask(occurrences.answer, { params, query, raw: { bytes, contentType } })).content;
  }

  /** Every event of the audit journal that passes the filter, oldest first. */
  async events(wish: EventFilter = {}): Promise<JournalEvent[]> {
    const { names, ...filter } = knownNames("events", wish, eventNames);
    const found: JournalEvent[] = [];
    let after = filter.after;
    while (true) {
      const query = { ...filter, names: names?.join(","), after, limit: pageSize };
      const page = await this.#ask(accounts.events, { query });
      found.push(...page.content);
      if (page.content.length < pageSize) return found;
      after = page.after ?? undefined;
    }
  }

  /**
   * Waits for an event of this account, from the call on or after the event `since`. Requests that this world or its
   * client sends after the call count; for what is on its way already, or sent by others, take `since`.
   */
  async waitFor(name: EventName, match: EventMatch = {}, options: WaitOptions = {}): Promise<JournalEvent> {
    knownNames("waitFor", match, ["thirdpartyId", "dossierId", "documentId", "resourceType", "resourceId"]);
    const { timeout = 5_000, since } = knownNames("waitFor", options, ["timeout", "since"]);
    let subscribed = () => {};
    this.#armed = Promise.all([this.#armed, new Promise<void>((resolve) => (subscribed = resolve))]);
    try {
      const [last] = await Promise.all([since ?? this.#lastEventId(), this.#lastEventId(name)]);
      return await waitForEvent({
        place: { ...this.#place, account: this.accountId },
        ...{ name, match, timeout, since: last, subscribed },
        journal: (after) => this.events({ after }),
        clock: async () => {
          const { now, frozen, nextDue } = await this.clock.read();
          return `The clock ${frozen ? "stands" : "runs"} at ${now}; next due is ${nextDue ?? "nothing"}.`;
        },
      });
    } finally {
      subscribed();
    }
  }
  /** Rejects for a name that does not exist. */
  async #lastEventId(names?: EventName): Promise<number> {
    const query = { latest: true, limit: 1, names };
    return (await call(this.#place, accounts.events, inAccount(this.accountId, { query }))).after ?? 0;
  }

  /** The requests that the service received for this account, oldest first, without their headers and bodies. */
  async requests(filter: RequestFilter = {}): Promise<SeenRequest[]> {
    return (await this.#ask(requests.list, { query: this.#filter("requests", filter) })).content;
  }
  /** One request whole, by its id, with its headers and bodies. */
  request(requestId: string): Promise<WholeRequest> {
    return this.#ask(requests.get, { params: { requestId } });
  }
  /** The same requests as an HTTP archive, with their headers and bodies. */
  har(filter: RequestFilter = {}): Promise<Har> {
    return this.#ask(requests.har, { query: this.#filter("har", filter) });
  }
  #filter(method: string, filter: RequestFilter) {
    return { ...knownNames(method, filter, requestNames), accountId: this.accountId };
  }

  /** What the clients of this account that search by events were not shown, and why. */
  async sync(wish: SyncOptions = {}): Promise<SyncReport> {
    const { names, ...query } = knownNames("sync", wish, ["caller", "from", "names"]);
    return this.#ask(accounts.sync, { query: { ...query, names: names?.join(",") } });
  }

  /** A ZIP of this world and its requests, which `tiers-sandbox open` serves again. */
  bundle(): Promise<Uint8Array> {
    return this.#ask(accounts.bundle);
  }

  /** Copies this world, or a snapshot of it, to another account: its ids, clock and events are equal. */
  fork(accountId: string, options: ForkOptions = {}): Promise<SandboxWorld> {
    knownNames("fork", options, ["snapshot", "withSnapshots"]);
    return SandboxWorld.make(this.#place, accountId, { from: { ...options, accountId: this.accountId } });
  }
  /**
   * The rows that differ from another world to this one: since a snapshot (`{ snapshot }`), or from another account.
   * 100 at a time, or `size`.
   */
  compare(before: CompareOptions): Promise<Comparison> {
    knownNames("compare", before, ["accountId", "snapshot", "collection", "page", "size"]);
    const { accountId = this.accountId, snapshot: beforeSnapshot, ...query } = before;
    return call(this.#place, accounts.compare, {
      query: { before: accountId, beforeSnapshot, after: this.accountId, ...query },
    });
  }
  /** What this account has configured, all of it; or what differs from its base. */
  configuration(only: { difference?: boolean } = {}): Promise<Schemas["Configuration"]> {
    return this.#ask(accounts.configuration, { query: knownNames("configuration", only, ["difference"]) });
  }
  /**
   * Configures the account otherwise; the world goes on. What is removed and still asked for is refused, unless `stop`
   * is true: its documents are stopped, and its dossiers archived.
   */
  configure(file: Schemas["Configuration"], how: { stop?: boolean } = {}): Promise<WorldFigures> {
    return this.#ask(accounts.configure, { query: knownNames("configure", how, ["stop"]), body: file });
  }
  /** Restores the world as it was created or imported, and clears its faults. */
  reset(): Promise<WorldFigures> {
    return this.#ask(accounts.reset);
  }
  /** The whole world as JSON, for `import` or a seed file. */
  export(): Promise<WorldState> {
    return this.#ask(accounts.export);
  }
  /** Replaces the world by one that `export` gave, after a check of all its rows. */
  import(state: WorldState): Promise<WorldFigures> {
    return this.#ask(accounts.import, { body: state });
  }
  /** Keeps the world as it is now, under a name. */
  snapshot(name: string): Promise<SnapshotSummary> {
    return this.#ask(accounts.snapshot, { body: { name } });
  }
  /** The snapshots of this world. */
  async snapshots(): Promise<ListedSnapshot[]> {
    return (await this.#ask(accounts.snapshots)).content;
  }
  /** Goes back to a snapshot. */
  restore(name: string): Promise<WorldFigures> {
    return this.#ask(accounts.restore, { params: { name } });
  }
  /** Deletes a snapshot. */
  async forget(name: string): Promise<void> {
    await this.#ask(accounts.forget, { params: { name } });
  }
  /** A token with another lifetime in seconds, and another subject; a negative one has expired. */
  async tokenFor(expiresIn: number, subject?: string): Promise<string> {
    const body = { accountIds: [this.accountId], expiresIn, subject };
    return (await call(this.#place, tokens.create, { body })).accessToken;
  }
  /** Deletes the account, with its snapshots. */
  async delete(): Promise<void> {
    await this.#ask(accounts.delete);
  }
}
