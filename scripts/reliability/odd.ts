import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drawFrom, placesIn, replaced } from "../../test/contract/mutations.ts";
import { type Ask, control, get, must, post, put, type Request, remove, service } from "./client.ts";
import { type Attack, add, noOutcome, type Outcome, type Row } from "./row.ts";
import { open, serve } from "./server.ts";

/** In milliseconds: far above what a world of a few companies takes for anything. */
const longestAnswer = 60_000;
const noAnswer = `no answer in ${longestAnswer / 1_000} s`;

export const odd: Row = {
  what: "worlds with an odd value in each field of each collection, imported by the rules and as odd on purpose, and used",
  holds:
    "the import is refused with its place, or all works: lists, triggers, PDFs, archives, three years; no 5xx, no hang",
  full: 3_000,
  short: 24,
  run,
  planted: {
    "a document code that nobody knows is taken": {
      file: "src/domain/stored/row-rules.ts",
      from: 'if (!isDocumentCode(configuration, documentCode)) yield flaw("/documentCode", noDocumentType);',
      to: "void documentCode;",
      field: "documentCode",
    },
    "a number of an establishment that is looked for without an end": [
      {
        file: "src/domain/stored/company-rules.ts",
        from: 'if (wrong) yield flaw("/companyIdValue", wrong.message);',
        to: "if (wrong) void wrong;",
        field: "companyIdValue",
      },
      { file: "src/domain/providers/gazette.ts", from: "if (!(next <= 9999)) next = 1;", to: "" },
      { file: "src/domain/providers/gazette.ts", from: "next < 9999 && used", to: "used" },
    ],
  },
};

type Fields = Record<string, unknown>;
type World = { state: Record<string, Fields[]> };

const texts = [
  ...["", "ABCDEFGHIJKLMN", "219 924 909 00019", "\u0000\u001b[31m", "é".repeat(255), "x".repeat(4_000), "constructor"],
  ...["0001-01-01", "9999-12-31T23:59:59.999", "1980-01-01T00:00:00.000", "XX", "KBIS", "NaN"],
];
const numbers = [0, -1, 0.5, 1, 999_999_998, 1e15];

const deep = JSON.parse(`${'{"a":'.repeat(200)}{}${"}".repeat(200)}`);
/** As JSON.parse makes it: the name is that of an own property. */
const withKey = (value: unknown, key: string) => ({
  ...(value as Fields),
  ...JSON.parse(`{${JSON.stringify(key)}:{}}`),
});

/** Values of the same kind that nobody would write, and nothing. */
function oddFor(value: unknown): unknown[] {
  if (typeof value === "string") return [...texts, null, deep];
  if (typeof value === "number") return [...numbers, null];
  if (typeof value === "boolean") return [!value, null];
  if (Array.isArray(value)) return [[], [...value, ...value], Array(500).fill(value[0] ?? "x"), [deep], null];
  return [null, {}, deep, ...["__proto__", "constructor", ""].map((key) => withKey(value, key))];
}

interface Case {
  name: string;
  nth: number;
  path: readonly (string | number)[];
  other: unknown;
}

/** Names that a file chooses itself stand for each other: those of fields begin with a small letter. */
const placeOf = (path: Case["path"]) => path.map((step) => (/^[a-z][a-zA-Z]*$/.test(`${step}`) ? step : "*")).join();

/** Every field of each collection and every kind of job, with each value that it may get. */
function* casesOf({ state }: World): Generator<Case> {
  for (const [name, rows] of Object.entries(state)) {
    const places = new Map<string, Omit<Case, "other"> & { value: unknown }>();
    for (const [nth, row] of rows.entries())
      for (const { path, value } of placesIn(row)) {
        const place = name === "jobs" ? `${row.kind} ${placeOf(path)}` : placeOf(path);
        // A field that has a value shows of which kind its values are.
        if ((places.get(place)?.value ?? null) === null) places.set(place, { name, nth, path, value });
      }
    for (const { value, ...place } of places.values()) for (const other of oddFor(value)) yield { ...place, other };
  }
}

