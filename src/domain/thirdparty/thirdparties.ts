import type { z } from "zod";
import { Establishment, type NewThirdparty, ThirdpartyDetail } from "../../../contract/thirdparties.ts";
import type { Company } from "../../directory/company.ts";
import {
  accountsOn,
  daysBefore,
  foundedBefore,
  inOfficeSince,
  procedureOn,
  strikeOffOn,
} from "../../directory/days.ts";
import { leastCapital } from "../../directory/french.ts";
import { isLiquidation } from "../../directory/kinds.ts";
import { withLiquidator } from "../../directory/liquidator.ts";
import { actors, type Draft, providerNamed } from "../draft.ts";
import { keysOf, pick } from "../fields.ts";
import { planLiquidation } from "../providers/liquidation.ts";
import { activateProviders, neverMonitored } from "../providers/monitoring.ts";
import { dataProviders, type ThirdpartyRow } from "../rows.ts";
import { terms } from "../terms.ts";
import { dayOf } from "../time.ts";
import { inviteContact } from "./contacts.ts";
import { secondBirthday } from "./indicators.ts";
import { recalculateWithRules } from "./recalculate.ts";
import { bracketOf } from "./workforce.ts";

type Addition = z.output<typeof NewThirdparty>;
const establishmentFields = keysOf(Establishment);
const placeFields = ["addressCountryCode", "addressPostCode"] as const;
const references = { accountId: true, companyIdType: true, companyIdValue: true, thirdpartyCode: true } as const;
const dates = { archived: true, archivedDate: true, creationDate: true, lastUpdateDate: true } as const;
/** The fields that a reference provider supplies. */
const companyFields = keysOf(ThirdpartyDetail.omit({ thirdpartyId: true, ...references, ...dates }));

const atLeast = (capital: number | null, least: number) => (capital === null ? null : Math.max(capital, least));

/** The accounts that are filed by today; once a company is liquidated or struck off, it files no more. */
function accountsBy(today: string, company: Company, dateCreation: string, ended: string | undefined) {
  const { turnover, lastBalanceSheetDate } = company;
  if (ended === undefined) return accountsOn(today, dateCreation, company);
  if (turnover === undefined || lastBalanceSheetDate === undefined) return accountsOn(ended, dateCreation, company);
  return { turnover, lastBalanceSheetDate };
}

/** The identity of a company on a day; dates that were drawn after it are moved before it. */
function identityOf(company: Company, today: string) {
  const { collectiveProcedure: open, establishments } = company;
  const dateCreation = company.recorded ? company.dateCreation : foundedBefore(today, company.dateCreation);
  const collectiveProcedure =
    open && procedureOn(today, open, dateCreation, { ...company, ...pick(establishments[0] ?? company, placeFields) });
  const heads = company.executives.map((one) => ({ ...one, since: inOfficeSince(today, one.since, dateCreation) }));
  const executives = withLiquidator(
    { ...company, executives: heads },
    collectiveProcedure,
    collectiveProcedure?.openingDate ?? today,
  );
  const appointed = executives.map(({ since }) => since).reduce((a, b) => (a > b ? a : b), dateCreation);
  const struckOffOn = strikeOffOn(today, { ...company, ...pick(establishments[0] ?? company, placeFields) }, appointed);
  const liquidated = collectiveProcedure && isLiquidation(collectiveProcedure) && collectiveProcedure.openingDate;
  const hasLeft = liquidated && !company.recorded && daysBefore(today, terms.dismissalDays[1]) > liquidated;
  const onThatDay = {
    ...company,
    ...(hasLeft && company.workforce !== null && { workforce: 0, ...bracketOf(0) }),
    dateCreation,
    capital: atLeast(company.capital, leastCapital(company.legalForm, dateCreation)),
    ...accountsBy(today, company, dateCreation, struckOffOn ?? (liquidated || undefined)),
    collectiveProcedure,
    executives,
    establishments: establishments.map((place) => pick(place, establishmentFields)),
  };
  return { identity: pick(onThatDay, companyFields), struckOffOn };
}

function newThirdparty(draft: Draft, company: Company, addition: Addition): ThirdpartyRow {
  const { identity, struckOffOn } = identityOf(company, dayOf(draft.now));
  const monitoring = Object.fromEntries(dataProviders.map((provider) => [provider, neverMonitored]));
  return {
    thirdpartyId: draft.nextId("thirdpartyId"),
    accountId: draft.context.accountId,
    companyIdType: addition.companyIdType,
    companyIdValue: addition.companyIdValue,
    thirdpartyCode: addition.thirdpartyCode ?? null,
    ...identity,
    archived: false,
    archivedDate: null,
    creationDate: draft.stamp,
    lastUpdateDate: draft.stamp,
    internal: {
      ...pick(company, ["legalForm", "category", "greffe", "bank", "bases", "sanctioned"]),
      ...(struckOffOn && { struckOffOn }),
      monitoring: monitoring as ThirdpartyRow["internal"]["monitoring"],
      owner: null,
      tags: [],
    },
  };
}

export function addThirdparty(draft: Draft, company: Company, addition: Addition): ThirdpartyRow {
  const client = draft.actor;
  const { companyIdType, companyIdValue, contacts } = addition;
  const { thirdpartyId, dateCreation } = draft.put("thirdparties", newThirdparty(draft, company, addition));
  const birthday = dateCreation === null ? draft.now : secondBirthday(dateCreation);
  if (birthday > draft.now) draft.schedule("BIRTHDAY", birthday, thirdpartyId);
  planLiquidation(draft);
  draft.emit("THIRD_PARTY_ADDED", {}, { companyIdType, companyIdValue });
  draft.put("thirdparties", { ...draft.thirdparty, lastUpdateDate: draft.stamp });
  draft.actor = providerNamed("reference provider");
  draft.emit("THIRD_PARTY_INFORMATION_UPDATED", {}, { source: company.source });
  draft.actor = actors.platform;
  activateProviders(draft);
  draft.actor = client;
  for (const contact of contacts ?? []) inviteContact(draft, contact);
  draft.actor = actors.platform;
  recalculateWithRules(draft);
  draft.actor = client;
  return draft.thirdparty;
}
