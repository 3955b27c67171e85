import type { StartOptions } from "../sandbox/options.ts";
import type { RunningSandbox } from "../start.ts";
import { endings } from "../system/system.ts";
import type { Invocation } from "./command.ts";
import { ending, inTime } from "./ending.ts";
import { startServer } from "./server.ts";

/** Starts a server, says so once it is ready, and serves until a signal, npm or a client ends it. */
export async function serve(
  wanted: StartOptions,
  { byNpm, say }: Pick<Invocation<never>, "byNpm" | "say">,
  ready: (sandbox: RunningSandbox) => Promise<void>,
): Promise<void> {
  // Until it is ready, a signal ends the process at once, whatever it does: nothing has been answered that could be
  // lost. Only the first process of a container is exempt from that, and needs a handler.
  const end = () => process.exit(1);
  if (process.pid === 1) for (const signal of endings) process.on(signal, end);
  let onStop = (): void => process.exit(0);
  const sandbox = await startServer({ ...wanted, onStop: () => onStop() });
  const asLine = (message: string) => JSON.stringify({ time: new Date().toISOString(), level: "info", message });
  const tell = (text: string) => say(wanted.logStyle?.json ? asLine(text) : text);
  const { ended, asked } = ending({ say: tell, byNpm });
  onStop = asked;
  for (const signal of endings) process.off(signal, end);
  await ready(sandbox);
  await ended;
  await inTime(sandbox.close(), tell);
}
