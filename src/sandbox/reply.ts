import { isRefusal, type Refusal } from "../domain/refusal.ts";

type Refused<O> = O extends Refusal<infer S> ? { status: S; body: O["refused"]["body"] } : never;
type Success<O> = Exclude<O, { refused: unknown }>;

/** The response to an outcome: its refusal, or the body of its success under a status. */
export function reply<O, const S extends number, B>(outcome: O, status: S, body: (success: Success<O>) => B) {
  if (isRefusal(outcome)) return outcome.refused as Refused<O>;
  return { status, body: body(outcome as Success<O>) };
}

export interface Paging {
  page: number;
  size: number;
}

export const pageOf = <T>(content: T[], { page, size }: Paging, totalElements: number) => ({
  content,
  page,
  size,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
});
