import { z } from "zod";
import { type Chance, chance, weights } from "./chance.ts";
import type { Company, CompanyIdentity, Establishment, Executive } from "./company.ts";
import { drawBeginning, drawCreation, drawSince } from "./days.ts";
import { addressOf, drawCompany } from "./draw-company.ts";
import { readFixture } from "./fixtures.ts";
import { drawName, soleTraderName } from "./french-names.ts";
import { courtOf, drawAddress, type Place } from "./french-places.ts";
import { frenchDunsOf, frenchVatOf, sirenOfDuns, siretOf } from "./numbers.ts";
import { drawPerson } from "./persons.ts";
import { type Activity, activities, drawActivity, drawSize, drawTraits, healthy, type Traits } from "./profile.ts";
import { france, places, Range, Titles } from "./territories.ts";

export const legalForms = readFixture(
  "legal-forms.json",
  z.array(
    z.strictObject({
      form: z.string(),
      code: z.string().length(4),
      label: z.string(),
      head: Titles,
      second: Titles.nullable(),
      weight: z.number(),
      capital: Range.nullable(),
      /** The least capital of companies that were founded before a day. */
      before: z.tuple([z.string(), z.int()]).optional(),
      workforce: Range,
      activities: z.array(z.string()).nullable(),
    }),
  ),
);

type LegalForm = (typeof legalForms)[number];

/** The least capital of a French company that was founded on a day. */
export function leastCapital(legalForm: string, founded: string): number {
  const [until, least] = legalForms.find(({ form }) => form === legalForm)?.before ?? ["", 0];
  return founded < until ? least : 0;
}

/** Companies with fixed numbers, names and places, by SIREN. */
const fixed = new Map(
  readFixture(
    "companies.json",
    z.array(
      z.strictObject({
        name: z.string(),
        /** The owner of a sole trader. */
        owner: z.strictObject({ lastName: z.string(), firstName: z.string(), role: z.string() }).optional(),
        legalForm: z.string(),
        activityCode: z.string(),
        siret: z.string().length(14),
        tva: z.string(),
        duns: z.string().length(9),
        postCode: z.string(),
        city: z.string(),
      }),
    ),
  ).map((company) => [company.siret.slice(0, 9), company]),
);

export const fixedSirens: readonly string[] = [...fixed.keys()];

const fixedDuns = new Map(Array.from(fixed, ([siren, { duns }]) => [duns, siren]));

/** The SIREN of a French DUNS, fixed or derived. */
export function sirenWithDuns(duns: string): string | undefined {
  return fixedDuns.get(duns) ?? sirenOfDuns(duns);
}

const drawsOf = (siren: string) => (subject: string) => chance(0, "french", siren, subject);

/** The identity of `frenchCompany`, for callers that need nothing else of it. */
export function frenchIdentity(siren: string, forced?: Traits): CompanyIdentity {
  const facts = fixed.get(siren);
  const draw = drawsOf(siren);
  const { status } = forced ?? (facts ? healthy : drawTraits(draw("traits")));
  const siret = facts?.siret ?? siretOf(siren, drawHeadNumber(draw("establishments")));
  return { companyIdType: "CIT001", companyIdValue: siret, duns: facts?.duns ?? frenchDunsOf(siren), status };
}

/** The company at its head office. Everything that is not fixed depends on the SIREN alone. */
export function frenchCompany(siren: string, forced?: Traits): Company {
  const facts = fixed.get(siren);
  const draw = drawsOf(siren);
  const traits = forced ?? (facts ? healthy : drawTraits(draw("traits")));
  const activity = facts ? rowWith(activities, "code", facts.activityCode) : drawActivity(draw("activity"));
  const form = facts ? rowWith(legalForms, "form", facts.legalForm) : drawForm(draw("form"), activity);
  const place = facts ? rowWith(places.france, "postCode", facts.postCode) : draw("place").pick(places.france);
  const size = drawSize(draw("size"), activity.category, form, 1);
  const dateCreation = isSoleTrader(form)
    ? drawBeginning(draw("creation"))
    : drawCreation(draw("creation"), traits.status, activity.category);
  const owner = facts?.owner && { ...facts.owner, since: dateCreation };
  const executives = owner ? [owner] : drawExecutives(draw("executives"), form, size.workforce, dateCreation);
  const name = facts?.name ?? nameOf(draw("name"), activity, form, executives);
  const unit = { siren, name, activity, place, status: traits.status, workforce: size.workforce, siret: facts?.siret };
  const establishments = drawEstablishments(draw("establishments"), unit);
  const siret = establishments[0]?.siret as string;
  return drawCompany(draw, {
    id: { companyIdType: "CIT001", companyIdValue: siret },
    numbers: { siren, siret, tva: frenchVatOf(siren), duns: facts?.duns ?? frenchDunsOf(siren), localId: null },
    name,
    shortName: isSoleTrader(form) ? "" : name,
    traits,
    activity,
    form,
    legalCategoryCode: form.code,
    size,
    dateCreation,
    executives,
    establishments,
    currency: "EUR",
    court: courtOf(place.greffe, dateCreation, activity.code),
    greffe: place.greffe,
    source: "FR_REFERENCE",
  });
}

