import type { Chance } from "../../directory/chance.ts";
import type { Configuration } from "../configuration.ts";
import type { Outcome, ThirdpartyRow } from "../rows.ts";
import type { securityOf } from "./company-habits.ts";

/** The fields of a company that the values of a form come from; `Company` and `ThirdpartyRow` have them. */
export type Respondent = Pick<ThirdpartyRow, IdentityField | FigureField> &
  Partial<Pick<ThirdpartyRow, PlaceField>> &
  Pick<ThirdpartyRow["internal"], "bank">;
type PlaceField = "legalCategoryLabel" | "activityCode" | "addressLine1" | "addressCity";
type IdentityField =
  | "name"
  | "siren"
  | "siret"
  | "tva"
  | "duns"
  | "localId"
  | "legalCategoryCode"
  | "ceo"
  | "executives";
type FigureField =
  | "workforce"
  | "turnover"
  | "turnoverCurrency"
  | "addressCountryCode"
  | "addressPostCode"
  | "dateCreation";

export interface FormContext {
  configuration: Configuration;
  /** The day of the response, `YYYY-MM-DD`. */
  today: string;
  /** The result of the bank check that the values must lead to. */
  outcome?: Outcome;
  /** Another account than the one of the company, compact; its bank and its currency follow. */
  iban?: string;
  /** What the client buys of the company in a year, in euros. */
  purchases?: number | undefined;
  /** Whether the company has a piece that proves an answer. */
  proves?: (documentCode: string) => boolean;
  /** Who answers for the company, where it has a contact; its first executive otherwise. */
  contact?: { name: string; email: string } | undefined;
  /** The day of a piece that the company has supplied. */
  issued?: (documentCode: string) => string | undefined;
}

export interface Drawer extends Respondent, FormContext {
  documentCode: string;
  /** Of the company and a question, so that each of its forms gives the same answer. */
  chance: Chance;
  /** Of one form: what is wrong on it. */
  mistakes: Chance;
  /** The moment before which it did nothing. */
  founded: number;
  employees: number;
  security: ReturnType<typeof securityOf>;
  /** The person who signs. */
  signatory: { name: string; role: string };
  yes: (probability: number) => string;
  number: (min: number, max: number) => string;
  /** With one decimal. */
  rate: (min: number, max: number) => string;
  /** A day since the company exists; `most` and `least` are days before today. */
  past: (most: number, least: number) => string;
}
