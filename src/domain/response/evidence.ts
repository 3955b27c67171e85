import { z } from "zod";
import { FileEvidence, FormEvidence } from "../../../contract/documents.ts";
import { DateTime, Day, MediaType } from "../../../contract/shared.ts";
import { Establishment, ThirdpartyDetail } from "../../../contract/thirdparties.ts";
import { oddFiles } from "../../directory/made-companies.ts";

/** What is wrong with a paper that a supplier sends by mistake; a person sees it, and no automatic check. */
export const defects = ["ILLEGIBLE", "WRONG_PAPER", "WRONG_COMPANY"] as const;
export type Defect = (typeof defects)[number];

const street = { addressLine1: true } as const;
const place = { addressPostCode: true, addressCity: true, addressCountryCode: true } as const;
/** The head office, which the third party may be a branch of; absent from evidences that older versions stored. */
export const Seat = Establishment.pick({ siret: true, ...street, ...place });

/** The data that the PDF of a form shows beside its values, copied at submission so that the bytes never change. */
export const FormSubject = z.object({
  documentName: z.string(),
  expirationDate: DateTime.nullable(),
  ...ThirdpartyDetail.pick({ name: true, siret: true, localId: true, duns: true }).shape,
  seat: Seat.optional(),
});
const registration = { acronym: true, siren: true, tva: true, legalCategoryLabel: true } as const;
const business = { activityCode: true, activityLabel: true, ceo: true, executives: true } as const;
const figures = { capital: true, capitalCurrency: true, workforce: true, dateCreation: true } as const;
const address = { ...street, addressLine2: true, ...place } as const;
const company = { ...registration, ...business, ...figures, ...address, collectiveProcedure: true } as const;
const later = ThirdpartyDetail.pick({ legalCategoryCode: true, status: true }).partial();
/** The same for a file that the sandbox produces, which shows the whole company. */
export const FileSubject = FormSubject.extend({
  ...ThirdpartyDetail.pick(company).shape,
  ...later.shape,
  greffe: z.string().nullable(),
  struckOffOn: Day.optional(),
  /** Of the provider whose scorecard it is. */
  score: z.number().nullable().optional(),
  /** A screening shows a match. */
  sanctioned: z.boolean(),
  /** What is wrong with the paper that was sent. */
  defect: z.enum(defects).optional(),
  /** What came in place of a PDF of the usual size. */
  sent: z.enum(oddFiles).optional(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  bankName: z.string().nullable(),
});
export type FileSubject = z.output<typeof FileSubject>;
const EvidenceInternal = z.object({ issueDate: Day, reference: z.string() });
/** A produced file has a subject, an uploaded one its media type. */
const FileInternal = z.union([
  EvidenceInternal.extend({ upload: z.null(), subject: FileSubject }),
  EvidenceInternal.extend({ upload: z.object({ contentType: MediaType }), subject: z.null() }),
]);
const FormInternal = EvidenceInternal.extend({ upload: z.null(), subject: FormSubject });
export const EvidenceRow = z.union([
  FileEvidence.extend({ internal: FileInternal }),
  FormEvidence.extend({ internal: FormInternal }),
]);
export type EvidenceRow = z.output<typeof EvidenceRow>;
