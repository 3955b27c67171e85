import { isUtf8 } from "node:buffer";
import querystring from "node:querystring";
import type { Readable, Transform } from "node:stream";
import zlib from "node:zlib";
import type { Request, Response } from "express";
import type { Endpoint, RawBody } from "../../../contract/endpoint.ts";
import { MediaType } from "../../../contract/shared.ts";
import { sliced, turn } from "../../store/time-slice.ts";
import { exchangeOf } from "../exchange.ts";
import { HttpRefusal, refusal } from "../problems.ts";
import { readWorld, WorldTooLarge } from "./world-reader.ts";

const mebibyte = 1024 * 1024;
const deepest = 64;
/** Keys and values of a body, and of a row of a world: rules take their time for each. */
const [mostValues, mostValuesOfRow] = [5_000, 50_000];
const mostRows = 1_000_000;
/** A body of more bytes is parsed in one turn of the event loop and checked in another. */
const large = 64 * 1024;

const payloadTooLarge = (detail: string) => refusal(413, "PAYLOAD_TOO_LARGE", detail, { Connection: "close" });
const tooLarge = (limit: number) =>
  payloadTooLarge(
    `The body is larger than ${Math.round((limit / mebibyte) * 10) / 10} MiB, the most that is taken here.`,
  );
/** The first number that is formatted loads the languages, which takes as long as a third of a start. */
const tooManyValues = (most: number) =>
  payloadTooLarge(
    `The body holds more than ${most.toLocaleString("en")} keys and values, the most that is taken here.`,
  );
const malformed = (detail: string) => refusal(400, "MALFORMED_JSON", detail);
const notWhole = () => malformed("The body did not arrive whole, or is not what its headers say.");

const json = { type: "application/json", charset: "utf-8" };

function mediaTypeOf({ headers }: Request) {
  if (headers["content-type"] === json.type) return json;
  const [type = "", ...parameters] = (headers["content-type"] ?? "").toLowerCase().split(";");
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith("charset="));
  return { type: type.trim(), charset: charset?.slice(8).replace(/"/g, "") ?? "utf-8" };
}

const anything = "*/*";
/** The types that HTTP libraries send by default; a body of theirs is form fields, never a file by itself. */
const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
const covers = (pattern: string, type: string) =>
  pattern === anything ? MediaType.safeParse(type).success && !forms.includes(type) : pattern === type;
const isFile = ({ raw = [] }: Endpoint, type: string) =>
  type !== "application/json" && raw.some((pattern) => covers(pattern, type));

/** Reads a body without an encoding; express.raw would take as long as all the rest of a request. */
async function readPlain(request: Request, limit: number): Promise<Buffer> {
  // Most bodies come together with their head, and are there when Node has read on: then no listeners are needed.
  await undefined;
  const { complete, readableLength: length } = request;
  // Without a length, Node gives the first piece alone since version 26, and all of them before.
  const bytes = complete && length <= limit ? (request.read(length) as Buffer | null) : null;
  return bytes ?? readChunks(request, limit);
}

const readChunks = (request: Request, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) reject(tooLarge(limit));
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(joined(chunks, length)));
    request.on("error", () => reject(notWhole()));
  });

/** To copy a large file takes longer than a turn of the event loop may. */
async function joined(chunks: readonly Buffer[], length: number): Promise<Buffer> {
  if (length <= mebibyte) return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  const whole = Buffer.allocUnsafe(length);
  let at = 0;
  for await (const chunk of sliced(chunks)) at += chunk.copy(whole, at);
  return whole;
}

const inflaters: Record<string, () => Transform> = {
  gzip: zlib.createGunzip,
  deflate: zlib.createInflate,
  br: zlib.createBrotliDecompress,
};
const encodings = ["identity", ...Object.keys(inflaters)];
const encodingOf = ({ headers }: Request) => headers["content-encoding"]?.trim().toLowerCase() ?? "identity";

/** A body unpacked, up to a limit that is held while it is unpacked. */
async function* chunksOf(request: Request, limit: number): AsyncGenerator<Buffer> {
  const inflater = inflaters[encodingOf(request)]?.();
  if (inflater) request.once("error", (error) => inflater.destroy(error)).pipe(inflater);
  let length = 0;
  try {
    // A request that is destroyed could not be answered.
    for await (const chunk of ((inflater ?? request) as Readable).iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > limit) throw tooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof HttpRefusal ? error : notWhole();
  } finally {
    // What is left is read and dropped, because the next request of the connection comes behind it.
    if (inflater) request.unpipe(inflater);
    request.resume();
    inflater?.destroy();
  }
}

async function readEncoded(request: Request, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(request, limit)) {
    chunks.push(chunk);
    length += chunk.length;
  }
  return joined(chunks, length);
}

/**
 * Accepted by JSON.parse, refused here: deep nesting, lone surrogates, too many values. It reads the text and not the
 * parsed value, because a hostile body of 1 MiB would hold up the parser for a tenth of a second.
 */
