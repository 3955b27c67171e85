import { execFileSync } from "node:child_process";

/** Answers of a real world, by a process of its own, because they come by HTTP. */
export const resourcesPage = (): string =>
  execFileSync(process.execPath, ["--import", "tsx", "scripts/resources.ts"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
