import { z } from "zod";
import { Occurrence } from "../../contract/occurrences.ts";
import type { Company } from "../directory/company.ts";
import { directory } from "../directory/name-search.ts";
import { numbersOf, sirenOf } from "../directory/numbers.ts";
import { resolve } from "../directory/reference-providers.ts";
import { describedTerritories } from "../directory/territories.ts";
import { labels } from "../domain/configuration.ts";
import { isRefusal, type Refusal } from "../domain/refusal.ts";
import type { DocumentRow } from "../domain/rows.ts";
import { addDuration, day, hour, type Moment } from "../domain/time.ts";
import { add, answer, decide, numberKinds, openOnDemand, require, setAttribute } from "../world/operations.ts";
import { trigger } from "../world/trigger.ts";
import type { World } from "../world/world.ts";
import type { Step } from "./script.ts";

interface Timed {
  step: Step;
  moment: Moment;
}

const ago = (at: string, end: Moment): Moment => end - (addDuration(end, at.slice(1)) - end);

/** Lets a story happen, step by step, with everything that falls due between its steps. */
export async function replay(world: World, script: readonly Step[], end: Moment): Promise<void> {
  const cast = new Map<string, number>();
  const timed: Timed[] = script.map((step) => ({ step, moment: ago(step.at, end) }));
  const taken = new Set(script.flatMap((step) => (step.do === "add" ? (companyOf(step)?.duns ?? []) : [])));
  const plan = timed
    .flatMap((entry) => (entry.step.do === "populate" ? populate(world, entry.step, entry.moment, end, taken) : entry))
    .sort((a, b) => a.moment - b.moment);
  for (const { step, moment } of plan) {
    const outcome = await world.write(async () => {
      await moveTo(world, moment);
      return perform(world, step, cast);
    });
    // Chance may forestall a step, as when a company was struck off the night before; any other refusal is a mistake.
    if (isRefusal(outcome) && (outcome.refused.status !== 409 || step.do === "add"))
      throw new Error(`the story cannot go on at ${step.at}, ${JSON.stringify(step)}: ${outcome.refused.body.detail}`);
  }
  await world.write(() => moveTo(world, end));
}

async function moveTo(world: World, moment: Moment): Promise<void> {
  await world.happenUntil(moment);
  await world.setClock(moment, true);
}

/** Whom a step adds, whichever of its numbers it names. */
function companyOf({ type, value }: Extract<Step, { do: "add" }>): Company | undefined {
  const resolution = resolve({ by: numberKinds[type], value });
  return "found" in resolution ? resolution.found : undefined;
}

async function perform(world: World, step: Step, cast: Map<string, number>): Promise<unknown> {
  const who = "on" in step ? cast.get(step.on) : 0;
  if (who === undefined)
    throw new Error(`the story speaks of ${"on" in step ? step.on : "somebody"} before it adds it`);
  switch (step.do) {
    case "add":
      return join(world, step, cast);
    case "attribute":
      return setAttribute(world, who, step, "client");
    case "answer": {
      const document = await documentOf(world, who, step.document);
      const issueDate =
        step.age === undefined ? undefined : new Date(world.clock - step.age * day).toISOString().slice(0, 10);
      return answer(world, document.documentId, { outcome: step.outcome, issueDate, formdata: step.formdata });
    }
    case "decide": {
      const document = await documentOf(world, who, step.document);
      const verdict = { approved: step.approve, shareRejectionReason: step.share, comment: step.comment };
      return decide(world, document.evidences[0]?.responseId ?? 0, verdict, "client");
    }
    case "dossier": {
      const list =
        step.type === undefined ? { requiredDocuments: step.documents ?? [] } : { dossierTypeCode: step.type };
      return openOnDemand(
        world,
        who,
        { ...list, description: step.description, thirdpartyEmail: step.emails },
        "client",
      );
    }
    case "require": {
      const { dossiers } = await world.store.folder(who);
      const free = dossiers.find(({ typed, monitored }) => monitored && !typed);
      return require(world, free?.dossierId ?? 0, step.documents, "client");
    }
    case "trigger": {
      const document =
        step.document === undefined ? {} : { documentId: (await documentOf(world, who, step.document)).documentId };
      const home =
        step.dossier &&
        (await world.store.folder(who)).dossiers.findLast(({ dossierTypeCode }) => dossierTypeCode === step.dossier);
      const dossier = home ? { dossierId: home.dossierId } : {};
      const wish = Occurrence.safeParse({
        event: step.event,
        thirdpartyId: who,
        ...document,
        ...dossier,
        data: step.data,
      });
      if (!wish.success)
        throw new Error(
          `the story cannot go on at ${step.at}, ${JSON.stringify(step)}: ${z.prettifyError(wish.error)}`,
        );
      return bringAbout(world, wish.data);
    }
    case "tend":
      return tend(world, who, step);
    case "populate":
      return undefined;
  }
}

/** Chance may have got there first: then it has happened, or it happens to whoever suits. */
async function bringAbout(world: World, wish: Occurrence): Promise<unknown> {
  const outcome = await trigger(world, wish);
  if (!isRefusal(outcome) || outcome.refused.status !== 409) return outcome;
  const [happened] = await world.store.range("events", "name", wish.event, { limit: 1 });
  return happened ?? trigger(world, Occurrence.parse({ event: wish.event, data: wish.data }));
}

