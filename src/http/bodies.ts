import { isUtf8 } from "node:buffer";
import querystring from "node:querystring";
import express, { type Request, type Response } from "express";
import type { Endpoint, RawBody } from "../../contract/endpoint.ts";
import { HttpRefusal, refusal } from "./problems.ts";

const mebibyte = 1024 * 1024;
const deepest = 64;

const tooLarge = (limit: number) =>
  refusal(413, "PAYLOAD_TOO_LARGE", `The body is larger than ${limit / mebibyte} MiB, the most that is taken here.`, {
    Connection: "close",
  });
const malformed = (detail: string) => refusal(400, "MALFORMED_JSON", detail);
const notWhole = () => malformed("The body did not arrive whole, or is not what its headers say.");

function mediaTypeOf({ headers }: Request) {
  const [type = "", ...parameters] = (headers["content-type"] ?? "").toLowerCase().split(";");
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith("charset="));
  return { type: type.trim(), charset: charset?.slice(8).replace(/"/g, "") ?? "utf-8" };
}

const anything = "*/*";
const mediaType = /^[a-z\d][\w!#$&^.+-]*\/[a-z\d][\w!#$&^.+-]*$/;
/** The types that HTTP libraries send by default; a body of theirs is form fields, never a file by itself. */
const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
const covers = (pattern: string, type: string) =>
  pattern === anything ? mediaType.test(type) && !forms.includes(type) : pattern === type;
const isFile = ({ raw = [] }: Endpoint, type: string) =>
  type !== "application/json" && raw.some((pattern) => covers(pattern, type));

/** Reads a body without an encoding; express.raw would take as long as all the rest of a request. */
const readPlain = (request: Request, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) reject(tooLarge(limit));
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on("error", () => reject(notWhole()));
  });

const readEncoded = (request: Request, response: Response, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    express.raw({ type: () => true, limit })(request, response, (error?: unknown) => {
      const type = (error as { type?: string } | undefined)?.type;
      if (!error) resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      else reject(type === "entity.too.large" ? tooLarge(limit) : notWhole());
    });
  });

/** JSON.parse itself takes any depth, and code that walks through the result does not. */
function tooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (quoted) {
      if (character === 92) at++;
      else if (character === 34) quoted = false;
    } else if (character === 34) quoted = true;
    else if (character === 123 || character === 91) {
      if (++depth > deepest) return true;
    } else if (character === 125 || character === 93) depth--;
  }
  return false;
}

function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformed("The body is not UTF-8.");
  const text = bytes.toString("utf8").replace(/^\uFEFF/, "");
  if (tooDeep(text)) throw malformed(`The body is nested deeper than ${deepest} levels.`);
  try {
    // A lone surrogate is no character: it could be neither stored nor sent back.
    return JSON.parse(text, /\\u[dD][89a-fA-F]/.test(text) ? refuseSurrogates : undefined);
  } catch (error) {
    if (error instanceof HttpRefusal) throw error;
    throw malformed(`The body is not JSON: ${(error as Error).message}.`);
  }
}
function refuseSurrogates(key: string, value: unknown): unknown {
  if (!key.isWellFormed() || (typeof value === "string" && !value.isWellFormed()))
    throw malformed("The body holds half a surrogate pair, which is no character.");
  return value;
}

const encodings = ["identity", "gzip", "deflate", "br"];
const encodingOf = ({ headers }: Request) => headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
const isEmpty = ({ headers }: Request) =>
  headers["content-length"] === "0" ||
  (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined);

export function bodyReaderOf(endpoint: Endpoint) {
  const limit = endpoint.largest ?? (endpoint.raw ? 25 * mebibyte : mebibyte);
  const main = endpoint.form ? "application/x-www-form-urlencoded" : "application/json";
  const taken = [main, ...(endpoint.raw ?? [])];
  const takes = ({ type, charset }: ReturnType<typeof mediaTypeOf>) =>
    taken.some((pattern) => covers(pattern, type)) && (type !== main || charset === "utf-8" || charset === "utf8");
  return {
    /** Refuses a body by its headers: too large, or of another type. */
    check(request: Request): void {
      if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
      if (endpoint.bodyOptional && isEmpty(request)) return;
      const media = mediaTypeOf(request);
      if (!takes(media)) throw unsupportedType(taken, media);
      if (encodings.includes(encodingOf(request))) return;
      const detail = "This Content-Encoding is not taken; send the body plain, or gzip.";
      throw refusal(415, "UNSUPPORTED_MEDIA_TYPE", detail, { "Accept-Encoding": encodings.join(", ") });
    },
    /** Parsed JSON, form fields, or a file as it is. */
    async read(request: Request, response: Response): Promise<unknown> {
      if (request.headers.expect !== undefined) response.writeContinue();
      const plain = encodingOf(request) === "identity";
      const bytes = await (plain ? readPlain(request, limit) : readEncoded(request, response, limit));
      return understand(endpoint, request, bytes);
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
  if (file) return { bytes, contentType: (request.headers["content-type"] as string).trim() } satisfies RawBody;
  return parseJson(bytes);
}

export const isRaw = (body: unknown): body is RawBody =>
  typeof body === "object" && body !== null && (body as RawBody).bytes instanceof Uint8Array;
