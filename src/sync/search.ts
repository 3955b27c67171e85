import { z } from "zod";
import { PageQuery } from "../../contract/endpoint-parts.ts";
import { EventName, type ResourceType } from "../../contract/events.ts";
import { boundPattern } from "../../contract/shared.ts";

/** What the audit needs to know of a request of the request log. */
export interface LoggedRequest {
  requestId: string;
  method: string;
  path: string;
  operation: string | null;
  status: number;
  caller: string | null;
  violations: readonly string[];
  /** The kind of the injected fault that struck it. */
  fault: string | null;
  /** Whether `Prefer` made the answer. */
  forced: boolean;
  /** The account's own time when it was answered. */
  clock: string | null;
  /** The newest event that a search could find at that time. */
  lastEventId: number | null;
}

/** Moments with milliseconds, both included. */
export interface Window {
  from: string;
  to: string;
}

/** One request that asked for resources by their events. */
export interface Search {
  /** Its place among all searches. */
  nth: number;
  requestId: string;
  caller: string;
  type: ResourceType;
  names: readonly EventName[];
  /** Null where the bounds are no window. */
  window: Window | null;
  page: number;
  size: number;
  /** Its other filters, as a text. */
  filters: string;
  status: number;
  /** What the caller got instead of an answer; null for an answer. */
  failure: string | null;
  /** What is wrong with the request itself, as its refusal says. */
  violation: string | undefined;
  clock: string;
  lastEventId: number;
}

const types: Record<string, ResourceType> = {
  "thirdparties.list": "THIRD_PARTY",
  "thirdparties.search": "THIRD_PARTY",
  "dossiers.list": "DOSSIER",
  "dossiers.search": "DOSSIER",
  "documents.search": "DOCUMENT",
};
/** The operations that take a filter by events. */
export const searchOperations = Object.keys(types);

/** Whether a request filters by events. */
export const isSearch = ({ method, operation, path }: Pick<LoggedRequest, "method" | "operation" | "path">) =>
  method === "GET" && types[operation ?? ""] !== undefined && path.includes("eventNames=");

const spoilt: Record<string, string> = {
  disconnect: "a connection that was cut",
  truncate: "half an answer",
  malformed: "an answer that is no JSON",
};

function failureOf({ status, fault, forced }: LoggedRequest): string | null {
  const broken = spoilt[fault ?? ""];
  if (broken !== undefined) return broken;
  if (status === 0) return "no answer";
  if (status !== 200) return String(status);
  return forced ? "an example that Prefer asked for" : null;
}

/** Statuses after which the same request may succeed. */
const passing = [401, 408, 429];
function violationOf({ status, fault, forced, violations }: LoggedRequest): string | undefined {
  const isOwn = status >= 400 && status < 500 && !passing.includes(status) && fault !== "status" && !forced;
  return isOwn ? (violations[0] ?? "no reason was given") : undefined;
}

const Paging = z.object(PageQuery);
const ofSearch = ["eventNames", "eventOccurrenceStartDate", "eventOccurrenceEndDate", "page", "size"];

function windowOf(start: string, end: string): Window | null {
  if (!boundPattern.test(start) || !boundPattern.test(end)) return null;
  const from = start.includes(".") ? start : `${start}.000`;
  const to = end.includes(".") ? end : `${end}.999`;
  return from <= to ? { from, to } : null;
}

const isName = (name: string): name is EventName => EventName.safeParse(name).success;

/** The search that a request was; undefined for another request, and for one whose caller is not known. */
export function searchOf(request: LoggedRequest, nth: number): Search | undefined {
  const { requestId, caller, path, status, clock, lastEventId } = request;
  const query = new URLSearchParams(path.slice(path.indexOf("?") + 1));
  const names = query.get("eventNames");
  const type = types[request.operation ?? ""];
  if (type === undefined || request.method !== "GET" || names === null || caller === null) return undefined;
  const paging = Paging.safeParse({ page: query.get("page") ?? undefined, size: query.get("size") ?? undefined });
  const others = [...query].filter(([name]) => !ofSearch.includes(name));
  return {
    nth,
    requestId,
    caller,
    type,
    names: [...new Set(names.split(",").map((name) => name.trim()))].filter(isName).sort(),
    window: windowOf(query.get("eventOccurrenceStartDate") ?? "", query.get("eventOccurrenceEndDate") ?? ""),
    ...(paging.data ?? { page: 0, size: 20 }),
    filters: others.map((pair) => pair.join("=")).join("&"),
    status,
    failure: failureOf(request),
    violation: violationOf(request),
    clock: clock ?? "",
    lastEventId: lastEventId ?? 0,
  };
}