/** Of the example; and types that are removed again, while there are rows of them. */
const configured = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../examples/account/construction.json"), "utf8"),
) as Record<string, object>;
const removed = {
  ...configured,
  attributes: { ...configured.attributes, Surnom: { type: "string" } },
  documentTypes: { ...configured.documentTypes, PLAN: { label: "Plan" } },
  dossierTypes: { ...configured.dossierTypes, VISITE: { label: "Visite", documents: ["PLAN"] } },
};

/** A world in which every collection has a row, people act, and types are of its own, removed ones too. */
async function exported(ask: Ask): Promise<World> {
  const base = (path: string) => control("base", path);
  const start = { seed: "empty", now: "2026-01-15T09:00:00", freeze: true, configuration: removed };
  await must(ask, put(base(""), start));
  await must(ask, put(base("/people"), { people: "all" }));
  const thirdparties = service("base", "/thirdparties");
  const company = { companyIdType: "CIT001", companyIdValue: "21992490900019", thirdpartyCode: "FRN-1" };
  const contacts = [{ email: "b.c@d.example", firstName: "Ada", lastName: "Byron" }];
  const { thirdpartyId } = await must<Fields>(ask, post(thirdparties, { ...company, contacts }));
  for (const event of ["THIRD_PARTY_COMMENT_ADDED", "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CREATION"])
    await must(ask, post(base("/occurrences"), { event }));
  await must(ask, put(base(`/people/${thirdpartyId}`), { temper: "careless" }));
  const dossier = service("base", `/thirdparties/${thirdpartyId}/dossiers`);
  const asked = { requiredDocuments: ["IBAN", "RIB", "KBIS"], thirdpartyEmail: ["a.b@c.example"] };
  const { documents } = await must<{ documents: Fields[] }>(ask, post(dossier, asked));
  await must(ask, post(dossier, { dossierTypeCode: "VISITE" }));
  const [iban, rib, kbis] = documents.map(({ documentId }) => base(`/documents/${documentId}/answers`));
  for (const answered of [iban, rib]) await must(ask, post(answered as string, { outcome: "valid" }));
  await must(ask, post(kbis as string, "%PDF-1.4 x", { "Content-Type": "application/pdf" }));
  await must(ask, post(base("/clock"), { advance: "P40D" }));
  await must(ask, put(base("/configuration?stop=true"), configured));
  const waiting = post(service("base", `/thirdparties/${thirdpartyId}/dossiers`), asked);
  for (const { documentId } of (await must<{ documents: Fields[] }>(ask, waiting)).documents.slice(1))
    await must(ask, post(base(`/documents/${documentId}/answers`), { outcome: "review" }));
  await must(ask, post(base("/clock"), { advance: "PT1H" }));
  // Somebody must still be invited there.
  await must(ask, post(thirdparties, { companyIdType: "CIT001", companyIdValue: "21992014700010" }));
  const world = await must<World>(ask, get(base("/state")));
  // Not all of these come about each time.
  Object.assign(world.state.responses?.at(-1) ?? {}, { defect: "ILLEGIBLE", left: true });
  const kinds = world.state.jobs?.map(({ kind }) => kind) ?? [];
  const missing = ["INVITE", "ANSWER", "DECIDE", "REVIEW"].filter((kind) => !kinds.includes(kind));
  const empty = Object.keys(world.state).filter((name) => world.state[name]?.length === 0);
  if (empty.length + missing.length > 0) throw new Error(`the world has no ${[...empty, ...missing].join(" and no ")}`);
  return world;
}

