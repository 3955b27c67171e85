import type { Chance } from "./chance.ts";
import type { Executive } from "./company.ts";
import * as french from "./french.ts";
import * as frenchNames from "./french-names.ts";
import * as foreign from "./international.ts";
import { isFrench } from "./kinds.ts";
import { drawPerson } from "./persons.ts";
import { type Activity, activities } from "./profile.ts";
import { france, type Territory, territoriesOf } from "./territories.ts";

/** Draws another name, head or activity for a company, like those that it was drawn with. */

interface Kind {
  name: string;
  addressCountryCode: string;
  activityCode: string | null;
  legalForm: string | null;
}

const homeOf = ({ addressCountryCode }: Kind) => territoriesOf(addressCountryCode)[0] as Territory;
const activityOf = ({ activityCode }: Kind) => activities.find(({ code }) => code === activityCode);
const frenchForm = ({ legalForm }: Kind) => french.legalForms.find(({ form }) => form === legalForm);
const isSoleTrader = (kind: Kind) =>
  isFrench(kind) && kind.legalForm !== null && french.isSoleTrader({ form: kind.legalForm });

/** Undefined for a sole trader, which bears the name of its owner. Only French names contain a trade. */
export function otherName(chance: Chance, kind: Kind): string | undefined {
  if (isSoleTrader(kind)) return undefined;
  if (isFrench(kind)) return frenchNames.otherName(chance, kind.name, activityOf(kind) ?? (activities[0] as Activity));
  return [foreign.drawName(chance, foreign.languageOf(homeOf(kind))), kind.legalForm].filter(Boolean).join(" ");
}

/** A new head with the title of the legal form; undefined for a sole trader, whose company ends with its owner. */
export function otherHead(chance: Chance, kind: Kind): Omit<Executive, "since"> | undefined {
  if (isSoleTrader(kind)) return undefined;
  const home = homeOf(kind);
  const form = isFrench(kind) ? frenchForm(kind) : home.forms.find((candidate) => candidate.form === kind.legalForm);
  return form && drawPerson(chance, isFrench(kind) ? france : foreign.languageOf(home), form.head);
}

/** The group of the nomenclature: a company that changes its activity stays in its trade. */
const groupOf = (code: string | null) => code?.slice(0, 3);

/** Another activity of the same trade that the legal form allows. */
export function otherActivity(chance: Chance, kind: Kind): Activity | undefined {
  const form = isFrench(kind) ? frenchForm(kind) : undefined;
  const choice = activities.filter(
    (activity) =>
      activity.code !== kind.activityCode &&
      groupOf(activity.code) === groupOf(kind.activityCode) &&
      (!form || french.isOpenTo(form, activity)),
  );
  return choice.length > 0 ? chance.pick(choice) : undefined;
}

/** A person who may work for a company, with a name of its country. */
export function drawEmployee(chance: Chance, kind: Pick<Kind, "addressCountryCode">) {
  const home = territoriesOf(kind.addressCountryCode)[0];
  const { firstName, lastName } = drawPerson(chance, isFrench(kind) || !home ? france : foreign.languageOf(home), [
    "",
    "",
  ]);
  return { firstName, lastName };
}
