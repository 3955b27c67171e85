import { styleText } from "node:util";
import type { Refused } from "../../contract/endpoint.ts";
import { printable, printableJson, printableLines } from "../domain/printable.ts";
import type { LogLevel, LogStyle } from "./options.ts";
import { withoutSecrets } from "./requests/redact.ts";
import { remarksOf } from "./requests/remarks.ts";
import type { Served } from "./requests/request-log.ts";
import { reasonsOf } from "./requests/views.ts";

/** A request that was served, and whether it made its account. */
type Reported = Served & { newAccount?: boolean };

export interface Log {
  /** A line, and at the level debug a second one with details. */
  request(served: Reported): void;
  error(message: string, error?: unknown): void;
}

interface Stream {
  isTTY?: boolean;
  write(text: string): unknown;
}
type Environment = Readonly<Record<string, string | undefined>>;

const ranks: Record<LogLevel, number> = { silent: 0, error: 1, info: 2, debug: 3 };

/** FORCE_COLOR beats NO_COLOR, as in Node, and asks for readable lines where a pipe would get JSON. */
export function logStyle(isTTY: boolean, { FORCE_COLOR, NO_COLOR, TERM }: Environment): LogStyle {
  if (FORCE_COLOR !== undefined) {
    const colour = FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
    return { json: !isTTY && !colour, colour };
  }
  return { json: !isTTY, colour: isTTY && !NO_COLOR && TERM !== "dumb" };
}

/** The console, as the subject of its tokens: neither listed nor counted, and no fault strikes it. */
export const consoleCaller = "console";
/** What a page loads beside what it asks for, and the probes of a supervisor. */
const staticFile = /^\/(?:docs\/[^?]|console\/|favicon|(?:health|ready)$)/;
/** An open console reads all the time, and would bury the requests of the client. */
const isReadByConsole = ({ caller, method, status }: Served) =>
  caller === consoleCaller && method === "GET" && status < 400;
/** Below the method, so that the reason is seen to belong to the line above. */
const indent = " ".repeat("09:00:00.000 ".length);

export function createLog(options: { level: LogLevel; stream?: Stream; style?: LogStyle; now?: () => number }): Log {
  const { level, stream = standardError, now = Date.now } = options;
  const style = options.style ?? { json: stream.isTTY !== true, colour: false };
  const moment = momentsOf(now);
  const shows = (rank: LogLevel) => ranks[rank] <= ranks[level];
  const put = (rank: LogLevel, fields: Record<string, unknown>, readable: (time: string) => string) => {
    const time = moment();
    const text = style.json
      ? printableJson(JSON.stringify({ time, level: rank, ...fields }))
      : readable(time.slice(11, 23));
    stream.write(`${text}\n`);
  };
  const paint = (colour: Colour, text: string) =>
    style.colour ? styleText(colour, text, { validateStream: false }) : text;

  const putDetails = ({ requestId, operation, accountId, refused, newAccount }: Reported) => {
    const reasons = refused && reasonsOf(refused).map((reason) => withoutSecrets(reason));
    const details = { requestId, operation, accountId, code: refused?.code, reasons };
    const shown = Object.entries({ ...details, newAccount: newAccount || null })
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [name, typeof value === "string" ? withoutSecrets(value) : value] as const);
    put("debug", Object.fromEntries(shown), (time) => {
      const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
      const words = shown.map(([name, value]) => `${name}=${text(value)}`);
      return [paint("dim", time), "debug ", ...words].join(" ");
    });
  };

  return {
    request(served) {
      const isQuiet = staticFile.test(served.path) || isReadByConsole(served);
      const rank = served.status >= 500 ? "error" : isQuiet ? "debug" : "info";
      if (!shows(rank)) return;
      const { method, status, requestId, refused, fault } = served;
      const operation = served.operation ?? undefined;
      const path = withoutSecrets(served.path);
      const milliseconds = Math.round(served.durationMs * 10) / 10;
      const by = { caller: served.caller ?? undefined, client: served.client ?? undefined };
      const about = { operation, accountId: served.accountId ?? undefined, ...by, requestId, path };
      const why = refused && { code: refused.code, reason: reasonIn(refused) };
      const remarks = remarksOf(served);
      const more = { fault: fault ?? undefined, remarks: remarks.at(0) && remarks };
      put(rank, { method, status, milliseconds, ...about, ...why, ...more }, (time) => {
        const words = [
          paint("dim", time),
          method.padEnd(6),
          paint(statusColour(status), String(status)),
          path,
          paint("dim", `${milliseconds} ms`),
          paint("dim", operation ?? ""),
          fault === null ? "" : `hit by ${fault}`,
        ];
        return [words.join(" ").trimEnd(), ...below(why, remarks).map((line) => paint("dim", line))].join("\n");
      });
      if (shows("debug")) putDetails(served);
    },
    error(message, error) {
      if (!shows("error")) return;
      const stack = error === undefined ? undefined : stackOf(error);
      const lines = stack === undefined ? printable(message) : `${printable(message)}\n${printableLines(stack)}`;
      put("error", { message, error: stack }, () => paint("red", lines));
    },
  };
}

const below = (why: { code: string; reason: string } | null, remarks: readonly string[]) =>
  [...(why ? [`${why.code}: ${why.reason}`] : []), ...remarks].map((line) => indent + line);

/** The first violation or the detail of a refusal. */
function reasonIn(refused: Refused): string {
  const [first = "", ...others] = reasonsOf(refused);
  return withoutSecrets(others.length > 0 ? `${first} (and ${others.length} more)` : first);
}

/** Takes the lines of one turn of the event loop together: a file needs as long for one line as for fifty. */
export function gathered(stream: () => Stream, exit: Pick<NodeJS.EventEmitter, "once"> = process): Stream {
  let text = "";
  let heard = false;
  const write = () => {
    const lines = text;
    text = "";
    if (lines !== "") stream().write(lines);
  };
  return {
    get isTTY() {
      return stream().isTTY === true;
    },
    write(line) {
      if (text === "") setImmediate(write);
      text += line;
      if (!heard) exit.once("exit", write);
      heard = true;
    },
  };
}
const standardError = gathered(() => process.stderr);

/** The present moment as text, which is made once in a millisecond. */
function momentsOf(now: () => number): () => string {
  let last = Number.NaN;
  let text = "";
  return () => {
    const moment = now();
    if (moment !== last) text = new Date(moment).toISOString();
    last = moment;
    return text;
  };
}

const stackOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

type Colour = "red" | "yellow" | "cyan" | "green" | "dim";
const statusColours: readonly (readonly [number, Colour])[] = [
  [500, "red"],
  [400, "yellow"],
  [300, "cyan"],
];
const statusColour = (status: number): Colour => statusColours.find(([from]) => status >= from)?.[1] ?? "green";
