import { isLocalId } from "../../../contract/identifiers.ts";
import { Duns, Siret, Vat } from "../../../contract/identities.ts";
import { ShortText } from "../../../contract/shared.ts";
import { bankOf, givesIban, isIban } from "../../directory/banks.ts";
import { legalForms } from "../../directory/french.ts";
import { isFrench, isSoleTrader } from "../../directory/kinds.ts";
import { isLocalAccount, localBankOf } from "../../directory/local-banks.ts";
import { activities, workforces } from "../../directory/profile.ts";
import { territoriesOf } from "../../directory/territories.ts";
import { identifierFields } from "../collections.ts";
import type { ThirdpartyRow } from "../rows.ts";
import { type Flaw, flaw } from "./flaw.ts";
import { unprintable } from "./texts.ts";

/** What the row of a third party is held to. */

const noActivity = "is no activity of the NAF";
const identifiers = { CIT001: Siret, CIT002: Vat, CIT003: Duns };

function* numbersOf(row: ThirdpartyRow): Generator<Flaw> {
  const { companyIdType, companyIdValue, siren, siret, tva, localId, addressCountryCode, establishments } = row;
  const wrong = identifiers[companyIdType].safeParse(companyIdValue).error?.issues[0];
  // A head office that moved has another SIRET than the one it was added with.
  const isOwn =
    companyIdType === "CIT001" && isFrench(row)
      ? companyIdValue.startsWith(siren ?? "")
      : companyIdValue === row[identifierFields[companyIdType]];
  if (wrong) yield flaw("/companyIdValue", wrong.message);
  else if (!isOwn) yield flaw("/companyIdValue", "is the number of another company");
  if (!isFrench(row)) {
    if (siren !== null) yield flaw("/siren", "is of a company in France, and this one is abroad");
    if (siret !== null) yield flaw("/siret", "is of a company in France, and this one is abroad");
    if (localId !== null && !isLocalId(addressCountryCode, localId))
      yield flaw("/localId", `is no registry number of ${addressCountryCode}`);
    return;
  }
  if (siren === null) yield flaw("/siren", "is missing, and the company is in France");
  const isOther = (number: string | null) => number !== null && siren !== null && !number.startsWith(siren);
  if (siret === null || isOther(siret)) yield flaw("/siret", `must begin with the SIREN (${siren})`);
  if (tva !== null && siren !== null && !tva.endsWith(siren)) yield flaw("/tva", `must end with the SIREN (${siren})`);
  for (const [at, place] of establishments.entries())
    if (isOther(place.siret)) yield flaw(`/establishments/${at}/siret`, `must begin with the SIREN (${siren})`);
}

const activityLabels = new Map(activities.map(({ code, label }) => [code, label]));
const legalLabels = new Map(legalForms.map(({ code, label }) => [code, label]));
const bracketLabels = new Map(workforces.map(({ code, label }) => [code, label]));
const addressFields = ["addressLine1", "addressPostCode", "addressCity", "addressCountryCode"] as const;
const placeFields = [...addressFields, "activityCode", "activityLabel"] as const;

/** A French third party is the establishment with its SIRET; a foreign one is the company at its head office. */
function* placesOf(row: ThirdpartyRow): Generator<Flaw> {
  const { siret, establishments, legalCategoryCode } = row;
  const heads = establishments.filter(({ headOffice }) => headOffice);
  if (heads.length !== 1 || establishments[0] !== heads[0])
    yield flaw("/establishments", "must have one head office, in the first place");
  const sirets = establishments.flatMap((place) => place.siret ?? []);
  if (new Set(sirets).size !== sirets.length) yield flaw("/establishments", "must not have a SIRET twice");
  const own = siret === null ? heads[0] : establishments.find((place) => place.siret === siret);
  if (siret !== null && !own) yield flaw("/siret", "must be that of one of its establishments");
  for (const field of placeFields)
    if (own && own[field] !== row[field])
      yield flaw(`/${field}`, `must be that of its own establishment: ${own[field]}`);
  for (const [at, place] of establishments.entries()) yield* placeOf(place, `/establishments/${at}`);
  yield* placeOf(row, "");
  if (legalCategoryCode !== null && !(isFrench(row) && legalLabels.has(legalCategoryCode)))
    yield flaw("/legalCategoryCode", "is no legal form of a company in France");
}

/** What a company and each of its places have. */
type Place = Pick<ThirdpartyRow, "activityCode" | "activityLabel" | "addressCountryCode" | "addressPostCode">;
function* placeOf(place: Place, pointer: string): Generator<Flaw> {
  const { activityCode, activityLabel, addressPostCode } = place;
  const label = activityCode === null ? null : activityLabels.get(activityCode);
  if (label === undefined) yield flaw(`${pointer}/activityCode`, noActivity);
  else if (label !== activityLabel) yield flaw(`${pointer}/activityLabel`, `must be ${label}, as the code reads`);
  if (isFrench(place) && addressPostCode !== null && !/^\d{5}$/.test(addressPostCode))
    yield flaw(`${pointer}/addressPostCode`, "must be five digits: it is in France");
}

