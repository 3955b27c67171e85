export type Category =
  | "IT"
  | "Construction"
  | "Services"
  | "Industry"
  | "Trade"
  | "Transport"
  | "Energy"
  | "Hospitality"
  | "Holding";

export type CompanyStatus = "ACTIVE" | "COLLECTIVE_PROCEDURE" | "STRUCK_OFF";

export interface Executive {
  lastName: string;
  firstName: string;
  role: string;
  since: string;
}

export interface Establishment {
  siret: string | null;
  headOffice: boolean;
  name: string;
  activityCode: string;
  activityLabel: string;
  addressLine1: string;
  addressPostCode: string;
  addressCity: string;
  addressCountryCode: string;
  status: "ACTIVE" | "CLOSED";
}

export interface CollectiveProcedure {
  type: "SAUVEGARDE" | "REDRESSEMENT_JUDICIAIRE" | "LIQUIDATION_JUDICIAIRE";
  openingDate: string;
  court: string;
}

export interface BankDetails {
  iban: string;
  bic: string;
  bankName: string;
  country: string;
  holder: string;
}

/** A company as a reference provider knows it; the API never shows the last block. */
export interface Company {
  companyIdType: "CIT001" | "CIT002" | "CIT003";
  companyIdValue: string;
  name: string;
  acronym: string | null;
  siren: string | null;
  siret: string | null;
  tva: string | null;
  duns: string;
  localId: string | null;
  /** INSEE code; null outside France. */
  legalCategoryCode: string | null;
  legalCategoryLabel: string;
  activityCode: string;
  activityLabel: string;
  ceo: string;
  executives: Executive[];
  workforce: number;
  workforceRangeCode: string;
  workforceRangeLabel: string;
  capital: number | null;
  capitalCurrency: string;
  turnover: number | null;
  turnoverCurrency: string;
  /** As drawn; `foundedBefore` gives the date as of a day. */
  dateCreation: string;
  addressLine1: string;
  addressLine2: string | null;
  addressPostCode: string;
  addressCity: string;
  addressCountryCode: string;
  status: CompanyStatus;
  collectiveProcedure: CollectiveProcedure | null;
  source: "FR_REFERENCE" | "INTL_REFERENCE";
  /** Head office first. */
  establishments: Establishment[];

  legalForm: string;
  category: Category;
  greffe: string | null;
  bank: BankDetails | null;
  bases: { financial: number; cyber: number; environment: number };
  sanctioned: boolean;
}
