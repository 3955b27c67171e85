import { type Chance, chance } from "./chance.ts";
import type { Company, CompanyIdentity, Establishment } from "./company.ts";
import { drawCreation, drawSince } from "./days.ts";
import { drawCompany } from "./draw-company.ts";
import { numbersOf, spanishLetter } from "./numbers.ts";
import { drawPerson } from "./persons.ts";
import { drawActivity, drawSize, drawTraits, type Traits } from "./profile.ts";
import { cityOf, type Language, languages, type Territory } from "./territories.ts";

type LegalForm = Territory["forms"][number];

const drawsOf =
  ({ code }: Territory, serial: number) =>
  (subject: string) =>
    chance(0, "international", code, serial, subject);

const idOf = ({ tva, duns }: { tva: string | null; duns: string }) =>
  ({ companyIdType: tva ? "CIT002" : "CIT003", companyIdValue: tva ?? duns }) as const;

/** The identity of `internationalCompany`, for callers that need nothing else of it. */
export function internationalIdentity(territory: Territory, serial: number, forced?: Traits): CompanyIdentity {
  const { status } = forced ?? drawTraits(drawsOf(territory, serial)("traits"));
  const numbers = numbersOf(territory, serial);
  return { ...idOf(numbers), duns: numbers.duns, status };
}

/** Everything about the company depends on its territory and serial alone. */
export function internationalCompany(territory: Territory, serial: number, forced?: Traits): Company {
  const draw = drawsOf(territory, serial);
  const language = languageOf(territory);
  const traits = forced ?? drawTraits(draw("traits"));
  const activity = drawActivity(draw("activity"));
  const form = drawForm(draw("form"), territory, serial);
  const shortName = drawName(draw("name"), language);
  const dateCreation = drawCreation(draw("creation"), traits.status, activity.category);
  const executives = draw("executives");
  const { tva, duns, localId } = numbersOf(territory, serial);
  const name = `${shortName} ${form.form}`;
  const place = (headOffice: boolean): Establishment => ({
    siret: null,
    headOffice,
    name,
    activityCode: activity.code,
    activityLabel: activity.label,
    ...drawAddress(draw, territory, headOffice, serial),
    closed: traits.status === "STRUCK_OFF",
  });
  const hasBranch = territory.cities.length > 1 && draw("branches").bool(0.25);
  return drawCompany(draw, {
    id: idOf({ tva, duns }),
    numbers: { siren: null, siret: null, tva, duns, localId },
    name,
    shortName,
    traits,
    activity,
    form,
    legalCategoryCode: null,
    size: drawSize(draw("size"), activity.category, form, territory.rate),
    dateCreation,
    executives: [{ ...drawPerson(executives, language, form.head), since: drawSince(executives, dateCreation) }],
    establishments: hasBranch ? [place(true), place(false)] : [place(true)],
    currency: territory.currency,
    court: territory.court.replace("{city}", cityOf(territory, serial).city),
    greffe: null,
    source: "INTL_REFERENCE",
  });
}

/** A branch is in the city after that of the head office. */
function drawAddress(draw: (subject: string) => Chance, territory: Territory, headOffice: boolean, serial: number) {
  const { city, postCode } = cityOf(territory, headOffice ? serial : serial + 1);
  const street = draw(headOffice ? "seat" : "branch").from(languageOf(territory).streets);
  const door = draw(headOffice ? "door" : "branch door").int(1, 180);
  return {
    addressLine1: street.replace("{n}", String(door)),
    addressPostCode: postCode,
    addressCity: city,
    addressCountryCode: territory.country,
  };
}

export function languageOf({ code, language }: Territory): Language {
  const found = languages[language];
  if (!found) throw new Error(`territories.json gives ${code} the language ${language}, which languages.json lacks`);
  return found;
}

function drawForm(draw: Chance, { code, forms }: Territory, serial: number): LegalForm {
  const usual = forms[0] as LegalForm;
  if (code === "ES") return spanishLetter(serial) === "A" ? (forms[1] ?? usual) : usual;
  return draw.bool(0.7) ? usual : draw.pick(forms);
}

const starts = (
  "Al Ar Bal Bar Cal Cor Dal Dor El Fal Gar Hal Is Kal Kor Lam Lor Mal Mer Nor Or Pal Ral Ros Sal Sol Tal Tor Val " +
  "Vel Ver Wal Zel"
).split(" ");
const middles = "a e i o an en in on el il or ar".split(" ");

export function drawName(draw: Chance, language: Language): string {
  return `${draw.pick(starts)}${draw.pick(middles)}${draw.pick(language.endings)} ${draw.pick(language.words)}`;
}
