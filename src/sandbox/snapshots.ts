import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { State } from "../domain/change.ts";
import { importedState } from "../seed/import.ts";
import { worldFormat } from "../seed/seed-file.ts";
import { accountOf, fileName } from "../store/file/names.ts";

/** A named copy of a world, with the moment of its clock. */
export interface Snapshot {
  name: string;
  takenAt: string;
  running: boolean;
  state: State;
}

export interface Snapshots {
  names(accountId: string): Promise<string[]>;
  get(accountId: string, name: string): Promise<Snapshot | undefined>;
  put(accountId: string, snapshot: Snapshot): Promise<void>;
  delete(accountId: string, name: string): Promise<void>;
  deleteAll(accountId: string): Promise<void>;
}

export function memorySnapshots(): Snapshots {
  const accounts = new Map<string, Map<string, Snapshot>>();
  const of = (accountId: string) => accounts.get(accountId) ?? new Map<string, Snapshot>();
  return {
    names: async (accountId) => [...of(accountId).keys()].sort(),
    get: async (accountId, name) => of(accountId).get(name),
    put: async (accountId, snapshot) => void accounts.set(accountId, of(accountId).set(snapshot.name, snapshot)),
    delete: async (accountId, name) => void of(accountId).delete(name),
    deleteAll: async (accountId) => void accounts.delete(accountId),
  };
}

const extension = ".json";

/** Files in the format of an export, one folder for each account, so that they can be imported elsewhere. */
export function fileSnapshots(folder: string): Snapshots {
  const home = (accountId: string) => join(folder, fileName(accountId));
  const path = (accountId: string, name: string) => join(home(accountId), `${fileName(name)}${extension}`);
  const ifExists = (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return undefined;
  };
  return {
    async names(accountId) {
      const files = await readdir(home(accountId)).catch(ifExists);
      return (files ?? [])
        .filter((file) => file.endsWith(extension))
        .map((file) => accountOf(file.slice(0, -extension.length)))
        .filter((name) => name !== undefined)
        .sort();
    },
    async get(accountId, name) {
      const text = await readFile(path(accountId, name), "utf8").catch(ifExists);
      if (text === undefined) return undefined;
      try {
        const file = JSON.parse(text) as { takenAt: string; running: boolean };
        return { name, takenAt: file.takenAt, running: file.running, state: await importedState(file, accountId) };
      } catch (error) {
        throw new Error(`${path(accountId, name)} is damaged: ${error instanceof Error ? error.message : error}`);
      }
    },
    async put(accountId, { name, takenAt, running, state }) {
      await mkdir(home(accountId), { recursive: true });
      const target = path(accountId, name);
      const description = `${accountId} at ${takenAt}.`;
      const content = { format: worldFormat, name, description, takenAt, running, state };
      await writeFile(`${target}.tmp`, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
      await rename(`${target}.tmp`, target);
    },
    delete: (accountId, name) => rm(path(accountId, name), { force: true }),
    deleteAll: (accountId) => rm(home(accountId), { recursive: true, force: true }),
  };
}
