import { createHash } from "node:crypto";
import { type Connection, connectSandbox } from "../client/connect.ts";
import { keepCoverage } from "../client/coverage-folder.ts";
import { coverageFolder, namedSandbox } from "../client/environment.ts";
import type { SandboxWorld, WorldOptions } from "../client/world.ts";
import { type RunningSandbox, startSandbox } from "../start.ts";

/** The part of a fixture in which the tests run. */
export type Use<T> = (value: T) => Promise<void>;

/** Gives the sandbox that the whole run shares, or starts one for this worker. */
export async function useSandbox(use: Use<Connection>): Promise<void> {
  const shared = namedSandbox();
  if (shared) return use(connectSandbox(shared));
  const sandbox = await startSandbox();
  try {
    await use(sandbox);
  } finally {
    await finish(sandbox);
  }
}

/** Closes a sandbox at the end of a run or of a worker, and keeps its coverage where it is asked for. */
export const finish = (sandbox: RunningSandbox): Promise<void> =>
  keepCoverage(sandbox, coverageFolder()).finally(() => sandbox.close());

/** A test, by its title and by what tells it from all others of a run. */
export interface NamedTest {
  title: string;
  key: string;
}

/** Gives a test its world, and deletes the world afterwards. */
export async function useWorld(
  { sandbox, worldOptions, test }: { sandbox: Connection; worldOptions: WorldOptions; test: NamedTest },
  use: Use<SandboxWorld>,
): Promise<void> {
  const world = await sandbox.world(worldName(test), worldOptions);
  try {
    await use(world);
  } finally {
    await world.delete();
  }
}

const titleLength = 50;

/** The account of a test: the same in every run and on every machine, whichever worker runs it. */
export function worldName({ title, key }: NamedTest): string {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  const hash = createHash("sha256").update(`${key}\n${title}`).digest("hex").slice(0, 12);
  return [...words.join("-").slice(0, titleLength).split("-"), hash].filter(Boolean).join("-");
}
