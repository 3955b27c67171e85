/** What any PDF shows: whose it is, and which piece. */
interface Piece {
  documentCode: string;
  documentName: string;
  name: string;
  siret: string | null;
  duns: string | null;
  localId: string | null;

  evidenceId: number;
  /** Printed on the document, and with `evidenceId` all that its drawn parts depend on. */
  reference: string;
  /** `YYYY-MM-DD`, or a date-time of which the day counts. */
  issueDate: string;
  expirationDate: string | null;
}

/** A filled form: its PDF has its natural size. */
export interface FormSubject extends Piece {
  kind: "form";
  formdata: readonly FormAnswer[];
}

/** What a file shows: a company as its third-party record had it, and the evidence itself. */
export interface Subject extends Piece {
  kind: "file";
  acronym?: string | null;
  siren: string | null;
  tva: string | null;
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
  /** Bytes to serve; the natural size when absent. */
  fileSize?: number;
}

export interface FormAnswer {
  type: string;
  key: string;
  title: string;
  order: number;
  value: string;
}
