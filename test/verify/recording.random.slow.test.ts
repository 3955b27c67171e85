import { expect, it } from "vitest";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import { judgeRecording } from "../../src/verify/recording.ts";
import { drawFrom, mutant } from "../contract/mutations.ts";
import { running } from "../control/running.ts";
import { harOf, recorder } from "../support/recorder.ts";

const on = running({ seed: "portfolio" });
const operations = operationsOf(service);
/** For any filter, beside the value of its example. */
const values = [
  "0",
  "-1",
  "101",
  "x",
  "",
  "FR",
  "true",
  "VALID",
  "ABSENT",
  "KBIS",
  "219966488",
  "2026-01-01T00:00:00Z",
];
type Row = Record<string, unknown> & { evidences?: Row[] };

it("finds no difference in what a random client has recorded of the sandbox", async () => {
  const world = await on.sandbox.world("random");
  const { entries, fetch } = recorder();
  const draw = drawFrom(1);
  const pick = <T>(all: readonly T[]) => all[draw(all.length)] as T;
  const oneIn = (count: number) => draw(count) === 0;
  const base = `${on.sandbox.url}/api/v1/account/${world.accountId}`;
  const token = { authorization: `Bearer ${world.token}` };
  const listed = async (path: string): Promise<Row[]> =>
    ((await (await fetch(base + path, { headers: token })).json()) as { content: Row[] }).content;
  const dossiers = await listed("/dossiers?size=100");
  const documents = await Promise.all(
    dossiers.slice(0, 8).map((row) => listed(`/dossiers/${row.dossierId}/documents`)),
  );
  const files = documents
    .flat()
    .flatMap((row) => (row.evidences ?? []).map((evidence) => ({ ...row, ...evidence, fileId: evidence.id }) as Row));
  for (let sent = 0; sent < 400; sent++) {
    const { endpoint, operationId } = pick(operations);
    const example = pick(Object.values(endpoint.examples));
    const ids: Row = { ...pick(files), id: pick(dossiers).thirdpartyId, accountId: world.accountId };
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      String(oneIn(15) && name !== "accountId" ? pick([pick(files).documentId, "x", 0]) : ids[name]),
    );
    const query = new URLSearchParams();
    for (const name of Object.keys(endpoint.query?.shape ?? {}))
      if (!oneIn(3)) query.set(name, String(oneIn(8) ? pick(values) : (example.query?.[name] ?? "")));
    for (const [name, value] of [...query]) if (value === "" && !oneIn(20)) query.delete(name);
    const body = oneIn(2) ? example.body : mutant(example.body, [], draw, 1);
    const headers = {
      ...(!oneIn(30) && token),
      ...(oneIn(30) && { accept: "text/csv" }),
      ...(!oneIn(30) && { "content-type": "application/json" }),
    };
    const method = endpoint.method.toUpperCase();
    const content = method === "POST" && body !== undefined && { body: JSON.stringify(body) };
    const answer = await fetch(`${on.sandbox.url}${path}?${query}`, { method, headers, ...content });
    if (operationId === "documents.link" && answer.status === 200)
      await fetch(((await answer.json()) as { url: string }).url);
    if (sent % 100 === 99) await world.clock.advance("P20D");
  }
  const { findings, operations: reached } = judgeRecording(harOf(entries));
  expect(findings).toEqual([]);
  expect(reached.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
});
