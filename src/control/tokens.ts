import type { control } from "../../contract/control.ts";
import type { Handlers } from "../sandbox/handlers.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { grant } from "../sandbox/tokens.ts";

const usualLifetime = 3600;

export const tokens: Handlers<typeof control.tokens, Sandbox> = {
  async create({ body: { accountIds, expiresIn = usualLifetime, subject } }, sandbox) {
    return {
      status: 201,
      body: {
        accessToken: await sandbox.token(accountIds, expiresIn, subject),
        tokenType: "Bearer",
        expiresIn,
        accountIds,
      },
      headers: { "Cache-Control": "no-store" },
    };
  },
  oauth: ({ body, authorization }, sandbox) =>
    grant({ form: body, authorization, secret: sandbox.options.jwtSecret, now: sandbox.wall() }),
};
