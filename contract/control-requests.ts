import { object, z } from "zod";
import { listOf, Moment, ofAccount, root } from "./control-shapes.ts";
import { binary, type Endpoint } from "./endpoint.ts";
import { guarded } from "./endpoint-parts.ts";
import { emptyHar, wholeRequest } from "./examples/control.ts";
import { matching, named } from "./named.ts";
import { AccountId, Count, DateTime, Id, Problem, whole, wholeNumber } from "./shared.ts";

export const Seen = object({
  requestId: z.string(),
  at: DateTime.meta({ description: "Wall clock, UTC." }),
  method: z.string(),
  path: z.string().meta({ description: "With its query." }),
  operation: z.string().nullable(),
  accountId: z.string().nullable(),
  caller: z.string().nullable().meta({ description: "The subject of the token; null when it was not accepted." }),
  status: whole(0, 599).meta({ description: "0 when the connection ended without a response." }),
  durationMs: z.number().min(0),
  violations: z.array(z.string()).meta({ description: "Why it was refused." }),
  code: z.string().nullable().meta({ description: "The code of the refusal." }),
  remarks: z
    .array(z.string())
    .meta({ description: "Query parameters that were overlooked, because none is so named." }),
  fault: z.string().nullable().meta({ description: "The kind of the injected fault that hit it." }),
  forced: z.boolean().meta({ description: "Whether `Prefer: code=` chose the response." }),
  events: z.array(Id).meta({ description: "The ids of the events that it caused." }),
  clock: DateTime.nullable().meta({ description: "The account's own time when it was answered." }),
  lastEventId: Id.nullable().meta({ description: "The newest event of the account that a search could see then." }),
}).meta({ id: "Seen", description: "A request that was answered." });
export type Seen = z.output<typeof Seen>;
const Header = object({ name: z.string(), value: z.string() }).meta({
  id: "Header",
  description: "Credentials are removed.",
});
export type Header = z.output<typeof Header>;
const Body = object({
  size: Count.nullable().meta({ description: "Bytes of the whole body; null where only sending it would tell." }),
  kept: named("KeptBody", z.enum(["whole", "cut", "none"])).meta({
    description:
      "`cut`: the first 64 KB. `none`: left out, because it was not read, is a file or a page, or bodies are off.",
  }),
  text: z.string().nullable().meta({ description: "Tokens, secrets and the signatures of links are removed." }),
  encoding: z.string().nullable().meta({ description: "`base64` for bytes that are no text." }),
}).meta({ id: "Body", description: "A body of a request or a response, as far as it is kept." });
export type Body = z.output<typeof Body>;
export const WholeRequest = object({
  ...Seen.shape,
  requestHeaders: z.array(Header),
  requestBody: Body.nullable(),
  responseHeaders: z.array(Header).meta({ description: "Without those that Node adds: Date, Connection, Keep-Alive." }),
  responseBody: Body.nullable(),
}).meta({ id: "WholeRequest", description: "A request with its headers and bodies, and those of its response." });
export type WholeRequest = z.output<typeof WholeRequest>;
const SeenList = listOf("SeenList", Seen);

const harObject = <S extends z.ZodRawShape>(id: string, shape: S) => object(shape).meta({ id });
const harBody = { mimeType: z.string(), text: z.string().optional(), encoding: z.string().optional() };
const harMessage = {
  httpVersion: z.string(),
  cookies: z.array(Header),
  headers: z.array(Header),
  headersSize: z.number(),
  bodySize: z.number(),
};
const HarRequest = harObject("HarRequest", {
  method: z.string(),
  url: z.string(),
  ...harMessage,
  queryString: z.array(Header),
  postData: harObject("HarPostData", harBody).optional(),
});
const HarResponse = harObject("HarResponse", {
  status: whole(0, 599),
  statusText: z.string(),
  ...harMessage,
  content: harObject("HarContent", { size: z.number(), ...harBody }),
  redirectURL: z.string(),
});
const HarEntry = object({
  startedDateTime: z.string(),
  time: z.number(),
  request: HarRequest,
  response: HarResponse,
  cache: harObject("HarCache", { comment: z.string().optional() }),
  timings: harObject("HarTimings", { send: z.number(), wait: z.number(), receive: z.number() }),
}).meta({ id: "HarEntry", description: "A request; what a HAR has no place for is in fields that begin with `_`." });
export type HarEntry = z.output<typeof HarEntry>;
const HarLog = harObject("HarLog", {
  version: z.literal("1.2"),
  creator: harObject("HarCreator", { name: z.string(), version: z.string() }),
  pages: z
    .array(harObject("HarPage", { id: z.string(), title: z.string() }))
    .meta({ description: "Empty: Firefox needs it." }),
  entries: z.array(HarEntry),
});
const Har = object({ log: HarLog }).meta({
  id: "Har",
  description: "An HTTP archive 1.2, which the developer tools of browsers open.",
});
export type Har = z.output<typeof Har>;

