import { gzipSync } from "node:zlib";
import { control } from "../../../contract/control.ts";
import { type Endpoint, operationsOf } from "../../../contract/endpoint.ts";
import { EventName } from "../../../contract/events.ts";
import { service } from "../../../contract/service.ts";
import type { State } from "../../../src/domain/change.ts";
import type { DocumentRow } from "../../../src/domain/rows.ts";
import { type Ask, control as at, get, must, post, put, type Request, remove } from "../client.ts";

/** A request that takes long for its operation, and what is sent before it, which does not count. */
interface Try {
  path?: string;
  query?: string;
  body?: string | Buffer;
  headers?: Record<string, string>;
  before?: Request;
  /** The request is refused for its content, after all of it was looked at. */
  invalid?: true;
}
const invalid = true;
const json = { "content-type": "application/json" };
const gzip = { "content-encoding": "gzip" };

/** What the requests need to know of the worlds that they are sent to. */
export interface Sizes {
  /** Third parties of the large world. */
  size: number;
  /** Bytes of the largest upload. */
  upload: number;
  /** Of the world that is made, exported and imported. */
  seed: string;
  /** Requests that the request log holds. */
  refused: number;
}

interface Prepared extends Pick<Sizes, "size" | "seed"> {
  ids: Record<string, string | number>;
  /** The third party with hundreds of documents that are missing. */
  fat: number;
  uploaded: Uploaded;
  exported: string;
  /** The same with its rows in the opposite order. */
  unsorted: Buffer;
}

/** The largest upload. */
interface Uploaded {
  documentId: number;
  path: string;
  size: number;
}

export interface Trial {
  operationId: string;
  about: string;
  before?: Request | undefined;
  request: Request;
  /** Undefined when the answer is what it should be: anything else would measure nothing. */
  complaint: (status: number) => string | undefined;
}

const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, at])));
const manyKeys = keys(60_000);
/** A body may hold 5,000 keys and values. */
const most = 4_900;
const companies = ["21996648800021", "21992014700010"];

const ever = "eventOccurrenceStartDate=1990-01-01T00:00:00&eventOccurrenceEndDate=2090-01-01T00:00:00";
const happened = (prefix: string) =>
  `${ever}&eventNames=${EventName.options.filter((name) => name.startsWith(prefix))}`;
const list = (length: number, entry: string) => `[${Array.from({ length }, () => entry)}]`;

const letters = (nth: number) =>
  nth.toString(26).replace(/./g, (one) => String.fromCharCode(65 + Number.parseInt(one, 26)));
const unknown = (count: number, nth: number) =>
  Array.from({ length: count }, (_, at) => `U_${letters(100 * nth + at)}`);
/** A configuration with so many entries in a part. */
const configuration = (part: string, count: number, entry: (at: number) => object) => {
  const entries = Array.from({ length: count }, (_, at) => [`X_${letters(at)}`, entry(at)]);
  return JSON.stringify({ format: "tiers-sandbox/configuration@1", [part]: Object.fromEntries(entries) });
};

type Tries = (nth: number, world: Prepared) => Try[];

