import { once } from "node:events";
import { Agent, createServer, type Server } from "node:http";
import type { Express } from "express";
import supertest, { type Response, type Test } from "supertest";
import { expect, inject } from "vitest";
import type { EventName } from "../../contract/events.ts";
import { createApp } from "../../src/app.ts";
import { type TestIdentifier, testIdentifiers } from "../../src/directory/test-identifiers.ts";
import type { State } from "../../src/domain/change.ts";
import { completeOptions, type Options } from "../../src/sandbox/options.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { ofAccount } from "../../src/seed/import.ts";
import { memoryStorage } from "../../src/store/memory/storage.ts";
import { teamOn } from "../../src/team/team.ts";
import { expectFit, operationFor } from "./contract.ts";
import { otherStatus, requestId } from "./matchers.ts";
import { note } from "./observations.ts";
import { ofRequests } from "./round-robin.ts";
import { laterDatabase, newPlace } from "./shared-storage.ts";
import { named } from "./waiting.ts";
import "./told-changes.ts";

const now = "2026-01-15T09:00:00";
export const novalune = "21996648800021";

/** The test identifier of a kind that has the given behaviour. */
export const identifier = (kind: TestIdentifier["kind"], wanted: TestIdentifier["case"]): string =>
  (testIdentifiers.find((candidate) => candidate.kind === kind && candidate.case === wanted) as TestIdentifier).value;

const { demo: _demo, bundle: _bundle, ...usual } = completeOptions({});
export const options: Options = { ...usual, seed: "empty", now, freeze: true };

/** Where `npm run test:postgres` runs the tests: a database, and how many servers take turns on it. */
const { TEST_DATABASE: database, TEST_SERVERS: servers = "1" } = process.env;

export const isOnDatabase = database !== undefined;

export interface Made {
  sandbox: Sandbox;
  /** All servers, where several take turns on a database; the first is `sandbox`. */
  servers?: readonly Sandbox[];
  app: Express;
}

/** A sandbox in memory, or in the database of the tests, whose clock stands still. */
export function makeSandbox(wish: Partial<Options> = {}): Made {
  const wanted = { ...options, ...wish };
  if (database === undefined) {
    const sandbox = new Sandbox(wanted, memoryStorage());
    return { sandbox, app: createApp(sandbox) };
  }
  const { address, made } = newPlace(database);
  const teams = Array.from({ length: Number(servers) }, () => teamOn(laterDatabase(address, made), wanted));
  const all = teams.map(({ storage, state }) => new Sandbox(wanted, storage, state));
  const sendAll = () => Promise.all(teams.map(({ send }) => send()));
  return { sandbox: all[0] as Sandbox, servers: all, app: inTurn(all.map(createApp), sendAll) };
}

/** Each request goes to the next server. One for the requests of all servers waits until they have sent theirs. */
function inTurn(all: readonly Express[], sendAll: () => Promise<unknown>): Express {
  let turn = 0;
  const next = async (...[request, response]: Parameters<Express>) => {
    const server = all[turn++ % all.length] as Express;
    if (all.length > 1 && ofRequests.test(request.url)) await sendAll();
    server(request, response);
  };
  return next as unknown as Express;
}

type Method = "get" | "post" | "put" | "delete" | "head" | "options" | "patch" | "trace";
type Query = Record<string, string | number | boolean>;

// All tests of a file share one server, and each has an account of its own, as in a team's test suite.
let shared: Promise<Made> | undefined;
let worlds = 0;

// supertest opens a server and a connection for each request, which take longer than most requests.
const listening = new WeakMap<Express, Server>();
const connections = new Agent({ keepAlive: true });
async function makeShared(): Promise<Made> {
  const made = makeSandbox();
  // A connection that the server ends while a request is on its way would fail the request.
  const server = createServer({ keepAliveTimeout: 0 }, made.app).listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  listening.set(made.app, server);
  return made;
}

/** Makes an account of its own for a test. */
export async function makeWorld({ seed = "empty", on }: { seed?: string; on?: Made } = {}): Promise<TestWorld> {
  const accountId = `test-${++worlds}`;
  const place = on ?? (await (shared ??= makeShared()));
  await place.sandbox.worlds.make(accountId, { seed });
  return new TestWorld(accountId, await place.sandbox.token([accountId], 3600, "tester"), place);
}

