import { command, Failure, flag, option, optional, Usage } from "./command.ts";
import { write } from "./file.ts";
import { accountId, reader, serviceUrl } from "./values.ts";

const siret = reader("a SIRET of 14 digits", (text) => (/^\d{14}$/.test(text) ? text : undefined));

export const verify = command({
  name: "verify",
  summary:
    "Hold a deployment of the service against the contract: what it answers, and what the sandbox assumes of it.",
  examples: [
    ["verify --target https://service.example --account 17", "Reads only; the token comes from VERIFY_TOKEN."],
    ["verify --target https://service.example --write --junit report.xml", "On a test account, with a report for CI."],
  ],
  options: {
    target: optional<string>(
      { takes: "URL", short: "t", environment: "VERIFY_TARGET", parse: serviceUrl },
      "Where the service is: the part of its addresses before /api/v1.",
    ),
    account: option<string>(
      { takes: "ID", short: "a", environment: "VERIFY_ACCOUNT", fallback: "demo", parse: accountId },
      "Account to look at.",
    ),
    token: optional<string>(
      { takes: "TOKEN", environment: "VERIFY_TOKEN" },
      "Token that opens the account; better given by the environment.",
    ),
    write: flag("Also what changes something: adds a company, and decides answers that wait."),
    company: optional<string>(
      { takes: "SIRET", parse: siret },
      "SIRET of the company to add with --write, where the sandbox's own are unknown.",
    ),
    junit: optional<string>({ takes: "FILE" }, "File to write a JUnit report to."),
    json: flag("Print the report as JSON."),
  },
  async run({ values, colour, print }) {
    const { target: url, account, token, company, junit: file, json } = values;
    if (url === undefined) throw new Usage("verify needs --target URL: where the service is.");
    if (token === undefined)
      throw new Usage("verify needs --token TOKEN, or VERIFY_TOKEN set: the service answers nobody without one.");
    const { verify } = await import("../verify/verify.ts");
    const { readable } = await import("../verify/terminal.ts");
    const { junit } = await import("../verify/junit.ts");
    const { NoService } = await import("../verify/target.ts");
    const now = () => performance.now();
    const wanted = { url, account, token, company, write: values.write, now };
    const report = await verify(wanted).catch((error: unknown) => {
      throw error instanceof NoService ? new Failure(error.message) : error;
    });
    if (file !== undefined) await write(file, junit(report));
    print(json ? JSON.stringify(report, null, 2) : readable(report, colour));
    const { length } = report.findings;
    if (length > 0) throw new Failure(`${length === 1 ? "1 deviation" : `${length} deviations`} from the contract.`);
  },
});