/** The worst requests for each operation that takes a query or a body; `nth` makes repeated ones differ. */
const worst: Record<string, Tries> = {
  "thirdparties.list": () => [{ query: "size=100&name=zzz" }],
  "thirdparties.search": () => [{ query: `size=100&name=zzz&${happened("THIRD_PARTY")}` }],
  "thirdparties.create": (nth) => [
    { body: `{"companyIdType":"CIT001","contacts":${list(most / 2, '{"email":1}')}}`, invalid },
    {
      path: "/api/v1/account/new/thirdparties",
      before: remove(at("new")),
      body: JSON.stringify({ companyIdType: "CIT001", companyIdValue: companies[nth % companies.length] }),
    },
  ],
  "thirdparties.find": () => [{ query: "size=100", body: '{"searchBy":"NAME","value":"zzz"}' }],
  "attributes.set": () => [{ body: `{"label":"x","values":${list(most / 2, "[]")}}`, invalid }],
  "dossiers.create": () => [{ body: `{"requiredDocuments":${list(most, "1")}}`, invalid }],
  "dossiers.list": () => [{ query: "size=100&thirdpartyId=1" }],
  "dossiers.search": () => [{ query: `size=100&thirdpartyId=1&${happened("DOSSIER")}` }],
  "dossiers.require": () => [{ body: `{"newRequiredDocuments":${list(most / 2, "{}")}}`, invalid }],
  "documents.search": () => [{ query: `size=100&${happened("DOCUMENT")}` }],
  "responses.approve": () => [{ body: `{"comment":"${"x".repeat(1_000_000)}"}`, invalid }],
  "responses.reject": () => [{ body: `{"comment":"${"\\u00e9".repeat(150_000)}"}`, invalid }],
  "accounts.put": (nth, { size, seed }) => [
    { path: at("made"), body: JSON.stringify({ size, randomSeed: nth }) },
    { path: at("made"), body: JSON.stringify({ seed, randomSeed: nth }) },
  ],
  "accounts.delete": (_, { size }) => [{ path: at("gone"), before: put(at("gone"), { size }) }],
  "accounts.deleteUnused": () => [{ query: "unusedFor=P9999Y" }],
  "accounts.import": (_, { exported, unsorted }) => [
    { path: at("imported", "/state"), body: exported },
    { path: at("imported", "/state"), body: unsorted, headers: gzip },
    {
      body: gzipSync(`{"format":"tiers-sandbox/world@1","state":{"events":${list(900_000, "{}")}}}`),
      headers: gzip,
      invalid,
    },
    { body: `{"format":"tiers-sandbox/world@1","state":{"events":[${list(48_000, "{}")}]}}`, invalid },
  ],
  "accounts.snapshot": () =>
    ["large", "uploads"].map((of) => ({ path: at(of, "/snapshots"), body: '{"name":"kept"}' })),
  "accounts.restore": () => ["large", "uploads"].map((of) => ({ path: at(of, "/snapshots/kept/restore") })),
  "accounts.export": () => [{}, { path: at("uploads", "/state") }],
  "documents.file": (_, { uploaded: { path } }) => [{}, { path }],
  "accounts.forget": () => [
    { path: at("large", "/snapshots/other"), before: post(at("large", "/snapshots"), { name: "other" }) },
  ],
  "accounts.compare": () => [
    { query: "before=large&beforeSnapshot=kept&size=1000" },
    { query: "before=large&after=source&size=1000" },
  ],
  "accounts.events": () => [
    { query: "limit=1000" },
    { query: "limit=1000&thirdpartyId=1" },
    { query: "limit=1000&latest=true" },
  ],
  "accounts.configuration": () => [{}, { query: "difference=true" }],
  // Each changes the label of a type that all dossiers ask for, and the rules look at every third party.
  "accounts.configure": (nth) => [
    {
      body: JSON.stringify({
        format: "tiers-sandbox/configuration@1",
        documentTypes: { CODE_CONDUITE: { label: `Code ${nth}` } },
        practice: { renewalDays: 1 + (nth % 90) },
      }),
    },
    { body: configuration("dossierTypes", 40, (at) => ({ label: "x", documents: unknown(100, at) })), invalid },
    { body: configuration("rules", 999, (at) => ({ label: "x", create: `X_${at % 9}` })), invalid },
    { body: configuration("documentTypes", 999, (at) => ({ label: `x ${at} ${nth}` })) },
    { path: at("other", "/configuration"), body: configuration("attributes", 999, () => ({ type: "string" })) },
  ],
  "accounts.sync": () => [{}, { query: `names=${EventName.options}` }],
  "people.get": () => [{ query: "size=1000" }],
  "people.put": () =>
    ["large", "fat"].flatMap((name) =>
      ["none", "all"].map((people) => ({ path: at(name, "/people"), body: JSON.stringify({ people }) })),
    ),
  "people.temper": (nth, { fat }) => [
    { body: '{"temper":"late"}' },
    { path: at("fat", `/people/${fat}`), body: JSON.stringify({ temper: nth % 2 ? "prompt" : "ordinary" }) },
  ],
  "clock.move": () => [
    { body: '{"advance":"P60D"}' },
    // A move is repeated up to four times, and the clock ends with the year 9999.
    { path: at("idle", "/clock"), body: '{"advance":"P1500Y"}' },
    { path: at("small", "/clock"), body: '{"advance":"P5Y"}' },
    { path: at("fat", "/clock"), body: '{"advance":"P20D"}' },
  ],
  "clock.due": () =>
    ["large", "fat"].map((name) => ({ path: at(name, "/due"), query: "until=9999-12-31T23:59:59&size=1000" })),
  "occurrences.create": (_, { fat }) => [
    {
      path: at("fat", "/occurrences"),
      body: JSON.stringify({ event: "DOSSIER_STATUS_UPDATED", thirdpartyId: fat }),
    },
    { body: '{"event":"DOSSIER_TEMPLATE_UPDATED"}' },
    { body: '{"event":"THIRD_PARTY_ARCHIVED"}' },
    { body: '{"event":"DOCUMENT_ANSWER_ACCEPTED"}' },
  ],
  "occurrences.possible": (_, { ids, fat }) => [
    { query: `thirdpartyId=${ids.thirdpartyId}` },
    { path: at("fat", "/triggers"), query: `thirdpartyId=${fat}` },
  ],
  "occurrences.answer": () => [
    // The document can be answered again in the snapshot.
    { body: `{"formdata":${keys(most)}}`, before: post(at("large", "/snapshots/kept/restore")), invalid },
  ],
  "portfolio.thirdparties": () => [
    { query: "sort=name&order=desc&size=1000&q=zzz" },
    { query: "sort=waiting&size=1000" },
  ],
  "portfolio.documents": () => [{ query: "expiresBefore=9999-01-01T00:00:00&size=1000" }],
  "portfolio.find": () => [{ query: "q=zzz&limit=100" }],
  "faults.list": () => [{}],
  "faults.replace": () => [{ body: list(most / 2, '{"operation":1}'), invalid }, { body: "[]" }],
  "faults.clear": () => [{}],
  "requests.list": () => [{}],
  "requests.har": () => [{}],
  "requests.get": () => [
    {
      path: "/_sandbox/requests/of-a-list",
      before: get("/api/v1/account/large/thirdparties?size=100", { "x-request-id": "of-a-list" }),
    },
  ],
  "requests.clear": () => [{ query: "accountId=nobody" }],
  "requests.stream": () => [{}],
  "scenarios.play": () => [{ body: '{"scenario":"full-page"}' }],
  // They end the server or a move, or are refused at once.
  "server.stop": () => [],
  "clock.cancel": () => [],
  "tokens.create": () => [{ body: `{"accountIds":${list(most, '"a"')}}`, invalid }],
  "tokens.oauth": () => [
    {
      body: Array.from({ length: 90_000 }, (_, at) => `key${at}=1`).join("&"),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      invalid,
    },
  ],
};

