import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import type { FileBody } from "../../contract/endpoint.ts";
import { contentDisposition } from "../files/disposition.ts";
import { parseRange } from "../files/range.ts";
import { fileSecurityHeaders } from "./headers.ts";
import { HttpRefusal } from "./problems.ts";

const names = (header: string | undefined) => (header ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));

/** Sends a file: whole, a range of it, or word that the client has it already. A stream is sent as it is produced. */
export async function sendFile(
  request: Request,
  response: Response,
  { content, contentType, fileName, etag }: FileBody,
): Promise<void> {
  const stale = request.headers["if-range"] !== undefined && request.headers["if-range"] !== etag;
  const range = typeof content === "function" || stale ? "whole" : parseRange(request.headers.range, content.length);
  if (range === "unsatisfiable") throw outside((content as Uint8Array).length);

  for (const [name, value] of Object.entries(fileSecurityHeaders)) response.setHeader(name, value);
  response.setHeader("Content-Type", contentType);
  if (fileName !== undefined) response.setHeader("Content-Disposition", contentDisposition(fileName));
  response.setHeader("Cache-Control", "private, no-cache");
  if (etag) response.setHeader("ETag", etag);
  if (typeof content === "function") {
    if (request.method === "HEAD") return void response.end();
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    return stream(response, content(gone.signal));
  }

  response.setHeader("Accept-Ranges", "bytes");
  if (etag && names(request.headers["if-none-match"]).some((tag) => tag === etag || tag === "*")) {
    response.statusCode = 304;
    response.end();
    return;
  }
  const part = range === "whole" ? content : content.subarray(range.start, range.end + 1);
  if (range !== "whole") {
    response.statusCode = 206;
    response.setHeader("Content-Range", `bytes ${range.start}-${range.end}/${content.length}`);
  }
  response.setHeader("Content-Length", part.length);
  response.end(part);
}

const outside = (length: number) =>
  new HttpRefusal(
    416,
    { code: "RANGE_NOT_SATISFIABLE", detail: `The file has ${length} bytes; the range lies outside of it.` },
    { "Content-Range": `bytes */${length}` },
  );

/** Production keeps the client's pace, and stops when it has gone. */
async function stream(response: Response, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  await pipeline(chunks, response).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  });
}
