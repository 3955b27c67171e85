import type { Started } from "./banner.ts";
import { command, Failure, flag } from "./command.ts";
import { read } from "./file.ts";
import { serve } from "./serve.ts";
import { inMemoryUnlessNamed, optionsOf, startOptions, tokenLifetime } from "./server.ts";

/** SANDBOX_DATA and SANDBOX_DATABASE may name those of the sandbox that its user works with. */
const options = {
  ...startOptions,
  data: { ...startOptions.data, environment: "", shown: "none: in memory" },
  database: { ...startOptions.database, environment: "" },
  json: flag("Print the address, a token and the account as a line of JSON."),
};

export const open = command({
  name: "open",
  summary: "Serve the world of a bundle again, with its requests, as it was.",
  takes: "FILE",
  details: [
    "The clock stands where it stood, or goes on from there; the faults are armed; the request log holds the " +
      "requests of the bundle. No data is on disk unless --data names a folder. It takes the options of start, and " +
      "ends as start does.",
    "A bundle that is damaged, that another version made, whose world is wrong or whose journal is of another " +
      "world is refused, and nothing is changed.",
  ],
  examples: [
    ["open demo.zip", "What tiers-sandbox bundle, exec or a fixture wrote."],
    ["open tiers-sandbox-bundles/demo.zip --port 0", "On any free port, beside another sandbox."],
    ["requests --account demo", "And in another terminal: its requests; so with sync, events, requests --har."],
  ],
  options,
  async run({ values: { json, ...values }, argument: file, version, logStyle, print, ...process }) {
    const bundle = read(file);
    const wanted = await optionsOf(inMemoryUnlessNamed(values), logStyle);
    const { InvalidBundle, manifestOf } = await import("../control/read-bundle.ts");
    try {
      const { accountId, clock, requests, events } = manifestOf(bundle);
      await serve({ ...wanted, bundle }, process, async ({ url, place, ...sandbox }) => {
        const token = wanted.auth === "off" ? null : await sandbox.token([accountId], tokenLifetime);
        const opened = { version, url, place, token, accountId, ...clock, requests: requests.count, events };
        print(json ? JSON.stringify(opened) : whereToLook(opened));
      });
    } catch (error) {
      throw error instanceof InvalidBundle ? new Failure(`${file} cannot be opened. ${error.message}`) : error;
    }
  },
});

interface Opened extends Started {
  accountId: string;
  now: string;
  frozen: boolean;
  requests: number;
  events: number;
}

function whereToLook({ version, url, place, token, accountId, now, frozen, requests, events }: Opened): string {
  const of = `--account ${accountId} --url ${url}`;
  const authorization = token === null ? "" : `-H "Authorization: Bearer ${token}" `;
  return `tiers-sandbox ${version} serves ${accountId} as it was.

  Service     ${url}/api/v1/account/${accountId}
  Console     ${url}/#/${accountId}/requests
  Swagger UI  ${url}/docs
  Clock       ${frozen ? "stopped at" : "running from"} ${now}
  Data        ${place}

  ${`${requests} requests`.padEnd(16)}tiers-sandbox requests ${of}
  ${"as a HAR".padEnd(16)}tiers-sandbox requests --har --out requests.har ${of}
  ${`${events} events`.padEnd(16)}tiers-sandbox events ${of}
  ${"missed events".padEnd(16)}tiers-sandbox sync ${of}
  ${"its faults".padEnd(16)}tiers-sandbox faults --url ${url}

Try it:

  curl ${authorization}${url}/api/v1/account/${accountId}/thirdparties
`;
}
