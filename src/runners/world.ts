/**
 * runners: fixtures for test runners: `vitest.ts` for vitest, `playwright.ts` for Playwright, `jest.ts` for Jest. They
 * give a test the sandbox of the run and a world of its own, by the functions of this file. The world is deleted after
 * the test; of a test that failed a bundle is left.
 */

import { createHash } from "node:crypto";
import { bundleLine, keepBundle } from "../client/bundle-folder.ts";
import { type Connection, connectSandbox } from "../client/connect.ts";
import { keepCoverage } from "../client/coverage-folder.ts";
import { bundleFolder, coverageFolder, namedSandbox, nameSandbox } from "../client/environment.ts";
import { remedy } from "../client/slow-world.ts";
import type { SandboxWorld, WorldOptions } from "../client/world.ts";
import type { StartOptions } from "../sandbox/options.ts";
import type { RunningSandbox } from "../start.ts";

/** The part of a fixture in which the tests run. */
export type Use<T> = (value: T) => Promise<void>;

/** The sandbox is loaded by the process that starts one: most workers talk to another one's. */
const start = async (options: StartOptions = {}): Promise<RunningSandbox> =>
  (await import("../start.ts")).startSandbox(options);

/**
 * Makes a world as the tests will, because the first one of a week on a machine takes seconds, which would count
 * against the time limit of a test; it is kept for later processes too.
 */
export async function warm(sandbox: Connection, worldOptions: WorldOptions): Promise<void> {
  // Other processes may warm the same sandbox.
  await (await sandbox.world(`warm-up-${process.pid}`, worldOptions)).delete();
}

/** Starts the sandbox of a whole run, unless there is one, and makes a first world in it. */
export async function startForRun(
  options: StartOptions,
  worldOptions: WorldOptions,
): Promise<RunningSandbox | undefined> {
  const shared = namedSandbox();
  const sandbox = shared ? undefined : await start(options);
  await warm(sandbox ?? connectSandbox(shared), worldOptions);
  if (sandbox) nameSandbox({ url: sandbox.url, key: options.sandboxKey ?? null });
  return sandbox;
}

/** Gives the sandbox that the whole run shares, or starts one for this worker. */
export async function useSandbox(use: Use<Connection>): Promise<void> {
  const shared = namedSandbox();
  if (shared) return use(connectSandbox(shared));
  const sandbox = await start();
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
/** A test whose end its runner knows. */
interface RunTest extends NamedTest {
  failed(): boolean;
  /** Aborted when the runner gives the test up, as at its time limit. */
  signal?: AbortSignal | undefined;
  /** Adds a file to the runner's own report. */
  attach?(file: string): Promise<void>;
}

/** Gives a test its world, and deletes the world afterwards; of a test that failed it leaves a bundle. */
export async function useWorld(
  { sandbox, worldOptions, test }: { sandbox: Connection; worldOptions: WorldOptions; test: RunTest },
  use: Use<SandboxWorld>,
): Promise<void> {
  const { title, signal } = test;
  const givenUp = () =>
    process.stderr.write(`"${title}" reached its limit while its world was still being made. ${remedy}\n`);
  signal?.addEventListener("abort", givenUp);
  const making = sandbox.world(worldName(test), worldOptions);
  const world = await making.finally(() => signal?.removeEventListener("abort", givenUp));
  let passed = false;
  try {
    if (!signal?.aborted) await use(world);
    passed = !test.failed() && !signal?.aborted;
  } finally {
    if (!passed) await keepFailure(world, test);
    await world.delete();
  }
}

/** That a bundle cannot be written does not hide why the test failed. */
async function keepFailure(world: SandboxWorld, { attach }: RunTest): Promise<void> {
  const folder = bundleFolder();
  if (folder === undefined) return;
  const line = await world
    .bundle()
    .then((bytes) => keepBundle(world.accountId, bytes, folder))
    .then(async (file) => {
      await attach?.(file);
      return bundleLine(file);
    })
    .catch((error: Error) => `No bundle of ${world.accountId} could be written to ${folder}: ${error.message}`);
  process.stderr.write(`${line}\n`);
}

const titleLength = 50;

/** The account of a test: the same in every run and on every machine, whichever worker runs it. */
export function worldName({ title, key }: NamedTest): string {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  const hash = createHash("sha256").update(`${key}\n${title}`).digest("hex").slice(0, 12);
  return [...words.join("-").slice(0, titleLength).split("-"), hash].filter(Boolean).join("-");
}
