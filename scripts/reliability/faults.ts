import type { Plan } from "./disk/double/plan.ts";
import type { Observed } from "./disk/observed.ts";
import { attackPoints, outside, type Point } from "./disk/points.ts";
import type { Stage } from "./disk/stage.ts";
import type { Row } from "./row.ts";

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
  holds: "503 or 507 and nothing changed, also after kill -9; the same request succeeds once the disk is well",
  full: Number.POSITIVE_INFINITY,
  short: 15,
  planted: {
    "a failed write is not undone": {
      file: "src/store/file/file-store.ts",
      from: "for (const undo of lost.flatMap(({ undos }) => undos).toReversed()) undo();",
      to: "",
    },
    "a short write passes for a whole one": {
      file: "src/store/file/disk.ts",
      from: "else if (written + more < bytes.length) from(written + more);",
      to: "",
    },
  },
  async run(attack) {
    const refused: Record<string, number> = {};
    const { scenes, ...outcome } = await attackPoints<Struck>(
      attack,
      (point) =>
        Object.keys(plans)
          .filter((kind) => kind !== "short writes" || point.call.startsWith("write "))
          .map((kind) => ({ ...point, kind, call: `${point.call}, ${kind}` })),
      async (stage, point, states) => {
        const performed = await stage.perform(point.scene, { at: point.at, ...plans[point.kind] } as Plan);
        const last = performed.answers.at(-1) ?? 200;
        if (last >= 300) refused[last] = (refused[last] ?? 0) + 1;
        const complaint = performed.alive ? answerComplaint(point, last) : deathComplaint(stage, point);
        return complaint ?? after(stage, point, states, performed);
      },
    );
    return { ...outcome, figures: { operations: scenes, ...named(refused) } };
  },
};

const named = (refused: Record<string, number>) =>
  Object.fromEntries(Object.entries(refused).map(([status, many]) => [`answers with ${status}`, many]));

function answerComplaint({ kind }: Struck, status: number): string | undefined {
  if (status < 300) return undefined;
  if (kind === "short writes" || kind === "slow disk") return `answered with ${status}`;
  return status === (kind === "ENOSPC" ? 507 : 503) ? undefined : `answered with ${status}`;
}

/** Only a server that starts or stops may end, and it says why. */
function deathComplaint(stage: Stage, { scene }: Struck): string | undefined {
  return scene.act ? undefined : `the server ended: ${stage.server.said()}`;
}

async function after(
  stage: Stage,
  { scene }: Struck,
  states: Observed[],
  { answers, alive }: { answers: number[]; alive: boolean },
): Promise<string | undefined> {
  const done = answers.filter((status) => status < 300).length;
  if (alive) {
    const wrong = outside(await stage.observe(), states, done, done);
    if (wrong) return `answered with ${answers.at(-1)}, and ${wrong}`;
    await stage.server.kill();
  }
  await stage.start();
  const lasting = outside(await stage.observe(), states, done, done);
  if (lasting) return `answered with ${answers.at(-1)}, and after a restart ${lasting}`;
  for (const request of scene.requests.slice(done)) await stage.server.ask(request);
  const again = outside(await stage.observe(), states, states.length - 1, states.length - 1);
  return again && `asked again on a disk that is well, ${again}`;
}
