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

type Equality = { equals: (a: unknown, b: unknown) => boolean };

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
  toBeProblem(this: Equality, response: Response, expected: ExpectedProblem) {
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
  toBeRefused(this: Equality, outcome: unknown, expected: ExpectedRefusal) {
    const { status, body } = isRefusal(outcome) ? outcome.refused : {};
    const actual = body && { status, ...("code" in expected && { code: body.code }), detail: body.detail };
    const message = body ? `It is refused with ${status}: ${body.detail}` : "It is done where a refusal is expected.";
    return { pass: this.equals(actual, expected), message: () => message, actual, expected };
  },
  /** Events, or their names, that have these names in this order. */
  toTell(events: readonly (Named | string)[], names: readonly EventName[]) {
    const found = events.map((event) => (typeof event === "string" ? event : event.eventName));
    const message = () => `The events are ${found.join(", ") || "none"}, and not ${names.join(", ") || "none"}.`;
    return { pass: found.join() === names.join(), message, actual: found, expected: names };
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
