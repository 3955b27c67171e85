import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { State } from "../../../src/domain/change.ts";
import { control, service } from "./observed.ts";
import type { Ask, Request } from "./server.ts";

/** An operation of several steps on the disk, and the requests that lead up to it. */
export interface Scene {
  name: string;
  setup: Request[];
  /** One after the other; each is whole or absent. */
  requests: Request[];
  /** Instead of requests: the server stops, or it starts on the files that a killed one has left half-made. */
  act?: "stop" | "start";
}

/** Not demo, which every start creates. */
const account = "acme";
export const sceneAccount = account;

/** The files of the account that a killed server may have left half-made. */
export function leaveHalfMade(data: string): void {
  appendFileSync(join(data, `${account}.log`), '{"crc":"0123');
  for (const name of [`${account}.json.tmp`, `${account}.log.tmp`, `snapshots/${account}/first.world.tmp`])
    writeFileSync(join(data, name), '{"version":');
}

const post = (path: string, body?: unknown): Request => ({ method: "POST", path: control(account, path), body });
const setAttribute = (thirdpartyId: number, value: string): Request => ({
  method: "POST",
  path: service(account, `/thirdparties/${thirdpartyId}/attributes`),
  body: { label: "Référencement interne", values: [value] },
});
const remove: Request = { method: "DELETE", path: control(account) };
const put = (body: object): Request => ({ method: "PUT", path: control(account), body });

/** The folder that the scenes need: a world with snapshots, one that was imported, one with a log. */
export async function scenesOf(ask: Ask): Promise<Scene[]> {
  await ask({ method: "PUT", path: control("other"), body: { seed: "expiring" } });
  const { body } = await ask({ method: "GET", path: control("other", "/state") });
  await ask({ method: "DELETE", path: control("other") });
  const world = body as { state: State };
  const { thirdpartyId = 0 } = world.state.thirdparties.find(({ archived }) => !archived) ?? {};
  const open = new Set(world.state.dossiers.filter(({ monitored }) => monitored).map(({ dossierId }) => dossierId));
  const asked = world.state.documents.find((row) => open.has(row.dossierId) && row.statusCode === "MISSING");
  const document = `/documents/${asked?.documentId}/answers`;

  const fresh = [remove, put({ seed: "onboarding" })];
  const bring = { method: "PUT", path: control(account, "/state"), body };
  const write = setAttribute(thirdpartyId, "one");
  const usual = [...fresh, post("/snapshots", { name: "first" }), bring, write];
  const scene = (name: string, setup: Request[], ...requests: Request[]) => ({ name, setup, requests });
  const long = (nth: number) => setAttribute(thirdpartyId, `${nth} ${"é".repeat(1500)}`);
  return [
    scene("write", usual, setAttribute(thirdpartyId, "two")),
    scene("first write", [...fresh, bring], write),
    scene("upload", usual, { ...post(`${document}?fileName=a.pdf`), body: Buffer.alloc(100_000, "%PDF-1.7 ") }),
    scene("clock", usual, post("/clock", { advance: "P3D" })),
    scene("import", usual, { ...bring, body: { ...world, state: { ...world.state, comments: [] } } }),
    scene("import of a new account", [remove], bring),
    scene("put", usual, put({ seed: "onboarding", randomSeed: 2 })),
    scene("create", [...usual, remove], put({ seed: "onboarding", randomSeed: 3 })),
    scene("first use", [...usual, remove], { method: "GET", path: service(account, "/thirdparties") }),
    scene("delete", usual, remove),
    scene("snapshot", usual, post("/snapshots", { name: "second" })),
    scene("snapshot again", usual, post("/snapshots", { name: "first" })),
    scene("restore", usual, post("/snapshots/first/restore")),
    scene("forget", usual, { method: "DELETE", path: control(account, "/snapshots/first") }),
    scene("reset to an import", usual, post("/reset")),
    scene("reset to a seed", [...fresh, post("/clock", { advance: "P1D" })], post("/reset")),
    scene("fold", usual, ...Array.from({ length: 6 }, (_, nth) => long(nth))),
    { ...scene("stop", usual), act: "stop" },
    { ...scene("start", usual), act: "start" },
  ];
}
