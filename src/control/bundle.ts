import { z } from "zod";
import { ClockMoment, Fault } from "../../contract/control-shapes.ts";
import { AccountId, Count, whole } from "../../contract/shared.ts";
import { declaredHere } from "../coverage/declared.ts";
import type { EventRow } from "../domain/rows.ts";
import { format, parse } from "../domain/time.ts";
import type { ZipEntry } from "../files/zip.ts";
import type { Served } from "../sandbox/requests/request-log.ts";
import { version } from "../sandbox/version.ts";
import { exportState, textOf } from "../seed/seed-file.ts";
import { inBatches } from "../store/time-slice.ts";
import type { Account } from "./contexts.ts";
import { harText } from "./har.ts";
import { journaled } from "./journal.ts";

export const bundleFormat = "tiers-sandbox/debug-bundle@1";

/** A hash of what the service declares. */
export const contractHere = () => declaredHere().contract;

export const Manifest = z.strictObject({
  format: z.literal(bundleFormat),
  version: z.string(),
  contract: z.string(),
  accountId: AccountId,
  seed: z.string(),
  randomSeed: Count,
  size: Count.nullable(),
  clock: z.strictObject({ now: ClockMoment, frozen: z.boolean() }),
  /** With the place of each in the list that set it, and how often it has drawn: both decide its next draw. */
  faults: z.array(z.strictObject({ fault: Fault, position: whole(0, 1000), draws: Count })).max(1000),
  /** In the HAR; how many of them an earlier world answered; whether all to the present one are there. */
  requests: z.strictObject({ count: Count, earlier: Count, isComplete: z.boolean() }),
  events: Count,
});
export type Manifest = z.output<typeof Manifest>;

type Contents = { manifest: Manifest; world: Awaited<ReturnType<typeof exportState>>; requests: readonly Served[] };

/** All parts are of one moment: no write to the world comes between them. */
async function contentsOf({ sandbox, world }: Account): Promise<Contents> {
  return world.write(async () => {
    const { accountId, frozen, origin } = world;
    const { seed, randomSeed, size } = origin;
    const { earlier, requests, isComplete } = await sandbox.requests.ofWorld(accountId, world.store.worldId);
    const exported = await exportState(world);
    const manifest = Manifest.parse({
      ...{ format: bundleFormat, version, contract: contractHere(), accountId, seed, randomSeed, size },
      clock: { now: format(world.clock), frozen },
      faults: await sandbox.faults.ofAccount(accountId),
      requests: { count: earlier.length + requests.length, earlier: earlier.length, isComplete },
      events: exported.state.events.length,
    });
    return { manifest, world: exported, requests: [...earlier, ...requests] };
  });
}

/** The files of a bundle: what one needs to see again what happened to an account. */
export async function bundleOf(account: Account): Promise<{ entries: ZipEntry[]; fileName: string }> {
  const { manifest, world, requests } = await contentsOf(account);
  const { accountId } = manifest;
  const mtime = parse(manifest.clock.now);
  const file = (name: string, bytes: ZipEntry["bytes"]) => ({ name, mtime, bytes });
  const entries = [
    file("README.md", () => Buffer.from(readmeOf(manifest))),
    file("manifest.json", () => Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)),
    file("requests.har", () => harText(requests)),
    file("events.jsonl", () => linesOf(accountId, world.state.events)),
    file("world.json", () => textOf(world)),
  ];
  return { entries, fileName: `${accountId}.zip` };
}

/** The journal as a bundle holds it. */
export async function* linesOf(accountId: string, events: readonly EventRow[]): AsyncGenerator<Uint8Array> {
  for await (const batch of inBatches(events)) {
    const lines = journaled(accountId, batch).map((event) => `${JSON.stringify(event)}\n`);
    yield Buffer.from(lines.join(""));
  }
}

const readmeOf = ({ accountId, clock, requests, events }: Manifest) => `# The account ${accountId}, as it was

    npx tiers-sandbox@${version} open ${accountId}.zip

serves it again, with its requests, its faults, and its clock ${clock.frozen ? "stopped" : "going on"} at ${clock.now}.

| File | Holds |
|---|---|
| requests.har | the last ${requests.count} requests of the account; the network tab of a browser opens it |
| events.jsonl | its audit journal, ${events} events, one a line |
| world.json | its whole world; \`tiers-sandbox import\` takes it |
| manifest.json | its seed, clock and faults, the version of the sandbox, a hash of the contract |

Credentials, tokens and the signatures of links are removed.
`;
