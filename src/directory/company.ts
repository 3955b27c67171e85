import type { ThirdpartyDetail } from "../../contract/thirdparties.ts";

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

export type CompanyStatus = ThirdpartyDetail["status"];
export type Executive = ThirdpartyDetail["executives"][number];

type NotNull<T> = { [Field in keyof T]: NonNullable<T[Field]> };

type PublicEstablishment = ThirdpartyDetail["establishments"][number];
export interface Establishment extends NotNull<Omit<PublicEstablishment, "siret">>, Pick<PublicEstablishment, "siret"> {
  name: string;
}

export interface CollectiveProcedure {
  type: "SAUVEGARDE" | "REDRESSEMENT_JUDICIAIRE" | "LIQUIDATION_JUDICIAIRE";
  openingDate: string;
  court: string;
}

/** An account in a country whose banks give no IBAN. */
export interface LocalAccount {
  country: string;
  /** The code of the bank: ABA in the United States, transit in Canada, IFSC in India, and so on. */
  routing: string;
  number: string;
}

/** A procedure as the directory draws it: its age in days is the same on any day. */
export interface DrawnProcedure extends Omit<CollectiveProcedure, "openingDate"> {
  daysOpen: number;
}

export interface BankDetails {
  /** Null in a country whose banks give none; `local` then names the account. */
  iban: string | null;
  local?: LocalAccount;
  bic: string;
  bankName: string;
  country: string;
  holder: string;
}

/** Fields that a company gets when it joins a portfolio, or that depend on the day. */
type OfPortfolio =
  | ("thirdpartyId" | "accountId" | "thirdpartyCode" | "creationDate" | "lastUpdateDate")
  | ("archived" | "archivedDate" | "turnover" | "lastBalanceSheetDate");
/** Fields that a reference provider may not know; the legal category is an INSEE code. */
type Unknowable =
  | ("acronym" | "siren" | "siret" | "tva" | "localId" | "legalCategoryCode" | "addressLine2")
  | "capital";
type Refined = "collectiveProcedure" | "establishments" | "source";

type Public = Omit<ThirdpartyDetail, OfPortfolio | Refined>;

/** The part of a company that is known without drawing the rest. */
export type CompanyIdentity = Pick<Company, "companyIdType" | "companyIdValue" | "duns" | "status">;

/** A company as a reference provider knows it; the API never shows the last block. */
export interface Company extends Pick<Public, Unknowable>, NotNull<Omit<Public, Unknowable>> {
  collectiveProcedure: CollectiveProcedure | DrawnProcedure | null;
  source: "FR_REFERENCE" | "INTL_REFERENCE";
  /** Head office first. */
  establishments: Establishment[];

  /** The turnover of each year is near it; null for a company that does not publish its accounts. */
  usualTurnover: number | null;
  legalForm: string;
  category: Category;
  greffe: string | null;
  bank: BankDetails | null;
  bases: { financial: number; cyber: number; environment: number };
  sanctioned: boolean;

  /** What the portfolio shows already of a company that has ended. */
  struckOffOn?: string;
  turnover?: number | null;
  lastBalanceSheetDate?: string | null;
  /** The portfolio records the company: its founding day no longer depends on the day on which it is asked for. */
  recorded?: true;
}