/** The labels beside codes, and the currency of its country. */
function* wordsOf(row: ThirdpartyRow): Generator<Flaw> {
  const { legalCategoryCode, workforceRangeCode } = row;
  const labels = [
    ["legalCategoryLabel", isFrench(row) ? legalLabels.get(legalCategoryCode ?? "") : undefined],
    ["workforceRangeLabel", workforceRangeCode === null ? null : bracketLabels.get(workforceRangeCode)],
  ] as const;
  for (const [name, label] of labels)
    if (label !== undefined && row[name] !== label) yield flaw(`/${name}`, `must be ${label}, as the code reads`);
  const currencies = isFrench(row) ? ["EUR"] : territoriesOf(row.addressCountryCode).map(({ currency }) => currency);
  for (const name of ["capitalCurrency", "turnoverCurrency"] as const) {
    const currency = row[name];
    if (currency !== null && !currencies.includes(currency))
      yield flaw(`/${name}`, `must be ${currencies.join(" or ")}, as in ${row.addressCountryCode}`);
  }
}

export const noShortText = "must have from 1 to 255 characters";
/** As many as an edit can give. */
const mostTags = 20;
/** What the client keeps of it may hold any signs; the rest comes from reference providers. */
function* textsOf({ internal: { owner, tags, ...kept }, thirdpartyCode: _, ...row }: ThirdpartyRow): Generator<Flaw> {
  yield* unprintable({ ...row, internal: kept });
  if (owner !== null && !ShortText.safeParse(owner).success) yield flaw("/internal/owner", noShortText);
  if (tags.length > mostTags) yield flaw("/internal/tags", `must be at most ${mostTags}`);
  for (const [at, tag] of tags.entries())
    if (!ShortText.safeParse(tag).success) yield flaw(`/internal/tags/${at}`, noShortText);
}

function* people({ workforce, workforceRangeCode, executives, ceo, capital, ...row }: ThirdpartyRow): Generator<Flaw> {
  const bracket = workforces.find(({ code }) => code === workforceRangeCode);
  if (workforceRangeCode !== null && !bracket) yield flaw("/workforceRangeCode", "is no bracket of employees");
  else if (workforce !== null && !(bracket && workforce >= bracket.min && workforce <= (bracket.max ?? workforce)))
    yield flaw("/workforceRangeCode", `must be the bracket of ${workforce} employees`);
  const [head] = executives;
  const name = head && `${head.lastName} ${head.firstName}`;
  if (name !== undefined && ceo !== name) yield flaw("/ceo", `must be ${name}, the first executive`);
  if (isSoleTrader(row) && capital !== null) yield flaw("/capital", "must be null: a sole trader has none");
}

function* bank(account: NonNullable<ThirdpartyRow["internal"]["bank"]>): Generator<Flaw> {
  const { iban, local, bic, bankName, country } = account;
  const isAccount = iban === null ? local && isLocalAccount(local) : isIban(iban);
  if (!isAccount) return yield flaw("", "is no bank account: wrong check digits, or neither IBAN nor local account");
  const known = iban === null ? local && localBankOf(local) : bankOf(iban);
  const own = iban === null ? local?.country : iban.slice(0, 2);
  if (country !== own || givesIban(country) !== (iban !== null))
    yield flaw("/country", `must be ${own}, as the account`);
  if (!/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic)) yield flaw("/bic", "must be a BIC");
  else if (known && bic !== known.bic) yield flaw("/bic", `must be ${known.bic}, the bank of the account`);
  if (known && bankName !== known.bankName)
    yield flaw("/bankName", `must be ${known.bankName}, the bank of the account`);
}

export const isScore = (score: number | null) => score === null || (score >= 0 && score <= 100);
const noScore = "must be a score from 0 to 100";

function* internal({ internal, archived }: ThirdpartyRow): Generator<Flaw> {
  if (internal.bank)
    for (const { pointer, reason } of bank(internal.bank)) yield flaw(`/internal/bank${pointer}`, reason);
  for (const [base, score] of Object.entries(internal.bases))
    if (!isScore(score)) yield flaw(`/internal/bases/${base}`, noScore);
  for (const [provider, { active, score }] of Object.entries(internal.monitoring)) {
    if (!isScore(score)) yield flaw(`/internal/monitoring/${provider}/score`, noScore);
    if (active && archived) yield flaw(`/internal/monitoring/${provider}/active`, "must be false: it is archived");
  }
}

export function* thirdparty(row: ThirdpartyRow): Generator<Flaw> {
  yield* numbersOf(row);
  yield* placesOf(row);
  yield* people(row);
  yield* wordsOf(row);
  yield* textsOf(row);
  yield* internal(row);
  const { archived, archivedDate, status, collectiveProcedure } = row;
  if (archived !== (archivedDate !== null))
    yield flaw("/archivedDate", "must be there when it is archived, and only then");
  if ((status === "COLLECTIVE_PROCEDURE") !== (collectiveProcedure !== null))
    yield flaw("/collectiveProcedure", `must be there in the status COLLECTIVE_PROCEDURE, and only then`);
}
