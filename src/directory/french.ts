import { z } from "zod";
import { ibanFor } from "./banks.ts";
import { type Chance, chance } from "./chance.ts";
import type { Company, Establishment, Executive } from "./company.ts";
import { readFixture } from "./fixtures.ts";
import { frenchDunsOf, frenchVatOf, sirenOfDuns, siretOf } from "./numbers.ts";
import {
  type Activity,
  acronymOf,
  activities,
  drawActivity,
  drawBases,
  drawCreation,
  drawProcedure,
  drawSince,
  drawSize,
  drawTraits,
  type Traits,
} from "./profile.ts";
import { places } from "./territories.ts";

const Titles = z.tuple([z.string(), z.string()]).describe("of a man, of a woman");

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
      capital: z.tuple([z.number(), z.number()]).nullable(),
      workforce: z.tuple([z.number(), z.number()]),
      activities: z.array(z.string()).nullable(),
    }),
  ),
);

type LegalForm = (typeof legalForms)[number];
type Place = (typeof places.france)[number];

/** Companies whose numbers, names and places are given and not drawn. */
const given = new Map(
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

export const givenSirens: readonly string[] = [...given.keys()];

const givenDuns = new Map(Array.from(given, ([siren, { duns }]) => [duns, siren]));

/** The SIREN behind a DUNS, given or derived. */
export function sirenBehind(duns: string): string | undefined {
  return givenDuns.get(duns) ?? sirenOfDuns(duns);
}

/** The legal unit at its head office: everything about it depends on its SIREN alone. */
export function frenchCompany(siren: string, forced?: Traits): Company {
  const fixed = given.get(siren);
  const draw = (subject: string) => chance(0, "french", siren, subject);
  const traits =
    forced ?? (fixed ? { status: "ACTIVE" as const, hasBank: true, sanctioned: false } : drawTraits(draw("traits")));
  const activity = fixed ? named(activities, "code", fixed.activityCode) : drawActivity(draw("activity"));
  const form = fixed ? named(legalForms, "form", fixed.legalForm) : drawForm(draw("form"), activity);
  const place = fixed ? named(places.france, "postCode", fixed.postCode) : draw("place").pick(places.france);
  const name = fixed?.name ?? drawName(draw("name"), activity);
  const size = drawSize(draw("size"), activity.category, { workforce: form.workforce, capital: form.capital, rate: 1 });
  const dateCreation = drawCreation(draw("creation"), traits.status, activity.category);
  const executives = drawExecutives(draw("executives"), form, size.workforce, dateCreation);
  const establishments = drawEstablishments(draw("establishments"), {
    siren,
    name,
    activity,
    place,
    status: traits.status,
    workforce: size.workforce,
    head: fixed?.siret,
  });
  const [head] = establishments as [Establishment];
  const account = traits.hasBank ? ibanFor(draw("bank"), "FR") : null;
  return {
    companyIdType: "CIT001",
    companyIdValue: head.siret as string,
    name,
    acronym: acronymOf(draw("acronym"), name),
    siren,
    siret: head.siret,
    tva: frenchVatOf(siren),
    duns: fixed?.duns ?? frenchDunsOf(siren),
    localId: null,
    legalCategoryCode: form.code,
    legalCategoryLabel: form.label,
    activityCode: activity.code,
    activityLabel: activity.label,
    ceo: `${executives[0]?.lastName} ${executives[0]?.firstName}`,
    executives,
    ...size,
    capitalCurrency: "EUR",
    turnoverCurrency: "EUR",
    dateCreation,
    ...addressOf(head),
    status: traits.status,
    collectiveProcedure: drawProcedure(draw("procedure"), traits.status, `Tribunal de commerce de ${place.greffe}`),
    source: "FR_REFERENCE",
    establishments,
    legalForm: form.form,
    category: activity.category,
    greffe: place.greffe,
    bank: account && { ...account, holder: name },
    bases: drawBases(draw("bases"), activity.category),
    sanctioned: traits.sanctioned,
  };
}

/** The same company seen from one of its establishments, which is added to the list when the draw had not made it. */
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
  const status = company.status === "STRUCK_OFF" ? "CLOSED" : "ACTIVE";
  return {
    ...(company.establishments[0] as Establishment),
    siret,
    headOffice: false,
    status,
    ...drawAddress(draw, draw.pick(places.france)),
  };
}

