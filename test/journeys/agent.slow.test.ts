import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it, onTestFinished } from "vitest";
import { asAgent } from "../mcp/agent.ts";
import { compiledCommand } from "../support/compiled-command.ts";

const main = compiledCommand();

interface Evidence {
  expirationDate: string | null;
}

/** The command in a process of its own, with a sandbox of its own, as an agent starts it. */
async function started() {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [main, "mcp", "--own"],
    stderr: "pipe",
  });
  const client = new Client({ name: "journey", version: "0" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return asAgent(client);
}

it("an agent makes a dossier that waits with an expired Kbis in four calls, and mends its client", async () => {
  const { done, read } = await started();

  // The state, in four calls: "a dossier that waits with an expired Kbis".
  await done("world", { action: "make", seed: "empty", now: "2026-01-15T09:00:00", freeze: true });
  const { dossierId, thirdpartyId } = await done("scenario", { scenario: "dossier-waiting" });
  const { documents } = await done("look", { id: dossierId });
  const kbis = documents.find(({ documentCode }: { documentCode: string }) => documentCode === "KBIS");
  const answer = { issueDate: "2025-06-01", outcome: "pending" };
  await done("cause", { documentId: kbis.documentId, answer });

  const { baseUrl, token } = (await done("status")).world;
  const ask = (path: string, body?: object) =>
    fetch(`${baseUrl}${path}`, {
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
  const listed = async (path: string) => (await (await ask(path)).json()).content;
  const [dossier] = await listed("/dossiers");
  expect(dossier).toMatchObject({ dossierId, statusCode: "ACTION_REQUIRED" });
  const held = (await listed(`/dossiers/${dossierId}/documents`)).map(
    ({ documentCode, statusCode, evidences }: { documentCode: string; statusCode: string; evidences: Evidence[] }) => [
      ...[documentCode, statusCode, evidences.some(({ expirationDate }) => expirationDate?.startsWith("2025-09-01"))],
    ],
  );
  expect(held).toEqual(
    expect.arrayContaining([
      ...[
        ["KBIS", "ONGOING", true],
        ["CODE_CONDUITE", "ACTION_REQUIRED", false],
      ],
    ]),
  );

  // A request that is wrong, the violation, and the contract that says how to mend it.
  expect((await ask(`/thirdparties/${thirdpartyId}/dossiers`, { dossierType: "VIGILANCE" })).status).toBe(400);
  const [refused] = await done("requests", { status: 400 });
  expect([refused.operation, ...refused.violations]).toEqual([
    ...["dossiers.create", "The body must have either dossierTypeCode or requiredDocuments, not both."],
    "/dossierType is not known here.",
  ]);
  const { examples } = JSON.parse(await read(refused.contract));
  const created = await ask(`/thirdparties/${thirdpartyId}/dossiers`, examples.success.body);
  expect(created.status).toBe(201);

  // A client that polls, before and after the clock moves; the first window it reads is the time of the scenario.
  const poll = async (from: string, to: string) => {
    const window = `eventOccurrenceStartDate=${from}&eventOccurrenceEndDate=${to}`;
    const names = "eventNames=DOSSIER_ADDED,DOSSIER_ARCHIVED";
    expect((await ask(`/dossiers/search?${names}&${window}`)).status).toBe(200);
  };
  await poll("2026-01-15T00:00:00", "2026-01-15T09:00:00");
  const { happened } = await done("clock", { advance: "P200D" });
  const { counts, rows } = await done("events", { names: ["DOSSIER_ARCHIVED"], rows: 1 });
  expect([counts, rows[0].thirdpartyId]).toEqual([{ DOSSIER_ARCHIVED: happened.DOSSIER_ARCHIVED }, thirdpartyId]);

  // What it missed, how to mend it, and nothing missed.
  await poll("2026-08-02T00:00:00", "2026-08-03T09:00:00");
  const { findings } = (await done("audit")).synchronisation;
  expect(findings[0]).toMatchObject({ kind: "gap", fails: true });
  await poll("2026-01-15T09:00:00", "2026-08-03T09:00:00");
  const { synchronisation } = await done("audit");
  expect(synchronisation.findings.filter(({ fails }: { fails: boolean }) => fails)).toEqual([]);
});
