import { idOf, rowOf } from "./exchange.ts";
import { judgeChallenge } from "./judge.ts";
import type { Ledger } from "./ledger.ts";
import type { Found } from "./reads.ts";
import type { Target } from "./target.ts";

/** An id that the service has not given out yet. */
const UNUSED = 999_999_998;

/** The requests that the service refuses; none of them changes anything. */
export async function provokeRefusals(target: Target, { documents }: Found): Promise<void> {
  const { ledger, account } = target;
  const list = "thirdparties.list";
  const bare = await target.refuse(list, { token: null }, { status: 401 });
  judgeChallenge(ledger, list, bare);
  await target.refuse(list, { token: "not.a.token" }, { status: 401 });
  await target.refuse(list, { account: `${account.slice(0, 60)}-no` }, { status: 403, assumption: "account-ids" });
  await target.refuse(list, { query: { page: -1 } }, { status: 400, assumption: "pagination" });
  await target.refuse(list, { query: { size: 101 } }, { status: 400, assumption: "limits" });
  await target.refuse(list, { headers: { accept: "text/csv" } }, { status: 406 });
  const { status } = await target.send(list, { query: { noSuchParameter: "1" } });
  ledger.at(list, "an unknown parameter", "unknown-input").equals(status, 200, "200: it is overlooked");
  const asText = { body: "a", headers: { "content-type": "text/plain" } };
  await target.refuse("thirdparties.find", asText, { status: 415 });
  await target.refuse("thirdparties.find", { body: "{" }, { status: 400 });

  await target.refuse("thirdparties.get", { params: { id: UNUSED } }, { status: 404 });
  await target.refuse("dossiers.ofThirdparty", { params: { id: UNUSED } }, { status: 404 });
  await target.refuse("documents.list", { params: { dossierId: UNUSED } }, { status: 404 });
  await mistakenId(target, idOf(documents[0], "documentId"));

  const other = await target.send(list, { path: "/api/v2/account/:accountId/thirdparties" });
  ledger.at(list, "/api/v2", "versions").equals(other.status, 404);
  const short = await target.send(list, { path: "/thirdparties" });
  ledger.at(list, "the path /thirdparties", "shorthand-paths").equals(short.status, 200);
}

async function mistakenId(target: Target, documentId: number | undefined): Promise<void> {
  if (documentId === undefined) return;
  const expected = { status: 404, assumption: "id-ranges" } as const;
  const answer = await target.refuse("thirdparties.get", { params: { id: documentId } }, expected);
  judgeMistakenId(target.ledger, "thirdparties.get", rowOf(answer)?.detail, "documentId");
}

/** The 404 of an id of another kind says what it is. */
export function judgeMistakenId(ledger: Ledger, operationId: string, detail: unknown, kind: string): void {
  if (typeof detail === "string")
    ledger
      .at(operationId, "404 /detail", "id-ranges")
      .holds(detail.includes(kind), `what the number is: a ${kind}`, ledger.shown(detail));
}
