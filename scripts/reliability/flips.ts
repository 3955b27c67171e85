import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { dice } from "../../test/store/samples.ts";
import { bundled } from "./build.ts";
import { clientOf, control, get, must, post, put, type Request, service } from "./client.ts";
import { difference, type Observed, observe } from "./disk/observed.ts";
import type { Opened } from "./disk/opened.ts";
import { edit, type Row } from "./row.ts";
import { copied, open, quickFolder } from "./server.ts";

const account = "acme";
const lock = "sandbox.lock";
/** A lock whose holder cannot be seen is waited for, so it is not turned as often as the other files. */
const rare = 50;

export const flips: Row = {
  what: "one bit turned in each kind of file: account, events, write-ahead log, snapshot, reset point, lock",
  holds: "what is served is unharmed, or a line of the log, an answer or the refusal to start names the damage",
  full: 2_000,
  short: 45,
  planted: {
    "no checksum of a record": edit(`src/store/checksummed-line.ts
      - if (sum !== crc32(line.subarray(blank.length))) return undefined;
      +`),
    "no checksum of an account file": edit(`src/store/file/account-file.ts
      - const intact = statedChecksum(bytes.subarray(0, 1_000)) === hex(sum);
      + const intact = statedChecksum(bytes.subarray(0, 1_000)) !== undefined;`),
  },
  async run(attack) {
    const { opened }: { opened: Opened } = await import(await bundled(attack, "scripts/reliability/disk/opened.ts"));
    const root = quickFolder(attack, "flips");
    const next = dice(attack.seed);
    const failures: string[] = [];
    const tally: Record<Verdict, number> = { unharmed: 0, warned: 0, refused: 0, silent: 0 };
    const whole = await makeFolder(opened, join(root, "whole"));
    const files = (readdirSync(whole, { recursive: true }) as string[]).filter(
      (name) => name !== lock && statSync(join(whole, name)).isFile(),
    );
    const { found: expected } = await served(opened, copied(whole, join(root, "first")));
    for (let nth = 0; nth < attack.count; nth++) {
      const file = nth % rare === rare - 1 ? lock : (files[nth % files.length] as string);
      const damaged = copied(whole, join(root, "damaged"));
      const { at, bit } = flip(join(damaged, file), next);
      const { verdict, words } = judge(await served(opened, damaged), expected as Observed, file);
      tally[verdict]++;
      if (verdict === "silent") failures.push(`${file}, bit ${bit} of byte ${at}: ${words}`);
      if (nth % 50 === 0) attack.say(`${nth} flips, ${failures.length} did not hold`);
    }
    const { silent: _, ...figures } = tally;
    return { count: attack.count, failures, figures: { "kinds of file": files.length + 1, ...figures } };
  },
};

type Verdict = "unharmed" | "warned" | "refused" | "silent";
interface Look {
  found?: Observed;
  /** Of the log, or the reason why it did not start. */
  said: string;
}

/** A data folder with every kind of file, as a killed server leaves it. */
async function makeFolder({ startSandbox }: Opened, place: string): Promise<string> {
  const live = `${place}-live`;
  const sandbox = await startSandbox({ ...open, seed: "empty", data: live });
  const { ask } = clientOf(sandbox.port);
  const done = <T>(request: Request) => must<T>(ask, request);
  await done(put(control(account), { seed: "empty" }));
  const company = { companyIdType: "CIT001", companyIdValue: "21996648800021" };
  const { thirdpartyId } = await done<{ thirdpartyId: number }>(post(service(account, "/thirdparties"), company));
  await done(post(service(account, `/thirdparties/${thirdpartyId}/dossiers`), { requiredDocuments: ["KBIS"] }));
  await done(post(control(account, "/snapshots"), { name: "first" }));
  await done(put(control(account, "/state"), await done(get(control(account, "/state")))));
  await done(post(control(account, "/clock"), { advance: "P2D" }));
  cpSync(live, place, { recursive: true });
  await sandbox.close();
  // The lock of a process that is gone.
  const path = join(place, lock);
  writeFileSync(path, readFileSync(path, "utf8").replace(/"pid":\d+/, '"pid":4194303'));
  return place;
}

function flip(file: string, next: (below: number) => number) {
  const bytes = readFileSync(file);
  const at = next(bytes.length);
  const bit = next(8);
  bytes[at] = (bytes[at] as number) ^ (1 << bit);
  writeFileSync(file, bytes);
  return { at, bit };
}

/** Starts a sandbox on a folder, and looks at all that it serves. */
async function served({ startSandbox }: Opened, data: string): Promise<Look> {
  const write = process.stderr.write;
  let said = "";
  process.stderr.write = ((text: string) => {
    said += text;
    return true;
  }) as typeof write;
  try {
    const sandbox = await startSandbox({ ...open, seed: "empty", data });
    const found = await observe(clientOf(sandbox.port).ask, account).finally(() => sandbox.close());
    return { found, said };
  } catch (error) {
    return { said: String(error) };
  } finally {
    process.stderr.write = write;
  }
}

function judge({ found, said }: Look, expected: Observed, file: string): { verdict: Verdict; words: string } {
  // What is read well but holds no world is named by its account.
  const named = [basename(file), `Damaged: ${account}:`].some((name) => said.includes(name));
  if (!found) return { verdict: named ? "refused" : "silent", words: `it did not start, and said ${said}` };
  const words = difference(found, expected);
  if (words === undefined) return { verdict: "unharmed", words: "" };
  if (named) return { verdict: "warned", words };
  return { verdict: JSON.stringify(found).includes('"refused":') ? "refused" : "silent", words };
}
