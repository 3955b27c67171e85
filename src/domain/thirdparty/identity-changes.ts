import type { Chance } from "../../directory/chance.ts";
import { otherActivity, otherHead, otherName } from "../../directory/redraw.ts";
import type { Draft } from "../draft.ts";
import type { ThirdpartyRow } from "../rows.ts";
import { dayOf } from "../time.ts";
import { type PublicFields, updateInformation } from "./identity.ts";
import { bracketOf } from "./workforce.ts";

/** One change of a company, as a register or the gazette publishes it. */
interface IdentityChange {
  published: PublicFields;
  derived?: PublicFields;
  text: string;
}
type Topic = "name" | "address" | "activity" | "executive" | "workforce" | "capital";
type Establishment = ThirdpartyRow["establishments"][number];

const kindOf = ({ name, addressCountryCode, activityCode, internal }: ThirdpartyRow) => ({
  name,
  addressCountryCode,
  activityCode,
  legalForm: internal.legalForm,
});

/** Changes the establishment that the third party is: the one with its SIRET in France, the head office abroad. */
function atOwnEstablishment({ siret: own, establishments }: ThirdpartyRow, fields: Partial<Establishment>) {
  const isOwn = ({ siret, headOffice }: Establishment) => (own === null ? headOffice : siret === own);
  return { establishments: establishments.map((place) => (isOwn(place) ? { ...place, ...fields } : place)) };
}

/** Draws a change of each topic; undefined where the company cannot change so. */
const topics: Record<Topic, (draft: Draft, chance: Chance) => IdentityChange | undefined> = {
  name({ thirdparty }, chance) {
    const name = otherName(chance, kindOf(thirdparty));
    if (name === undefined) return undefined;
    return { published: { name }, derived: { acronym: null }, text: `Modification de la dénomination : ${name}` };
  },
  // Only the house number changes, because a move to another street would need another SIRET.
  address({ thirdparty }, chance) {
    const before = thirdparty.addressLine1;
    const house = chance.int(1, 180);
    const addressLine1 = before?.replace(/\d+/, (old) => String(Number(old) === house ? house + 1 : house));
    if (addressLine1 === undefined || addressLine1 === before) return undefined;
    const published = { addressLine1 };
    const text = `Modification de l'adresse : ${addressLine1}`;
    return { published, derived: atOwnEstablishment(thirdparty, published), text };
  },
  // The name stays, because the company stays in its trade.
  activity({ thirdparty }, chance) {
    const activity = otherActivity(chance, kindOf(thirdparty));
    if (!activity) return undefined;
    const published = { activityCode: activity.code, activityLabel: activity.label };
    const text = `Modification de l'activité : ${activity.label}`;
    return { published, derived: atOwnEstablishment(thirdparty, published), text };
  },
  executive({ thirdparty, now }, chance) {
    // A sanctioned executive stays in office, because the screening reports name that person.
    const head = thirdparty.internal.sanctioned ? undefined : otherHead(chance, kindOf(thirdparty));
    if (!head) return undefined;
    const ceo = `${head.lastName} ${head.firstName}`;
    const executives = [{ ...head, since: dayOf(now) }, ...thirdparty.executives.slice(1)];
    const text = `Modification de l'administration : ${head.role} ${ceo}`;
    return { published: { ceo }, derived: { executives }, text };
  },
  workforce({ thirdparty: { workforce: before } }, chance) {
    if (!before) return undefined;
    const drawn = Math.max(1, Math.round(before * (0.9 + chance.float() * 0.25)));
    const workforce = drawn === before ? before + 1 : drawn;
    const text = `Modification de l'effectif : ${workforce}`;
    return { published: { workforce }, derived: bracketOf(workforce), text };
  },
  capital({ thirdparty: { capital: before, capitalCurrency } }, chance) {
    if (before === null) return undefined;
    const capital = before + chance.int(1, 20) * 5_000;
    return { published: { capital }, text: `Modification du capital : ${capital} ${capitalCurrency ?? "EUR"}` };
  },
};

type Weights = readonly (readonly [Topic, number])[];

export function drawIdentityChange(draft: Draft, chance: Chance, weights: Weights): IdentityChange {
  const possible = weights.flatMap(([topic, weight]) => {
    const change = topics[topic](draft, chance);
    return change ? [[change, weight] as const] : [];
  });
  return chance.weighted(possible);
}

export function applyIdentityChange(draft: Draft, change: IdentityChange, cause: string): void {
  updateInformation(draft, { ...change.published, ...change.derived }, cause);
}