const ofEveryBody: Try[] = [manyKeys, keys(most), `"${"x".repeat(1_000_000)}"`].map((body) => ({ body, invalid }));

/** An operation with neither query nor body has one request only. */
const worstOf = (operationId: string, { query, body }: Endpoint): Tries | undefined =>
  worst[operationId] ?? (query || body ? undefined : () => [{}]);

const operations = [...operationsOf(service), ...operationsOf(control)];
export const withoutWorst = operations.flatMap(({ operationId, endpoint }) =>
  worstOf(operationId, endpoint) ? [] : [operationId],
);

/** Makes the worlds that the requests are sent to. */
export async function prepare(
  ask: Ask,
  { size, seed, refused }: Omit<Sizes, "upload">,
  uploaded: Uploaded,
): Promise<Prepared> {
  const worlds = { large: { size }, source: { seed }, idle: { seed: "empty" } };
  const others = { small: { seed: "onboarding" }, other: { seed: "onboarding" } };
  for (const [name, wish] of Object.entries({ ...worlds, ...others })) await must(ask, put(at(name), wish));
  await must(ask, post(at("large", "/snapshots"), { name: "kept" }));
  const fat = await fatten(ask);
  const exported = await must<Exported>(ask, get(at("source", "/state")));
  const { state } = await must<{ state: State }>(ask, get(at("large", "/state")));
  const open = new Set(state.dossiers.flatMap(({ dossierId, monitored }) => (monitored ? dossierId : [])));
  const document = state.documents.find(
    ({ evidences, dossierId, internal }) => evidences.length > 0 && open.has(dossierId) && !internal.stopped,
  ) as DocumentRow;
  const { thirdpartyId, dossierId, documentId, evidences } = document;
  const { id: fileId, responseId } = evidences[0] as DocumentRow["evidences"][number];
  // The request log is full of refused requests.
  const wrong = Array.from({ length: 50 }, (_, nth) => `key${nth}=1`).join("&");
  for (let nth = 0; nth < refused; nth++) await ask(get(`/api/v1/account/large/thirdparties?${wrong}`));
  // Each search is of a window of its own that holds all events.
  for (let page = 0; page < 20; page++) {
    const query = happened("DOCUMENT").replace("1990-01-01T00:00:00", `1990-01-01T00:00:${page + 10}`);
    await ask(get(`/api/v1/account/large/documents/search?size=1&page=${page}&${query}`));
  }
  return {
    ids: {
      accountId: "large",
      name: "kept",
      id: thirdpartyId,
      thirdpartyId,
      dossierId,
      documentId,
      fileId,
      responseId,
    },
    size,
    seed,
    fat,
    uploaded,
    exported: JSON.stringify(exported),
    unsorted: gzipSync(JSON.stringify(upsideDown(exported))),
  };
}

