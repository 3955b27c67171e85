import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

export const account = "demo";
export const now = "2026-01-15T09:00:00";
export const prefix = `/api/v1/account/${account}`;

export interface RunningSandbox {
  url: string;
  token: string;
  control<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  service<T = unknown>(method: string, path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

/** Processes that must not outlive this one, however it ends. */
const owned = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of owned) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));

export function own<C extends ChildProcess>(child: C): C {
  owned.add(child);
  child.once("close", () => owned.delete(child));
  return child;
}

const running = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

/** Ends a process that was started here, by its id. */
export function end(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (!running(child)) return Promise.resolve();
  return new Promise((resolve) => {
    const harder = setTimeout(() => child.kill("SIGKILL"), 15_000);
    child.once("exit", () => {
      clearTimeout(harder);
      resolve();
    });
    child.kill(signal);
  });
}

async function asked<T>(url: string, method: string, headers: Record<string, string>, body?: unknown): Promise<T> {
  const init =
    body === undefined
      ? { method, headers }
      : { method, headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

/** The compiled sandbox, in memory, with its clock stopped, in a process of its own. */
export async function startSandbox(main: string): Promise<RunningSandbox> {
  const child = own(
    spawn(process.execPath, [main, "--memory", "--port", "0", "--now", now, "--freeze", "--log", "silent"], {
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("The sandbox is not up after five minutes.")), 300_000);
    child.once("exit", (code) => reject(new Error(`The sandbox ended with ${code} before it was up. ${complaint}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const found = /Service\s+(http:\/\/[^/]+)/.exec(line);
      if (!found) return;
      clearTimeout(late);
      resolve(found[1] as string);
    });
  });
  const { accessToken: token } = await asked<{ accessToken: string }>(
    `${url}/_sandbox/tokens`,
    "POST",
    {},
    { accountIds: [account], expiresIn: 86_400 },
  );
  return {
    url,
    token,
    control: (method, path, body) => asked(`${url}/_sandbox${path}`, method, {}, body),
    service: (method, path, body) =>
      asked(`${url}${prefix}${path}`, method, { Authorization: `Bearer ${token}` }, body),
    close: () => end(child),
  };
}
