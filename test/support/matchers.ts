import { STATUS_CODES } from "node:http";
import type { Response } from "supertest";
import { expect } from "vitest";
import type { EventName } from "../../contract/events.ts";
import { isRefusal } from "../../src/domain/refusal.ts";

/** What a whole problem document has beside what all problems have. */
export interface ExpectedProblem {
  status: number;
  code: string;
  detail: unknown;
  errors?: unknown;
  thirdpartyId?: number;
}
interface ExpectedRefusal {
  status: number;
  /** Compared where it is given. */
  code?: string;
  detail: unknown;
}
interface Named {
  eventName: string;
}

/** Sent with every request, because problems repeat it and are compared as a whole. */
export const requestId = "the-test";

/** What a response says of itself: the detail of a problem, or the beginning of another body. */
const saidIn = ({ body, text }: Response): string => {
  const errors = (body?.errors as { detail: string }[] | undefined)?.map(({ detail }) => detail) ?? [];
  return [body?.detail ?? (text ?? "").slice(0, 300), ...errors].join(" ").trim();
};
const requested = ({ request }: Response) => {
  const { method, url } = request as unknown as { method: string; url: string };
  return `${method} ${url.replace(/^https?:\/\/[^/]+/, "")}`;
};

/** Why a response has another status than the expected one, or undefined. */
export function otherStatus(response: Response, status: number): string | undefined {
  if (response.status === status) return undefined;
  const answer = `${response.status} ${STATUS_CODES[response.status]}`;
  return `${requested(response)} answers ${answer}, not ${status}: ${saidIn(response)}`;
}

const missingFrom = (names: readonly string[], others: readonly string[]): string[] => {
  const left = [...others];
  return names.filter((name) => {
    const at = left.indexOf(name);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
};

function otherEvents(found: readonly string[], names: readonly string[]): string {
  const [missing, added] = [missingFrom(names, found), missingFrom(found, names)];
  const parts = [
    missing.length > 0 && `these are missing: ${missing.join(", ")}`,
    added.length > 0 && `these were not expected: ${added.join(", ")}`,
    missing.length + added.length === 0 && `they come in another order: ${found.join(", ")}`,
  ];
  return `Of the events ${parts.filter(Boolean).join("; ")}.`;
}

const matchers = {
  /** A response with this status; the message quotes the problem that came instead. */
  toAnswer(response: Response, status: number) {
    const difference = otherStatus(response, status);
    return {
      pass: difference === undefined,
      message: () => difference ?? `${requested(response)} answers ${status}, which was not expected.`,
    };
  },
  /** A response that is a whole problem document, with its status, media type and request id. */
  toBeProblem(this: { equals: (a: unknown, b: unknown) => boolean }, response: Response, expected: ExpectedProblem) {
    const { status, ...rest } = expected;
    const instance = new URL(response.request.url).pathname;
    const whole = { type: "about:blank", title: STATUS_CODES[status], status, instance, requestId, ...rest };
    const actual = {
      contentType: response.headers["content-type"],
      id: response.headers["x-request-id"],
      ...response.body,
    };
    const wanted = { contentType: "application/problem+json; charset=utf-8", id: requestId, ...whole };
    const difference = otherStatus(response, status);
    return {
      pass: difference === undefined && this.equals(actual, wanted),
      message: () => difference ?? `${requested(response)} answers ${status} with another problem: ${saidIn(response)}`,
      actual,
      expected: wanted,
    };
  },
  /** An outcome of a rule that is a refusal with this status and detail. */
  toBeRefused(this: { equals: (a: unknown, b: unknown) => boolean }, outcome: unknown, expected: ExpectedRefusal) {
    const actual = isRefusal(outcome)
      ? {
          status: outcome.refused.status,
          ...("code" in expected && { code: outcome.refused.body.code }),
          detail: outcome.refused.body.detail,
        }
      : undefined;
    return {
      pass: this.equals(actual, expected),
      message: () =>
        actual ? `It is refused with ${actual.status}: ${actual.detail}` : "It is done where a refusal is expected.",
      actual,
      expected,
    };
  },
  /** Events, or their names, that have these names in this order. */
  toTell(events: readonly (Named | string)[], names: readonly EventName[]) {
    const found = events.map((event) => (typeof event === "string" ? event : event.eventName));
    return {
      pass: found.join() === names.join(),
      message: () => (found.join() === names.join() ? "These events were not expected." : otherEvents(found, names)),
      actual: found,
      expected: names,
    };
  },
};
expect.extend(matchers);

declare module "vitest" {
  // biome-ignore lint/suspicious/noExplicitAny: vitest declares it so
  interface Matchers<T = any> {
    toAnswer(status: number): void;
    toBeProblem(expected: ExpectedProblem): void;
    toBeRefused(expected: ExpectedRefusal): void;
    toTell(names: readonly EventName[]): void;
  }
}
