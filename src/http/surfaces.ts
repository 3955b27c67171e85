import type { Request } from "express";
import { z } from "zod";
import { AccountId, accountIdPattern } from "../../contract/shared.ts";
import { type Identity, isKey, type Verdict } from "../sandbox/authentication.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { World } from "../world/world.ts";
import { exchangeOf } from "./exchange.ts";
import { strike } from "./fault.ts";
import { isLoopback } from "./host.ts";
import type { Entry, Surface } from "./operation.ts";
import { refusal } from "./problems.ts";
import { invalidRequest } from "./request.ts";
import { check } from "./violations.ts";

/** The service: a bearer token opens the accounts that it names, and faults may strike. */
export function serviceSurface(sandbox: Sandbox): Surface<World> {
  const identify = ({ headers }: Request): Identity | Promise<Identity> => {
    const verdict = sandbox.authenticator.authenticate(headers.authorization);
    return verdict instanceof Promise ? verdict.then(accepted) : accepted(verdict);
  };
  const admit = (identity: Identity, accountId: string): Entry<World> | Promise<Entry<World>> => {
    checkAccount(identity, accountId);
    const caller = identity.subject;
    if (sandbox.options.log === "debug") return admitAndSay(sandbox, caller, accountId);
    const world = sandbox.world(accountId);
    return world instanceof Promise ? world.then((context) => ({ caller, context })) : { caller, context: world };
  };
  return {
    challenge: "Bearer",
    // A known token and an open world need no await.
    enter(request, accountId = "") {
      const identity = identify(request);
      return identity instanceof Promise
        ? identity.then((known) => admit(known, accountId))
        : admit(identity, accountId);
    },
    async accountOf(request) {
      const { accountIds } = await identify(request);
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
  if (accountIds !== "any" && !accountIds.includes(accountId))
    throw refusal(
      403,
      "ACCOUNT_FORBIDDEN",
      `The token does not name the account ${accountId}; it names ${accountIds.join(", ") || "none"}.`,
    );
  if (accountIdPattern.test(accountId)) return;
  const checked = check("path", ofAccount, { accountId });
  if ("violations" in checked) throw invalidRequest(checked.violations);
}

/** Also notes whether the account is new, which takes a look at the disk. */
async function admitAndSay(sandbox: Sandbox, caller: string, accountId: string): Promise<Entry<World>> {
  const newAccount = !(await sandbox.accounts()).includes(accountId);
  return { caller, newAccount, context: await sandbox.world(accountId) };
}

/** The control plane: open on loopback, behind its key elsewhere. */
export const controlSurface = (sandbox: Sandbox): Surface<Sandbox> => ({
  challenge: "SandboxKey",
  enter({ headers }) {
    const { host, sandboxKey } = sandbox.options;
    const [key] = [headers["x-sandbox-key"]].flat();
    if (!isLoopback(host) && !isKey(key, sandboxKey))
      throw refusal(401, "UNAUTHENTICATED", "Off loopback the control plane needs the header X-Sandbox-Key.", {
        "WWW-Authenticate": "SandboxKey",
      });
    return { caller: "control", context: sandbox };
  },
});
