import { acceptedPieces, type Look, type Piece } from "./look.ts";
import { printOf } from "./prints.ts";

/** Nothing is dated before the company exists or after now, but for births. */

const iso = (day: string) => day.split("/").reverse().join("-");
const months = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" ");
const longDay = new RegExp(`(\\d+)(?:er)? (${months.join("|")}) (\\d{4})`, "g");

type Dated = [what: string, day: string | null | undefined, lastDay?: string];

/** The days that the pieces give in their data. */
function* datesIn({ evidence }: Piece): Generator<Dated> {
  yield ["issued", evidence.internal.issueDate];
  if (evidence.metadata.date_verification) yield ["verified", iso(evidence.metadata.date_verification)];
  if (!("formdata" in evidence)) {
    const [year] = /(?<!\d)(?:19|20)\d\d(?!\d)/.exec(evidence.fileName) ?? [];
    if (year && !evidence.internal.upload) yield ["the year of the file name", `${year}-01-01`, `${year}-12-31`];
    return;
  }
  for (const { key, type, value } of evidence.formdata)
    if (type === "date" && value !== "" && !key.includes("naissance")) yield [key, iso(value)];
}

/** The days that a PDF prints; validity and the life of a company end later, and the law is of 1901. */
function* printedDates(piece: Piece): Generator<Dated> {
  const { evidence } = piece;
  const print = printOf(piece);
  if (!print || "formdata" in evidence) return;
  const { subject } = evidence.internal;
  const ends = [evidence.expirationDate?.slice(0, 10), subject?.expirationDate?.slice(0, 10)];
  const days = [
    ...[...print.text.matchAll(/\d\d\/\d\d\/\d{4}/g)].map(([day]) => iso(day)),
    ...[...print.text.matchAll(longDay)].map(
      ([, day = "", month = "", year]) =>
        `${year}-${String(months.indexOf(month) + 1).padStart(2, "0")}-${day.padStart(2, "0")}`,
    ),
  ];
  const lifeEnd = print.labelled.get("Durée de la personne morale")?.[0] ?? "";
  for (const day of days)
    if (!ends.includes(day) && !day.startsWith("1901") && !lifeEnd.endsWith(day.split("-").reverse().join("/")))
      yield ["printed", day];
  const reported = /Année de reporting (\d{4})/.exec(print.text)?.[1];
  if (reported) yield ["reported year ended", `${reported}-12-31`];
}

export function* datedPieces(look: Look) {
  const today = look.now.slice(0, 10);
  for (const piece of acceptedPieces(look)) {
    const { documentId, documentCode } = piece.document;
    const begin = piece.company.dateCreation ?? "";
    for (const dates of [datesIn(piece), printedDates(piece)])
      for (const [what, day, lastDay = day] of dates)
        if (day && lastDay && (lastDay < begin || day > today))
          yield `${documentId} ${documentCode}: ${what} ${day}, and the company exists since ${begin}`;
  }
}
