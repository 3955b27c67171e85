import { z } from "zod";

/** HAR 1.2, with what Firefox needs besides; names of one's own begin with an underscore. */
export const harFacts = (() => {
  const own = /^_/;
  const record = <S extends z.ZodRawShape>(shape: S) =>
    z
      .looseObject({ ...shape, comment: z.string().optional() })
      .refine(
        (value) => Object.keys(value).every((name) => name in shape || name === "comment" || own.test(name)),
        "has a name that HAR does not know",
      );
  const pair = record({ name: z.string(), value: z.string() });
  const size = z.int().min(-1);
  const head = { httpVersion: z.string(), cookies: z.array(z.never()), headers: z.array(pair), headersSize: size };
  const milliseconds = z.number().min(0);
  const postData = record({ mimeType: z.string(), text: z.string() });
  const content = record({
    size,
    mimeType: z.string(),
    text: z.string().optional(),
    encoding: z.literal("base64").optional(),
  });
  const queryString = z.array(pair);
  const request = record({
    method: z.string(),
    url: z.url(),
    ...head,
    queryString,
    postData: postData.optional(),
    bodySize: size,
  });
  const response = record({
    status: z.int(),
    statusText: z.string(),
    ...head,
    content,
    redirectURL: z.string(),
    bodySize: size,
  });
  const timings = record({ send: milliseconds, wait: milliseconds, receive: milliseconds });
  const startedDateTime = z.iso.datetime();
  const entry = record({ startedDateTime, time: milliseconds, request, response, cache: record({}), timings });
  const creator = record({ name: z.string(), version: z.string() });
  const pages = z.array(z.never());
  const log = record({ version: z.literal("1.2"), creator, pages, entries: z.array(entry) });
  return { entry, har: record({ log }) };
})();
