import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** The data folder of a server, looked at from outside now and then. */
export class Files {
  #folder: string;
  #mostLog: number;
  #changed = new Map<string, number>();
  #accountFilesWritten = 0;
  #largestLog = 0;
  #mostFiles = 0;

  constructor(folder: string, mostLog: number) {
    this.#folder = folder;
    this.#mostLog = mostLog;
  }

  look(): void {
    const names = readdirSync(this.#folder);
    this.#mostFiles = Math.max(this.#mostFiles, names.length / names.filter((name) => name.endsWith(".json")).length);
    for (const name of names) {
      const stat = statSync(join(this.#folder, name), { throwIfNoEntry: false });
      if (!stat) continue;
      if (name.endsWith(".log")) this.#largestLog = Math.max(this.#largestLog, stat.size);
      if (!name.endsWith(".json") || this.#changed.get(name) === stat.mtimeMs) continue;
      if (this.#changed.has(name)) this.#accountFilesWritten++;
      this.#changed.set(name, stat.mtimeMs);
    }
  }

  /** An account file is written by a fold and by a reset; two of them between two looks count once. */
  foldsBeside(resets: number): number {
    return Math.max(0, this.#accountFilesWritten - resets);
  }
  failures(resets: number): string[] {
    const failures: string[] = [];
    if (this.foldsBeside(resets) === 0) failures.push("no log was folded");
    // A fold runs beside the writes, which make the log longer meanwhile.
    if (this.#largestLog > 20 * this.#mostLog) failures.push(`a log grew to ${this.#largestLog} bytes`);
    if (this.#mostFiles > 10) failures.push(`there were ${this.#mostFiles.toFixed(0)} files for each account`);
    return failures;
  }
}