async function join(world: World, step: Extract<Step, { do: "add" }>, cast: Map<string, number>): Promise<unknown> {
  const added = await add(
    world,
    {
      companyIdType: step.type,
      companyIdValue: step.value,
      thirdpartyCode: step.code,
      contacts: step.contacts,
    } as never,
    "client",
  );
  if (isRefusal(added)) return added;
  cast.set(step.as, added.result.thirdpartyId);
  for (const [label, values] of Object.entries(step.attributes ?? {})) {
    const set = await setAttribute(world, added.result.thirdpartyId, { label, values }, "client");
    if (isRefusal(set)) return set;
  }
  return undefined;
}

async function documentOf(world: World, thirdpartyId: number, code: string): Promise<DocumentRow> {
  const { documents } = await world.store.folder(thirdpartyId);
  const document =
    documents.find(({ documentCode, internal }) => documentCode === code && !internal.stopped) ??
    documents.find(({ documentCode }) => documentCode === code);
  if (!document) throw new Error(`third party ${thirdpartyId} was never asked for ${code}`);
  return document;
}

/** Somebody works through what is open; whoever is archived is left alone. */
async function tend(
  world: World,
  thirdpartyId: number,
  { answers, decides }: { answers: number; decides: number },
): Promise<Refusal | undefined> {
  const { thirdparty, documents } = await world.store.folder(thirdpartyId);
  if (thirdparty?.archived) return undefined;
  for (const { documentId, statusCode, internal, evidences } of documents) {
    const chance = world.chance("tend", documentId, evidences.length, statusCode);
    if (internal.stopped) continue;
    if (
      (statusCode === "MISSING" || statusCode === "INVALID" || statusCode === "BELOW_EXPECTATION") &&
      chance.bool(answers)
    )
      await answer(world, documentId, {});
    else if (statusCode === "ACTION_REQUIRED" && chance.bool(decides)) {
      const approved = chance.bool(0.85);
      const comment = approved
        ? undefined
        : chance.pick(["Document illisible", "Garantie insuffisante", "Le nom ne correspond pas"]);
      await decide(
        world,
        evidences[0]?.responseId ?? 0,
        { approved, comment, shareRejectionReason: chance.bool(0.6) },
        "client",
      );
    }
  }
  return undefined;
}

/** Companies to add: first those that a search by name finds, in an order of chance, then our own blocks of numbers. */
function* strangers(world: World, taken: ReadonlySet<string>): Generator<Company> {
  const chance = world.chance("population");
  const listed = directory()
    .map((company) => ({ company, at: chance.float() }))
    .sort((a, b) => a.at - b.at);
  const known = new Set(taken);
  for (const { company } of listed) {
    if (company.status !== "STRUCK_OFF" && !known.has(company.duns)) yield company;
    known.add(company.duns);
  }
  for (let number = 0; ; number++) {
    const abroad = number % 4 === 3;
    const territory = describedTerritories[
      number % describedTerritories.length
    ] as (typeof describedTerritories)[number];
    const lookup =
      abroad || number > 9_900
        ? { by: "DUNS" as const, value: numbersOf(territory, 1_000 + Math.floor(number / 4)).duns }
        : { by: "SIREN" as const, value: sirenOf(`2199${String(number).padStart(4, "0")}`) };
    const resolution = resolve(lookup);
    if ("found" in resolution && resolution.found.status !== "STRUCK_OFF" && !known.has(resolution.found.duns))
      yield resolution.found;
  }
}

const oftenCritical = [
  ["High", 2],
  ["Medium", 5],
  ["Low", 3],
] as const;
const seldomCritical = [
  ["High", 1],
  ["Medium", 7],
  ["Low", 12],
] as const;

/** The most that is bought of whom in a large portfolio. */
const thousands = [
  [4, 60],
  [60, 32],
  [400, 8],
] as const;

/** The steps by which companies join one after another, and are tended to from time to time. */
function populate(
  world: World,
  step: Extract<Step, { do: "populate" }>,
  begin: Moment,
  end: Moment,
  taken: ReadonlySet<string>,
): Timed[] {
  const supply = strangers(world, taken);
  return Array.from({ length: step.count }, (_, index) => {
    const company = supply.next().value as Company;
    const own = world.chance("life", company.duns);
    const joined = begin + Math.floor(((end - begin) * (index + own.float() * 0.8)) / (step.count + 1));
    const name = company.companyIdValue;
    const attributes: Record<string, (string | number)[]> = {
      [labels.criticality]: [own.weighted(step.ordinary ? seldomCritical : oftenCritical)],
      [labels.amount]: [own.int(1, step.ordinary ? own.weighted(thousands) : 400) * 1000],
    };
    const count = step.ordinary && own.bool(0.8) ? 0 : step.visits;
    const visits = Array.from({ length: count }, (_, visit): Timed => {
      const moment =
        joined +
        own.int(2, 9) * day +
        Math.floor(((end - joined) * visit) / Math.max(1, count)) +
        own.int(8, 17) * hour;
      return {
        step: { do: "tend", at: step.at, on: name, answers: 0.85, decides: 0.8 },
        moment: Math.min(moment, end),
      };
    });
    const addition: Timed = {
      step: {
        do: "add",
        at: step.at,
        as: name,
        type: company.companyIdType,
        value: company.companyIdValue,
        attributes,
      },
      moment: joined,
    };
    return [addition, ...visits];
  }).flat();
}
