import { expect } from "vitest";
import { operationFor } from "../support/contract.ts";
import type { HarEntry } from "../support/recorder.ts";

export type Json = Record<string, unknown>;
export const bodyOf = ({ response }: HarEntry): Json => JSON.parse(response.content.text as string);
export const rowsOf = (body: Json) => body.content as Json[];
export const empty = { content: [], page: 0, size: 20, totalElements: 0, totalPages: 0 };
type Wanted = (entry: HarEntry, query: URLSearchParams) => boolean;

/** The entries of an operation with a status. */
export function of(entries: readonly HarEntry[], operationId: string, status: number, isWanted: Wanted = () => true) {
  const found = entries.filter((entry) => {
    const { pathname, searchParams } = new URL(entry.request.url);
    const operation = operationFor(entry.request.method, pathname);
    return operation?.operationId === operationId && entry.response.status === status && isWanted(entry, searchParams);
  });
  expect(found, `${operationId} ${status}`).not.toEqual([]);
  return found as [HarEntry, ...HarEntry[]];
}
export function answer({ response }: HarEntry, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const type = status < 400 ? "application/json" : "application/problem+json";
  const headers = [{ name: "Content-Type", value: type }];
  Object.assign(response, { status, headers, content: { size: Buffer.byteLength(text), mimeType: type, text } });
}

export type Plant = ((entries: HarEntry[]) => void) & { operationId?: string };
/** A plant that says which operation it changes. */
const on = (operationId: string, plant: (entries: HarEntry[]) => void): Plant => Object.assign(plant, { operationId });
/** Changes the body of every success of an operation, or of the first ones. */
export const edit = (operationId: string, change: (body: Json) => void, { most = Number.POSITIVE_INFINITY } = {}) =>
  on(operationId, (entries) => {
    for (const entry of of(entries, operationId, 200).slice(0, most)) {
      const body = bodyOf(entry);
      change(body);
      answer(entry, 200, body);
    }
  });
export const set = (operationId: string, fields: Json) => edit(operationId, (body) => void Object.assign(body, fields));
/** Gives every such entry another answer: a body, or that of the first entry of the same operation with a status. */
export const answered = (operationId: string, from: number, to: number, body: Json | number, isWanted?: Wanted) =>
  on(operationId, (entries) => {
    const given = typeof body === "number" ? bodyOf(of(entries, operationId, body)[0]) : body;
    for (const entry of of(entries, operationId, from, isWanted)) answer(entry, to, given);
  });
export const status = (operationId: string, from: number, to: number) =>
  on(operationId, (entries) => {
    for (const { response } of of(entries, operationId, from)) response.status = to;
  });
export const header = (operationId: string, wanted: string, value: string) =>
  on(operationId, (entries) => {
    for (const { response } of of(entries, operationId, 200))
      for (const each of response.headers) if (each.name === wanted) each.value = value;
  });
