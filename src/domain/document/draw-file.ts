import type { Chance } from "../../directory/chance.ts";
import type { OddFile } from "../../directory/made-companies.ts";
import { withoutAccents } from "../accents.ts";
import { type Configuration, documentType } from "../configuration.ts";
import { safeFileName } from "./file-name.ts";

const largeFile = 20 * 1024 * 1024;

type Named = { name: string; siren: string | null; dateCreation: string | null };

/** The name and the size of a file of a company; the bytes are produced at the download. */
export function drawFile(
  configuration: Configuration,
  documentCode: string,
  company: Named,
  chance: Chance,
  issueDate: string,
  sent?: OddFile,
) {
  const { names, kilobytes } = documentType(configuration, documentCode).file;
  const slug = withoutAccents(company.name)
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");
  const year = issueDate.slice(0, 4);
  const words: Record<string, string> = {
    name: company.name,
    slug: slug.toLowerCase() || "societe",
    siren: company.siren ?? "societe",
    code: documentCode,
    year,
    previousYear: String(Math.max(Number(year) - 1, Number(company.dateCreation?.slice(0, 4) ?? 0))),
    month: issueDate.slice(0, 7),
    day: issueDate,
  };
  const [least, most] = kilobytes;
  const name = chance.pick(names).replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? "");
  const size = chance.int(least * 1024, most * 1024);
  return {
    fileName: safeFileName(sent === "PHOTO" ? name.replace(/\.pdf$/i, ".png") : name),
    fileSize: sent === "LARGE" ? largeFile : sent === "EMPTY" ? 0 : size,
  };
}
