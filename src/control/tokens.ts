import { grant } from "../sandbox/tokens.ts";
import type { ControlHandlers } from "./contexts.ts";

const usualLifetime = 3600;

export const tokens: ControlHandlers<"tokens"> = {
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
