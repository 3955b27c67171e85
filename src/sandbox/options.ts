import type { AuthMode } from "./authentication.ts";
import type { LogLevel, LogStyle } from "./log.ts";

/** The settings of a server, from flags, the environment or `startSandbox`. */
export interface Options {
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** Data folder; null keeps everything in memory. */
  data: string | null;
  /** Name in seeds/, or path of a JSON file. */
  seed: string;
  randomSeed: number;
  /** Start of the accounts' clocks, `yyyy-MM-ddTHH:mm:ss`; null is the wall clock. */
  now: string | null;
  freeze: boolean;
  auth: AuthMode;
  /** Comma-separated origins, or `*`; null allows every localhost origin. */
  cors: string | null;
  /** Host names that are served in addition to those of loopback. */
  allowedHosts: readonly string[];
  log: LogLevel;
  /** Null decides by the terminal. */
  logStyle: LogStyle | null;
  jwtSecret: string;
  /** Key of the control plane, needed outside loopback. */
  sandboxKey: string | null;
}