/** The same company at one of its establishments, which joins the list if it was not drawn. */
export function atEstablishment(company: Company, siret: string): Company {
  const known = company.establishments.find((establishment) => establishment.siret === siret);
  const here = known ?? otherEstablishment(company, siret);
  return {
    ...company,
    companyIdValue: siret,
    siret,
    activityCode: here.activityCode,
    activityLabel: here.activityLabel,
    ...addressOf(here),
    addressLine2: here.headOffice ? company.addressLine2 : null,
    establishments: known ? company.establishments : [...company.establishments, here],
  };
}

function otherEstablishment(company: Company, siret: string): Establishment {
  const draw = chance(0, "establishment", siret);
  return {
    ...(company.establishments[0] as Establishment),
    siret,
    headOffice: false,
    closed: company.status === "STRUCK_OFF",
    ...drawAddress(draw, draw.pick(places.france), company.category),
  };
}

function rowWith<Row, Key extends keyof Row>(rows: readonly Row[], key: Key, value: Row[Key]): Row {
  const row = rows.find((candidate) => candidate[key] === value);
  if (!row) throw new Error(`companies.json names ${String(value)}, which no row has as its ${String(key)}`);
  return row;
}

export const isSoleTrader = ({ form }: Pick<LegalForm, "form">): boolean => form === "EI";

function nameOf(draw: Chance, activity: Activity, form: LegalForm, [head]: Executive[]): string {
  if (!isSoleTrader(form)) return drawName(draw, activity);
  return soleTraderName(head as Executive, draw.bool(0.35) ? drawName(draw, activity) : undefined);
}

export const isOpenTo = ({ activities: prefixes }: LegalForm, { code }: Activity): boolean =>
  !prefixes || prefixes.some((prefix) => code.startsWith(prefix));

function drawForm(draw: Chance, activity: Activity): LegalForm {
  const open = legalForms.filter((form) => isOpenTo(form, activity));
  return draw.weighted(open.map((form) => [form, form.weight] as const));
}

function drawExecutives(draw: Chance, form: LegalForm, workforce: number, creation: string): Executive[] {
  const person = (titles: readonly [string, string]) => ({
    ...drawPerson(draw, france, titles),
    since: isSoleTrader(form) ? creation : drawSince(draw, creation),
  });
  const head = person(form.head);
  return form.second && draw.bool(workforce >= 20 ? 0.8 : 0.25) ? [head, person(form.second)] : [head];
}

interface Unit extends Pick<Company, "name" | "status" | "workforce"> {
  siren: string;
  activity: Activity;
  place: Place;
  /** The fixed number of the head office. */
  siret: string | undefined;
}

/** A head office that has moved leaves closed establishments with lower numbers behind. */
const drawHeadNumber = (draw: Chance): number => draw.weighted(headNumbers);
const headNumbers = weights([1, 70], [2, 22], [3, 8]);

function drawEstablishments(draw: Chance, unit: Unit): Establishment[] {
  const { siren, name, activity, place, workforce, siret } = unit;
  const headNumber = siret ? Number(siret.slice(9, 13)) : drawHeadNumber(draw);
  const most = workforce < 100 ? 3 : 5;
  const branches = workforce < 6 ? 0 : draw.weighted(weights([0, 50], [1, 25], [2, 15], [most, 10]));
  const establishment = (number: number): Establishment => {
    const closed = unit.status === "STRUCK_OFF" || (number < headNumber && draw.bool(0.7));
    return {
      siret: siretOf(siren, number),
      headOffice: number === headNumber,
      name,
      activityCode: activity.code,
      activityLabel: activity.label,
      ...drawAddress(draw, number === headNumber ? place : draw.pick(places.france), activity.category),
      closed,
    };
  };
  const all = Array.from({ length: headNumber + branches }, (_, at) => establishment(at + 1));
  return all.sort((a, b) => Number(b.headOffice) - Number(a.headOffice));
}