function flawOf(text: string, most: number): HttpRefusal | undefined {
  let depth = 0;
  let values = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (quoted) {
      if (character === 92) {
        const pair = surrogatesAt(text, at);
        if (pair < 0) return malformed("The body holds half a surrogate pair, which is no character.");
        at += pair;
      } else if (character === 34) quoted = false;
    } else if (character === 34) quoted = true;
    else if (character === 44) values++;
    else if (character === 123 || character === 91) {
      values++;
      if (++depth > deepest) return malformed(`The body is nested deeper than ${deepest} levels.`);
    } else if (character === 125 || character === 93) depth--;
  }
  return values > most ? tooManyValues(most) : undefined;
}
/** The length of an escape without its backslash; -1 for an escape that is half a surrogate pair. */
function surrogatesAt(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== 117) return 1;
  // Most escapes stand for a character by themselves, and a body may be made of them.
  if ((text.charCodeAt(at + 2) | 32) !== 100) return 5;
  const escape = text.slice(at, at + 12);
  if (!/^\\u[dD][89a-fA-F]/.test(escape)) return 5;
  return /^\\u[dD][89abAB]..\\u[dD][c-fC-F]/.test(escape) ? 11 : -1;
}

function parseJson(bytes: Buffer, most = mostValues): unknown {
  if (!isUtf8(bytes)) throw malformed("The body is not UTF-8.");
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  const flaw = flawOf(text, most);
  if (flaw) throw flaw;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(error);
  }
}
const notJson = (error: unknown) => malformed(`The body is not JSON: ${(error as Error).message}.`);

/** A world may be as large as it likes, in small steps. */
async function readLarge(request: Request, limit: number): Promise<unknown> {
  try {
    const parse = (text: Buffer, part: "row" | "frame") =>
      parseJson(text, part === "row" ? mostValuesOfRow : mostValues);
    return await readWorld(chunksOf(request, limit), parse, mostRows);
  } catch (error) {
    if (error instanceof WorldTooLarge) throw payloadTooLarge(error.message);
    throw error instanceof SyntaxError ? notJson(error) : error;
  }
}

const isEmpty = ({ headers }: Request) =>
  headers["content-length"] === "0" ||
  (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined);

/** `mostOfWorld` is what a world may take in memory, in bytes; its text is about as long. */
export function bodyReaderOf(endpoint: Endpoint, mostOfWorld = Number.POSITIVE_INFINITY) {
  const most = endpoint.largest ? Math.min(endpoint.largest, mostOfWorld) : endpoint.form ? mebibyte / 10 : mebibyte;
  const limitFor = ({ type }: ReturnType<typeof mediaTypeOf>) => (isFile(endpoint, type) ? 25 * mebibyte : most);
  const main = endpoint.form ? "application/x-www-form-urlencoded" : "application/json";
  const taken = [main, ...(endpoint.raw ?? [])];
  const takes = ({ type, charset }: ReturnType<typeof mediaTypeOf>) =>
    taken.some((pattern) => covers(pattern, type)) && (type !== main || charset === "utf-8" || charset === "utf8");
  return {
    /** Refuses a body by its headers: too large, or of another type. */
    check(request: Request): void {
      const media = mediaTypeOf(request);
      const limit = limitFor(media);
      if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
      if (endpoint.bodyOptional && isEmpty(request)) return;
      if (!takes(media)) throw unsupportedType(taken, media);
      if (encodings.includes(encodingOf(request))) return;
      const detail = "This Content-Encoding is not taken; send the body plain, or gzip.";
      throw refusal(415, "UNSUPPORTED_MEDIA_TYPE", detail, { "Accept-Encoding": encodings.join(", ") });
    },
    /** Parsed JSON, form fields, or a file as it is. */
    async read(request: Request, response: Response): Promise<unknown> {
      if (request.headers.expect !== undefined) response.writeContinue();
      const limit = limitFor(mediaTypeOf(request));
      if (endpoint.largest) return readLarge(request, limit);
      const plain = encodingOf(request) === "identity";
      const bytes = await (plain ? readPlain(request, limit) : readEncoded(request, limit));
      const exchange = exchangeOf(response);
      exchange.requestBody = bytes;
      exchange.requestSize = bytes.length;
      const body = understand(endpoint, request, bytes);
      if (bytes.length > large) await turn();
      return body;
    },
  };
}

function unsupportedType(taken: readonly string[], { type, charset }: ReturnType<typeof mediaTypeOf>) {
  const wanted = taken.map((pattern) => (pattern === anything ? "that of the file" : pattern)).join(" or ");
  const received = type && `; ${type}${charset === "utf-8" ? "" : ` in ${charset}`} is not taken`;
  const detail = `Send the body with Content-Type: ${wanted}${received}.`;
  return refusal(415, "UNSUPPORTED_MEDIA_TYPE", detail, { Accept: taken.join(", ") });
}

function understand(endpoint: Endpoint, request: Request, bytes: Buffer): unknown {
  // A field that is sent twice becomes a list, which no schema takes.
  if (endpoint.form) return querystring.parse(bytes.toString("utf8"));
  const { type } = mediaTypeOf(request);
  const file = isFile(endpoint, type);
  if (file && bytes.length === 0)
    throw refusal(400, "VALIDATION_ERROR", `The ${type} file is empty: send its bytes as the body.`);
  if (bytes.length === 0) return endpoint.bodyOptional ? {} : undefined;
  if (file) {
    // Parameters that no stored file can have are left out.
    const contentType = MediaType.safeParse(request.headers["content-type"]?.trim()).data ?? type;
    return { bytes, contentType } satisfies RawBody;
  }
  return parseJson(bytes);
}

export const isRaw = (body: unknown): body is RawBody =>
  typeof body === "object" && body !== null && (body as RawBody).bytes instanceof Uint8Array;
