import { command, Failure, option, Usage } from "./command.ts";
import { ask, keyOption, urlOption } from "./remote.ts";
import { accountId, wholeNumber } from "./values.ts";

const year = 31_536_000;

export const token = command({
  name: "token",
  summary: "Make a token: signed here, or by a running sandbox with --url.",
  options: {
    account: option<readonly string[]>({
      summary: "Account that it opens.",
      takes: "ID",
      short: "a",
      repeatable: true,
      fallback: ["demo"],
      parse: accountId,
    }),
    "expires-in": option<number>({
      summary: "Seconds until it expires; negative makes an expired one.",
      takes: "N",
      fallback: 3_600,
      parse: wholeNumber(-year, year),
    }),
    url: option<string | null>({ ...urlOption, fallback: null, shown: "none: signed here" }),
    secret: option<string | null>({
      summary: "Secret to sign with, of 32 bytes or more; the well-known one without it.",
      environment: "SANDBOX_JWT_SECRET",
      environmentOnly: true,
      fallback: null,
    }),
    key: keyOption,
  },
  async run({ values, print }) {
    const wanted = { accountIds: [...values.account], expiresIn: values["expires-in"] };
    if (values.url !== null) {
      const answer = (await ask({
        url: values.url,
        key: values.key,
        method: "POST",
        path: "/tokens",
        body: wanted,
      })) as { accessToken?: unknown };
      if (typeof answer?.accessToken !== "string") throw new Failure(`${values.url} answered without a token.`);
      print(answer.accessToken);
      return;
    }
    const { checkSecret, developmentSecret } = await import("../sandbox/authentication.ts");
    const { issueToken } = await import("../sandbox/tokens.ts");
    const secret = values.secret ?? developmentSecret;
    try {
      checkSecret(secret);
    } catch (error) {
      throw new Usage((error as Error).message);
    }
    print(await issueToken({ ...wanted, subject: wanted.accountIds[0] ?? "demo", secret }));
  },
});
