import { drawEmployee } from "../../directory/redraw.ts";
import { wordsIn } from "../accents.ts";
import type { RuleContext } from "../draft.ts";
import type { ContactRow, ThirdpartyRow } from "../rows.ts";
import { suppliers } from "./tempers.ts";

const longest = 60;
const slug = (text: string, joint: string): string =>
  wordsIn(text, /[a-z0-9]+/g)
    .join(joint)
    .slice(0, longest);

const capitalised = (name: string) => name.toLowerCase().replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());

/** The domain of the e-mail addresses of a company: that of a contact who is known, or else one like its name. */
const domainOf = ({ name, thirdpartyId }: ThirdpartyRow, known: readonly Pick<ContactRow, "email">[]): string =>
  known[0]?.email.split("@")[1] ?? `${slug(name, "-") || `company-${thirdpartyId}`}.example`;

/** A person to write to: the head of a small company, and an employee of a large one. */
export function contactOf(
  thirdparty: ThirdpartyRow,
  chance: RuleContext["chance"],
  known: readonly Pick<ContactRow, "email">[],
) {
  const { workforce, executives, thirdpartyId } = thirdparty;
  const [head] = executives;
  const isHead = known.length === 0 && head && (workforce ?? 0) < suppliers.headWorkforce;
  const { firstName, lastName } = isHead
    ? head
    : drawEmployee(chance("contact", thirdpartyId, known.length), thirdparty);
  const local = [firstName, lastName]
    .map((part) => slug(part, "-"))
    .filter(Boolean)
    .join(".");
  const email = `${local || `contact${known.length || ""}`}@${domainOf(thirdparty, known)}`;
  return { email, firstName, lastName: capitalised(lastName) };
}
