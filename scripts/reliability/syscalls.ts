import { leftBehind } from "./disk/observed.ts";
import { attackPoints, outside } from "./disk/points.ts";
import { edit, type Row } from "./row.ts";

const account = "src/store/file/account.ts";
const log = "src/store/file/write-ahead-log.ts";

export const syscalls: Row = {
  what:
    "kill at the n-th call that changes a file, every n, of write, upload, clock, import, PUT, DELETE, snapshot, " +
    "restore, reset, fold, stop and start; a write is killed in its middle",
  holds:
    "each operation is whole or absent, a move of the clock by its parts, with its reset point and snapshots; " +
    "nothing half-made stays",
  full: Number.POSITIVE_INFINITY,
  short: 6,
  planted: {
    "the reset point is written second": [
      { file: account, from: "if (isStart) await", to: "if (!isStart && Number.NaN) await" },
      {
        file: account,
        from: "    this.#unsettled = false;\n",
        to: `    this.#unsettled = false;
    if (point === "this") await writeChunks(this.#disk, this.#startPath(from.file), pack(state, {}));
`,
      },
    ],
    "a rename before the write": [
      edit(`${log}
        - await file.keep(bytes, 0);
        + await this.#disk.rename(fresh, this.#path).then(() => file.keep(bytes, 0));`),
      {
        file: log,
        from: "      await this.#disk.rename(fresh, this.#path);\n    } catch",
        to: "    } catch",
      },
    ],
    "temporary files are not cleaned at a start": edit(`src/store/file/storage.ts
      - await sweep(held, folder);
      +`),
  },
  async run(attack) {
    let killed = 0;
    const { scenes, ...outcome } = await attackPoints(
      attack,
      (point) => [point],
      async (stage, { scene, at }, states) => {
        const performed = await stage.perform(scene, { at, fault: "kill" });
        killed += Number(performed.killed);
        if (performed.alive) await stage.server.kill();
        await stage.start();
        const { length } = performed.answers;
        const odd = performed.answers.find((status) => status >= 300);
        if (odd) return `a healthy disk made the answer ${odd}`;
        return leftBehind(stage.data) ?? outside(await stage.observe(), states, length, length + 1);
      },
    );
    return { ...outcome, figures: { operations: scenes, killed } };
  },
};
