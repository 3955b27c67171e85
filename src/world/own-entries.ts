import type { Chance } from "../directory/chance.ts";
import { type Attribute, type Configuration, defaultConfiguration } from "../domain/configuration.ts";
import { createDossier } from "../domain/dossier/dossiers.ts";
import { requiredOf } from "../domain/dossier/requirements.ts";
import type { Draft } from "../domain/draft.ts";
import type { AttributeRow } from "../domain/rows.ts";
import { attributeKey, isReadByRules, writeAttribute } from "../domain/thirdparty/attributes.ts";
import { recalculate, recalculateWithRules } from "../domain/thirdparty/recalculate.ts";
import { day, dayOf } from "../domain/time.ts";

/**
 * Seeds speak of the default configuration alone. So that a world shows what an account has beside it, the client notes
 * values of its own attributes, and opens dossiers of its own types where no rule does.
 */

const usual = { attributes: 8, share: 0.6, dossiers: 2, dossierShare: 0.5 };

function ownAttributes({ attributes }: Configuration): Attribute[] {
  const known = new Set(defaultConfiguration.attributes.map(({ label, type }) => `${type} ${label}`));
  return attributes.filter(({ label, type, calculated }) => !calculated && !known.has(`${type} ${label}`));
}

function unruledTypes({ dossierTypes, rules, base }: Configuration): string[] {
  const known = new Set(base === "default" ? defaultConfiguration.dossierTypes.map(({ code }) => code) : []);
  const ruled = new Set(rules.filter(({ enabled }) => enabled).map(({ create }) => create));
  return dossierTypes.map(({ code }) => code).filter((code) => !known.has(code) && !ruled.has(code));
}

const person = /nom|r[ée]f[ée]rent|acheteu|responsable|contact|interlocut|name|owner|buyer|manager/i;
const initialsOf = (label: string) =>
  label
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join("");

type Value = AttributeRow["values"][number];
type Drawing = (attribute: Attribute, chance: Chance, draft: Draft) => Value[];
const values: Record<Attribute["type"], Drawing> = {
  string: ({ label }, chance, { configuration: { practice } }) =>
    person.test(label) ? [chance.pick(practice.colleagues).name] : [`${initialsOf(label)}-${chance.digits(5)}`],
  boolean: (_, chance) => [chance.bool(0.5)],
  date: (_, chance, { now }) => [dayOf(now - chance.int(30, 2500) * day)],
  decimal: (_, chance) => [chance.int(1, 400) * chance.pick([1, 10, 100])],
  percentage: (_, chance) => [chance.int(0, 100)],
  list_unique: ({ options }, chance) => [chance.pick(options ?? [])],
  list_multiple({ options }, chance) {
    const first = chance.pick(options ?? []);
    return (options ?? []).filter((option) => option === first || chance.bool(0.15));
  },
};

/** All that are required or that a rule names, and some of the others: a client never knows everything. */
function noteAttributes(draft: Draft): void {
  const { thirdparty, context, configuration } = draft;
  const own = ownAttributes(configuration);
  const share = Math.min(usual.share, usual.attributes / own.length);
  const noted = own.filter((attribute) => {
    if (draft.get("attributes", attributeKey(thirdparty.thirdpartyId, attribute.id))) return false;
    const chance = context.chance("own attribute", thirdparty.companyIdValue, attribute.label);
    const isNamed = !attribute.role && isReadByRules(configuration, attribute);
    if (!attribute.required && !isNamed && (attribute.role || !chance.bool(share))) return false;
    return writeAttribute(draft, attribute, values[attribute.type](attribute, chance, draft)) !== null;
  });
  if (noted.some((attribute) => isReadByRules(configuration, attribute))) recalculateWithRules(draft);
}

function openUnruled(draft: Draft): void {
  const { thirdparty, context, configuration } = draft;
  const types = unruledTypes(configuration);
  const share = Math.min(usual.dossierShare, usual.dossiers / types.length);
  const wanted = types.filter(
    (code) =>
      context.chance("own dossier", thirdparty.companyIdValue, code).bool(share) && requiredOf(draft, code).length > 0,
  );
  for (const dossierTypeCode of wanted) createDossier(draft, { dossierTypeCode });
  if (wanted.length > 0) recalculate(draft);
}

/** What the client does about a third party that has joined. */
export function enterOwn(draft: Draft): void {
  noteAttributes(draft);
  openUnruled(draft);
}

export const hasOwn = (configuration: Configuration): boolean =>
  ownAttributes(configuration).length + unruledTypes(configuration).length > 0;
