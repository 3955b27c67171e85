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

/** Fields that a company gets when it joins a portfolio, or that depend on the day. */
type OfPortfolio =
  | ("thirdpartyId" | "accountId" | "thirdpartyCode" | "creationDate" | "lastUpdateDate")
  | ("archived" | "archivedDate" | "lastBalanceSheetDate");
/** Fields that a reference provider may not know; the legal category is an INSEE code. */
type Unknowable =
  | ("acronym" | "siren" | "siret" | "tva" | "localId" | "legalCategoryCode" | "addressLine2")
  | ("capital" | "turnover");
type Refined = "collectiveProcedure" | "establishments" | "source";

type Public = Omit<ThirdpartyDetail, OfPortfolio | Refined>;

/** The part of a company that is known without drawing the rest. */
export type CompanyIdentity = Pick<Company, "companyIdType" | "companyIdValue" | "duns" | "status">;

/** A company as a reference provider knows it; the API never shows the last block. */
export interface Company extends Pick<Public, Unknowable>, NotNull<Omit<Public, Unknowable>> {
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
