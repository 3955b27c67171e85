import { isWorkingDay } from "../../src/directory/calendar.ts";
import type { ThirdpartyRow } from "../../src/domain/rows.ts";
import type { Check, Look } from "./look.ts";

/** No authority works on a day on which it is closed: each check yields a sentence for what bears such a date. */

const issuers = new Set(["ORGANISME", "PARTENAIRE"]);

/** The appointment of a head, or the founding day, may be the only day on which a piece can have been issued. */
const isOnlyDay = ({ dateCreation, executives }: ThirdpartyRow, day: string) =>
  day === dateCreation || executives.some(({ since }) => since === day);

function* papers({ state, companies }: Look) {
  for (const { documentId, documentCode, thirdpartyId, evidences } of state.documents) {
    const company = companies.get(thirdpartyId) as ThirdpartyRow;
    for (const { id, issuer, internal } of evidences)
      if (
        issuers.has(issuer) &&
        !internal.upload &&
        !isWorkingDay(company.addressCountryCode, internal.issueDate, company.addressPostCode) &&
        !isOnlyDay(company, internal.issueDate)
      )
        yield `${documentId} ${documentCode}: evidence ${id} was issued on ${internal.issueDate}, a day without work`;
  }
}

function* judgments({ state, companies }: Look) {
  const seatOf = ({ establishments }: ThirdpartyRow) => establishments.find(({ headOffice }) => headOffice);
  const isClosed = (row: ThirdpartyRow, day: string) =>
    !isWorkingDay(row.addressCountryCode, day, seatOf(row)?.addressPostCode) && day !== row.dateCreation;
  for (const { thirdpartyId, text, publishedOn } of state.announcements)
    if (isClosed(companies.get(thirdpartyId) as ThirdpartyRow, publishedOn))
      yield `${thirdpartyId}: published on ${publishedOn}, a day without work: ${text}`;
  for (const row of state.thirdparties)
    if (row.collectiveProcedure && isClosed(row, row.collectiveProcedure.openingDate))
      yield `${row.thirdpartyId}: a procedure was opened on ${row.collectiveProcedure.openingDate}, a day without work`;
}

export const closedDayChecks: Record<string, Check> = {
  "no authority issues a paper on a day without work": papers,
  "no court and no gazette works on a day without work": judgments,
};
