/** What a file shows: a company as its third-party record has it, and the evidence itself. */
export interface Subject {
  documentCode: string;
  documentName: string;
  kind: "file" | "form";

  name: string;
  acronym?: string | null;
  siren: string | null;
  siret: string | null;
  tva: string | null;
  duns: string | null;
  localId: string | null;
  legalCategoryLabel: string | null;
  activityCode: string | null;
  activityLabel: string | null;
  ceo: string | null;
  executives: readonly { lastName: string; firstName: string; role: string; since?: string | null }[];
  capital: number | null;
  capitalCurrency?: string | null;
  workforce: number | null;
  dateCreation?: string | null;
  addressLine1: string | null;
  addressLine2?: string | null;
  addressPostCode: string | null;
  addressCity: string | null;
  addressCountryCode: string;
  /** City of the commercial court; the company's own city when unknown. */
  greffe?: string | null;
  collectiveProcedure?: { type: string; openingDate: string; court: string } | null;
  /** An executive is on a sanctions list: the screening reports say so. */
  sanctioned?: boolean;

  iban?: string | null;
  bic?: string | null;
  bankName?: string | null;

  evidenceId: number;
  /** Printed on the document, and with `evidenceId` all that its drawn parts depend on. */
  reference: string;
  /** `YYYY-MM-DD`, or a date-time of which the day counts. */
  issueDate: string;
  expirationDate: string | null;
  /** Bytes to serve; absent for the PDF of a form, which has its natural size. */
  fileSize?: number;
  formdata?: readonly FormAnswer[];
}

export interface FormAnswer {
  type: string;
  key: string;
  title: string;
  order: number;
  value: string;
}