function named<Row, Key extends keyof Row>(rows: readonly Row[], key: Key, value: Row[Key]): Row {
  const row = rows.find((candidate) => candidate[key] === value);
  if (!row) throw new Error(`companies.json names ${String(value)}, which no row has as its ${String(key)}`);
  return row;
}

function addressOf({ addressLine1, addressPostCode, addressCity, addressCountryCode }: Establishment) {
  return { addressLine1, addressLine2: null, addressPostCode, addressCity, addressCountryCode };
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

const starts =
  "Az Bal Bel Bri Cal Cam Clé Cor Dal Dor Est Fen Gal Gar Hel Jor Ker Lan Lor Mar Mel Mon Nav Nor Or Pel Per Riv Ros Sal Sav Ser Tal Ter Ur Val Vau Ver Vil Yv".split(
    " ",
  );
const middles = "a e i o an en on ou al ar er or".split(" ");
const ends = "lane moire bert dès dine gny court ville nac rac tine viel zac mont lieu".split(" ");

export function drawName(draw: Chance, activity: Activity): string {
  const trade = draw.pick(activity.trades);
  const invented = draw.pick(starts) + draw.pick(middles) + draw.pick(ends);
  return draw.bool(0.6) ? `${trade} ${invented}` : `${invented} ${trade}`;
}

/** The longest first, because some begin like others. */
const trades = activities.flatMap((activity) => activity.trades).sort((a, b) => b.length - a.length);

/** What a company is called when it takes up an activity: as before if its name tells of that, else with another trade in the place of the old. */
export function nameFor(draw: Chance, name: string, activity: Activity): string {
  const told = trades.find((trade) => ` ${name} `.includes(` ${trade} `));
  if (told === undefined) return drawName(draw, activity);
  return activity.trades.includes(told) ? name : name.replace(told, draw.pick(activity.trades));
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
  const person = (titles: readonly [string, string]): Executive => ({
    ...drawPerson(draw, titles),
    since: drawSince(draw, creation),
  });
  const head = person(form.head);
  return form.second && draw.bool(workforce >= 20 ? 0.8 : 0.25) ? [head, person(form.second)] : [head];
}

interface Unit {
  siren: string;
  name: string;
  activity: Activity;
  place: Place;
  status: Company["status"];
  workforce: number;
  head: string | undefined;
}

/** A head office that has moved leaves closed establishments with lower numbers behind. */
function drawEstablishments(
  draw: Chance,
  { siren, name, activity, place, status, workforce, head }: Unit,
): Establishment[] {
  const seat = head
    ? Number(head.slice(9, 13))
    : draw.weighted([
        [1, 70],
        [2, 22],
        [3, 8],
      ]);
  const branches =
    workforce < 6
      ? 0
      : draw.weighted([
          [0, 50],
          [1, 25],
          [2, 15],
          [workforce < 100 ? 3 : 5, 10],
        ]);
  const establishment = (sequence: number): Establishment => {
    const closed = status === "STRUCK_OFF" || (sequence < seat && draw.bool(0.7));
    return {
      siret: siretOf(siren, sequence),
      headOffice: sequence === seat,
      name,
      activityCode: activity.code,
      activityLabel: activity.label,
      ...drawAddress(draw, sequence === seat ? place : draw.pick(places.france)),
      status: closed ? "CLOSED" : "ACTIVE",
    };
  };
  const all = Array.from({ length: seat + branches }, (_, at) => establishment(at + 1));
  return all.sort((a, b) => Number(b.headOffice) - Number(a.headOffice));
}
