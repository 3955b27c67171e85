import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { dice } from "../../test/store/samples.ts";
import { bundled } from "./build.ts";
import { control, difference, type Observed, observe, service } from "./disk/observed.ts";
import type { Opened } from "./disk/opened.ts";
import { type Ask, asking, now, quickFolder } from "./disk/server.ts";
import type { Row } from "./row.ts";

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
    "no checksum of a record": {
      file: "src/store/checksummed-line.ts",
      from: "if (sum !== crc32(line.subarray(blank.length))) return undefined;",
      to: "",
    },
    "no checksum of an account file": {
      file: "src/store/file/account-file.ts",
      from: "const intact = statedChecksum(bytes.subarray(0, 1_000)) === hex(sum);",
      to: "const intact = statedChecksum(bytes.subarray(0, 1_000)) !== undefined;",
    },
  },
  async run({ count, seed, edits, say }) {
    const entry = await bundled("scripts/reliability/disk/opened.ts", edits);
    const root = quickFolder("flips");
    const next = dice(seed);
    const failures: string[] = [];
    const tally: Record<Verdict, number> = { unharmed: 0, warned: 0, refused: 0, silent: 0 };
    try {
      const { opened }: { opened: Opened } = await import(entry);
      const whole = await makeFolder(opened, join(root, "whole"));
      const files = (readdirSync(whole, { recursive: true }) as string[]).filter(
        (name) => name !== lock && statSync(join(whole, name)).isFile(),
      );
      const { found: expected } = await served(opened, whole, join(root, "first"));
      for (let nth = 0; nth < count; nth++) {
        const file = nth % rare === rare - 1 ? lock : (files[nth % files.length] as string);
        const damaged = join(root, "damaged");
        const { at, bit } = flip(whole, damaged, file, next);
        const look = await served(opened, damaged, join(root, "look"));
        const { verdict, words } = judge(look, expected as Observed, file);
        tally[verdict]++;
        if (verdict === "silent") failures.push(`${file}, bit ${bit} of byte ${at}: ${words}`);
        if (nth % 50 === 0) say(`${nth} flips, ${failures.length} did not hold`);
      }
      const { silent: _, ...figures } = tally;
      return { count, failures, figures: { "kinds of file": files.length + 1, ...figures } };
    } finally {
      for (const folder of [root, dirname(entry)]) rmSync(folder, { recursive: true, force: true });
    }
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
  const sandbox = await startSandbox({ data: live, seed: "empty", now, freeze: true, auth: "off" });
  const ask = asking(sandbox.url);
  const must = async (method: string, path: string, body?: unknown) => {
    const answer = await ask({ method, path, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  };
  const add = (companyIdValue: string) =>
    must("POST", service(account, "/thirdparties"), { companyIdType: "CIT001", companyIdValue });
  await must("PUT", control(account), { seed: "empty" });
  const { thirdpartyId } = (await add("21996648800021")) as { thirdpartyId: number };
  await must("POST", service(account, `/thirdparties/${thirdpartyId}/dossiers`), { requiredDocuments: ["KBIS"] });
  await must("POST", control(account, "/snapshots"), { name: "first" });
  await must("PUT", control(account, "/state"), await must("GET", control(account, "/state")));
  await must("POST", control(account, "/clock"), { advance: "P2D" });
  cpSync(live, place, { recursive: true });
  await sandbox.close();
  // The lock of a process that is gone.
  const path = join(place, lock);
  writeFileSync(path, readFileSync(path, "utf8").replace(/"pid":\d+/, '"pid":4194303'));
  return place;
}

function flip(whole: string, damaged: string, file: string, next: (below: number) => number) {
  rmSync(damaged, { recursive: true, force: true });
  cpSync(whole, damaged, { recursive: true });
  const bytes = readFileSync(join(damaged, file));
  const at = next(bytes.length);
  const bit = next(8);
  bytes[at] = (bytes[at] as number) ^ (1 << bit);
  writeFileSync(join(damaged, file), bytes);
  return { at, bit };
}

/** Starts a sandbox on a copy, and looks at all that it serves. */
async function served({ startSandbox }: Opened, folder: string, data: string): Promise<Look> {
  rmSync(data, { recursive: true, force: true });
  cpSync(folder, data, { recursive: true });
  const write = process.stderr.write;
  let said = "";
  process.stderr.write = ((text: string) => {
    said += text;
    return true;
  }) as typeof write;
  try {
    const sandbox = await startSandbox({ data, seed: "empty", now, freeze: true, auth: "off", log: "error" });
    try {
      const ask: Ask = asking(sandbox.url);
      return { found: await observe(ask, account), said };
    } finally {
      await sandbox.close();
    }
  } catch (error) {
    return { said: String(error) };
  } finally {
    process.stderr.write = write;
  }
}

function judge({ found, said }: Look, expected: Observed, file: string): { verdict: Verdict; words: string } {
  const named = said.includes(basename(file));
  if (!found) return { verdict: named ? "refused" : "silent", words: `it did not start, and said ${said}` };
  const words = difference(found, expected);
  if (words === undefined) return { verdict: "unharmed", words: "" };
  if (named) return { verdict: "warned", words };
  return { verdict: JSON.stringify(found).includes('"refused":') ? "refused" : "silent", words };
}
