import fc from "fast-check";
import { EventName, resourceTypeOf } from "../../contract/events.ts";
import { Occurrence } from "../../contract/occurrences.ts";
import type { State } from "../../src/domain/change.ts";
import { collections } from "../../src/domain/collections.ts";
import { defaultConfiguration } from "../../src/domain/configuration.ts";
import { invalid } from "../../src/domain/refusal.ts";
import { type Outcome, outcomes } from "../../src/domain/rows.ts";
import { day, dayOf, format } from "../../src/domain/time.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { ofAccount } from "../../src/seed/import.ts";
import { exportState } from "../../src/seed/seed-file.ts";
import * as operations from "../../src/world/operations.ts";
import { trigger } from "../../src/world/trigger.ts";
import type { World } from "../../src/world/world.ts";
import { isOnDatabase, makeWorld, type TestWorld } from "./sandbox.ts";
import { advance, companies, join, type Kind, quietWorld, worldOf } from "./worlds.ts";

/** A command to a world, as data: its numbers choose among the resources that exist. */
export type Command =
  | { do: "add"; kind: Kind }
  | { do: "attribute"; company: number; label: string; values: (string | number)[] }
  | { do: "open"; company: number; type: string }
  | { do: "free"; company: number; codes: string[] }
  | { do: "require"; which: number; codes: string[] }
  | { do: "answer"; which: number; outcome?: Outcome; age?: number; formdata?: Record<string, string>; file?: string }
  | { do: "decide"; which: number; approved: boolean; share: boolean; comment?: string }
  | { do: "advance"; by: string }
  | { do: "trigger"; event: EventName; which: number | null; data?: Record<string, unknown> };

/** Events that archive, resume, reshape or end resources; half of all triggers draw from them. */
const disruptiveEvents: EventName[] = [
  "DOSSIER_ARCHIVED",
  "DOSSIER_REACTIVATED",
  "DOSSIER_TEMPLATE_UPDATED",
  "DOSSIER_STATUS_UPDATED_VALID",
  "DOCUMENT_STOPPED",
  "DOCUMENT_DELETION",
  "DOCUMENT_DELETION_WARNING",
  "DOCUMENT_ANSWER_EXPIRED",
  "THIRD_PARTY_ARCHIVED",
  "THIRD_PARTY_UPDATED",
  "THIRD_PARTY_LEGAL_ANNOUNCEMENT_CESSATION",
  "THIRD_PARTY_LEGAL_ANNOUNCEMENT_TRANSFERT",
  "THIRD_PARTY_PROCEDURE_COLLECTIVE_UPDATED",
];

const long = (length: number) => "é".repeat(length);
const zoe = { email: "zoe@tiers.example" };
const usualLabels = ["Criticité", "Référencement interne", "Montant d'achat annuel"];
/** Valid and invalid values of each field of a trigger's data. */
const fieldValues: Record<string, { good: unknown[]; bad: unknown[] }> = {
  companyIdType: { good: ["CIT001", "CIT002"], bad: ["CIT009"] },
  companyIdValue: { good: ["219 920 147 00010", "21992490900019", "DE999001028"], bad: ["21992014700011"] },
  contacts: { good: [[{ ...zoe, firstName: "Zoé", lastName: "Faure" }]], bad: [[{ email: "zoe" }]] },
  owner: { good: ["Zoé Faure", long(255)], bad: ["", 3] },
  tags: { good: [["chantier"], []], bad: [[""]] },
  thirdpartyCode: { good: ["X-1", long(255)], bad: ["", long(256)] },
  type: { good: ["SAUVEGARDE", "REDRESSEMENT_JUDICIAIRE", "LIQUIDATION_JUDICIAIRE"], bad: ["LIQUIDATION"] },
  label: { good: [...usualLabels, "constructor"], bad: ["Risque global", "", "__proto__"] },
  values: { good: [["High"], ["REF-9"], [60_000], [1e15], [long(2000)]], bad: [[], [long(2001)], ["High", "High"]] },
  value: { good: ["Lyon", "", long(2000)], bad: [long(2001), 3] },
  text: { good: ["Vu avec @paul.durand", long(4000)], bad: ["", long(4001)] },
  mention: { good: ["paul.durand", "zoé"], bad: ["--", ""] },
  email: { good: ["zoe@tiers.example", "contact1@tiers-924000.example"], bad: ["zoe"] },
  firstName: { good: ["Zoé"], bad: ["", long(256)] },
  lastName: { good: ["Faure"], bad: ["", long(256)] },
  outcome: { good: [...outcomes], bad: ["vaild"] },
  comment: { good: ["Vu", "", long(4000)], bad: [long(4001)] },
  dossierTypeCode: { good: ["CSR", "VIGILANCE"], bad: ["NOPE", "nope"] },
  reason: { good: ["Fin du contrat", long(255)], bad: ["", long(256)] },
  description: { good: ["Vu", "", long(2000)], bad: [long(2001)] },
  purchasingCategory: { good: ["Travaux"], bad: ["", long(256)] },
  expirationDate: { good: ["2026-02-01", "2028-02-29"], bad: ["2026-01-01", "2027-02-29", "fin juin"] },
  documentCode: { good: ["BEGES", "KBIS"], bad: ["NOPE", "nope"] },
  dueDate: { good: ["2026-03-01", "2028-02-29"], bad: ["2026-02-30", "fin juin"] },
};
const mostly = <T>(usual: fc.Arbitrary<T>, weight: number, other: fc.Arbitrary<T>) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });
const valueOfField = (name: string): fc.Arbitrary<unknown> => {
  const { good, bad } = fieldValues[name] as { good: unknown[]; bad: unknown[] };
  return mostly(fc.constantFrom(...good), 12, fc.constantFrom(...bad));
};
const fieldsOf = (event: EventName): string[] => {
  const branch = Occurrence.options.find((option) => (option.shape.event.options as string[]).includes(event));
  const data = branch?.shape.data.unwrap() as { shape: object } | { options: { shape: object }[] };
  return Object.keys("shape" in data ? data.shape : (data.options[0] as { shape: object }).shape);
};
/** Some of the fields that an event takes; sometimes a field that no event takes. */
const dataOf = (event: EventName): fc.Arbitrary<Record<string, unknown>> => {
  const fields = Object.fromEntries(fieldsOf(event).map((name) => [name, valueOfField(name)]));
  return mostly(fc.record(fields, { requiredKeys: [] }), 20, fc.constant({ txet: "Vu" }));
};

