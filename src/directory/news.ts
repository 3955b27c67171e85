import type { Chance } from "./chance.ts";
import type { Executive } from "./company.ts";
import * as french from "./french.ts";
import * as foreign from "./international.ts";
import { type Activity, activities } from "./profile.ts";
import { type Territory, type Tongue, territoriesOf, tongues } from "./territories.ts";

/** What a company's life brings: names, people and trades like those that it was drawn with. */

interface Kind {
  addressCountryCode: string;
  activityCode: string | null;
  legalForm: string | null;
}

const homeOf = ({ addressCountryCode }: Kind) => territoriesOf(addressCountryCode)[0] as Territory;
const tongueOf = (kind: Kind) => tongues[homeOf(kind).tongue] as Tongue;
const isFrench = ({ addressCountryCode }: Kind) => addressCountryCode === "FR";
const activityOf = ({ activityCode }: Kind) => activities.find(({ code }) => code === activityCode);
const frenchForm = ({ legalForm }: Kind) => french.legalForms.find(({ form }) => form === legalForm);

export function otherName(chance: Chance, kind: Kind): string {
  const activity = activityOf(kind) ?? (activities[0] as Activity);
  return isFrench(kind)
    ? french.drawName(chance, activity)
    : [foreign.drawName(chance, tongueOf(kind)), kind.legalForm].filter(Boolean).join(" ");
}

/** Only French names tell of a trade. */
export const nameFor = (chance: Chance, kind: Kind, name: string, activity: Activity): string =>
  isFrench(kind) ? french.nameFor(chance, name, activity) : name;

/** A new head, with the title that the legal form gives; nobody takes a sole trader's place. */
export function otherHead(chance: Chance, kind: Kind): Omit<Executive, "since"> | undefined {
  if (isFrench(kind)) {
    const form = frenchForm(kind);
    return form && form.form !== "EI" ? french.drawPerson(chance, form.head) : undefined;
  }
  const form = homeOf(kind).forms.find((candidate) => candidate.form === kind.legalForm);
  return form && foreign.drawPerson(chance, tongueOf(kind), form.head);
}

/** Another trade that the legal form may follow; a builder stays one, because what it had to insure lasts ten years. */
export function otherActivity(chance: Chance, kind: Kind): Activity | undefined {
  const form = isFrench(kind) ? frenchForm(kind) : undefined;
  const builder = activityOf(kind)?.category === "Construction";
  const choice = activities.filter(
    (activity) =>
      activity.code !== kind.activityCode &&
      (!builder || activity.category === "Construction") &&
      (!form || french.isOpenTo(form, activity)),
  );
  return choice.length > 0 ? chance.pick(choice) : undefined;
}
