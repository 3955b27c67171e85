import type { AssumptionKey } from "../../contract/assumptions.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { Ledger, type Report } from "./ledger.ts";
import { read } from "./reads.ts";
import { refusals } from "./refusals.ts";
import { Target, type TargetOptions } from "./target.ts";
import { write } from "./writes.ts";

export interface VerifyOptions extends TargetOptions {
  write: boolean;
  /** SIRET of the company to add, where the sandbox's own numbers are unknown. */
  company?: string;
}

/** What no request can show, and why. */
const beyond: Partial<Record<AssumptionKey, string>> = {
  "thirdparty-transitions": "a judgment or a striking-off brings them about, and no operation does",
  "event-record": "no operation of the service shows an event",
  "event-delivery": "no operation of the service delivers events",
};
const needsWriting: readonly AssumptionKey[] = [
  "thirdparty-creation",
  "dossier-creation",
  "decision-bodies",
  "document-transitions",
  "event-causes",
  "attribute-checks",
  "reference-providers",
  "roles",
];

/** How the token looks is all that can be seen of where it came from. */
function lookAtToken(ledger: Ledger, token: string, account: string): void {
  try {
    const [head = "", claims = ""] = token.split(".");
    const { alg } = JSON.parse(Buffer.from(head, "base64url").toString()) as { alg?: unknown };
    const {
      sub,
      account_ids: accounts,
      iat,
      exp,
      iss,
    } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<string, unknown>;
    const fits =
      alg === "HS256" &&
      Array.isArray(accounts) &&
      accounts.includes(account) &&
      [sub, iat, exp, iss].every((claim) => claim !== undefined);
    ledger.check(
      "thirdparties.list",
      "the token",
      "tokens",
      fits,
      "HS256 with sub, account_ids, iat, exp, iss",
      `${alg} with ${
        Object.keys({ sub, account_ids: accounts, iat, exp, iss })
          .filter((_, at) => [sub, accounts, iat, exp, iss][at] !== undefined)
          .join(", ") || "none of them"
      }`,
    );
  } catch {
    ledger.leftOut("tokens", "the token that was given is no JWT that can be read");
  }
}

/** Holds a deployment against the contract: reads alone, unless it may write. */
export async function verify(options: VerifyOptions): Promise<Report> {
  const ledger = new Ledger();
  const target = new Target(options, ledger);
  const writing = "it writes, and --write was not given";
  for (const [key, reason] of Object.entries(beyond)) ledger.leftOut(key, reason);
  if (!options.write) {
    for (const key of needsWriting) ledger.leftOut(key, writing);
    for (const { operationId, endpoint } of operationsOf(service))
      if (endpoint.method === "post" && operationId !== "thirdparties.find") ledger.leftOut(operationId, writing);
  }
  lookAtToken(ledger, options.token, options.account);
  const found = await read(target);
  await refusals(target, found);
  if (options.write) {
    await write(target, found, options.company);
    if (operationsOf(service).every(({ operationId }) => ledger.succeeded(operationId)))
      ledger.held("thirdparties.list", "every operation with one token", "roles");
    else ledger.leftOut("roles", "not every operation succeeded");
  }
  return ledger.report(options.url, options.account, options.write);
}