const index = fc.nat({ max: 40 });
const codes = fc.array(fc.constantFrom(...defaultConfiguration.documentTypes.keys()), { minLength: 1, maxLength: 3 });
/** Commands of one kind; those of its fields that are optional are left out at times. */
const command = (
  name: Command["do"],
  fields: Record<string, fc.Arbitrary<unknown>>,
  optional: readonly string[] = [],
) =>
  fc.record(
    { do: fc.constant(name), ...fields },
    { requiredKeys: ["do", ...Object.keys(fields).filter((field) => !optional.includes(field))] as "do"[] },
  ) as unknown as fc.Arbitrary<Command>;
const setting = (label: string, ...values: (string | number)[][]) =>
  command("attribute", { company: index, label: fc.constant(label), values: fc.constantFrom(...values) });
const settings = fc.oneof(
  setting("Criticité", ["High"], ["Medium"], ["Low"]),
  setting("Montant d'achat annuel", [0], [5000], [60_000], [120_000], [300_000]),
  setting("Catégorie", ["IT"], ["Trade"]),
);
const types = ["VIGILANCE", "ONBOARDING", "CSR", "SCREENING", "DUTY_OF_VIGILANCE", "CYBERSECURITY"];
const forms = [{ iban: "FR7630004008230001005432188" }, { titulaire_compte: "Quelqu'un d'autre" }, {}];
const answers = {
  outcome: fc.constantFrom(...outcomes),
  age: fc.constantFrom(0, 1, 80, 200, 800),
  formdata: fc.constantFrom(...forms),
  file: fc.constantFrom("mine.pdf", "scan.png"),
};
const decisions = { which: index, approved: fc.boolean(), share: fc.boolean() };
const comment = fc.constantFrom("Vu", "Vu avec @claire.martin");
const spans = fc.oneof(
  { weight: 10, arbitrary: fc.constantFrom("PT1S", "PT2M", "PT3H", "P1D") },
  { weight: 4, arbitrary: fc.constantFrom("P8D", "P31D", "P95D") },
  { weight: 1, arbitrary: fc.constantFrom("P200D", "P400D") },
);
const triggers = fc
  .oneof(fc.constantFrom(...EventName.options), fc.constantFrom(...disruptiveEvents))
  .chain((event) => {
    const which = fc.option(index, { nil: null, freq: 1 });
    return command("trigger", { event: fc.constant(event), which, data: dataOf(event) }, ["data"]);
  });

/** By how often they come. */
const commands: [weight: number, arbitrary: fc.Arbitrary<Command>][] = [
  [2, command("add", { kind: fc.constantFrom(...(Object.keys(companies) as Kind[])) })],
  [2, settings],
  [1, command("open", { company: index, type: fc.constantFrom(...types) })],
  [2, command("free", { company: index, codes })],
  [1, command("require", { which: index, codes })],
  [6, command("answer", { which: index, ...answers }, Object.keys(answers))],
  [5, command("decide", { ...decisions, comment }, ["comment"])],
  [6, command("advance", { by: spans })],
  [8, triggers],
];

