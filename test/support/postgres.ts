import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);

/** Where Debian and others put the programs of a server; the newest version. */
function findPrograms(): string | undefined {
  const home = "/usr/lib/postgresql";
  const versions = existsSync(home) ? readdirSync(home).sort((one, other) => Number(other) - Number(one)) : [];
  const folders = [...versions.map((version) => join(home, version, "bin")), ...(process.env.PATH ?? "").split(":")];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

export const programs = findPrograms();

/** Says once for each test file that its tests are skipped. */
export function sayMissing(): void {
  if (!programs)
    process.stderr.write(
      "\n!!! No PostgreSQL on this machine: its tests are skipped (apt-get install postgresql) !!!\n\n",
    );
}

/** PostgreSQL refuses to run as root: then it runs as the first of these users. */
function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const user of ["postgres", "nobody"]) {
    try {
      const id = (kind: string) => Number(execFileSync("id", [kind, user], { stdio: "pipe" }));
      return { uid: id("-u"), gid: id("-g") };
    } catch {}
  }
  return {};
}

export interface PostgresOptions {
  /** Settings in the form of `name=value`. */
  settings?: readonly string[];
  /** Where its folder is made; in memory unless a test or a bench needs a disk. */
  within?: string;
}

const usualSettings = ["fsync=off", "max_connections=200"];

/** A PostgreSQL server in a temporary folder, run by an unprivileged user. */
export class Postgres {
  readonly port: number;
  readonly folder: string;
  readonly #user = unprivileged();
  readonly #settings: readonly string[];
  #process: ChildProcess | undefined;
  #schemas = 0;

  private constructor(folder: string, port: number, settings: readonly string[]) {
    this.folder = folder;
    this.port = port;
    this.#settings = settings;
  }

  static async start({ settings = usualSettings, within }: PostgresOptions = {}): Promise<Postgres> {
    const home = within ?? (existsSync("/dev/shm") ? "/dev/shm" : tmpdir());
    const folder = mkdtempSync(join(home, "tiers-postgres-"));
    const postgres = new Postgres(folder, await freePort(), settings);
    const { uid, gid } = postgres.#user;
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
    const made = ["-D", join(folder, "data"), "-U", "sandbox", "--auth=trust", "-E", "UTF8", "--locale=C", "--no-sync"];
    await run(join(programs as string, "initdb"), made, { ...postgres.#user, cwd: folder });
    await postgres.resume();
    return postgres;
  }

  /** Starts it again on the same data and port. */
  async resume(): Promise<void> {
    const settings = [`port=${this.port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${this.folder}`];
    const args = [...settings, ...this.#settings].flatMap((setting) => ["-c", setting]);
    this.#process = spawn(join(programs as string, "postgres"), ["-D", join(this.folder, "data"), ...args], {
      ...this.#user,
      cwd: this.folder,
      stdio: "ignore",
    });
    for (;;) {
      try {
        return void (await this.query("select 1"));
      } catch (error) {
        if (this.#process.exitCode !== null) throw error;
        await wait(20);
      }
    }
  }
  /** `SIGINT` ends it at once and in order, `SIGQUIT` as a crash does. */
  async halt(signal: "SIGINT" | "SIGQUIT" = "SIGINT"): Promise<void> {
    const ended = this.#process;
    this.#process = undefined;
    if (!ended || ended.exitCode !== null) return;
    ended.kill(signal);
    await once(ended, "exit");
  }
  async stop(): Promise<void> {
    await this.halt();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async query(text: string): Promise<Record<string, unknown>[]> {
    const address = this.addressOf("public%20-cdefault_transaction_read_only%3Doff");
    const client = new pg.Client({ connectionString: address });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }
  addressOf(schema: string, port = this.port): string {
    return `postgres://sandbox@127.0.0.1:${port}/postgres?options=-csearch_path%3D${schema}`;
  }
  /** The address of a place of its own, which is empty. */
  async address(): Promise<string> {
    const schema = `place_${process.pid}_${++this.#schemas}`;
    await this.query(`create schema ${schema}`);
    return this.addressOf(schema);
  }
}
