import { type Disk, realDisk } from "../../../src/store/file/disk.ts";
import { type Call, type Fault, watchedDisk } from "./disks.ts";
import { leftBehind, temporaryFolder } from "./folders.ts";

/** An operation on a data folder, and what must hold wherever it is interrupted. */
interface Operation {
  /** Fills the data folder, once. */
  prepare(folder: string): Promise<void>;
  /** Opens the folder on the disk, calls `begin`, and carries out the operation, whose disk calls are interrupted. */
  operate(folder: string, disk: Disk, begin: () => void): Promise<unknown>;
  /** Looks at a copy of the folder, as a new process would find it. */
  inspect(folder: string, interruption: Interruption): Promise<void>;
}

export interface Interruption {
  /** Which disk call of the operation, counted from 1. */
  nth: number;
  call: Call;
  /** `stopped`: the process died during that call; `refused`: the call failed and the operation rejected. */
  outcome: "stopped" | "refused" | "done";
  error?: unknown;
}

/** How a call is interrupted: the process dies before it or in the middle of its bytes, or the system refuses it. */
type Way = (call: Call, die: () => void) => Fault | undefined;
const ways: readonly Way[] = [
  (_, die) => ({ code: "killed", stops: die }),
  ({ verb, bytes }, die) => (verb === "write" ? { code: "killed", stops: die, written: bytes >> 1 } : undefined),
  ({ verb, bytes }) => (verb === "write" ? { code: "ENOSPC", written: bytes >> 1 } : undefined),
  () => ({ code: "EIO" }),
];

/** Carries out the operation once for each of its disk calls and each way to interrupt it. Returns how many times. */
export async function interruptEverywhere({ prepare, operate, inspect }: Operation): Promise<number> {
  const prepared = temporaryFolder();
  await prepare(prepared);
  let times = 0;
  for (const way of ways)
    for (let nth = 1; ; nth++) {
      const interruption = await interrupted(leftBehind(prepared), operate, nth, way, inspect);
      if (interruption === undefined) break;
      times += Number(interruption !== "passed");
    }
  return times;
}

/** Reading changes nothing, and is not counted. */
const opening =
  (disk: Disk): Disk["open"] =>
  (file, flags) =>
    flags === "r" ? realDisk.open(file, flags) : disk.open(file, flags);

/** Undefined when the operation has fewer calls; "passed" when the call cannot be interrupted in this way. */
async function interrupted(
  folder: string,
  operate: Operation["operate"],
  nth: number,
  way: Way,
  inspect: Operation["inspect"],
): Promise<"passed" | "met" | undefined> {
  let calls = Number.NaN;
  let met: { call: Call; fault: Fault | undefined } | undefined;
  let die = () => {};
  const death = new Promise<void>((resolve) => {
    die = resolve;
  });
  const { disk, closeAll } = watchedDisk((call) => {
    if (met?.fault?.stops) return { code: "killed", stops: () => {} };
    calls++;
    if (calls !== nth) return undefined;
    met = { call, fault: way(call, die) };
    return met.fault;
  });
  const begin = () => {
    calls = 0;
  };
  const outcome = await Promise.race([
    death.then(() => ({ outcome: "stopped" as const })),
    operate(folder, { ...disk, open: opening(disk) }, begin).then(
      () => ({ outcome: "done" as const }),
      (error: unknown) => ({ outcome: "refused" as const, error }),
    ),
  ]);
  if (met === undefined) {
    if (outcome.outcome === "refused") throw outcome.error;
    return undefined;
  }
  if (met.fault === undefined) return "passed";
  if (outcome.outcome === "stopped") await closeAll();
  await inspect(leftBehind(folder), { nth, call: met.call, ...outcome });
  return "met";
}
