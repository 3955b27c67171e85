/** These companies are as an account that starts from the seed `portfolio` shows them; a test compares them. */

export const novalune = {
  thirdpartyId: 924000,
  accountId: "demo",
  companyIdType: "CIT001",
  companyIdValue: "21996648800021",
  thirdpartyCode: "FRN-000101",
  name: "Novalune Systèmes",
  acronym: "NS",
  siren: "219966488",
  siret: "21996648800021",
  tva: "FR37219966488",
  duns: "990100012",
  localId: null,
  legalCategoryCode: "5710",
  legalCategoryLabel: "SAS, société par actions simplifiée",
  activityCode: "6201Z",
  activityLabel: "Programmation informatique",
  ceo: "REMY Nathan",
  workforce: 44,
  workforceRangeCode: "12",
  workforceRangeLabel: "20 à 49 salariés",
  capital: 120000,
  capitalCurrency: "EUR",
  turnover: 4220000,
  turnoverCurrency: "EUR",
  lastBalanceSheetDate: "2023-12-31",
  dateCreation: "1985-10-27",
  addressLine1: "51 allée des Saussaies",
  addressLine2: null,
  addressPostCode: "92400",
  addressCity: "Courbevoie",
  addressCountryCode: "FR",
  status: "ACTIVE",
  collectiveProcedure: null,
  archived: false,
  archivedDate: null,
  source: "FR_REFERENCE",
  creationDate: "2024-12-30T09:00:00.000",
  lastUpdateDate: "2025-03-09T06:00:00.001",
};

interface Establishment {
  siret: string | null;
  activityCode: string;
  activityLabel: string;
  addressLine1: string;
  addressPostCode: string;
  addressCity: string;
  addressCountryCode: string;
}
const headOffice = (of: Establishment) => ({
  siret: of.siret,
  headOffice: true,
  activityCode: of.activityCode,
  activityLabel: of.activityLabel,
  addressLine1: of.addressLine1,
  addressPostCode: of.addressPostCode,
  addressCity: of.addressCity,
  addressCountryCode: of.addressCountryCode,
});
const withHead = <T extends Establishment & { ceo: string }>(thirdparty: T, role: string, since: string) => {
  const [lastName, firstName] = thirdparty.ceo.split(" ");
  return {
    ...thirdparty,
    executives: [{ lastName, firstName, role, since }],
    establishments: [headOffice(thirdparty)],
  };
};
const tours = { siret: "21996648800013", headOffice: false, addressPostCode: "37000", addressCity: "Tours" };
const clermont = {
  siret: "21996648800039",
  headOffice: false,
  addressPostCode: "63000",
  addressCity: "Clermont-Ferrand",
};
export const detail = {
  ...novalune,
  executives: [
    { lastName: "REMY", firstName: "Nathan", role: "Président", since: "2025-03-09" },
    { lastName: "PAUL", firstName: "Diane", role: "Directrice générale", since: "2005-08-11" },
  ],
  establishments: [
    headOffice(novalune),
    { ...headOffice(novalune), ...tours, addressLine1: "109 quai du Bac" },
    { ...headOffice(novalune), ...clermont, addressLine1: "43 voie de l'Odéon" },
  ],
};

export const found = {
  name: novalune.name,
  countryCode: "FR",
  siren: novalune.siren,
  siret: novalune.siret,
  tva: novalune.tva,
  duns: novalune.duns,
  localId: null,
  companyIdType: "CIT001",
  companyIdValue: novalune.siret,
  activityCode: novalune.activityCode,
  activityLabel: novalune.activityLabel,
  addressPostCode: novalune.addressPostCode,
  addressCity: novalune.addressCity,
  status: "ACTIVE",
  headOffice: true,
  source: "FR_REFERENCE",
  alreadyInPortfolio: true,
  thirdpartyId: novalune.thirdpartyId,
};
export const foundElsewhere = [tours, clermont].map((establishment) => ({
  ...found,
  ...establishment,
  companyIdValue: establishment.siret,
  alreadyInPortfolio: false,
  thirdpartyId: null,
}));
export const foundAbroad = {
  ...found,
  name: "Doriltal Gruppe GmbH",
  countryCode: "DE",
  siren: null,
  siret: null,
  tva: "DE999001010",
  duns: "990200101",
  localId: "Köln HRB 900101",
  companyIdType: "CIT002",
  companyIdValue: "DE999001010",
  activityCode: "5229B",
  activityLabel: "Affrètement et organisation des transports",
  addressPostCode: "50667",
  addressCity: "Köln",
  source: "INTL_REFERENCE",
  thirdpartyId: 924005,
};

