import { givesIban, ibanFor } from "./banks.ts";
import { type Chance, weights } from "./chance.ts";
import type { Company, CompanyStatus, DrawnProcedure, Establishment, Executive } from "./company.ts";
import { localAccountFor } from "./local-banks.ts";
import { type Activity, drawBases, type drawSize, type Traits } from "./profile.ts";

type Drawn = "name" | "legalCategoryCode" | "executives" | "dateCreation" | "source" | "establishments" | "greffe";

interface Draft extends Pick<Company, Drawn> {
  id: Pick<Company, "companyIdType" | "companyIdValue">;
  numbers: Pick<Company, "siren" | "siret" | "tva" | "duns" | "localId">;
  /** The name without its legal form. */
  shortName: string;
  traits: Traits;
  activity: Activity;
  form: { form: string; label: string };
  size: ReturnType<typeof drawSize>;
  currency: string;
  court: string;
}

const accountFor = (chance: Chance, country: string) =>
  (givesIban(country) ? ibanFor : localAccountFor)(chance, country);

/** Completes a company. Each draw has its own key, so the two reference providers draw the rest alike. */
export function drawCompany(draw: (subject: string) => Chance, draft: Draft): Company {
  const { activity, traits, name, form, currency } = draft;
  const [head] = draft.establishments as [Establishment];
  const [chief] = draft.executives as [Executive];
  const account = traits.hasBank ? accountFor(draw("bank"), head.addressCountryCode) : null;
  const { id, numbers, size } = draft;
  // Written out, because spreads in the middle of a large object cost more than all of the draws.
  return {
    companyIdType: id.companyIdType,
    companyIdValue: id.companyIdValue,
    name,
    acronym: drawAcronym(draw("acronym"), draft.shortName),
    siren: numbers.siren,
    siret: numbers.siret,
    tva: numbers.tva,
    duns: numbers.duns,
    localId: numbers.localId,
    legalCategoryCode: draft.legalCategoryCode,
    legalCategoryLabel: form.label,
    activityCode: activity.code,
    activityLabel: activity.label,
    ceo: `${chief.lastName} ${chief.firstName}`,
    executives: draft.executives,
    workforce: size.workforce,
    workforceRangeCode: size.workforceRangeCode,
    workforceRangeLabel: size.workforceRangeLabel,
    capital: size.capital,
    usualTurnover: size.usualTurnover,
    capitalCurrency: currency,
    turnoverCurrency: currency,
    dateCreation: draft.dateCreation,
    addressLine1: head.addressLine1,
    addressLine2: null,
    addressPostCode: head.addressPostCode,
    addressCity: head.addressCity,
    addressCountryCode: head.addressCountryCode,
    status: traits.status,
    collectiveProcedure: drawProcedure(draw("procedure"), traits.status, draft.court),
    source: draft.source,
    establishments: draft.establishments,
    legalForm: form.form,
    category: activity.category,
    greffe: draft.greffe,
    bank: account && { ...account, holder: name },
    bases: drawBases(draw("bases"), activity.category),
    sanctioned: traits.sanctioned,
  };
}

export function addressOf({ addressLine1, addressPostCode, addressCity, addressCountryCode }: Establishment) {
  return { addressLine1, addressLine2: null, addressPostCode, addressCity, addressCountryCode };
}

/**
 * How often each is open on any day, where `openings` of fixtures/terms.json says how often each is opened as time
 * passes. Other weights would give a number another company than in the worlds that there are.
 */
const procedures = weights(["SAUVEGARDE", 2], ["REDRESSEMENT_JUDICIAIRE", 28], ["LIQUIDATION_JUDICIAIRE", 70]);
/** The observation before a plan is over after a year, a liquidation may take years. */
const mostDaysOpen = { SAUVEGARDE: 330, REDRESSEMENT_JUDICIAIRE: 330, LIQUIDATION_JUDICIAIRE: 900 } as const;

function drawProcedure(chance: Chance, status: CompanyStatus, court: string): DrawnProcedure | null {
  if (status !== "COLLECTIVE_PROCEDURE") return null;
  const type = chance.weighted(procedures);
  return { type, court, daysOpen: chance.int(12, mostDaysOpen[type]) };
}

function drawAcronym(chance: Chance, name: string): string | null {
  const initials = Array.from(name.matchAll(/(?<![\p{L}'’])\p{Lu}/gu), ([letter]) =>
    letter.normalize("NFD").slice(0, 1),
  );
  return chance.bool(0.15) && initials.length >= 2 ? initials.join("") : null;
}