export const sequences = (most: number): fc.Arbitrary<Command[]> =>
  fc.array(fc.oneof(...commands.map(([weight, arbitrary]) => ({ weight, arbitrary }))), {
    minLength: 1,
    maxLength: most,
    size: "max",
  });

type Picked = "thirdparties" | "dossiers" | "documents" | "responses";
async function pick(world: World, collection: Picked, which: number): Promise<number> {
  const { total } = await world.store.page(collection, { offset: 0, limit: 0 });
  if (total === 0) return 0;
  const { rows } = await world.store.page(collection, { offset: which % total, limit: 1 });
  return collections[collection].key(rows[0] as never) as number;
}
const targets = {
  THIRD_PARTY: ["thirdparties", "thirdpartyId"],
  DOSSIER: ["dossiers", "dossierId"],
  DOCUMENT: ["documents", "documentId"],
} as const;
/** The resource to name in a trigger; an event that adds a resource names the parent. */
const targetOf = (event: EventName) =>
  event === "DOSSIER_ADDED"
    ? targets.THIRD_PARTY
    : event === "DOCUMENT_ADDED"
      ? targets.DOSSIER
      : targets[resourceTypeOf(event)];

/** Runs a command. A refusal is a valid outcome; an exception is not. */
export async function obey(world: World, command: Command): Promise<unknown> {
  switch (command.do) {
    case "add":
      return operations.addToPortfolio(world, { ...companies[command.kind] }, "model");
    case "attribute":
      return operations.setAttribute(world, await pick(world, "thirdparties", command.company), command, "model");
    case "open":
    case "free": {
      const wish = command.do === "open" ? { dossierTypeCode: command.type } : { requiredDocuments: command.codes };
      return operations.openDossier(world, await pick(world, "thirdparties", command.company), wish, "model");
    }
    case "require":
      return operations.requireDocuments(world, await pick(world, "dossiers", command.which), command.codes, "model");
    case "answer": {
      const issueDate = command.age === undefined ? undefined : dayOf(world.clock - command.age * day);
      const { outcome, formdata, file: fileName } = command;
      const bytes = Buffer.from(`bytes of ${fileName}`);
      const file = { size: bytes.length, pieces: [bytes.toString("base64")], contentType: "application/pdf" };
      const supplied = { outcome, issueDate, formdata, ...(fileName !== undefined && { file: { ...file, fileName } }) };
      return operations.respond(world, await pick(world, "documents", command.which), supplied);
    }
    case "decide": {
      const verdict = { approved: command.approved, shareRejectionReason: command.share, comment: command.comment };
      return operations.decide(world, await pick(world, "responses", command.which), verdict, "model");
    }
    case "advance":
      return advance(world, command.by);
    case "trigger": {
      const { event, which, data } = command;
      const [collection, key] = targetOf(event);
      const id = which === null || event === "THIRD_PARTY_ADDED" ? 0 : await pick(world, collection, which);
      const request = Occurrence.safeParse({ event, ...(id === 0 ? {} : { [key]: id }), ...(data ? { data } : {}) });
      return request.success ? trigger(world, request.data) : invalid("VALIDATION_ERROR", request.error.message, []);
    }
  }
}

let initialState: Promise<State> | undefined;
async function makeInitialState(): Promise<State> {
  const world = await quietWorld();
  await join(world, "it", { Criticité: ["High"], "Montant d'achat annuel": [120_000] });
  for (const kind of ["builder", "soleTrader", "german", "sister"] as const) await join(world, kind);
  return world.store.dump();
}

/** The world that a command meets: in memory, or that of the next server on the database of the tests. */
async function turnsIn(state: State): Promise<(turn: number) => World | Promise<World>> {
  if (!isOnDatabase) {
    const world = await worldOf(state);
    return () => world;
  }
  const { accountId, servers } = await makeWorld();
  await (await (servers[0] as Sandbox).worlds.openOrCreate(accountId)).replace(ofAccount(state, accountId));
  return (turn) => (servers[turn % servers.length] as Sandbox).worlds.openOrCreate(accountId);
}

/** Runs commands in a world with four third parties of different kinds and a sister establishment of the first. */
export async function play(
  commands: readonly Command[],
  after?: (world: World) => Promise<void>,
  from = (initialState ??=
    makeInitialState()),
): Promise<World> {
  const next = await turnsIn(await from);
  for (const [turn, command] of commands.entries()) {
    const world = await next(turn);
    await world.write(() => obey(world, command));
    await after?.(await next(turn + 1));
  }
  return next(commands.length);
}

/** The world after the commands, behind a server. */
export async function served(commands: readonly Command[]): Promise<TestWorld> {
  const world = await makeWorld();
  await world.control("put", "/state", await exportState(await play(commands))).expect(200);
  return world;
}

export const nowOf = (world: World): string => format(world.now);
