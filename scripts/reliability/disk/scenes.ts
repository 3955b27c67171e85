import type { State } from "../../../src/domain/change.ts";
import { type Ask, control, get, must, post, put, type Request, remove, service } from "../client.ts";
import { upload } from "./writes.ts";

/** An operation of several steps on the disk, and the requests that lead up to it. */
export interface Scene {
  name: string;
  setup: Request[];
  /** One after the other; each is whole or absent. */
  requests: Request[];
  /** Instead of requests: the server stops, or it starts on the files that a killed one has left half-made. */
  act?: "stop" | "start";
}

export const sceneAccount = "acme";
const at = (path: string) => control(sceneAccount, path);
const gone = remove(control(sceneAccount));
const seeded = (body: object) => put(control(sceneAccount), body);
const setAttribute = (thirdpartyId: number, value: string): Request =>
  post(service(sceneAccount, `/thirdparties/${thirdpartyId}/attributes`), {
    label: "Référencement interne",
    values: [value],
  });

/** The folder that the scenes need: a world with snapshots, one that was imported, one with a log. */
export async function scenesOf(ask: Ask): Promise<Scene[]> {
  await must(ask, put(control("other"), { seed: "expiring" }));
  const world = await must<{ state: State }>(ask, get(control("other", "/state")));
  await must(ask, remove(control("other")));
  const { thirdpartyId = 0 } = world.state.thirdparties.find(({ archived }) => !archived) ?? {};
  const open = new Set(world.state.dossiers.filter(({ monitored }) => monitored).map(({ dossierId }) => dossierId));
  const asked = world.state.documents.find((row) => open.has(row.dossierId) && row.statusCode === "MISSING");

  const fresh = [gone, seeded({ seed: "onboarding" })];
  const bring = put(at("/state"), world);
  const write = setAttribute(thirdpartyId, "one");
  const usual = [...fresh, post(at("/snapshots"), { name: "first" }), bring, write];
  const scene = (name: string, setup: Request[], ...requests: Request[]) => ({ name, setup, requests });
  const long = (nth: number) => setAttribute(thirdpartyId, `${nth} ${"é".repeat(1500)}`);
  return [
    scene("write", usual, setAttribute(thirdpartyId, "two")),
    scene("first write", [...fresh, bring], write),
    scene("upload", usual, upload(sceneAccount, asked?.documentId, 100_000)),
    scene("clock", usual, post(at("/clock"), { advance: "P3D" })),
    scene("import", usual, { ...bring, body: { ...world, state: { ...world.state, comments: [] } } }),
    scene("import of a new account", [gone], bring),
    scene("put", usual, seeded({ seed: "onboarding", randomSeed: 2 })),
    scene("create", [...usual, gone], seeded({ seed: "onboarding", randomSeed: 3 })),
    scene("first use", [...usual, gone], get(service(sceneAccount, "/thirdparties"))),
    scene("delete", usual, gone),
    scene("snapshot", usual, post(at("/snapshots"), { name: "second" })),
    scene("snapshot again", usual, post(at("/snapshots"), { name: "first" })),
    scene("restore", usual, post(at("/snapshots/first/restore"))),
    scene("forget", usual, remove(at("/snapshots/first"))),
    scene("reset to an import", usual, post(at("/reset"))),
    scene("reset to a seed", [...fresh, post(at("/clock"), { advance: "P1D" })], post(at("/reset"))),
    scene("fold", usual, ...Array.from({ length: 6 }, (_, nth) => long(nth))),
    { ...scene("stop", usual), act: "stop" },
    { ...scene("start", usual), act: "start" },
  ];
}
