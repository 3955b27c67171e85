import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { waitingFor } from "../support/waiting.ts";

/** Starts a program that does not outlive its test, and reads all that it prints. */
export function launch(file: string, args: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(file, args, { env: { PATH: process.env.PATH, ...environment } });
  onTestFinished(() => void child.kill("SIGKILL"));
  const seen = { out: "", error: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => (seen.out += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (seen.error += text));
  const ended = waitingFor(`the end of ${file} ${args.join(" ")}`, once(child, "close")).then(([code]) => ({
    code: code as number | null,
    ...seen,
  }));
  return { child, seen, ended };
}
