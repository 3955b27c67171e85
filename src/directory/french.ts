import { z } from "zod";
import { type Chance, chance, weights } from "./chance.ts";
import type { Company, CompanyIdentity, Establishment, Executive } from "./company.ts";
import { drawCreation, drawSince } from "./days.ts";
import { addressOf, drawCompany } from "./draw-company.ts";
import { readFixture } from "./fixtures.ts";
import { frenchDunsOf, frenchVatOf, sirenOfDuns, siretOf } from "./numbers.ts";
import { type Activity, activities, drawActivity, drawSize, drawTraits, healthy, type Traits } from "./profile.ts";
import { places, Range, Titles } from "./territories.ts";

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
      workforce: Range,
      activities: z.array(z.string()).nullable(),
    }),
  ),
);

type LegalForm = (typeof legalForms)[number];
type Place = (typeof places.france)[number];

/** Companies with fixed numbers, names and places, by SIREN. */
const fixed = new Map(
  readFixture(
    "companies.json",
    z.array(
      z.strictObject({
        name: z.string(),
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
  const name = facts?.name ?? drawName(draw("name"), activity);
  const size = drawSize(draw("size"), activity.category, form, 1);
  const dateCreation = drawCreation(draw("creation"), traits.status, activity.category);
  const unit = { siren, name, activity, place, status: traits.status, workforce: size.workforce, siret: facts?.siret };
  const establishments = drawEstablishments(draw("establishments"), unit);
  const siret = establishments[0]?.siret as string;
  return drawCompany(draw, {
    id: { companyIdType: "CIT001", companyIdValue: siret },
    numbers: { siren, siret, tva: frenchVatOf(siren), duns: facts?.duns ?? frenchDunsOf(siren), localId: null },
    name,
    shortName: name,
    traits,
    activity,
    form,
    legalCategoryCode: form.code,
    size,
    dateCreation,
    executives: drawExecutives(draw("executives"), form, size.workforce, dateCreation),
    establishments,
    currency: "EUR",
    court: `Tribunal de commerce de ${place.greffe}`,
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
    establishments: known ? company.establishments : [...company.establishments, here],
  };
}

function otherEstablishment(company: Company, siret: string): Establishment {
  const draw = chance(0, "establishment", siret);
  return {
    ...(company.establishments[0] as Establishment),
    siret,
    headOffice: false,
    status: company.status === "STRUCK_OFF" ? "CLOSED" : "ACTIVE",
    ...drawAddress(draw, draw.pick(places.france)),
  };
}

function rowWith<Row, Key extends keyof Row>(rows: readonly Row[], key: Key, value: Row[Key]): Row {
  const row = rows.find((candidate) => candidate[key] === value);
  if (!row) throw new Error(`companies.json names ${String(value)}, which no row has as its ${String(key)}`);
  return row;
}

function drawAddress(draw: Chance, place: Place) {
  const street = draw.fake((faker) => faker.location.street());
  return {
    addressLine1: `${draw.int(1, 140)} ${street[0]?.toLowerCase()}${street.slice(1)}`,
    addressPostCode: place.postCode,
    addressCity: place.city,
    addressCountryCode: "FR",
  };
}

export const isOpenTo = ({ activities: prefixes }: LegalForm, { code }: Activity): boolean =>
  !prefixes || prefixes.some((prefix) => code.startsWith(prefix));

function drawForm(draw: Chance, activity: Activity): LegalForm {
  const open = legalForms.filter((form) => isOpenTo(form, activity));
  return draw.weighted(open.map((form) => [form, form.weight] as const));
}

const starts = (
  "Az Bal Bel Bri Cal Cam Clé Cor Dal Dor Est Fen Gal Gar Hel Jor Ker Lan Lor Mar Mel Mon Nav Nor Or Pel Per Riv Ros " +
  "Sal Sav Ser Tal Ter Ur Val Vau Ver Vil Yv"
).split(" ");
const middles = "a e i o an en on ou al ar er or".split(" ");
const ends = "lane moire bert dès dine gny court ville nac rac tine viel zac mont lieu".split(" ");

export function drawName(draw: Chance, activity: Activity): string {
  const trade = draw.pick(activity.trades);
  const invented = draw.pick(starts) + draw.pick(middles) + draw.pick(ends);
  return draw.bool(0.6) ? `${trade} ${invented}` : `${invented} ${trade}`;
}

/** Longest first, because some trades begin like others. */
const trades = activities.flatMap((activity) => activity.trades).sort((a, b) => b.length - a.length);

/** The name after a change of activity: a trade in the name that no longer fits is replaced. */
export function nameFor(draw: Chance, name: string, activity: Activity): string {
  const trade = trades.find((candidate) => ` ${name} `.includes(` ${candidate} `));
  if (trade === undefined) return drawName(draw, activity);
  return activity.trades.includes(trade) ? name : name.replace(trade, draw.pick(activity.trades));
}

export function drawPerson(draw: Chance, [man, woman]: readonly [string, string]): Omit<Executive, "since"> {
  const sex = draw.bool(0.4) ? "female" : "male";
  return {
    lastName: draw.fake((faker) => faker.person.lastName(sex)).toUpperCase(),
    firstName: draw.fake((faker) => faker.person.firstName(sex)),
    role: sex === "female" ? woman : man,
  };
}

function drawExecutives(draw: Chance, form: LegalForm, workforce: number, creation: string): Executive[] {
  const person = (titles: readonly [string, string]) => ({
    ...drawPerson(draw, titles),
    since: drawSince(draw, creation),
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
      ...drawAddress(draw, number === headNumber ? place : draw.pick(places.france)),
      status: closed ? "CLOSED" : "ACTIVE",
    };
  };
  const all = Array.from({ length: headNumber + branches }, (_, at) => establishment(at + 1));
  return all.sort((a, b) => Number(b.headOffice) - Number(a.headOffice));
}
