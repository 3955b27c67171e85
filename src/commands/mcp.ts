import { randomUUID } from "node:crypto";
import type { LogStyle } from "../sandbox/options.ts";
import { type Command, flag, type Invocation, type ValuesOf } from "./command.ts";
import { ending, inTime } from "./ending.ts";
import { ask, keyOption, sentenceOf, urlOption, usualUrl } from "./running-sandbox.ts";
import { startServer } from "./server.ts";

const options = {
  url: {
    ...urlOption,
    fallback: undefined as string | undefined,
    shown: `one at ${usualUrl}, else one of its own`,
  },
  key: keyOption,
  own: flag("Start a sandbox of its own, whatever runs or is named."),
  "any-world": flag("Change worlds that this session has not made, too; without it they are only read."),
  keep: flag("Leave the worlds that it made in the sandbox when it ends."),
};

/** Without --json: standard output is the protocol's. */
export const mcp: Command<typeof options> = {
  name: "mcp",
  summary: "Serve coding agents over the Model Context Protocol, on standard input and output.",
  details: [
    "An agent starts it, by its configuration; docs/agents.md shows it. It needs the package " +
      "@modelcontextprotocol/server beside tiers-sandbox.",
    "It works on a running sandbox: that of --url or SANDBOX_URL, else the usual one. Where none is named and none " +
      "runs, it starts one in its own process, in memory. Its worlds begin with agent-, and are deleted when the " +
      "agent ends it.",
  ],
  examples: [
    ["mcp", "As an agent starts it."],
    ["mcp --url http://127.0.0.1:4700 --keep", "On a sandbox of your own, to look at its worlds afterwards."],
  ],
  options,
  run,
};

/** Whether a sandbox answers at the usual address. */
const usual = (key: string | null): Promise<boolean> =>
  ask({ url: usualUrl, key }, "server.about").then(
    () => true,
    () => false,
  );

type Wish = Pick<ValuesOf<typeof options>, "url" | "key" | "own">;

/** The sandbox that is named or runs, or a new one that ends with this process. */
export async function found({ url, key, own }: Wish, logStyle: LogStyle) {
  if (!own && (url !== undefined || (await usual(key))))
    return { place: { url: url ?? usualUrl, key }, close: async () => {} };
  const sandbox = await startServer({ log: "error", logStyle, demo: false });
  return { place: { url: sandbox.url, key: null }, close: () => sandbox.close() };
}

async function run({ values, version, logStyle, byNpm, say }: Invocation<typeof options>) {
  const { loadProtocol, serve } = await import("../mcp/serve.ts");
  const protocol = await loadProtocol();
  const { prefix, Session } = await import("../mcp/session.ts");
  const { place, close } = await found(values, logStyle);
  const session = new Session({
    place,
    name: `${prefix}${randomUUID().slice(0, 8)}`,
    anyWorld: values["any-world"],
    sentenceOf: (error) => sentenceOf(error, place.url),
  });
  const { ended, asked } = ending({ say, byNpm });
  const served = serve(protocol, session, version);
  process.stdin.once("close", asked).once("end", asked);
  if (process.stdin.isTTY)
    say(`This waits for an agent on standard input. Its sandbox is ${place.url}; Ctrl-C ends it.`);
  await ended;
  const stop = async () => {
    const left = await session.end(values);
    if (left.length > 0) say(`These worlds could not be deleted: ${left.join(", ")}.`);
    await served.close();
    await close();
  };
  await inTime(stop(), say);
}
