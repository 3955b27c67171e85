import { isUtf8 } from "node:buffer";
import type { Request, Response } from "express";
import express from "express";
import type { Endpoint, RawBody } from "../../contract/endpoint.ts";
import { HttpRefusal } from "./problems.ts";

const mebibyte = 1024 * 1024;
const jsonLimit = mebibyte;
const uploadLimit = 25 * mebibyte;
const deepest = 64;
const limitOf = ({ raw, largest }: Endpoint) => largest ?? (raw ? uploadLimit : jsonLimit);

const readers = new Map<number, ReturnType<typeof express.raw>>();
function readerFor(limit: number) {
  const reader = readers.get(limit) ?? express.raw({ type: () => true, limit });
  readers.set(limit, reader);
  return reader;
}

const tooLarge = (limit: number) =>
  new HttpRefusal(
    413,
    {
      code: "PAYLOAD_TOO_LARGE",
      detail: `The body is larger than ${limit / mebibyte} MiB, the most that is taken here.`,
    },
    { Connection: "close" },
  );
const malformed = (detail: string) => new HttpRefusal(400, { code: "MALFORMED_JSON", detail });

const plainJson: MediaType = { type: "application/json", charset: "utf-8" };

interface MediaType {
  type: string;
  charset: string;
}

/** The media type without its parameters, and its charset. */
function typeOf(request: Request): MediaType {
  if (request.headers["content-type"] === plainJson.type) return plainJson;
  const [type = "", ...parameters] = (request.headers["content-type"] ?? "").toLowerCase().split(";");
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith("charset="));
  return { type: type.trim(), charset: charset?.slice(8).replace(/"/g, "") ?? "utf-8" };
}

const anything = "*/*";
const mediaType = /^[a-z\d][\w!#$&^.+-]*\/[a-z\d][\w!#$&^.+-]*$/;
/** What a program sends when nobody told it a type: fields of a form, and never a file by itself. */
const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
const covers = (pattern: string, type: string) =>
  pattern === anything ? mediaType.test(type) && !forms.includes(type) : pattern === type;
/** Whether a body of this type is taken as it comes. */
const isFile = ({ raw = [] }: Endpoint, type: string) =>
  type !== "application/json" && raw.some((pattern) => covers(pattern, type));

const notWhole = () => malformed("The body did not arrive whole, or is not what its headers say.");

/** A body as it comes, which is nearly always: what unpacks others takes as long as all the rest of a request. */
const readPlain = <T>(request: Request, limit: number, understand: (bytes: Buffer) => T): Promise<T> =>
  new Promise((resolve, reject) => {
    let whole: Buffer | undefined;
    const more: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) reject(tooLarge(limit));
      else if (whole === undefined) whole = chunk;
      else more.push(chunk);
    });
    request.on("end", () => {
      try {
        resolve(understand(more.length === 0 ? (whole ?? Buffer.alloc(0)) : Buffer.concat([whole as Buffer, ...more])));
      } catch (error) {
        reject(error);
      }
    });
    request.on("error", () => reject(notWhole()));
  });

const readPacked = (request: Request, response: Response, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    readerFor(limit)(request, response, (error?: unknown) => {
      const type = (error as { type?: string } | undefined)?.type;
      if (!error) resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      else if (type === "entity.too.large") reject(tooLarge(limit));
      else reject(notWhole());
    });
  });

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

const byteOrderMark = 0xfeff;

/** JSON as it was sent, or a refusal that says where it breaks. */
function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformed("The body is not UTF-8.");
  const sent = bytes.toString("utf8");
  const text = sent.charCodeAt(0) === byteOrderMark ? sent.slice(1) : sent;
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
const encodingOf = ({ headers }: Request) =>
  headers["content-encoding"] === undefined ? "identity" : headers["content-encoding"].trim().toLowerCase();
const isEmpty = ({ headers }: Request) =>
  headers["content-length"] === "0" ||
  (headers["content-length"] === undefined && headers["transfer-encoding"] === undefined);

export interface BodyReader {
  /** Refuses a body by its headers: too large, or of a type that is not taken. */
  check(request: Request): void;
  /** The body of a request: parsed JSON, form fields, or bytes. */
  read(request: Request, response: Response): Promise<unknown>;
}

/** How the bodies of an endpoint are read. */
export function bodyReaderOf(endpoint: Endpoint): BodyReader {
  const limit = limitOf(endpoint);
  const main = endpoint.form ? "application/x-www-form-urlencoded" : "application/json";
  const taken = [main, ...(endpoint.raw ?? [])];
  const wanted = taken.map((pattern) => (pattern === anything ? "that of the file" : pattern)).join(" or ");
  const takes = ({ type, charset }: MediaType) =>
    taken.some((pattern) => covers(pattern, type)) && (type !== main || charset === "utf-8" || charset === "utf8");

  const understand = (request: Request, bytes: Buffer): unknown => {
    if (endpoint.form) return fieldsOf(bytes.toString("utf8"));
    const { type } = typeOf(request);
    const file = isFile(endpoint, type);
    if (file && bytes.length === 0)
      throw new HttpRefusal(400, {
        code: "VALIDATION_ERROR",
        detail: `The ${type} file is empty: send its bytes as the body.`,
      });
    if (bytes.length === 0) return endpoint.bodyOptional ? {} : undefined;
    if (file) return { bytes, contentType: (request.headers["content-type"] as string).trim() } satisfies RawBody;
    return parseJson(bytes);
  };

  return {
    check(request) {
      if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge(limit);
      if (endpoint.bodyOptional && isEmpty(request)) return;
      const media = typeOf(request);
      const { type, charset } = media;
      if (!takes(media))
        throw new HttpRefusal(
          415,
          {
            code: "UNSUPPORTED_MEDIA_TYPE",
            detail: `Send the body with Content-Type: ${wanted}${type ? `; ${type}${charset === "utf-8" ? "" : ` in ${charset}`} is not taken` : ""}.`,
          },
          { Accept: taken.join(", ") },
        );
      if (!encodings.includes(encodingOf(request)))
        throw new HttpRefusal(
          415,
          {
            code: "UNSUPPORTED_MEDIA_TYPE",
            detail: "This Content-Encoding is not taken; send the body plain, or gzip.",
          },
          { "Accept-Encoding": encodings.join(", ") },
        );
    },
    read(request, response) {
      if (encodingOf(request) === "identity") return readPlain(request, limit, (bytes) => understand(request, bytes));
      return readPacked(request, response, limit).then((bytes) => understand(request, bytes));
    },
  };
}

/** A field that came twice is a list, which no schema takes. */
function fieldsOf(form: string): Record<string, string | string[]> {
  const fields = new URLSearchParams(form);
  const one = (name: string) => {
    const values = fields.getAll(name);
    return values.length === 1 ? (values[0] as string) : values;
  };
  return Object.fromEntries([...new Set(fields.keys())].map((name) => [name, one(name)]));
}

export const isRaw = (body: unknown): body is RawBody =>
  typeof body === "object" && body !== null && (body as RawBody).bytes instanceof Uint8Array;