const none = z.object({});
const RequestId = matching(
  /^[\w.-]{1,128}$/,
  "must be the id of a request: letters, digits, dots, hyphens, underscores",
  {
    examples: ["5f3e0c1a-8a6b-4d0e-9f57-2c1d7b6a9e10"],
  },
);
const filter = {
  accountId: AccountId.optional(),
  operation: z.string().optional().meta({ description: "Operation id, such as thirdparties.list." }),
  status: wholeNumber(0, 599).optional().meta({ description: "0 for requests without a response." }),
  from: Moment.optional().meta({
    description: "Only requests that ended from this moment on, by the wall clock, in UTC.",
  }),
  to: Moment.optional().meta({ description: "Only requests that ended up to this moment." }),
  limit: wholeNumber(1, 1000)
    .default(1000)
    .meta({ description: "The last so many of those that pass the filter; still newest last." }),
};

export const requests = {
  list: {
    method: "get",
    path: `${root}/requests`,
    summary: "List the last requests",
    description:
      "The last 1,000 of the account, or of all accounts together, newest last, without their headers and bodies. " +
      "The oldest go first, and all together take 32 MB at most, unless the server was told otherwise. What was " +
      "asked of the control plane is not among them, nor are health checks and the files of pages. Where several " +
      "servers share a database, requests of the others appear within a second: the header `X-Complete-Until` says " +
      "up to when, by the wall clock, the requests of all servers are there.",
    params: none,
    query: z.object(filter),
    responses: { 200: SeenList, ...guarded },
    examples: { success: { summary: "None yet", response: { content: [] } } },
  },
  har: {
    method: "get",
    path: `${root}/requests.har`,
    summary: "Export the last requests as a HAR",
    description:
      "Whole, with their headers and bodies, as an HTTP archive 1.2: the network tab of a browser's developer tools " +
      "opens it. `_operation`, `_accountId`, `_violations`, `_events` and others say what a HAR has no place for. " +
      "`X-Complete-Until` is that of the list.",
    params: none,
    query: z.object(filter),
    responses: { 200: Har, ...guarded },
    examples: { success: { summary: "None yet", response: emptyHar } },
  },
  get: {
    method: "get",
    path: `${root}/requests/:requestId`,
    summary: "Read one request whole",
    description:
      "With its headers and bodies, and those of its response: credentials, tokens, secrets and the signatures of " +
      "links are removed. The id is that of the header `X-Request-Id`; of several requests with one id, the last.",
    params: z.object({ requestId: RequestId }),
    responses: { 200: WholeRequest, 404: Problem, ...guarded },
    examples: { success: { summary: "A list of third parties", response: wholeRequest } },
  },
  clear: {
    method: "delete",
    path: `${root}/requests`,
    summary: "Forget the requests",
    params: none,
    query: ofAccount,
    responses: { 204: z.undefined(), ...guarded },
    examples: { success: { summary: "Forgotten" } },
  },
  stream: {
    method: "get",
    path: `${root}/stream`,
    summary: "Follow requests and events as they happen",
    description:
      "Server-sent events: `request` with what `GET /_sandbox/requests` lists, `event` with an entry of the audit " +
      "journal, `progress` with the `accountId` and the `percent` of a long move of its clock or of a large world " +
      "in the making, which ends with 100, `lost` with how many were left out because the reader is too slow. Each " +
      "message has an id: a reader that sends the last one in the header `Last-Event-ID`, as an EventSource does by " +
      "itself, first gets what it has missed, of the last 10,000 messages, or the message `missed`, whose `detail` " +
      "says that more is gone. Where several servers share a database, requests and events of the others come within " +
      "a second. `missed` also comes when a reader is back at another server, and when the world of the account that " +
      "it names was replaced or stored anew before its events were read: the journal has them.",
    params: none,
    query: z.object({
      accountId: AccountId.optional(),
      kind: named("MessageKind", z.enum(["request", "event", "progress"]))
        .optional()
        .meta({
          description: "Only messages of this kind.",
        }),
      names: z.string().optional().meta({ description: "Only events of these types, separated by commas." }),
      lastEventId: z.string().optional().meta({ description: "As the header `Last-Event-ID`, which goes first." }),
      seconds: wholeNumber(1, 86_400)
        .optional()
        .meta({ description: "Ends the stream after so long, for clients that show a response when it ends." }),
    }),
    responses: { 200: binary("Server-sent events.", "event: request", "text/event-stream"), ...guarded },
    examples: { success: { summary: "A stream of three seconds", query: { seconds: 3 } } },
  },
} as const satisfies Record<string, Endpoint>;
