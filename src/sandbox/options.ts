import type { AuthMode } from "./authentication.ts";
import type { LogLevel, LogStyle } from "./log.ts";

/** How a sandbox is started: what the flags, the environment and `startSandbox` may say. */
export interface Options {
  /** 0: any free port. */
  port: number;
  host: string;
  /** Folder of the database; null keeps nothing on disk. */
  data: string | null;
  /** Name in seeds/, or path of a JSON file. */
  seed: string;
  randomSeed: number;
  /** Where the accounts' clocks start, `yyyy-MM-ddTHH:mm:ss`; null is the wall clock. */
  now: string | null;
  freeze: boolean;
  auth: AuthMode;
  /** Comma-separated origins, or `*`; null allows every localhost origin. */
  cors: string | null;
  /** Names the server answers to, beside loopback's. */
  allowedHosts: readonly string[];
  log: LogLevel;
  /** Readable or JSON lines, coloured or not; null asks the terminal. */
  logStyle: LogStyle | null;
  jwtSecret: string;
  /** Key of the control plane off loopback. */
  sandboxKey: string | null;
}
