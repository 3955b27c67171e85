import type { Request } from "express";
import { type Endpoint, isBinary } from "../../../contract/endpoint.ts";
import { refusal } from "../problems.ts";

/** The media types of an endpoint's success; undefined where they depend on the file. */
export function typesOf(endpoint: Endpoint): readonly string[] | undefined {
  const success = Object.entries(endpoint.responses).find(([status]) => Number(status) < 300)?.[1];
  const types = success && isBinary(success) ? success.binary : ["application/json; charset=utf-8"];
  return types.includes("*/*") ? undefined : types;
}

/** Refuses a request whose Accept header excludes all of these types. */
export function checkAccept(request: Request, types: readonly string[]): void {
  const { accept } = request.headers;
  // An empty list names no type to leave out.
  if (!accept?.trim() || accept === "*/*" || request.accepts([...types])) return;
  throw refusal(406, "NOT_ACCEPTABLE", `This answers ${types[0]?.split(";")[0]}; Accept leaves nothing of it.`);
}
