import { workingMoment } from "../directory/calendar.ts";
import type { Chance } from "../directory/chance.ts";
import type { Company } from "../directory/company.ts";
import { internationalIdentity } from "../directory/international.ts";
import { sirenOf } from "../directory/numbers.ts";
import { resolve } from "../directory/reference-providers.ts";
import { behaviourOfSiren } from "../directory/test-identifiers.ts";
import type { Change } from "../domain/change.ts";
import { identifierKey } from "../domain/collections.ts";
import { Draft, emptyFolder, type RuleContext } from "../domain/draft.ts";
import { actorOf, buyerOf } from "../domain/people/client.ts";
import { office, ownMoment, workingDraw } from "../domain/people/moments.ts";
import { client } from "../domain/people/tempers.ts";
import { isRefusal } from "../domain/refusal.ts";
import type { JobRow } from "../domain/rows.ts";
import { checkAttribute, writeAttribute } from "../domain/thirdparty/attributes.ts";
import { recalculateWithRules } from "../domain/thirdparty/recalculate.ts";
import { addThirdparty } from "../domain/thirdparty/thirdparties.ts";
import { day, format, type Moment } from "../domain/time.ts";
import type { Store } from "../store/store.ts";
import { attributesOf, drawAbroad, identityOfSiren, isCoded, mostFrench } from "./newcomers.ts";
import { enterOwn } from "./own-entries.ts";

/** The client's buyer adds third parties until the portfolio has its size, and later for those that are archived. */

export const growthSentence = "A person of the client adds a third party, where the portfolio is below its size.";

/** The size at which a portfolio settles. */
export const settledSize = (present: number): number => Math.ceil(present * client.growth);

/** The job of the next addition. */
export function nextAddition(
  { now, chance, sequences }: RuleContext,
  settlesAt: number,
  jobId: number,
  isFull = false,
): JobRow {
  const draws = chance("addition", jobId);
  const [least, most] = client.additionDays;
  const days = isFull ? client.fullDays : (draws.int(least, most) * client.leastSize) / settlesAt;
  const wish = now + Math.ceil(days * day);
  const open = workingMoment(office.country, wish, office.postCode);
  const own = (from: Moment) =>
    ownMoment(chance, sequences.thirdpartyId, workingMoment(office.country, from, office.postCode));
  // The own second of a draw just before the evening may come after it.
  const due = own(own(open === wish ? wish : workingDraw(office, open, 0, draws)));
  return { jobId, dueAt: format(due), kind: "ADD", thirdpartyId: null, subjectId: null };
}

/** Serials abroad that neither test identifiers nor the companies of a seed have. */
const serials = [1_000, 8_999] as const;
const tries = 30;

function drawCompany(chance: Chance): Company | undefined {
  const territory = drawAbroad(chance);
  const siren = sirenOf(`2199${String(chance.int(0, mostFrench - 1)).padStart(4, "0")}`);
  if (!territory && behaviourOfSiren(siren)) return undefined;
  const identity = territory ? internationalIdentity(territory, chance.int(...serials)) : identityOfSiren(siren);
  if (identity?.status !== "ACTIVE") return undefined;
  const by = territory ? ({ by: "DUNS", value: identity.duns } as const) : ({ by: "SIREN", value: siren } as const);
  const resolution = resolve(by);
  return "found" in resolution ? resolution.found : undefined;
}

const isKnown = async (store: Store, { siren, duns }: Company): Promise<boolean> => {
  const one = { limit: 1 };
  const rows =
    siren === null
      ? await store.range("thirdparties", "identifier", identifierKey("duns", duns), one)
      : await store.range("thirdparties", "unit", siren, one);
  return rows.length > 0;
};

/** A company in business of which the portfolio has no establishment. */
async function newcomer(store: Store, { chance, now }: RuleContext): Promise<Company | undefined> {
  for (let nth = 0; nth < tries; nth++) {
    const company = drawCompany(chance("joins", format(now), nth));
    if (company && !(await isKnown(store, company))) return company;
  }
  return undefined;
}

function add(context: RuleContext, company: Company): Change {
  const { configuration, sequences, now } = context;
  const draft = new Draft(emptyFolder, context, actorOf(buyerOf(configuration)));
  const chance = context.chance("life", company.duns);
  const attributes = attributesOf(configuration, company, chance, now);
  const thirdpartyCode = isCoded(chance) ? `FRN-${sequences.thirdpartyId}` : undefined;
  const { companyIdType, companyIdValue } = company;
  addThirdparty(draft, company, { companyIdType, companyIdValue, thirdpartyCode });
  for (const [label, values] of Object.entries(attributes)) {
    const definition = checkAttribute(configuration, label, values);
    if (!isRefusal(definition)) writeAttribute(draft, definition, values);
  }
  recalculateWithRules(draft);
  enterOwn(draft);
  return draft.change();
}

/** The change of one addition, with the job of the next. */
export async function runAddition(job: JobRow, context: RuleContext, store: Store): Promise<Change> {
  const { jobId } = context.sequences;
  const settlesAt = context.people?.settlesAt ?? 0;
  const { total } = await store.page("thirdparties", { where: [["archived", "=", false]], offset: 0, limit: 0 });
  const isFull = total >= settlesAt;
  const company = isFull ? undefined : await newcomer(store, context);
  const withNext = { ...context, sequences: { ...context.sequences, jobId: jobId + 1 } };
  const { put, remove, events } = company ? add(withNext, company) : { put: [], remove: [], events: [] };
  const next: Change["put"] = [
    { collection: "sequences", row: { name: "jobId", next: jobId + 1 } },
    { collection: "jobs", row: nextAddition(context, settlesAt, jobId, isFull) },
  ];
  // What the addition itself has planned draws on after the next job.
  return { put: [...next, ...put], remove: [...remove, { collection: "jobs", key: job.jobId }], events };
}
