import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import fresh from "fresh";
import type { FileBody, LazyBytes } from "../../contract/endpoint.ts";
import { contentDisposition, type Disposition } from "../files/disposition.ts";
import { parseRange } from "../files/range.ts";
import { fileSecurityHeaders } from "./headers.ts";
import { refusal } from "./problems.ts";

/** Sends a whole file, a range of it, or 304 when the client has it already. A stream is sent as it is produced. */
export async function sendFile(
  request: Request,
  response: Response,
  file: FileBody,
  disposition?: Disposition,
): Promise<void> {
  const { content, contentType, fileName, etag } = file;
  const headers = {
    ...fileSecurityHeaders,
    "Content-Type": contentType,
    ...(fileName !== undefined && { "Content-Disposition": contentDisposition(fileName, disposition) }),
    "Cache-Control": "private, no-cache",
    ...(etag && { ETag: etag }),
  };
  if (etag && !matches(request.headers["if-match"], etag)) throw changed(etag);
  if (typeof content === "function") {
    response.setHeaders(new Map(Object.entries(headers)));
    return request.method === "HEAD" ? void response.end() : stream(response, content);
  }
  const part = await partOf(request, content, etag);
  response.setHeaders(new Map(Object.entries({ ...headers, "Accept-Ranges": "bytes", ...part.headers })));
  response.statusCode = part.status;
  response.end(part.bytes);
}

/** The requested part. A HEAD and a range outside of the file produce no bytes where their number is known before. */
async function partOf(request: Request, content: Uint8Array | LazyBytes, etag: string | undefined) {
  if (etag && fresh(request.headers, { etag })) return { status: 304 };
  const produce = async () => (content instanceof Uint8Array ? content : content.produce());
  const produced = content.length === undefined ? await produce() : undefined;
  const length = produced?.length ?? (content.length as number);
  const { range: wanted, "if-range": condition = etag } = request.headers;
  const range = condition === etag ? parseRange(wanted, length) : "whole";
  if (range === "unsatisfiable") throw outside(length);

  const bytes = request.method === "HEAD" ? undefined : (produced ?? (await produce()));
  if (range === "whole") return { status: 200, headers: { "Content-Length": String(bytes?.length ?? length) }, bytes };
  const { start, end } = range;
  return {
    status: 206,
    headers: { "Content-Range": `bytes ${start}-${end}/${length}`, "Content-Length": String(end - start + 1) },
    bytes: bytes?.subarray(start, end + 1),
  };
}

/** RFC 9110, 13.1.1: a weak tag never matches, and without the header everything does. */
const matches = (condition: string | undefined, etag: string) =>
  condition === undefined || condition.split(",").some((tag) => ["*", etag].includes(tag.trim()));

const changed = (etag: string) =>
  refusal(412, "PRECONDITION_FAILED", `The file has the tag ${etag}, which If-Match does not name.`, { ETag: etag });

const outside = (length: number) =>
  refusal(416, "RANGE_NOT_SATISFIABLE", `The file has ${length} bytes; the range lies outside of it.`, {
    "Content-Range": `bytes */${length}`,
  });

/** Produces at the client's pace, and stops when the client has gone. */
export async function stream(
  response: Response,
  chunks: (gone: AbortSignal) => AsyncIterable<Uint8Array>,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  await pipeline(chunks(gone.signal), response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}
