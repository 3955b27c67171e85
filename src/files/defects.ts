import type { Company } from "../directory/company.ts";
import { sirenOf } from "../directory/numbers.ts";
import { resolve } from "../directory/reference-providers.ts";
import { drawsOf } from "./facts.ts";
import type { Sheet } from "./sheet.ts";
import type { FileSubject } from "./subject.ts";

/** Papers that a supplier sends by mistake. */

/** Another French company, whatever the supplier is: a paper of the group, or of a namesake. */
function strangerTo(subject: FileSubject): Company | undefined {
  const resolution = resolve({ by: "SIREN", value: sirenOf(`21998${drawsOf(subject).digits(3)}`) });
  return "found" in resolution && resolution.found.siren !== subject.siren ? resolution.found : undefined;
}

function asStranger(subject: FileSubject): FileSubject {
  const company = strangerTo(subject);
  if (!company) return subject;
  const { name, acronym, siren, siret, tva, duns, localId, ceo, greffe, establishments } = company;
  const { legalCategoryCode, legalCategoryLabel, activityCode, activityLabel } = company;
  const { addressLine1, addressLine2, addressPostCode, addressCity, addressCountryCode } = company;
  // The days stay, so that nothing is younger than the paper.
  const since = subject.dateCreation ?? subject.issueDate;
  const executives = company.executives.map((one) => ({ ...one, since }));
  return {
    ...subject,
    ...{ name, acronym, siren, siret, tva, duns, localId, ceo, greffe, executives, seat: establishments[0] },
    ...{ legalCategoryCode, legalCategoryLabel, activityCode, activityLabel },
    ...{ addressLine1, addressLine2, addressPostCode, addressCity, addressCountryCode },
  };
}

/** What is drawn in the place of the paper that was asked for. */
export function sentInstead(subject: FileSubject): FileSubject {
  if (subject.defect === "WRONG_COMPANY") return asStranger(subject);
  if (subject.defect !== "WRONG_PAPER") return subject;
  const isBank = subject.documentCode === "RIB";
  const [documentCode, documentName] = isBank ? ["STATUTS", "Statuts"] : ["RIB", "Relevé d'identité bancaire"];
  return { ...subject, documentCode, documentName };
}

/** A scan of which the most is missing. */
export const cutOff = ({ style, ink, authority, title, body, reference }: Sheet): Sheet => ({
  style,
  ink,
  authority,
  title,
  body: body.slice(0, 1),
  reference,
});
