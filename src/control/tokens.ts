import { grant } from "../sandbox/auth/tokens.ts";
import type { ControlHandlers } from "./contexts.ts";

const usualLifetime = 3600;

export const tokens: ControlHandlers<"tokens"> = {
  async create({ body: { accountIds, expiresIn = usualLifetime, subject } }, sandbox) {
    const accessToken = await sandbox.token(accountIds, expiresIn, subject);
    const body = { accessToken, tokenType: "Bearer" as const, expiresIn, accountIds };
    return { status: 201, body, headers: { "Cache-Control": "no-store" } };
  },
  oauth: ({ body, authorization }, sandbox) =>
    grant({ form: body, authorization, secret: sandbox.options.jwtSecret, now: sandbox.wall() }),
};
