import type { Chance } from "../directory/chance.ts";
import { nameFor, otherActivity, otherHead, otherName } from "../directory/news.ts";
import type { Draft } from "./draft.ts";
import { type Known, updateInformation } from "./identity.ts";
import type { ThirdpartyRow } from "./rows.ts";
import { dayOf } from "./time.ts";
import { bracketOf } from "./workforce.ts";

/** One thing that has changed: what it is now, and how the gazette puts it. */
interface News {
  told: Known;
  /** What follows from it. */
  also?: Known;
  hidden?: Parameters<typeof updateInformation>[3];
  text: string;
}
type Subject = "name" | "address" | "activity" | "executive" | "workforce" | "capital";

const kindOf = ({ addressCountryCode, activityCode, internal }: ThirdpartyRow) => ({
  addressCountryCode,
  activityCode,
  legalForm: internal.legalForm,
});

/** Changes the place that the third party is: that of its SIRET in France, its head office abroad. */
function atOwnPlace(
  { siret: own, establishments }: ThirdpartyRow,
  change: Partial<ThirdpartyRow["establishments"][number]>,
): Known {
  const isOwn = ({ siret, headOffice }: ThirdpartyRow["establishments"][number]) =>
    own === null ? headOffice : siret === own;
  return { establishments: establishments.map((place) => (isOwn(place) ? { ...place, ...change } : place)) };
}

/** What can change in a company, one table for whoever tells it; nothing where it cannot. */
const subjects: Record<Subject, (draft: Draft, chance: Chance) => News | undefined> = {
  name({ thirdparty }, chance) {
    const name = otherName(chance, kindOf(thirdparty));
    return { told: { name }, also: { acronym: null }, text: `Modification de la dénomination : ${name}` };
  },
  // The houses of the street are counted anew; whoever really moves gets another SIRET, and that is a transfer.
  address({ thirdparty }, chance) {
    const before = thirdparty.addressLine1;
    const house = chance.int(1, 180);
    const addressLine1 = before?.replace(/\d+/, (old) => String(Number(old) === house ? house + 1 : house));
    if (addressLine1 === undefined || addressLine1 === before) return undefined;
    return {
      told: { addressLine1 },
      also: atOwnPlace(thirdparty, { addressLine1 }),
      text: `Modification de l'adresse : ${addressLine1}`,
    };
  },
  activity({ thirdparty, surroundings, stamp }, chance) {
    const activity = otherActivity(chance, kindOf(thirdparty));
    if (!activity) return undefined;
    const told = { activityCode: activity.code, activityLabel: activity.label };
    // Drawn apart: what else there is to tell does not depend on a name.
    const name = nameFor(
      surroundings.chance("trade", thirdparty.thirdpartyId, stamp),
      kindOf(thirdparty),
      thirdparty.name,
      activity,
    );
    const renamed = name === thirdparty.name ? {} : { name, acronym: null };
    return {
      told,
      also: { ...atOwnPlace(thirdparty, told), ...renamed },
      hidden: { category: activity.category },
      text: `Modification de l'activité : ${activity.label}`,
    };
  },
  executive({ thirdparty, now }, chance) {
    // Whoever is on a list stays in office, or the screening would speak of nobody.
    const head = thirdparty.internal.sanctioned ? undefined : otherHead(chance, kindOf(thirdparty));
    if (!head) return undefined;
    const ceo = `${head.lastName} ${head.firstName}`;
    const executives = [{ ...head, since: dayOf(now) }, ...thirdparty.executives.slice(1)];
    return { told: { ceo }, also: { executives }, text: `Modification de l'administration : ${head.role} ${ceo}` };
  },
  workforce({ thirdparty: { workforce: before } }, chance) {
    if (!before) return undefined;
    const drawn = Math.max(1, Math.round(before * (0.9 + chance.float() * 0.25)));
    const workforce = drawn === before ? before + 1 : drawn;
    return { told: { workforce }, also: bracketOf(workforce), text: `Modification de l'effectif : ${workforce}` };
  },
  capital({ thirdparty: { capital: before, capitalCurrency } }, chance) {
    if (before === null) return undefined;
    const capital = before + chance.int(1, 20) * 5_000;
    return { told: { capital }, text: `Modification du capital : ${capital} ${capitalCurrency ?? "EUR"}` };
  },
};

/** How often each is what the source tells. */
export type Weights = readonly (readonly [Subject, number])[];

export function drawNews(draft: Draft, chance: Chance, weights: Weights): News {
  const possible = weights.flatMap(([subject, weight]) => {
    const news = subjects[subject](draft, chance);
    return news ? [[news, weight] as const] : [];
  });
  return chance.weighted(possible);
}

export function takeNews(draft: Draft, { told, also, hidden }: News, cause: string): void {
  updateInformation(draft, { ...told, ...also }, cause, hidden);
}