/** A world in which people act, and one third party owes hundreds of documents. */
async function fatten(ask: Ask): Promise<number> {
  await must(ask, put(at("fat"), { seed: "onboarding" }));
  const world = await must<{ state: State }>(ask, get(at("fat", "/state")));
  const { documents, dossiers, thirdparties, sequences } = world.state;
  const { thirdpartyId, ...one } = documents.find(({ statusCode }) => statusCode === "MISSING") as DocumentRow;
  const summaries = dossiers.find(({ dossierId }) => dossierId === one.dossierId)?.documents ?? [];
  const summary = summaries.find(({ documentId }) => documentId === one.documentId);
  const sequence = sequences.find(({ name }) => name === "documentId");
  if (!summary || !sequence) throw new Error("the world has no such dossier");
  for (let left = 800; left > 0; left--) {
    const documentId = sequence.next++;
    documents.push({ ...one, thirdpartyId, documentId });
    summaries.push({ ...summary, documentId });
  }
  for (const row of thirdparties) row.internal.temper = "prompt";
  await must(ask, { ...put(at("fat", "/state"), world) });
  await must(ask, put(at("fat", "/people"), { people: "all" }));
  return thirdpartyId;
}

/** A world with the largest upload, and a snapshot from before it. */
export async function send(ask: Ask, size: number): Promise<Uploaded> {
  await must(ask, put(at("uploads"), { seed: "onboarding" }));
  const { state } = await must<{ state: State }>(ask, get(at("uploads", "/state")));
  const { dossierId, documentId } = state.documents.find(({ statusCode }) => statusCode === "MISSING") as DocumentRow;
  await must(ask, post(at("uploads", "/snapshots"), { name: "asked" }));
  const headers = { "content-type": "application/pdf" };
  const sent = { method: "POST", path: at("uploads", `/documents/${documentId}/answers`), headers };
  await must(ask, { ...sent, body: Buffer.alloc(size, "x") });
  await must(ask, post(at("uploads", "/snapshots"), { name: "kept" }));
  const path = `/api/v1/account/uploads/dossiers/${dossierId}/documents/${documentId}`;
  const { evidences } = await must<{ evidences: { id: number }[] }>(ask, get(path));
  return { documentId, path: `${path}/files/${evidences[0]?.id}`, size };
}

type Exported = { state: Record<string, unknown[]> };
const upsideDown = ({ state, ...others }: Exported) => ({
  ...others,
  state: Object.fromEntries(Object.entries(state).map(([name, rows]) => [name, rows.toReversed()])),
});

/**
 * The largest upload once more. It makes V8 collect garbage, which takes as long as all worlds together are large: this
 * is asked before the large ones are made.
 */
export const sendAgain = ({ documentId, size }: Uploaded, nth: number): Trial => ({
  operationId: "occurrences.answer",
  about: `occurrences.answer of ${size} bytes`,
  before: post(at("uploads", "/snapshots/asked/restore")),
  request: {
    method: "POST",
    path: at("uploads", `/documents/${documentId}/answers`),
    body: Buffer.alloc(size, String(nth)),
    headers: { "content-type": "application/pdf" },
  },
  complaint: (status) => (status === 201 ? undefined : `${status}, which measures nothing`),
});

/** Every operation of both planes with its worst requests. */
export function trials(world: Prepared, nth: number): Trial[] {
  return operations.flatMap(({ operationId, endpoint }) => {
    const bodies = endpoint.body && endpoint.method !== "get" && !endpoint.form ? ofEveryBody : [];
    const own = worstOf(operationId, endpoint)?.(nth, world) ?? [];
    return [...bodies, ...own].map((each) => trialOf(operationId, endpoint, each, world));
  });
}

function trialOf(operationId: string, endpoint: Endpoint, { before, ...each }: Try, { ids }: Prepared): Trial {
  const { query, body, headers = {} } = each;
  const own = endpoint.path.replace(/:(\w+)/g, (_, name: string) => String(ids[name] ?? name));
  const path = `${each.path ?? own}${query ? `?${query}` : ""}`;
  const sent = body === undefined ? {} : { body, headers: { ...json, ...headers } };
  const about = `${operationId} ${path.slice(0, 90)} ${String(body ?? "").slice(0, 40)}`;
  const allowed = each.invalid ? [400, 413, 422] : [200, 201, 204];
  return {
    operationId,
    about,
    before,
    request: { method: endpoint.method.toUpperCase(), path, ...sent },
    complaint: (status) => (allowed.includes(status) ? undefined : `${status}, which measures nothing`),
  };
}
