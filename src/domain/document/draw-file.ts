import { z } from "zod";
import type { Chance } from "../../directory/chance.ts";
import { readFixture } from "../../directory/fixtures.ts";
import { withoutAccents } from "../accents.ts";
import { safeFileName } from "./file-name.ts";

// The largest produced document, with its fonts embedded, takes 88 KB, and must fit in the size that is drawn.
const Kilobytes = z.number().min(88);
const Habit = z.strictObject({ names: z.array(z.string()).min(1), kilobytes: z.tuple([Kilobytes, Kilobytes]) });
const habits = readFixture("file-names.json", z.looseObject({ other: Habit }).catchall(Habit));
type Named = { name: string; siren: string | null; dateCreation: string | null };

/** The name and the size of a file of a company; the bytes are produced at the download. */
export function drawFile(documentCode: string, company: Named, chance: Chance, issueDate: string) {
  const habit = (Object.hasOwn(habits, documentCode) && habits[documentCode]) || habits.other;
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
    day: issueDate.slice(0, 10),
  };
  const [least, most] = habit.kilobytes;
  return {
    fileName: safeFileName(chance.pick(habit.names).replace(/\{(\w+)\}/g, (_, word: string) => words[word] ?? "")),
    fileSize: chance.int(least * 1024, most * 1024),
  };
}
