import type { Plan } from "./disk/double/plan.ts";
import type { Observed } from "./disk/observed.ts";
import { attackPoints, outside, type Point } from "./disk/points.ts";
import type { Stage } from "./disk/stage.ts";
import { add, edit, noOutcome, type Row } from "./row.ts";

/** A disk that fails once, breaks, is full until there is room, writes less than asked for, or is slow. */
const plans: Record<string, Omit<Plan, "at">> = {
  "EIO once": { fault: "EIO" },
  EIO: { fault: "EIO", lasting: true },
  ENOSPC: { fault: "ENOSPC", lasting: true },
  "short writes": { fault: "short", lasting: true },
  "slow disk": { fault: "slow", lasting: true },
};
type Struck = Point & { kind: string };

export const faults: Row = {
  what: "EIO, a broken disk, a full disk, short writes and a slow disk, from the n-th call that changes a file, every n",
  holds:
    "503 or 507 and nothing changed, also in the files that a kill leaves; the same request succeeds once the disk is well",
  full: Number.POSITIVE_INFINITY,
  short: 4,
  planted: {
    "a failed write is not undone": edit(`src/store/file/file-store.ts
      - for (const undo of lost.flatMap(({ undos }) => undos).toReversed()) undo();
      +`),
    "a short write passes for a whole one": edit(`src/store/file/disk.ts
      - else if (written + more < bytes.length) from(written + more);
      +`),
  },
  async run(attack) {
    const tally = noOutcome();
    const { scenes, ...outcome } = await attackPoints<Struck>(
      attack,
      (point) =>
        Object.keys(plans)
          .filter((kind) => kind !== "short writes" || point.call.startsWith("write "))
          .map((kind) => ({ ...point, kind, call: `${point.call}, ${kind}` })),
      async (stage, point, states) => {
        const { answers, alive } = await stage.perform(point.scene, { at: point.at, ...plans[point.kind] } as Plan);
        const last = answers.at(-1) ?? 200;
        if (last >= 300) add(tally, `answers with ${last}`);
        // Only a server that starts or stops may end, and it says why.
        if (!alive && !point.scene.act) return stage.server.ended();
        if (last >= 300 && last !== refusals[point.kind]) return `answered with ${last}`;
        const done = answers.filter((status) => status < 300).length;
        const seen = async () => (alive ? outside(await stage.observe(), states, done) : undefined);
        const kept = () => lasts(stage, point, states, done);
        // What a broken disk could not undo stays in its files until the next request.
        const [first, second] = last < 300 ? [kept, seen] : [seen, kept];
        const wrong = (await first()) ?? (await second());
        return wrong && `answered with ${last}, and ${wrong}`;
      },
    );
    return { ...outcome, figures: { operations: scenes, ...tally.figures } };
  },
};

/** What is answered where a disk refuses; one that is slow or writes too little refuses nothing. */
const refusals: Record<string, number> = { "EIO once": 503, EIO: 503, ENOSPC: 507 };

/** Whether what was done outlasts a kill, and the rest succeeds on a disk that is well. */
function lasts(stage: Stage, { scene }: Struck, states: Observed[], done: number): Promise<string | undefined> {
  return stage.restarted(async (ask) => {
    const lasting = outside(await stage.observe(ask), states, done);
    if (lasting) return `after a restart ${lasting}`;
    for (const request of scene.requests.slice(done)) await ask(request);
    const again = outside(await stage.observe(ask), states, states.length - 1);
    return again && `asked again on a disk that is well, ${again}`;
  });
}
