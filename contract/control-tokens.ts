import { z } from "zod";
import { OAuthError, OAuthRequest, OAuthToken, root, Token, TokenRequest } from "./control-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { guardedWrite } from "./endpoint-parts.ts";
import { InvalidRequest, Problem } from "./shared.ts";

const none = z.object({});
const token = "eyJhbGciOiJIUzI1NiJ9.e30.c2ln";

export const tokens = {
  create: {
    method: "post",
    path: `${root}/tokens`,
    summary: "Make a token",
    params: none,
    body: TokenRequest,
    responses: { 201: Token, ...guardedWrite },
    examples: {
      success: {
        summary: "An hour",
        body: { accountIds: ["demo"], expiresIn: 3600 },
        response: { accessToken: token, tokenType: "Bearer", expiresIn: 3600, accountIds: ["demo"] },
      },
    },
  },
  oauth: {
    method: "post",
    path: `${root}/oauth/token`,
    summary: "Get or renew a token, OAuth 2",
    params: none,
    body: OAuthRequest,
    form: true,
    responses: {
      200: OAuthToken,
      400: z.union([OAuthError, InvalidRequest]).meta({ id: "OAuthProblem" }),
      401: z.union([OAuthError, Problem]),
      403: Problem,
      406: Problem,
      413: Problem,
      415: Problem,
    },
    examples: {
      success: {
        summary: "By user and password",
        body: { grant_type: "password", username: "demo", password: "demo" },
        response: {
          access_token: token,
          token_type: "Bearer",
          expires_in: 300,
          refresh_token: token,
          refresh_expires_in: 1800,
        },
      },
    },
  },
} as const satisfies Record<string, Endpoint>;
