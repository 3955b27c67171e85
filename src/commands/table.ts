import type { AnyCommand } from "./command.ts";
import { start } from "./start.ts";

/** Every command by its name, in the order of the help. Only the default one is loaded at once. */
export const commands: Record<string, () => Promise<AnyCommand>> = {
  start: async () => start,
  stop: async () => (await import("./stop.ts")).stop,
  exec: async () => (await import("./exec.ts")).exec,
  token: async () => (await import("./token.ts")).token,
  scenario: async () => (await import("./scenario.ts")).scenario,
  trigger: async () => (await import("./trigger.ts")).trigger,
  events: async () => (await import("./events.ts")).events,
  clock: async () => (await import("./clock.ts")).clock,
  people: async () => (await import("./people.ts")).people,
  answer: async () => (await import("./answer.ts")).answer,
  requests: async () => (await import("./requests.ts")).requests,
  sync: async () => (await import("./sync.ts")).sync,
  coverage: async () => (await import("./coverage.ts")).coverage,
  faults: async () => (await import("./faults.ts")).faults,
  accounts: async () => (await import("./accounts.ts")).accounts,
  reset: async () => (await import("./reset.ts")).reset,
  snapshot: async () => (await import("./snapshot.ts")).snapshot,
  restore: async () => (await import("./restore.ts")).restore,
  compare: async () => (await import("./compare.ts")).compare,
  export: async () => (await import("./export.ts")).exportWorld,
  import: async () => (await import("./import.ts")).importWorld,
  bundle: async () => (await import("./bundle.ts")).bundle,
  open: async () => (await import("./open.ts")).open,
  seeds: async () => (await import("./seeds.ts")).seeds,
  openapi: async () => (await import("./openapi.ts")).openapi,
  database: async () => (await import("./database.ts")).database,
  verify: async () => (await import("./verify.ts")).verify,
  record: async () => (await import("./record.ts")).record,
  learn: async () => (await import("./learn.ts")).learn,
  configuration: async () => (await import("./configuration.ts")).configuration,
  mcp: async () => (await import("./mcp.ts")).mcp,
  completion: async () => (await import("./completion.ts")).completion(everyCommand),
};
export const everyCommand = (): Promise<AnyCommand[]> => Promise.all(Object.values(commands).map((load) => load()));
