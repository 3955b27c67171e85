import { ibanFor } from "./banks.ts";
import { type Chance, chance } from "./chance.ts";
import type { Company, Establishment, Executive } from "./company.ts";
import { numbersOf, spanishLetter } from "./numbers.ts";
import {
  acronymOf,
  drawActivity,
  drawBases,
  drawCreation,
  drawProcedure,
  drawSince,
  drawSize,
  drawTraits,
  type Traits,
} from "./profile.ts";
import { type City, cityOf, type Territory, type Tongue, tongues } from "./territories.ts";

type LegalForm = Territory["forms"][number];

/** Everything about the company depends on its territory and serial alone. */
export function internationalCompany(territory: Territory, serial: number, forced?: Traits): Company {
  const draw = (subject: string) => chance(0, "international", territory.code, serial, subject);
  const tongue = tongues[territory.tongue];
  if (!tongue)
    throw new Error(
      `territories.json gives ${territory.code} the tongue ${territory.tongue}, which tongues.json lacks`,
    );
  const traits = forced ?? drawTraits(draw("traits"));
  const activity = drawActivity(draw("activity"));
  const form = drawForm(draw("form"), territory, serial);
  const city = cityOf(territory, serial);
  const name = `${drawName(draw("name"), tongue)} ${form.form}`;
  const size = drawSize(draw("size"), activity.category, {
    workforce: form.workforce,
    capital: form.capital,
    rate: territory.rate,
  });
  const dateCreation = drawCreation(draw("creation"), traits.status, activity.category);
  const executives = drawExecutives(draw("executives"), tongue, form, dateCreation);
  const { tva, duns, localId } = numbersOf(territory, serial);
  const account = traits.hasBank ? ibanFor(draw("bank"), territory.country) : null;
  const establishment = (headOffice: boolean, at: City): Establishment => ({
    siret: null,
    headOffice,
    name,
    activityCode: activity.code,
    activityLabel: activity.label,
    addressLine1: draw(headOffice ? "seat" : "branch")
      .pick(tongue.streets)
      .replace("{n}", String(draw(headOffice ? "door" : "branch door").int(1, 180))),
    addressPostCode: at.postCode,
    addressCity: at.city,
    addressCountryCode: territory.country,
    status: traits.status === "STRUCK_OFF" ? "CLOSED" : "ACTIVE",
  });
  const head = establishment(true, city);
  const branches =
    territory.cities.length > 1 && draw("branches").bool(0.25)
      ? [establishment(false, cityOf(territory, serial + 1))]
      : [];
  return {
    companyIdType: tva ? "CIT002" : "CIT003",
    companyIdValue: tva ?? duns,
    name,
    acronym: acronymOf(draw("acronym"), name.slice(0, -form.form.length)),
    siren: null,
    siret: null,
    tva,
    duns,
    localId,
    legalCategoryCode: null,
    legalCategoryLabel: form.label,
    activityCode: activity.code,
    activityLabel: activity.label,
    ceo: `${executives[0]?.lastName} ${executives[0]?.firstName}`,
    executives,
    ...size,
    capitalCurrency: territory.currency,
    turnoverCurrency: territory.currency,
    dateCreation,
    addressLine1: head.addressLine1,
    addressLine2: null,
    addressPostCode: head.addressPostCode,
    addressCity: head.addressCity,
    addressCountryCode: territory.country,
    status: traits.status,
    collectiveProcedure: drawProcedure(draw("procedure"), traits.status, territory.court.replace("{city}", city.city)),
    source: "INTL_REFERENCE",
    establishments: [head, ...branches],
    legalForm: form.form,
    category: activity.category,
    greffe: null,
    bank: account && { ...account, holder: name },
    bases: drawBases(draw("bases"), activity.category),
    sanctioned: traits.sanctioned,
  };
}

function drawForm(draw: Chance, { code, forms }: Territory, serial: number): LegalForm {
  const usual = forms[0] as LegalForm;
  if (code === "ES") return spanishLetter(serial) === "A" ? (forms[1] ?? usual) : usual;
  return draw.bool(0.7) ? usual : draw.pick(forms);
}

const starts =
  "Al Ar Bal Bar Cal Cor Dal Dor El Fal Gar Hal Is Kal Kor Lam Lor Mal Mer Nor Or Pal Ral Ros Sal Sol Tal Tor Val Vel Ver Wal Zel".split(
    " ",
  );
const middles = "a e i o an en in on el il or ar".split(" ");

export function drawName(draw: Chance, tongue: Tongue): string {
  return `${draw.pick(starts)}${draw.pick(middles)}${draw.pick(tongue.endings)} ${draw.pick(tongue.words)}`;
}

export function drawPerson(draw: Chance, tongue: Tongue, [man, woman]: LegalForm["head"]): Omit<Executive, "since"> {
  const female = draw.bool(0.4);
  return {
    lastName: draw.pick((female && tongue.lastNamesOfWomen) || tongue.lastNames).toUpperCase(),
    firstName: draw.pick(female ? tongue.women : tongue.men),
    role: female ? woman : man,
  };
}

function drawExecutives(draw: Chance, tongue: Tongue, form: LegalForm, creation: string): Executive[] {
  return [{ ...drawPerson(draw, tongue, form.head), since: drawSince(draw, creation) }];
}
