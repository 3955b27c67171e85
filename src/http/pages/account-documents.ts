import { isDeepStrictEqual } from "node:util";
import type { Request } from "express";
import { accountDocument } from "../../../contract/account-document.ts";
import { type Configuration, defaultConfiguration } from "../../domain/configuration.ts";
import { isKey } from "../../sandbox/auth/authentication.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import { refusal } from "../problems.ts";
import { isExposed } from "../server/host.ts";

const namesIn = ({ source: { attributes, documentTypes, dossierTypes } }: Configuration) =>
  [attributes, Object.keys(documentTypes), Object.keys(dossierTypes)] as const;
const usualNames = namesIn(defaultConfiguration);

/**
 * The OpenAPI document of the account that a request names: of its own codes, types and attributes. It makes no
 * account. Off loopback it needs the key of the control plane, or a token that names the account.
 */
export function accountDocuments(sandbox: Sandbox) {
  const { sandboxKey } = sandbox.options;
  const isAllowed = async ({ headers }: Request, accountId: string): Promise<boolean> => {
    if (!isExposed(sandbox.options) || isKey([headers["x-sandbox-key"]].flat()[0], sandboxKey)) return true;
    const verdict = await sandbox.authenticator.authenticate(headers.authorization);
    return !("refused" in verdict) && (verdict.accountIds === "any" || verdict.accountIds.includes(accountId));
  };
  const of = (accountId: string) => sandbox.worlds.peeking(accountId, async (world) => world.configuration);
  /** Whether an account exists that has other attributes or codes than the default. */
  const isOwn = async (accountId: string): Promise<boolean> => {
    const configuration = await of(accountId);
    return configuration !== undefined && !isDeepStrictEqual(namesIn(configuration), usualNames);
  };
  const asked = async (request: Request, usual?: string): Promise<object | undefined> => {
    const { accountId = usual } = request.query;
    if (accountId === undefined) return undefined;
    if (typeof accountId !== "string" || accountId === "")
      throw refusal(400, "VALIDATION_ERROR", "accountId must be the id of one account.");
    if (!(await isAllowed(request, accountId))) {
      const detail = `Off loopback, ${accountId} needs a token that names it, or the header X-Sandbox-Key.`;
      throw refusal(401, "UNAUTHENTICATED", detail, { "WWW-Authenticate": "Bearer" });
    }
    const configuration = await of(accountId);
    if (configuration) return accountDocument(configuration.source, configuration.retired);
    const detail = `There is no account ${JSON.stringify(accountId)}: leave accountId out for the document of all.`;
    throw refusal(404, "ACCOUNT_NOT_FOUND", detail);
  };
  return { asked, isOwn };
}
