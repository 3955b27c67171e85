import type { Company } from "../directory/company.ts";
import { sirenOf } from "../directory/numbers.ts";
import { resolve } from "../directory/reference-providers.ts";
import { keysOf, pick } from "../domain/fields.ts";
import { FileSubject as FileSubjectFields, Seat } from "../domain/response/evidence.ts";
import { drawsOf } from "./facts.ts";
import type { Sheet } from "./sheet.ts";
import type { FileSubject } from "./subject.ts";

/** Papers that a supplier sends by mistake. */

/** So many are tried, because a stranger must be older than its paper. */
const tries = 30;

/** Another French company, whatever the supplier is: a paper of the group, or of a namesake. */
function strangerTo(subject: FileSubject): Company | undefined {
  const draws = drawsOf(subject);
  for (let tried = 0; tried < tries; tried++) {
    const resolution = resolve({ by: "SIREN", value: sirenOf(`21998${draws.digits(3)}`) });
    const company = "found" in resolution ? resolution.found : undefined;
    const days = [company?.dateCreation ?? "", ...(company?.executives ?? []).map(({ since }) => since)];
    const isOlder = days.every((since) => since <= subject.issueDate);
    if (company?.status === "ACTIVE" && company.siren !== subject.siren && company.bank && isOlder) return company;
  }
  return undefined;
}

const fields = keysOf(FileSubjectFields);

/** Nothing of the supplier is left on the paper. */
function asStranger(subject: FileSubject): FileSubject {
  const company = strangerTo(subject);
  if (!company) return subject;
  const { bank, establishments } = company;
  const own = Object.fromEntries(
    fields.flatMap((field) => (Object.hasOwn(company, field) ? [[field, company[field as keyof Company]]] : [])),
  );
  const account = { iban: bank?.iban ?? null, bic: bank?.bic ?? null, bankName: bank?.bankName ?? null };
  const seat = establishments[0] && pick(establishments[0], keysOf(Seat));
  return { ...subject, ...own, ...account, seat, collectiveProcedure: null, struckOffOn: undefined };
}

/** What is drawn in the place of the paper that was asked for. */
export function sentInstead(subject: FileSubject): FileSubject {
  if (subject.defect === "WRONG_COMPANY") return asStranger(subject);
  if (subject.defect !== "WRONG_PAPER") return subject;
  const isBank = subject.documentCode === "RIB";
  const [documentCode, documentName] = isBank ? ["STATUTS", "Statuts"] : ["RIB", "Relevé d'identité bancaire"];
  return { ...subject, documentCode, documentName };
}

/** A scan of which the most is missing, and the rest is pale and blurred. */
export const cutOff = ({ style, ink, authority, title, body, reference }: Sheet): Sheet => ({
  ...{ style, ink, authority, title, reference },
  body: body.slice(0, 2),
  isFaint: true,
});
