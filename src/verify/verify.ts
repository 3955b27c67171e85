/**
 * verify: holds the real service, or a recording of it, against the contract. It sends requests (or reads a HAR),
 * judges each answer, and notes in a ledger what deviates and which assumptions are confirmed, contradicted or not
 * exercised. `record/` makes recordings without credentials and values, and `learn/` makes a configuration of them. It
 * needs no sandbox, and keeps nothing but its report.
 */

import type { AssumptionKey } from "../../contract/assumptions.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { judgeRoles, judgeToken } from "./judge.ts";
import { Ledger, type Report, saysSo } from "./ledger.ts";
import { notObservable } from "./not-exercised.ts";
import { provokeRefusals } from "./provoke-refusals.ts";
import { read } from "./reads.ts";
import { Target, type TargetOptions } from "./target.ts";
import { readUntouched } from "./untouched.ts";
import { write } from "./writes.ts";

export interface VerifyOptions extends TargetOptions {
  write: boolean;
  /** SIRET of the company to add; a service without the sandbox's own numbers needs one. */
  company?: string;
}

const needsWriting: readonly AssumptionKey[] = [
  "thirdparty-creation",
  "dossier-creation",
  "document-codes",
  "decision-bodies",
  "document-transitions",
  "event-causes",
  "attribute-checks",
  "reference-providers",
  "roles",
];

/** Compares a deployment with the contract; without `write`, it only reads. */
export async function verify(options: VerifyOptions): Promise<Report> {
  const ledger = new Ledger();
  const target = new Target(options, ledger);
  const writing = "it writes, and --write was not given";
  for (const [key, reason] of Object.entries(notObservable)) ledger.leftOut(key, reason);
  if (!options.write) {
    for (const key of needsWriting) ledger.leftOut(key, writing);
    for (const { operationId, endpoint } of operationsOf(service))
      if (endpoint.method === "post" && operationId !== "thirdparties.find") ledger.leftOut(operationId, writing);
  }
  await target.recognise();
  judgeToken(ledger, "thirdparties.list", options.token, options.account);
  const found = await read(target);
  await readUntouched(target, found);
  await provokeRefusals(target, found);
  if (options.write) {
    await write(target, found, options.company);
    judgeRoles(ledger);
  }
  const report = ledger.report(options.url, options.account, options.write);
  return { ...report, ...(target.isSandbox && { sandbox: saysSo }) };
}
