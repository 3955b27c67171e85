import { z } from "zod";
import { AccountId, accountIdPattern } from "../../contract/shared.ts";
import { type Identity, isKey, type Verdict } from "../sandbox/authentication.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { World } from "../world/world.ts";
import { exchangeOf } from "./exchange.ts";
import { strike } from "./fault.ts";
import { isLoopback } from "./host.ts";
import type { Surface } from "./operation.ts";
import { refusal } from "./problems.ts";
import { invalidRequest } from "./request.ts";
import { check } from "./violations.ts";

/** The service: a bearer token opens the accounts that it names, and faults may strike. */
export function serviceSurface(sandbox: Sandbox): Surface<World> {
  return {
    challenge: "Bearer",
    async enter({ headers }, accountId = "") {
      // A known token and an open world need no await.
      const verdict = sandbox.authenticator.authenticate(headers.authorization);
      const identity = accepted(verdict instanceof Promise ? await verdict : verdict);
      checkAccount(identity, accountId);
      // Whether the account is new takes a look at the disk, which only the log level debug needs.
      const newAccount = sandbox.options.log === "debug" && !(await sandbox.existing(accountId));
      const world = sandbox.world(accountId);
      return { caller: identity.subject, newAccount, context: world instanceof Promise ? await world : world };
    },
    async accountOf({ headers }) {
      const { accountIds } = accepted(await sandbox.authenticator.authenticate(headers.authorization));
      return accountIds === "any" ? "demo" : (accountIds[0] ?? "");
    },
    disturb(operationId, accountId, response) {
      const fault = sandbox.faults.next({ operationId, accountId, randomSeed: sandbox.randomSeedOf(accountId) });
      if (!fault) return false;
      exchangeOf(response).fault = fault.kind;
      return strike(fault, response);
    },
    writing: (world, work) => world.write(work),
  };
}

function accepted(verdict: Verdict): Identity {
  if (!("refused" in verdict)) return verdict;
  const { code, detail, wwwAuthenticate } = verdict.refused;
  throw refusal(401, code, detail, { "WWW-Authenticate": wwwAuthenticate });
}

const ofAccount = z.object({ accountId: AccountId });

function checkAccount({ accountIds }: Identity, accountId: string): void {
  if (accountIds !== "any" && !accountIds.includes(accountId)) {
    const names = accountIds.join(", ") || "none";
    throw refusal(403, "ACCOUNT_FORBIDDEN", `The token does not name the account ${accountId}; it names ${names}.`);
  }
  if (!accountIdPattern.test(accountId)) throw invalidRequest(check("path", ofAccount, { accountId }));
}

/** The control plane: open on loopback, behind its key elsewhere. */
export const controlSurface = (sandbox: Sandbox): Surface<Sandbox> => ({
  challenge: "SandboxKey",
  enter({ headers }) {
    const { host, sandboxKey } = sandbox.options;
    const [key] = [headers["x-sandbox-key"]].flat();
    if (isLoopback(host) || isKey(key, sandboxKey)) return { caller: "control", context: sandbox };
    const detail = "Off loopback the control plane needs the header X-Sandbox-Key.";
    throw refusal(401, "UNAUTHENTICATED", detail, { "WWW-Authenticate": "SandboxKey" });
  },
});
