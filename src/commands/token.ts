import { command, Failure, option, secret } from "./command.ts";
import { accountOf, ask, keyOption, urlOption, usualAccount } from "./running-sandbox.ts";
import { accountId, asUsage, wholeNumber } from "./values.ts";

const year = 31_536_000;

export const token = command({
  name: "token",
  summary: "Make a token: signed here, or by a running sandbox with --url.",
  examples: [
    ["token", "For the account demo, for an hour."],
    ["token --account test-17 --expires-in -60", "One that has expired."],
    ["token --url http://127.0.0.1:4600", "From a sandbox with a secret of its own."],
  ],
  options: {
    account: option<readonly string[]>(
      { takes: "ID", short: "a", repeatable: true, fallback: [], shown: usualAccount, parse: accountId },
      "Account that it opens.",
    ),
    "expires-in": option<number>(
      { takes: "N", fallback: 3_600, parse: wholeNumber(-year, year) },
      "Seconds until it expires; negative makes an expired one.",
    ),
    url: option<string | null>({ ...urlOption, fallback: null, shown: "none: signed here" }, urlOption.summary),
    secret: secret("SANDBOX_JWT_SECRET", "Secret to sign with, of 32 bytes or more; the well-known one without it."),
    key: keyOption,
  },
  async run({ values, show }) {
    const { url, key: sandboxKey } = values;
    const usual = async () => (url === null ? usualAccount : accountOf({ url, key: sandboxKey, account: undefined }));
    const accountIds = values.account.length > 0 ? [...values.account] : [await usual()];
    const wanted = { accountIds, expiresIn: values["expires-in"] };
    if (url !== null) {
      const made = await ask({ url, key: sandboxKey }, "tokens.create", { body: wanted });
      if (typeof made.accessToken !== "string") throw new Failure(`${url} answered without a token.`);
      return show(made, () => [made.accessToken]);
    }
    const { checkSecret, developmentSecret } = await import("../sandbox/auth/authentication.ts");
    const { issueToken } = await import("../sandbox/auth/tokens.ts");
    const key = values.secret ?? developmentSecret;
    asUsage(() => checkSecret(key));
    const accessToken = await issueToken({ ...wanted, subject: accountIds[0] ?? usualAccount, secret: key });
    show({ accessToken, tokenType: "Bearer", ...wanted }, () => [accessToken]);
  },
});
