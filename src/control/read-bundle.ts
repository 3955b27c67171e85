import { compiled } from "../../contract/compiled.ts";
import { WholeRequest } from "../../contract/control-requests.ts";
import type { EventRow } from "../domain/rows.ts";
import { parse } from "../domain/time.ts";
import { filesIn, UnreadableArchive } from "../files/unzip.ts";
import type { BundleContents } from "../sandbox/open-bundle.ts";
import type { Served } from "../sandbox/requests/request-log.ts";
import { fromDetail } from "../sandbox/requests/views.ts";
import { version } from "../sandbox/version.ts";
import { InvalidWorld, importedState, isOdd } from "../seed/import.ts";
import { bundleFormat, contractHere, linesOf, Manifest } from "./bundle.ts";
import { RecordedHar, wholeIn } from "./recorded.ts";

const megabyte = 1024 * 1024;
/** All that a bundle holds, with the most bytes of each; the world is as large as an import may be. */
const largest = {
  "README.md": megabyte,
  "manifest.json": megabyte,
  "requests.har": 256 * megabyte,
  "events.jsonl": 256 * megabyte,
  "world.json": 256 * megabyte,
};

/** Why a bundle cannot be opened, in a sentence. */
export class InvalidBundle extends Error {}

/** The least of an error of zod that finds the mistake. */
const firstOf = ({ issues: [first] }: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }) =>
  `/${first?.path.map(String).join("/")}: ${first?.message}`;

type Files = (name: keyof typeof largest) => unknown;

function bundleIn(bytes: Uint8Array): { json: Files; read: (name: string) => Buffer } {
  const read = filesIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), largest);
  return { read, json: (name) => parsed(name, read(name)) };
}

/** Reads a bundle into memory. Throws an InvalidBundle for whatever cannot be served as it was. */
export async function readBundle(bytes: Uint8Array): Promise<BundleContents> {
  try {
    const { json: files, read } = bundleIn(bytes);
    const { accountId, clock, faults, requests, events } = manifestIn(files);
    // To read it is to hold it against its checksum; people may have written notes into it.
    read("README.md");
    const journal = read("events.jsonl");
    const world = files("world.json");
    const check = isOdd(world) ? "shape" : "rules";
    const state = await importedState(world, accountId, () => parse(clock.now), undefined, check);
    if (state.events.length !== events)
      throw new InvalidBundle(`Its world.json has ${state.events.length} events, and should have ${events}.`);
    await holdAgainst(journal, accountId, state.events);
    const served = requestsIn(files, accountId);
    const { isComplete } = requests;
    const [earlier, present] = [served.slice(0, requests.earlier), served.slice(requests.earlier)];
    const copy = { takenAt: clock.now, running: !clock.frozen, state };
    return { accountId, ...copy, faults, requests: { earlier, present, isComplete } };
  } catch (error) {
    throw explained(error);
  }
}

/** The journal of a bundle is that of its world, line by line. */
async function holdAgainst(journal: Buffer, accountId: string, events: readonly EventRow[]): Promise<void> {
  let at = 0;
  for await (const lines of linesOf(accountId, events)) {
    const found = journal.subarray(at, at + lines.length);
    if (!found.equals(lines)) throw new InvalidBundle(differing(journal, at, lines));
    at += lines.length;
  }
  if (at < journal.length) throw new InvalidBundle(differing(journal, at, Buffer.alloc(0)));
}
function differing(journal: Buffer, at: number, wanted: Uint8Array): string {
  const found = journal.subarray(at);
  const differs = wanted.findIndex((byte, place) => byte !== found[place]);
  const end = at + (differs < 0 ? wanted.length : differs);
  const line = journal.subarray(0, end).toString("latin1").split("\n").length;
  return `Its events.jsonl is not the journal of its world.json: line ${line} differs.`;
}

/** What a bundle is about, without reading the rest. */
export function manifestOf(bytes: Uint8Array): Manifest {
  try {
    return manifestIn(bundleIn(bytes).json);
  } catch (error) {
    throw explained(error);
  }
}

function explained(error: unknown): unknown {
  if (error instanceof UnreadableArchive) return new InvalidBundle(`It ${error.message}.`);
  if (error instanceof InvalidWorld) return new InvalidBundle(`Its world.json is wrong. ${error.message}`);
  return error;
}

function parsed(name: string, text: Buffer): unknown {
  try {
    return JSON.parse(text.toString("utf8"));
  } catch {
    throw new InvalidBundle(`Its ${name} is not JSON.`);
  }
}

/** The version first: the manifest of another one may have another form. */
function manifestIn(files: Files): Manifest {
  const json = files("manifest.json");
  const { format, version: madeBy, contract } = Object(json) as Partial<Record<string, unknown>>;
  if (format === "tiers-sandbox/bundle@1")
    throw new InvalidBundle(
      "It was made before the first release, which reads no older bundle: import the world.json in it instead.",
    );
  if (format !== bundleFormat || typeof madeBy !== "string" || !/^\d+\.\d+\.\d+[\w.+-]{0,40}$/.test(madeBy))
    throw new InvalidBundle(`It is no bundle: its manifest.json has no format ${bundleFormat}.`);
  const advice = `npx tiers-sandbox@${madeBy} open serves it as it was.`;
  if (madeBy !== version)
    throw new InvalidBundle(`It was made by version ${madeBy}, and this is ${version}: ${advice}`);
  if (contract !== contractHere())
    throw new InvalidBundle(
      `Another build of ${version} made it, with another contract: open it there, or import the world.json in it.`,
    );
  const manifest = Manifest.safeParse(json);
  if (!manifest.success) throw new InvalidBundle(`Its manifest.json is wrong. ${firstOf(manifest.error)}`);
  const { accountId, faults } = manifest.data;
  const other = faults.find(({ fault }) => (fault.accountId ?? accountId) !== accountId);
  if (other) throw new InvalidBundle(`It is of ${accountId}, and has a fault for ${other.fault.accountId}.`);
  return manifest.data;
}

function requestsIn(files: Files, accountId: string): Served[] {
  const har = RecordedHar.safeParse(files("requests.har"));
  if (!har.success) throw new InvalidBundle(`Its requests.har is wrong. ${firstOf(har.error)}`);
  return har.data.log.entries.map((entry, nth) => {
    const whole = compiled(WholeRequest).safeParse(wholeIn(entry));
    const wrong = (reason: string) => new InvalidBundle(`Its requests.har is wrong at entry ${nth}. ${reason}`);
    if (!whole.success) throw wrong(firstOf(whole.error));
    if (whole.data.accountId !== accountId) throw wrong(`It is of another account than ${accountId}.`);
    return fromDetail(whole.data);
  });
}
