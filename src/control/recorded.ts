import { z } from "zod";

const RecordedBody = z.object({
  text: z.string().optional(),
  encoding: z.string().optional(),
  _kept: z.string().optional(),
});
const message = { headers: z.array(z.unknown()), bodySize: z.number() };
const RecordedEntry = z.looseObject({
  time: z.number(),
  request: z.object({ method: z.string(), ...message, postData: RecordedBody.optional() }),
  response: z.object({ status: z.number(), ...message, content: RecordedBody }),
});
/** A HAR as far as it takes to have its requests again. */
export const RecordedHar = z.object({ log: z.object({ entries: z.array(RecordedEntry) }) });

/** The request of an entry that `harEntry` made; one that others made may lack anything. */
export function wholeIn({ request, response, time, ...others }: z.output<typeof RecordedEntry>): unknown {
  const { postData } = request;
  const { content } = response;
  return {
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name.replace(/^_/, ""), value])),
    ...{ method: request.method, status: response.status, durationMs: time },
    ...{ requestHeaders: request.headers, responseHeaders: response.headers },
    requestBody: postData ? bodyIn(postData, request.bodySize) : null,
    responseBody: content._kept === undefined ? null : bodyIn(content, response.bodySize),
  };
}

const bodyIn = ({ text, encoding, _kept: kept }: z.output<typeof RecordedBody>, size: number) => ({
  ...{ kept, encoding: encoding ?? null, size: size < 0 ? null : size },
  text: kept === "none" ? null : text,
});
