import type { ChildProcess } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import spawn from "cross-spawn";

const readme = readFileSync("README.md", "utf8");

/** The program of the README, as it is printed. */
export function readmeProgram(): string {
  const [, program] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  if (!program?.includes("startSandbox")) throw new Error("The README has no program.");
  return program;
}

/** The lines of the README that run the command, without their comments, but for one that needs the real service. */
const lines = Array.from(readme.matchAll(/^npx tiers-sandbox\b(.*)$/gm), ([, rest = ""]) =>
  rest.replace(/ #.*$/, "").trim(),
).filter((line) => !line.includes("https://…"));

/** A line that ends when a user ends it, with what it shows first. */
const endless = /--follow$/;
const followed = /GET .*thirdparties/;

interface Run {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}
function started(line: string, cwd: string, env: NodeJS.ProcessEnv): Run {
  const words = line === "" ? [] : line.split(/ +/);
  const child = spawn("npx", ["tiers-sandbox", ...words], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (text += chunk));
  return { child, output: () => text, ended: new Promise((done) => child.once("exit", done)) };
}

/** What a run has printed, once it matches. */
async function printed({ output, ended }: Run, pattern: RegExp, line: string): Promise<string> {
  let over = false;
  void ended.then(() => (over = true));
  for (;;) {
    const [found] = pattern.exec(output()) ?? [];
    if (found !== undefined) return found;
    if (over) throw new Error(`npx tiers-sandbox ${line} ended without ${pattern}:\n${output()}`);
    await new Promise((next) => setTimeout(next, 50));
  }
}

/** Runs the commands of the README in their order, in a project that has the package, on any free port; their number. */
export async function readmeCommands(project: string, env: NodeJS.ProcessEnv): Promise<number> {
  const others = lines.filter((line) => line !== "");
  if (others.length < 6 || others.length === lines.length) throw new Error(`The README has few commands: ${lines}`);
  const sandbox = started("", project, { ...env, PORT: "0" });
  const shown = await printed(sandbox, /curl -H "Authorization: [^"]+" \S+\n/, "");
  const [, authorization = "", request = ""] = /: ([^"]+)" (\S+)/.exec(shown) ?? [];
  const url = new URL(request).origin;
  const own = { ...env, SANDBOX_URL: url };
  try {
    await fetch(request, { headers: { authorization } });
    const har = await fetch(`${url}/_sandbox/requests.har`);
    writeFileSync(join(project, "recording.har"), await har.text());
    for (const line of others) {
      const run = started(line, project, own);
      if (endless.test(line)) {
        await printed(run, followed, line);
        run.child.kill();
      } else if ((await run.ended) !== 0) throw new Error(`npx tiers-sandbox ${line} failed:\n${run.output()}`);
    }
  } finally {
    await started("stop", project, own).ended;
    await sandbox.ended;
  }
  return lines.length;
}