const cyberfort = {
  ...novalune,
  thirdpartyId: 924040,
  companyIdValue: "21997305400014",
  thirdpartyCode: null,
  name: "Cyberfort Conseil",
  acronym: null,
  siren: "219973054",
  siret: "21997305400014",
  tva: "FR44219973054",
  duns: "990100013",
  activityCode: "6202A",
  activityLabel: "Conseil en systèmes et logiciels informatiques",
  ceo: "THOMAS Apollinaire",
  workforce: 0,
  workforceRangeCode: "NN",
  workforceRangeLabel: "Non employeuse",
  capital: 11000,
  turnover: 104000,
  lastBalanceSheetDate: "2024-12-31",
  dateCreation: "2010-09-20",
  addressLine1: "121 passage du Faubourg-Saint-Denis",
  addressPostCode: "35000",
  addressCity: "Rennes",
  creationDate: "2026-01-15T09:00:00.000",
  lastUpdateDate: "2026-01-15T09:00:00.001",
};
const zelenhof = {
  ...cyberfort,
  companyIdType: "CIT002",
  companyIdValue: "DE999001028",
  thirdpartyCode: "FRN-000142",
  name: "Zelenhof Kontor GmbH",
  siren: null,
  siret: null,
  tva: "DE999001028",
  duns: "990200102",
  localId: "Frankfurt am Main HRB 900102",
  legalCategoryCode: null,
  legalCategoryLabel: "Gesellschaft mit beschränkter Haftung",
  activityCode: "7311Z",
  activityLabel: "Activités des agences de publicité",
  ceo: "FISCHER Jürgen",
  workforce: 6,
  workforceRangeCode: "03",
  workforceRangeLabel: "6 à 9 salariés",
  capital: 65000,
  turnover: 316000,
  dateCreation: "2006-10-24",
  addressLine1: "Industriestraße 18",
  addressPostCode: "60311",
  addressCity: "Frankfurt am Main",
  addressCountryCode: "DE",
  source: "INTL_REFERENCE",
  creationDate: "2026-01-15T09:00:00.029",
  lastUpdateDate: "2026-01-15T09:00:00.030",
};
const meranfeld = {
  ...zelenhof,
  companyIdType: "CIT003",
  companyIdValue: "990200103",
  thirdpartyCode: null,
  name: "Meranfeld Kontor GmbH",
  tva: "DE999001036",
  duns: "990200103",
  localId: "Stuttgart HRB 900103",
  activityCode: "2229A",
  activityLabel: "Fabrication de pièces techniques à base de matières plastiques",
  ceo: "KELLER Anja",
  workforce: 8,
  capital: 360000,
  turnover: 1680000,
  dateCreation: "2007-03-14",
  addressLine1: "Am Mühlbach 4",
  addressPostCode: "70173",
  addressCity: "Stuttgart",
  creationDate: "2026-01-15T09:00:00.047",
  lastUpdateDate: "2026-01-15T09:00:00.048",
};

export const addedBySiret = withHead(cyberfort, "Président", "2010-09-20");
export const addedByVat = withHead(zelenhof, "Geschäftsführer", "2013-04-13");
export const addedByDuns = withHead(meranfeld, "Geschäftsführerin", "2010-04-21");
