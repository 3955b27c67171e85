import { basename } from "node:path";
import type { Report } from "../verify/ledger.ts";
import { command, Failure, flag, optional, Usage, type ValuesOf } from "./command.ts";
import { read, write } from "./file.ts";
import { accountId, reader, serviceUrl } from "./values.ts";

const siret = reader("a SIRET of 14 digits", (text) => (/^\d{14}$/.test(text) ? text : undefined));

const options = {
  target: optional<string>(
    { takes: "URL", short: "t", environment: "VERIFY_TARGET", parse: serviceUrl },
    "Where the service is: the part of its addresses before /api/v1.",
  ),
  har: optional<string>(
    { takes: "FILE" },
    "Recording of requests to the service, in place of requests: nothing is sent, and --target may be left out.",
  ),
  account: optional<string>(
    { takes: "ID", short: "a", environment: "VERIFY_ACCOUNT", shown: "demo; all of a recording", parse: accountId },
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
};

export const verify = command({
  name: "verify",
  summary:
    "Hold the service or a recording of it against the contract: what it answers, and what the sandbox assumes of it.",
  examples: [
    ["verify --target https://service.example --account 17", "Reads only; the token comes from VERIFY_TOKEN."],
    ["verify --target https://service.example --write --junit report.xml", "On a test account, with a report for CI."],
    ["verify --har recording.har", "A recording of a browser or a proxy; no request is sent."],
  ],
  options,
  async run({ values, colour, print }) {
    const { junit: file, json, har } = values;
    const { readable } = await import("../verify/terminal.ts");
    const { junit } = await import("../verify/junit.ts");
    const report = await (har === undefined ? reportOfService(values) : reportOfRecording(har, values));
    if (file !== undefined) await write(file, junit(report));
    print(json ? JSON.stringify(report, null, 2) : readable(report, colour));
    const { length } = report.findings;
    if (length > 0) throw new Failure(`${length === 1 ? "1 deviation" : `${length} deviations`} from the contract.`);
  },
});

type Values = ValuesOf<typeof options>;

async function reportOfService({
  target: url,
  account = "demo",
  token,
  company,
  write: writes,
}: Values): Promise<Report> {
  if (url === undefined) throw new Usage("verify needs --target URL, where the service is, or --har FILE.");
  if (token === undefined)
    throw new Usage("verify needs --token TOKEN, or VERIFY_TOKEN set: the service answers no request without one.");
  const { verify } = await import("../verify/verify.ts");
  const { NoService } = await import("../verify/target.ts");
  const wanted = { url, account, token, company, write: writes, now: () => performance.now() };
  const { confirmingNothing } = await import("../verify/ledger.ts");
  const report = await verify(wanted).catch((error: unknown) => {
    throw error instanceof NoService ? new Failure(error.message) : error;
  });
  return report.sandbox === undefined ? report : confirmingNothing(report);
}

async function reportOfRecording(file: string, { target, account, write: writes, company }: Values): Promise<Report> {
  if (writes || company !== undefined)
    throw new Usage(`--har sends no request: leave out ${writes ? "--write" : "--company"}.`);
  const { verifyRecording } = await import("../verify/recording.ts");
  const { NoRecording, readable } = await import("../verify/har.ts");
  const text = read(file).toString("utf8");
  try {
    return readable(() => verifyRecording(text, { target, account }));
  } catch (error) {
    throw error instanceof NoRecording ? new Failure(`${basename(file)} ${error.message}`) : error;
  }
}
