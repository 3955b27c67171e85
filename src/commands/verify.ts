import { writeFile } from "node:fs/promises";
import { command, Failure, option, quoted, Usage } from "./command.ts";
import { accountId, httpUrl } from "./values.ts";

const siret = (text: string): string => {
  if (/^\d{14}$/.test(text)) return text;
  throw new Error(`must be a SIRET of 14 digits, and ${quoted(text)} came.`);
};

export const verify = command({
  name: "verify",
  summary:
    "Hold a deployment of the service against the contract: what it answers, and what the sandbox assumes of it.",
  options: {
    target: option<string | null>({
      summary: "Where the service is.",
      takes: "URL",
      short: "t",
      environment: "VERIFY_TARGET",
      fallback: null,
      parse: httpUrl,
    }),
    account: option<string>({
      summary: "Account to look at.",
      takes: "ID",
      short: "a",
      environment: "VERIFY_ACCOUNT",
      fallback: "demo",
      parse: accountId,
    }),
    token: option<string | null>({
      summary: "Token that opens the account; better given by the environment.",
      takes: "TOKEN",
      environment: "VERIFY_TOKEN",
      fallback: null,
    }),
    write: option<boolean>({
      summary: "Also what changes something: adds a company, and decides answers that wait.",
      fallback: false,
    }),
    company: option<string | null>({
      summary: "SIRET of the company to add with --write, where the sandbox's own are unknown.",
      takes: "SIRET",
      fallback: null,
      parse: siret,
    }),
    junit: option<string | null>({ summary: "File to write a JUnit report to.", takes: "FILE", fallback: null }),
    json: option<boolean>({ summary: "Print the report as JSON.", fallback: false }),
  },
  async run({ values, colour, print }) {
    const { target: url, account, token, write, company, junit: file, json } = values;
    if (url === null) throw new Usage("verify needs --target URL: where the service is.");
    if (token === null)
      throw new Usage("verify needs --token TOKEN, or VERIFY_TOKEN set: the service answers nobody without one.");
    const [{ verify }, { readable }, { junit }, { Unreachable }] = await Promise.all([
      import("../verify/verify.ts"),
      import("../verify/terminal.ts"),
      import("../verify/junit.ts"),
      import("../verify/target.ts"),
    ]);
    const report = await verify({ url, account, token, write, ...(company === null ? {} : { company }) }).catch(
      (error: unknown) => {
        throw error instanceof Unreachable ? new Failure(error.message) : error;
      },
    );
    if (file !== null)
      await writeFile(file, junit(report)).catch((error: Error) => {
        throw new Failure(`${file} cannot be written: ${error.message}`);
      });
    print(json ? JSON.stringify(report, null, 2) : readable(report, colour));
    const { length } = report.findings;
    if (length > 0) throw new Failure(`${length === 1 ? "1 deviation" : `${length} deviations`} from the contract.`);
  },
});