export interface DocumentSeen {
  documentId: number;
  dossierId: number;
  documentCode: string;
  statusCode: string;
  evidences: { id: number; responseId: number; [property: string]: unknown }[];
}
export interface DossierSeen {
  dossierId: number;
  dossierTypeCode: string | null;
  statusCode: string;
  documents: DocumentSeen[];
  [property: string]: unknown;
}

type Check = (response: Response) => void;
const checks =
  (status: number): Check =>
  (response) => {
    const difference = otherStatus(response, status);
    if (difference !== undefined) throw new Error(difference);
  };

/** supertest writes out a stack for each expectation, which takes longer than many a request. */
function withoutStack<T>(make: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The same check, whose failure begins with the line that asked for it. */
function placed(check: Check): Check {
  const place = new Error();
  return (response) => {
    try {
      check(response);
    } catch (error) {
      const { message, stack = "" } = error as Error;
      const [asked = [], own = []] = [place.stack, stack.replace(message, "")].map((text) =>
        text?.split("\n").slice(1),
      );
      throw Object.assign(error as Error, { stack: [`${error}`, ...asked.slice(2), ...own].join("\n") });
    }
  };
}

/** A request that expects a status quotes the problem that came instead. */
function telling(test: Test): Test {
  const expects = test.expect.bind(test) as (...wanted: unknown[]) => Test;
  test.expect = (...wanted: unknown[]) => {
    const [first] = wanted;
    if (wanted.length > 1 || (typeof first !== "number" && typeof first !== "function")) return expects(...wanted);
    const check = placed(typeof first === "number" ? checks(first) : (first as Check));
    return withoutStack(() => expects(check));
  };
  return test;
}

export class TestWorld {
  readonly accountId: string;
  readonly token: string;
  readonly sandbox: Sandbox;
  readonly servers: readonly Sandbox[];
  readonly app: Express;
  readonly base: string;

  constructor(accountId: string, token: string, { sandbox, servers = [sandbox], app }: Made) {
    this.accountId = accountId;
    this.token = token;
    this.sandbox = sandbox;
    this.servers = servers;
    this.app = app;
    this.base = `/api/v1/account/${accountId}`;
  }

  /** A request to the service with this world's token; its response is compared with the contract, and noted. */
  call(method: Method, path: string): Test {
    const url = path.startsWith("/api/") ? path : this.base + path;
    return this.raw(method, url).set("Authorization", `Bearer ${this.token}`);
  }
  /** The same request by a shorthand path, which names no account. */
  short(method: Method, path: string): Test {
    return this.raw(method, path).set("Authorization", `Bearer ${this.token}`);
  }
  /** The same request without a token. */
  raw(method: Method, url: string): Test {
    return this.#ask(method, url)
      .set("X-Request-Id", requestId)
      .expect((response: Response) => observe(method, url, response));
  }
  get(path: string, query: Query = {}): Test {
    return this.call("get", path).query(query);
  }
  post(path: string, body?: object | string): Test {
    return this.call("post", path).send(body);
  }
  control(method: Method, path: string, body?: object): Test {
    const { sandboxKey } = this.sandbox.options;
    const request = this.#ask(method, `/_sandbox/accounts/${this.accountId}${path}`);
    return (sandboxKey === null ? request : request.set("X-Sandbox-Key", sandboxKey)).send(body);
  }
  #ask(method: Method, url: string): Test {
    const server = listening.get(this.app);
    return named(
      telling(server ? supertest(server)[method](url).agent(connections) : supertest(this.app)[method](url)),
    );
  }

  /** Adds a third party and returns its id. */
  async add(value = novalune, more: object = {}): Promise<number> {
    const company = { companyIdType: "CIT001", companyIdValue: value, ...more };
    return (await this.post("/thirdparties", company).expect(201)).body.thirdpartyId;
  }
  async dossiersOf(thirdpartyId: number): Promise<DossierSeen[]> {
    return (await this.get(`/thirdparties/${thirdpartyId}/dossiers`).expect(200)).body.content;
  }
  /** Opens a free dossier with these documents. */
  async free(thirdpartyId: number, requiredDocuments: string[]): Promise<DossierSeen> {
    return (await this.post(`/thirdparties/${thirdpartyId}/dossiers`, { requiredDocuments }).expect(201)).body;
  }
  async document(dossierId: number, documentId: number): Promise<DocumentSeen> {
    return (await this.get(`/dossiers/${dossierId}/documents/${documentId}`).expect(200)).body;
  }
  /** Adds a third party, requires one document of it, and submits a response. */
  async answered(code = "CODE_CONDUITE", response: object = { outcome: "review" }) {
    const thirdpartyId = await this.add();
    const { dossierId, documents } = await this.free(thirdpartyId, [code]);
    const { documentId } = documents[0] as DocumentSeen;
    await this.control("post", `/documents/${documentId}/answers`, response).expect(201);
    const [evidence] = (await this.document(dossierId, documentId)).evidences;
    if (!evidence) throw new Error("the response left no evidence");
    return { thirdpartyId, dossierId, documentId, responseId: evidence.responseId, fileId: evidence.id };
  }
  /** Submits a file of the supplier's own as the response to a document. */
  upload(documentId: number, contentType: string, bytes: Buffer, query: Query = {}): Test {
    const request = this.#ask("post", `/_sandbox/accounts/${this.accountId}/documents/${documentId}/answers`);
    // Without a serialiser supertest would convert the bytes to text.
    const typed = contentType === "" ? request.unset("Content-Type") : request.set("Content-Type", contentType);
    return (contentType === "" ? typed : typed.serialize((body) => body)).query(query).send(bytes);
  }
  async advance(duration: string): Promise<void> {
    await this.control("post", "/clock", { advance: duration }).expect(200);
  }
  /** The names of the events in the audit journal after the event with this id. */
  async eventsSince(mark: number): Promise<EventName[]> {
    const { body } = await this.control("get", `/events?limit=1000&after=${mark}`).expect(200);
    return body.content.map(({ eventName }: { eventName: EventName }) => eventName);
  }
  /** The id of the last event in the audit journal. */
  async mark(): Promise<number> {
    const { body } = await this.control("get", "/events?limit=1000").expect(200);
    return body.after ?? 0;
  }
  /** The ids of the resources that have one of these events today, by the service's own search. */
  async happenedTo(resource: "thirdparties" | "dossiers" | "documents", ...eventNames: EventName[]): Promise<number[]> {
    const query = { eventNames: eventNames.join(","), ...today, size: 100 };
    const { body } = await this.get(`/${resource}/search`, query).expect(200);
    const key = { thirdparties: "thirdpartyId", dossiers: "dossierId", documents: "documentId" }[resource];
    return body.content.map((row: Record<string, number>) => row[key]);
  }
  /** An account of its own with the same rows, sooner than by the requests that made them. */
  async copy(): Promise<TestWorld> {
    const copy = await makeWorld({ on: this });
    const world = await this.sandbox.worlds.openOrCreate(copy.accountId);
    await world.replace(ofAccount((await this.state()) as State, copy.accountId));
    return copy;
  }
  /** All rows of the account, as the store holds them. */
  async state(): Promise<unknown> {
    return (await this.sandbox.worlds.using(this.accountId, ({ store }) => store.dump())) as State;
  }
}

export const today = { eventOccurrenceStartDate: "2026-01-15T00:00:00", eventOccurrenceEndDate: "2026-01-15T23:59:59" };

function observe(method: Method, url: string, { status, headers, body }: Response): void {
  const operation = operationFor(method, url);
  if (!operation) return;
  const type = (headers["content-type"] ?? "").split(";")[0] as string;
  if (method !== "head") expectFit(operation, { status, type, body });
  const folder = inject("observations");
  // Tests in other folders force statuses, which shows nothing about the handlers.
  if (expect.getState().testPath?.includes("/test/service/"))
    note(folder, { operationId: operation.operationId, status, shorthand: operation.shorthand });
}
