import type { Company } from "../directory/company.ts";
import { foundedBefore, inOfficeSince, lastBalanceSheet, openedOn } from "../directory/profile.ts";
import { inviteContact } from "./contacts.ts";
import type { Draft } from "./draft.ts";
import { secondBirthday } from "./indicators.ts";
import { followReasons, unmonitored } from "./monitoring.ts";
import type { ThirdpartyRow } from "./rows.ts";
import { settleAndFollowRules } from "./settle.ts";
import { dayOf } from "./time.ts";

export interface Addition {
  companyIdType: ThirdpartyRow["companyIdType"];
  companyIdValue: string;
  thirdpartyCode?: string;
  contacts?: { email: string; firstName: string; lastName: string }[];
}

/** What the reference provider says of a company on a day, in the portfolio's words. */
function identityOf(company: Company, today: string) {
  const { collectiveProcedure: procedure } = company;
  const dateCreation = foundedBefore(today, company.dateCreation);
  const lastBalanceSheetDate = company.turnover === null ? null : lastBalanceSheet(today, dateCreation);
  return {
    name: company.name,
    acronym: company.acronym,
    siren: company.siren,
    siret: company.siret,
    tva: company.tva,
    duns: company.duns,
    localId: company.localId,
    legalCategoryCode: company.legalCategoryCode,
    legalCategoryLabel: company.legalCategoryLabel,
    activityCode: company.activityCode,
    activityLabel: company.activityLabel,
    ceo: company.ceo,
    workforce: company.workforce,
    workforceRangeCode: company.workforceRangeCode,
    workforceRangeLabel: company.workforceRangeLabel,
    capital: company.capital,
    capitalCurrency: company.capitalCurrency,
    turnover: lastBalanceSheetDate === null ? null : company.turnover,
    turnoverCurrency: company.turnoverCurrency,
    lastBalanceSheetDate,
    dateCreation,
    addressLine1: company.addressLine1,
    addressLine2: company.addressLine2,
    addressPostCode: company.addressPostCode,
    addressCity: company.addressCity,
    addressCountryCode: company.addressCountryCode,
    status: company.status,
    collectiveProcedure: procedure && {
      ...procedure,
      openingDate: openedOn(today, procedure.openingDate, dateCreation),
    },
    source: company.source,
    executives: company.executives.map((one) => ({ ...one, since: inOfficeSince(today, one.since, dateCreation) })),
    establishments: company.establishments.map(
      ({
        siret,
        headOffice,
        activityCode,
        activityLabel,
        addressLine1,
        addressPostCode,
        addressCity,
        addressCountryCode,
      }) => ({
        siret,
        headOffice,
        activityCode,
        activityLabel,
        addressLine1,
        addressPostCode,
        addressCity,
        addressCountryCode,
      }),
    ),
  };
}

/** A company joins the portfolio: its identity is retrieved, the rules are asked, dossiers open. */
export function addThirdparty(draft: Draft, company: Company, addition: Addition): ThirdpartyRow {
  draft.put("thirdparties", {
    thirdpartyId: draft.nextId("thirdpartyId"),
    accountId: draft.surroundings.accountId,
    companyIdType: addition.companyIdType,
    companyIdValue: addition.companyIdValue,
    thirdpartyCode: addition.thirdpartyCode ?? null,
    ...identityOf(company, dayOf(draft.now)),
    archived: false,
    archivedDate: null,
    creationDate: draft.stamp,
    lastUpdateDate: draft.stamp,
    internal: {
      legalForm: company.legalForm,
      category: company.category,
      greffe: company.greffe,
      bank: company.bank,
      bases: company.bases,
      sanctioned: company.sanctioned,
      monitoring: {
        DOCCHECK: unmonitored,
        ESG: unmonitored,
        SUSTAINSCORE: unmonitored,
        SECURITY_RATING: unmonitored,
        FINANCIAL_STRENGTH: unmonitored,
        CREDITDATA: unmonitored,
        NEWSFEED: unmonitored,
      },
      owner: null,
      tags: [],
    },
  });
  const client = draft.actor;
  const { thirdpartyId, dateCreation } = draft.thirdparty;
  const grownUp = dateCreation === null ? draft.now : secondBirthday(dateCreation);
  if (grownUp > draft.now) draft.schedule("BIRTHDAY", grownUp, thirdpartyId);
  draft.emit(
    "THIRD_PARTY_ADDED",
    {},
    { companyIdType: addition.companyIdType, companyIdValue: addition.companyIdValue },
  );
  draft.put("thirdparties", { ...draft.thirdparty, lastUpdateDate: draft.stamp });
  draft.actor = { type: "PROVIDER", name: "reference provider" };
  draft.emit("THIRD_PARTY_INFORMATION_UPDATED", {}, { source: company.source });
  draft.actor = { type: "PLATFORM", name: "platform" };
  followReasons(draft);
  draft.actor = client;
  for (const contact of addition.contacts ?? []) inviteContact(draft, contact);
  draft.actor = { type: "PLATFORM", name: "platform" };
  settleAndFollowRules(draft);
  draft.actor = client;
  return draft.thirdparty;
}
