import type { Seen } from "../../contract/control.ts";
import { messages } from "../client/stream.ts";
import { command, Failure, flag, option, optional, quoted, Usage } from "./command.ts";
import { requestLines } from "./lines.ts";
import { ask, serverOptions } from "./running-sandbox.ts";
import { wholeNumber } from "./values.ts";

export const requests = command({
  name: "requests",
  summary: "Show the last requests that the service received, the newest last, with why each was refused.",
  takes: "[clear]",
  words: [0, 1],
  choices: async () => ["clear"],
  examples: [
    ["requests", "What the front end sent last."],
    ["requests --follow", "And what it sends from now on."],
    ["requests --status 400 --json", "The requests that were refused so."],
    ["requests clear", "Forget them."],
  ],
  options: {
    follow: { ...flag("Go on with the requests that come, until Ctrl-C."), short: "f" },
    operation: optional<string>({ takes: "NAME" }, "Only this operation, such as thirdparties.list."),
    status: optional<number>({ takes: "N", parse: wholeNumber(100, 599) }, "Only this status."),
    limit: option<number>({ takes: "N", fallback: 20, parse: wholeNumber(1, 1000) }, "At most so many."),
    json: flag("Print JSON, a request a line."),
    ...serverOptions,
  },
  async run({ values, argument, print, say }) {
    const { account: accountId, operation, status, limit, json } = values;
    if (argument !== "" && argument !== "clear") throw new Usage(`requests takes clear, got ${quoted(argument)}.`);
    if (argument === "clear") {
      await ask(values, "requests.clear", { query: { accountId } });
      return print(json ? "{}" : "The requests are forgotten.");
    }
    const put = (seen: Seen) => {
      for (const line of json ? [JSON.stringify(seen)] : requestLines(seen)) print(line);
    };
    const stream = values.follow ? messages(values, new AbortController().signal) : undefined;
    await stream?.next().catch(() => {});
    const { content } = await ask(values, "requests.list", { query: { accountId, operation, status } });
    content.slice(-limit).forEach(put);
    if (!stream) return;
    const known = new Set(content.map(({ requestId }) => requestId));
    const isWanted = (seen: Seen) =>
      !known.has(seen.requestId) &&
      [undefined, seen.operation].includes(operation) &&
      [undefined, seen.status].includes(status);
    try {
      for await (const message of stream)
        if (message !== "following" && message.event === "request" && isWanted(message.data as Seen))
          put(message.data as Seen);
    } catch {
      throw new Failure(`The stream of ${values.url} broke off.`);
    }
    say("The sandbox has stopped.");
  },
});
