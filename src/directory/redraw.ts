import type { Chance } from "./chance.ts";
import type { Executive } from "./company.ts";
import * as french from "./french.ts";
import * as foreign from "./international.ts";
import { type Activity, activities } from "./profile.ts";
import { type Territory, territoriesOf } from "./territories.ts";

/** Draws another name, head or activity for a company, like those that it was drawn with. */

interface Kind {
  addressCountryCode: string;
  activityCode: string | null;
  legalForm: string | null;
}

const homeOf = ({ addressCountryCode }: Kind) => territoriesOf(addressCountryCode)[0] as Territory;
const isFrench = ({ addressCountryCode }: Kind) => addressCountryCode === "FR";
const activityOf = ({ activityCode }: Kind) => activities.find(({ code }) => code === activityCode);
const frenchForm = ({ legalForm }: Kind) => french.legalForms.find(({ form }) => form === legalForm);

export function otherName(chance: Chance, kind: Kind): string {
  if (isFrench(kind)) return french.drawName(chance, activityOf(kind) ?? (activities[0] as Activity));
  return [foreign.drawName(chance, foreign.languageOf(homeOf(kind))), kind.legalForm].filter(Boolean).join(" ");
}

/** Only French names contain a trade. */
export const nameFor = (chance: Chance, kind: Kind, name: string, activity: Activity): string =>
  isFrench(kind) ? french.nameFor(chance, name, activity) : name;

/** A new head with the title of the legal form; undefined for a sole trader, whose company ends with its owner. */
export function otherHead(chance: Chance, kind: Kind): Omit<Executive, "since"> | undefined {
  if (isFrench(kind)) {
    const form = frenchForm(kind);
    return form && form.form !== "EI" ? french.drawPerson(chance, form.head) : undefined;
  }
  const home = homeOf(kind);
  const form = home.forms.find((candidate) => candidate.form === kind.legalForm);
  return form && foreign.drawPerson(chance, foreign.languageOf(home), form.head);
}

/** Another activity that the legal form allows. A builder stays one, because its insurance covers ten years. */
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
