import type { Served } from "../../src/sandbox/requests/request-log.ts";

/** A request as the server hands it to the request log. */
export const served = (wish: Partial<Served> = {}): Served => ({
  requestId: "r",
  at: 0,
  method: "GET",
  path: "/x",
  operation: null,
  status: 404,
  durationMs: 1,
  accountId: null,
  worldId: null,
  caller: null,
  refused: null,
  fault: null,
  forced: false,
  firstEvent: 0,
  events: 0,
  clock: null,
  lastEventId: null,
  requestHeaders: [],
  responseHeaders: [],
  requestBody: null,
  responseBody: null,
  requestSize: null,
  responseSize: null,
  ...wish,
});
