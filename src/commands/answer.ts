import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { mediaTypeOf } from "../domain/file-name.ts";
import { command, Failure, option, quoted, Usage } from "./command.ts";
import { journalLines } from "./journal.ts";
import { accountOptions, askAccount } from "./remote.ts";
import { moment, oneOf, wholeNumber } from "./values.ts";

const field = (text: string): readonly [string, string] => {
  const [, key, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (key !== undefined && value !== undefined) return [key, value];
  throw new Error(`must be like iban=FR7630004008230001005432188, and ${quoted(text)} came.`);
};

const documentId = (text: string): number => {
  try {
    return wholeNumber(1, 999_999_999)(text);
  } catch (error) {
    throw new Usage(`DOCUMENT_ID ${(error as Error).message}`);
  }
};

export const answer = command({
  name: "answer",
  summary: "Answer a document as the third party would: something plausible, a file, or form values.",
  takes: "DOCUMENT_ID",
  options: {
    file: option<string | null>({ summary: "File to hand in.", takes: "FILE", short: "f", fallback: null }),
    form: option<readonly (readonly [string, string])[]>({
      summary: "Value of the form.",
      takes: "KEY=VALUE",
      repeatable: true,
      fallback: [],
      shown: "",
      parse: field,
    }),
    outcome: option<string | null>({
      summary: "What the automatic check will find: valid, review, invalid or pending.",
      takes: "OUTCOME",
      fallback: null,
      parse: oneOf("valid", "review", "invalid", "pending"),
    }),
    "issue-date": option<string | null>({
      summary: "The day the piece was issued.",
      takes: "DAY",
      fallback: null,
      parse: (text) => moment(text).slice(0, 10),
    }),
    ...accountOptions,
  },
  async run({ values, argument, print }) {
    const { file, form, outcome, "issue-date": issueDate } = values;
    if (file !== null && form.length > 0)
      throw new Usage("An answer is a file or form values: --file and --form do not go together.");
    const path = `/documents/${documentId(argument)}/answers`;
    const said = { ...(outcome === null ? {} : { outcome }), ...(issueDate === null ? {} : { issueDate }) };
    if (file === null) {
      const body = { ...said, ...(form.length > 0 ? { formdata: Object.fromEntries(form) } : {}) };
      for (const line of journalLines(await askAccount(values, "POST", path, { body }))) print(line);
      return;
    }
    const bytes = await readFile(file).catch((error: Error) => {
      throw new Failure(`${file} cannot be read: ${error.message}`);
    });
    const contentType = mediaTypeOf(basename(file));
    const query = new URLSearchParams({ fileName: basename(file), ...said });
    for (const line of journalLines(
      await askAccount(values, "POST", `${path}?${query}`, { raw: { bytes, contentType } }),
    ))
      print(line);
  },
});
