import { styleText } from "node:util";
import { printable, printableLines } from "../domain/printable.ts";
import { withoutSecrets } from "./requests/redact.ts";

export type LogLevel = "silent" | "error" | "info" | "debug";

export interface RequestLine {
  method: string;
  /** With its query; the log removes secrets. */
  url: string;
  status: number;
  milliseconds: number;
  operation?: string | undefined;
  accountId?: string | undefined;
  requestId?: string | undefined;
  /** The subject of the token, or the control plane. */
  caller?: string | null | undefined;
  /** The client's address, where it came by a proxy. */
  client?: string | null | undefined;
  /** Of the refusal, where the request is refused. */
  code?: string | undefined;
  /** The first violation or the detail of the refusal. */
  reason?: string | undefined;
}

/** What the level debug adds to the line of a request; empty values are left out. */
export interface RequestDetails {
  requestId: string;
  operation: string | null;
  accountId: string | null;
  /** Of the refusal, where the request is refused. */
  code?: string | undefined;
  /** The violations of the request, or else the refusal's detail. */
  reasons?: readonly string[] | null;
  /** The kind of the injected fault that struck. */
  fault: string | null;
  /** Whether the request made its account. */
  newAccount?: true | undefined;
}

export interface Log {
  request(line: RequestLine): void;
  details(details: RequestDetails): void;
  error(message: string, error?: unknown): void;
}

export interface LogStyle {
  json: boolean;
  colour: boolean;
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
const isReadByConsole = ({ caller, method, status }: RequestLine) =>
  caller === consoleCaller && method === "GET" && status < 400;
/** Below the method, so that the reason is seen to belong to the line above. */
const indent = " ".repeat("09:00:00.000 ".length);

export function createLog(options: { level: LogLevel; stream?: Stream; style?: LogStyle; now?: () => number }): Log {
  const { level, stream = standardError, now = Date.now } = options;
  const style = options.style ?? { json: stream.isTTY !== true, colour: false };
  const moment = momentsOf(now);
  const put = (rank: LogLevel, fields: Record<string, unknown>, readable: () => string) => {
    if (ranks[rank] > ranks[level]) return;
    stream.write(`${style.json ? JSON.stringify({ time: moment(), level: rank, ...fields }) : readable()}\n`);
  };
  const paint = (colour: Colour, text: string) =>
    style.colour ? styleText(colour, text, { validateStream: false }) : text;

  return {
    request(line) {
      const isQuiet = staticFile.test(line.url) || isReadByConsole(line);
      const rank = line.status >= 500 ? "error" : isQuiet ? "debug" : "info";
      if (ranks[rank] > ranks[level]) return;
      const { method, status, operation, accountId, requestId, code } = line;
      const path = withoutSecrets(line.url);
      const reason = line.reason === undefined ? undefined : withoutSecrets(line.reason);
      const milliseconds = Math.round(line.milliseconds * 10) / 10;
      const time = moment();
      if (style.json) {
        const by = { caller: line.caller ?? undefined, client: line.client ?? undefined };
        const about = { operation, accountId, ...by, requestId, path, code, reason };
        return void stream.write(`${JSON.stringify({ time, level: rank, method, status, milliseconds, ...about })}\n`);
      }
      const words = [
        paint("dim", time.slice(11, 23)),
        method.padEnd(6),
        paint(statusColour(status), String(status)),
        path,
        paint("dim", `${milliseconds} ms`),
        paint("dim", operation ?? ""),
      ];
      const why = code === undefined ? "" : `${paint("dim", `${indent}${code}: ${reason}`)}\n`;
      stream.write(`${words.join(" ").trimEnd()}\n${why}`);
    },
    details(details) {
      if (level !== "debug") return;
      const shown = Object.entries(details)
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]): [string, unknown] => [name, redacted(value)]);
      put("debug", Object.fromEntries(shown), () => {
        const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
        const words = shown.map(([name, value]) => `${name}=${text(value)}`);
        return [paint("dim", moment().slice(11, 23)), "debug ", ...words].join(" ");
      });
    },
    error(message, error) {
      const stack = error === undefined ? undefined : stackOf(error);
      const lines = stack === undefined ? printable(message) : `${printable(message)}\n${printableLines(stack)}`;
      put("error", { message, error: stack }, () => paint("red", lines));
    },
  };
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

function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted);
  return typeof value === "string" ? withoutSecrets(value) : value;
}
