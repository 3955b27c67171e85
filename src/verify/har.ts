import zlib from "node:zlib";
import { z } from "zod";
import { type Answer, answerOf } from "./exchange.ts";

/** The file is no recording that can be read; the sentence begins after its name. */
export class NoRecording extends Error {}

/** Reads a recording; what is nested deeper than anybody can follow is none. */
export function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError && error.message.includes("call stack"))) throw error;
    throw new NoRecording("is nested too deep to be read.");
  }
}

const HeaderList = z.array(z.object({ name: z.string(), value: z.string() })).catch([]);
const Entry = z.object({
  startedDateTime: z.string().optional().catch(undefined),
  request: z.object({
    method: z.string().transform((method) => method.toUpperCase()),
    url: z.string().transform((text, context) => {
      if (URL.canParse(text)) return new URL(text);
      context.addIssue({ code: "custom", message: "no URL" });
      return z.NEVER;
    }),
    headers: HeaderList,
    bodySize: z.number().optional().catch(undefined),
    postData: z
      .object({ mimeType: z.string().catch(""), text: z.string().optional(), encoding: z.string().optional() })
      .nullish(),
  }),
  response: z.object({
    status: z.number().int(),
    headers: HeaderList,
    content: z
      .object({
        mimeType: z.string().optional().catch(undefined),
        text: z.string().optional(),
        encoding: z.string().optional(),
        size: z.number().optional().catch(undefined),
      })
      .nullish(),
  }),
});
type Entry = z.output<typeof Entry>;
type Content = NonNullable<Entry["response"]["content"]>;

/** An entry of a recording, from any client. */
export interface Recorded {
  /** Its place in the file, from 1. */
  entry: number;
  method: string;
  url: URL;
  headers: Headers;
  /** Undefined where the recording has none. */
  body: { text: string; type: string } | undefined;
  sentNoBody: boolean;
  answer: Answer;
  /** The answer had a body that the recording does not hold, or not whole. */
  bodyLeftOut: boolean;
}

const versions = ["", "1.1", "1.2"];

/** The entries of a HAR file in the order of their times, and how many are none. */
export function readHar(text: string): { recorded: Recorded[]; entries: number; creator: string } {
  const log = logOf(text);
  const entries = log.entries.map((value, at) => ({ entry: at + 1, ...Entry.safeParse(value) }));
  const timed = entries.flatMap(({ entry, data }) => (data ? [{ entry, data, at: momentOf(data) }] : []));
  // A client that asks for several things at once ends them in any order.
  if (timed.every(({ at }) => !Number.isNaN(at))) timed.sort((a, b) => a.at - b.at);
  const creator = String((log.creator as { name?: unknown } | undefined)?.name);
  return { recorded: timed.map(({ entry, data }) => recordedOf(entry, data)), entries: entries.length, creator };
}
const momentOf = ({ startedDateTime }: Entry) => Date.parse(startedDateTime ?? "");

function logOf(text: string): { entries: unknown[]; creator?: unknown } {
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    // The message of the parser quotes the file, which may hold secrets.
    const where = /position \d+/.exec((error as Error).message)?.[0] ?? "its end";
    throw new NoRecording(`is not JSON: it breaks off or goes wrong at ${where}. Export the recording again.`);
  }
  const { log } = (typeof file === "object" && file !== null ? file : {}) as { log?: Record<string, unknown> };
  if (typeof log !== "object" || log === null || !Array.isArray(log.entries))
    throw new NoRecording(
      'is JSON, but no HAR: a recording has its requests in "log.entries". Save it from the network panel of a ' +
        "browser (Export HAR) or from a proxy.",
    );
  const version = String(log.version ?? "");
  if (!versions.includes(version))
    throw new NoRecording(`is a HAR of version ${JSON.stringify(version.slice(0, 20))}: 1.1 and 1.2 are read.`);
  return { entries: log.entries, creator: log.creator };
}

/** Headers that HTTP/2 needs for itself, and any that a header could not be, are left out. */
function headersOf(list: readonly { name: string; value: string }[]): Headers {
  const headers = new Headers();
  for (const { name, value } of list)
    try {
      if (!name.startsWith(":")) headers.append(name, value);
    } catch {}
  return headers;
}

function recordedOf(entry: number, { request, response }: Entry): Recorded {
  const { method, url, postData, bodySize } = request;
  const headers = headersOf(request.headers);
  const text = postData?.text !== undefined && decodedText(postData.text, postData.encoding);
  const type = headers.get("content-type") ?? postData?.mimeType ?? "";
  return {
    ...{ entry, method, url, headers },
    body: text ? { text, type: type.split(";")[0]?.trim().toLowerCase() ?? "" } : undefined,
    sentNoBody: !text && bodySize === 0 && !postData,
    ...answered(response),
  };
}
const decodedText = (text: string, encoding: string | undefined) =>
  encoding === "base64" ? Buffer.from(text, "base64").toString("utf8") : text;

function answered({ status, headers: list, content }: Entry["response"]): Pick<Recorded, "answer" | "bodyLeftOut"> {
  const headers = list.length > 0 ? headersOf(list) : undefined;
  // Browsers write this type where an answer has none.
  const type = content?.mimeType === "x-unknown" ? undefined : content?.mimeType;
  const bytes = content ? bytesOf(content, headers, headers?.get("content-type") ?? type ?? "") : undefined;
  const answer = answerOf(status, headers, bytes, type);
  const isEmpty = content?.size === 0 || status === 204 || status === 304;
  const isUnreadable = answer.body === undefined && /json/.test(answer.type ?? "") && !isWhole(content, bytes, headers);
  if (!isUnreadable) return { answer, bodyLeftOut: bytes === undefined && !isEmpty };
  const { bytes: _, ...withoutBytes } = answer;
  return { answer: withoutBytes, bodyLeftOut: true };
}

/** Whether a body that is no JSON can be blamed on the service: neither cut off nor encoded. */
const isWhole = (content: Content | null | undefined, bytes: Uint8Array | undefined, headers: Headers | undefined) =>
  bytes !== undefined && (content?.size ?? 0) <= bytes.length && !headers?.has("content-encoding");

const largest = 256 * 1024 * 1024;
const unpackers: Record<string, (bytes: Buffer, options: zlib.ZlibOptions) => Buffer> = {
  gzip: zlib.gunzipSync,
  deflate: zlib.inflateSync,
  br: zlib.brotliDecompressSync,
};

function bytesOf({ text, encoding, size }: Content, headers: Headers | undefined, type: string) {
  // Network panels write an empty text where they did not keep the body.
  if (text === undefined || (text === "" && size !== 0)) return undefined;
  if (encoding !== undefined && encoding !== "base64") return undefined;
  // Bytes that were written as text are no longer those that were sent.
  if (encoding === undefined) return /json|text|xml/.test(type) || size === 0 ? Buffer.from(text) : undefined;
  const bytes = Buffer.from(text, "base64");
  const unpack = unpackers[headers?.get("content-encoding")?.trim().toLowerCase() ?? ""];
  if (!unpack) return size === undefined || size <= bytes.length ? bytes : undefined;
  try {
    // Some proxies keep a body as it was sent; browsers keep it unpacked.
    return unpack(bytes, { maxOutputLength: largest });
  } catch {
    return bytes;
  }
}
