import { exitMark, type Fault, type Plan } from "./plan.ts";

/** A call that writes can end in the middle, and a full disk still removes and renames. */
type Verb = "write" | "sync" | "open" | "mkdir" | "rename" | "remove" | "truncate";
const needsRoom: readonly Verb[] = ["write", "sync", "open", "mkdir"];

let { plan = { at: 0, fault: "kill" } } = JSON.parse(process.argv[2] ?? "{}") as { plan?: Plan };
let calls: string[] = [];

process.on("message", ({ id, question, argument }: { id: number; question: string; argument: Plan }) => {
  if (question !== "plan" && question !== "calls") return;
  process.send?.({ id, answer: calls });
  if (question === "calls") return;
  plan = argument;
  calls = [];
});
// A process that stops can send no message any more.
process.on("exit", () => process.stderr.write(`${exitMark}${JSON.stringify(calls)}\n`));

/** Counts a call. Returns the fault that strikes it. */
function struck(verb: Verb, file: string): Fault | undefined {
  calls.push(`${verb} ${file.replace(/^.*\//, "")}`);
  const hit = plan.at > 0 && (plan.lasting ? calls.length >= plan.at : calls.length === plan.at);
  if (!hit) return undefined;
  if (plan.fault === "ENOSPC" && !needsRoom.includes(verb)) return undefined;
  if (plan.fault === "short" && verb !== "write") return undefined;
  return plan.fault;
}

function failure(code: "EIO" | "ENOSPC", verb: Verb): Error {
  const errno = code === "EIO" ? -5 : -28;
  return Object.assign(new Error(`${code}: simulated, ${verb}`), { code, errno, syscall: verb });
}

const milliseconds = 50;

/** A write that fails or is killed has written half. `some` writes the first bytes. */
export function syncCall<T>(verb: Verb, file: string, all: () => T, some?: () => T): T {
  const fault = struck(verb, file);
  if (fault === "short" && some) return some();
  if (fault === "slow") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
  if (fault === undefined || fault === "short" || fault === "slow") return all();
  some?.();
  if (fault === "kill") process.kill(process.pid, "SIGKILL");
  throw failure(fault as "EIO", verb);
}

export async function call<T>(verb: Verb, file: string, all: () => Promise<T>, some?: () => Promise<T>): Promise<T> {
  const fault = struck(verb, file);
  if (fault === "short" && some) return some();
  if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, milliseconds));
  if (fault === undefined || fault === "short" || fault === "slow") return all();
  await some?.();
  if (fault === "kill") process.kill(process.pid, "SIGKILL");
  throw failure(fault as "EIO", verb);
}

/** The files behind descriptors, for the names of calls. */
export const files = new Map<number, string>();
