import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The data folder of a server, looked at from outside now and then. */
export function filesOf(folder: string, mostLog: number) {
  const changed = new Map<string, number>();
  let accountFilesWritten = 0;
  let largestLog = 0;
  let mostFiles = 0;
  return {
    look(): void {
      const names = readdirSync(folder);
      mostFiles = Math.max(mostFiles, names.length / names.filter((name) => name.endsWith(".json")).length);
      for (const name of names) {
        const stat = statSync(join(folder, name), { throwIfNoEntry: false });
        if (!stat) continue;
        if (name.endsWith(".log")) largestLog = Math.max(largestLog, stat.size);
        if (!name.endsWith(".json") || changed.get(name) === stat.mtimeMs) continue;
        if (changed.has(name)) accountFilesWritten++;
        changed.set(name, stat.mtimeMs);
      }
    },
    judged(resets: number): { folds: number; failures: string[] } {
      // An account file is written by a fold and by a reset; two of them between two looks count once.
      const folds = Math.max(0, accountFilesWritten - resets);
      const failures: string[] = [];
      if (folds === 0) failures.push("no log was folded");
      // A fold runs beside the writes, which make the log longer meanwhile.
      if (largestLog > 20 * mostLog) failures.push(`a log grew to ${largestLog} bytes`);
      if (mostFiles > 10) failures.push(`there were ${mostFiles.toFixed(0)} files for each account`);
      return { folds, failures };
    },
  };
}
