import { setTimeout as wait } from "node:timers/promises";
import { askToEnd, isAlive } from "../system/processes.ts";
import { command, Failure, optional } from "./command.ts";
import { ask, keyOption, urlOption } from "./running-sandbox.ts";

const pause = 50;
const longest = 15_000;

async function until(isOver: () => boolean | Promise<boolean>, name: string): Promise<void> {
  for (let waited = 0; !(await isOver()); waited += pause) {
    if (waited >= longest)
      throw new Failure(`${name} was asked to stop, and still runs after ${longest / 1000} seconds.`);
    await wait(pause);
  }
}

/** A connection that breaks off is no sign yet: the server may still finish what others asked for. */
const isRefused = (url: string) =>
  fetch(url).then(
    () => false,
    ({ cause }: { cause?: NodeJS.ErrnoException }) => cause?.code === "ECONNREFUSED",
  );

/** By the lock of the folder, which names its process. */
async function stopHolder(data: string): Promise<number> {
  const { holderOf } = await import("../store/file/lock.ts");
  const pid = holderOf(data);
  if (pid === undefined) throw new Failure(`No sandbox runs on ${data}.`);
  if (pid === "elsewhere")
    throw new Failure(`The sandbox on ${data} runs in another container or on another machine: stop it with --url.`);
  if (!askToEnd(pid)) throw new Failure("Windows cannot stop another process cleanly: use --url.");
  await until(() => !isAlive(pid), `Process ${pid}`);
  return pid;
}

export const stop = command({
  name: "stop",
  summary: "Stop a running sandbox cleanly, by its address or its data folder.",
  examples: [
    ["stop", "The one at the usual address."],
    ["stop --url http://127.0.0.1:5320", "Another one."],
    ["stop --data .sandbox", "The one on a data folder, whatever its port."],
  ],
  options: {
    data: optional<string>({ takes: "DIR" }, "Data folder of the sandbox; by its address without it."),
    url: urlOption,
    key: keyOption,
  },
  async run({ values, show }) {
    const { url, data } = values;
    if (data !== undefined) {
      const pid = await stopHolder(data);
      return show({ stopped: data, pid }, () => [`The sandbox on ${data} has stopped.`]);
    }
    const { pid } = await ask(values, "server.stop");
    await until(() => isRefused(`${url}/health`), url);
    show({ stopped: url, pid }, () => [`${url} has stopped.`]);
  },
});