async function run(attack: Attack): Promise<Outcome> {
  const outcome = noOutcome();
  const { ask } = await serve(attack, { ...open, log: "silent" });
  const world = await exported(ask);
  // A fault of one field is one of thousands: few draws show it only where they are of that field.
  const planted = attack.edits.flatMap(({ field }) => field ?? []);
  const isMeant = ({ path }: Case) => planted.length === 0 || planted.includes(String(path.at(-1)));
  const all = [...casesOf(world)].filter(isMeant);
  const draw = drawFrom(attack.seed);
  const isWhole = attack.count >= odd.full;
  const drawn = isWhole ? all : Array.from({ length: attack.count }, () => all[draw(all.length)] as Case);
  for (const { name, nth, path, other } of drawn) {
    outcome.count += 1;
    const rows = replaced(world.state[name], [nth, ...path], () => other) as Fields[];
    const state = { ...world.state, [name]: rows };
    const place = `${name}/${nth}/${path.join("/")} = ${JSON.stringify(other)?.slice(0, 60)}`;
    // What the rules take needs no second look as an odd world.
    let isRefused = true;
    for (const check of ["rules", "shape"]) {
      if (!isRefused) break;
      isRefused = false;
      const failed = await use(ask, check, { ...world, state }, isWhole ? 3 : 1, (what) => {
        isRefused = what.startsWith("refused");
        add(outcome, what);
      });
      if (failed) outcome.failures.push(`${place}, imported by its ${check}: ${failed}`);
      // A server that hangs will answer nothing more.
      if (failed?.endsWith(noAnswer)) return outcome;
    }
    if (outcome.count % 100 === 0) attack.say(`${outcome.count} of ${drawn.length}`);
  }
  outcome.figures["fields and values"] = all.length;
  return outcome;
}

/** Imports a world, and uses it for some years; the first answer that is wrong, in words. */
async function use(
  ask: Ask,
  check: string,
  world: World,
  years: number,
  count: (what: string) => void,
): Promise<string | undefined> {
  const bounded = async (request: Request) => {
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error(noAnswer)), longestAnswer).unref(),
    );
    const answer = await Promise.race([ask(request), late]).catch((error: Error) => error.message);
    const status = typeof answer === "string" ? answer : answer.status;
    if (typeof status === "string" || status >= 500)
      throw new Error(
        `${request.method} ${request.path}: ${typeof answer === "string" ? answer : `${status} ${answer.bytes.toString().slice(0, 300)}`}`,
      );
    return answer as Exclude<typeof answer, string>;
  };
  try {
    const { status, body } = await bounded(put(control("odd", `/state?check=${check}`), world));
    if (status !== 200) {
      const { code, errors = [] } = body as { code: string; errors?: { pointer: string }[] };
      count(`refused by its ${check}`);
      // What is nested too deep is refused before it is read, so that it has no place.
      const isRefused = code === "MALFORMED_JSON" || (status === 422 && errors.length > 0);
      return isRefused ? undefined : `refused with ${status} and no place`;
    }
    count(`taken by its ${check}`);
    for (const request of usesOf(world, years)) await bounded(request);
    await bounded(remove(control("odd")));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function* usesOf({ state }: World, years: number): Generator<Request> {
  const lists = ["/thirdparties", "/dossiers", "/attributes"];
  for (const path of lists) yield get(service("odd", path));
  for (const { thirdpartyId } of state.thirdparties ?? []) {
    for (const path of ["", "/attributes", "/indicators", "/dossiers"])
      yield get(service("odd", `/thirdparties/${thirdpartyId}${path}`));
    yield get(control("odd", `/triggers?thirdpartyId=${thirdpartyId}`));
    yield get(control("odd", `/thirdparties/${thirdpartyId}`));
  }
  for (const { dossierId } of (state.dossiers ?? []).slice(0, 1))
    yield get(service("odd", `/dossiers/${dossierId}/files/download`));
  const answered = (state.documents ?? []).filter(({ evidences }) => (evidences as Fields[] | null)?.[0]);
  for (const { dossierId, documentId, evidences } of answered.slice(-4))
    for (const { id } of (evidences as Fields[]).slice(0, 1))
      yield get(service("odd", `/dossiers/${dossierId}/documents/${documentId}/files/${id}`));
  yield get(control("odd", "/due?until=2027-01-01T00:00:00"));
  yield post(control("odd", "/clock"), { advance: `P${years}Y` });
  for (const path of lists) yield get(service("odd", path));
  yield get(control("odd", "/events"));
  yield get(control("odd", "/state"));
}
