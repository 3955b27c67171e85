import { signal } from "@preact/signals";
import type { operations as ControlOperations } from "../client/control-schema.ts";
import type { operations as ServiceOperations } from "../client/schema.ts";
import { account } from "./route.ts";

/** Method and path of each operation, written in by the build from the contract. */
declare const operationPaths: Record<string, string>;

type Operations = ControlOperations & ServiceOperations;
export type Operation = keyof Operations;

type Content<R> = R extends { content: { "application/json": infer B } } ? B : never;
type Succeeded<R> = Content<R[Extract<keyof R, 200 | 201 | 202>]>;
/** The body with which an operation succeeds. */
export type Reply<K extends Operation> = Operations[K] extends { responses: infer R } ? Succeeded<R> : never;
type Query<K extends Operation> = Operations[K] extends { parameters: { query?: infer Q } } ? Q : never;
type Body<K extends Operation> = Operations[K] extends { requestBody?: { content: { "application/json": infer B } } }
  ? B
  : never;
export interface Asked<K extends Operation> {
  /** The account is that of the address unless it is named. */
  path?: Record<string, string | number>;
  query?: NonNullable<Query<K>> | Record<string, string | number | boolean | undefined>;
  body?: Body<K>;
  /** A file in place of a JSON body. */
  file?: Blob;
  signal?: AbortSignal | undefined;
}

interface Violation {
  detail: string;
  expected?: string;
  pointer?: string | null;
}
/** What a refusal says, where it says something. */
interface Problem {
  code?: string;
  detail?: string;
  errors?: readonly Violation[];
}

/** A refusal of the server, or a server that does not answer; the message is a sentence for people. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  /** One sentence for each thing that is wrong, where there are several. */
  readonly violations: readonly string[];
  readonly errors: readonly Violation[];

  constructor(status: number, { code = "", detail = "", errors = [] }: Problem) {
    super(detail || `The server answered with ${status}.`);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.violations = errors.length > 1 ? errors.map((violation) => violation.detail) : [];
  }
}

/** Any error as a refusal that can be shown. */
export const refusalOf = (error: Error): Refused =>
  error instanceof Refused ? error : new Refused(0, { detail: error.message });

/** The folder that the page is served from: behind a proxy it may be below the root. */
export const base = (): URL => new URL(".", document.baseURI);
export const urlOf = (path: string): string => new URL(path.replace(/^\//, ""), base()).href;

/** Off loopback the control plane wants its key: asked for once, kept for the session of the tab. */
export const keyWanted = signal(false);
const keyName = () => `key ${base().pathname}`;
let key: string | undefined;
export function giveKey(given: string): void {
  key = given;
  sessionStorage.setItem(keyName(), given);
  keyWanted.value = false;
}
export function keyHeader(): Record<string, string> {
  key ??= sessionStorage.getItem(keyName()) ?? "";
  return key ? { "X-Sandbox-Key": key } : {};
}

const tokens = new Map<string, Promise<string>>();

/** The name of the console among the callers of the service. */
export const consoleCaller = "console";

/** A token for one account, in memory alone. */
function tokenOf(accountId: string): Promise<string> {
  const known = tokens.get(accountId);
  if (known) return known;
  const made = call("tokens.create", { body: { accountIds: [accountId], subject: consoleCaller } }).then(
    ({ accessToken }) => accessToken,
  );
  tokens.set(accountId, made);
  made.catch(() => tokens.delete(accountId));
  return made;
}

interface Prepared {
  method: string;
  url: string;
  isControl: boolean;
  accountId: string;
}

function requestOf<K extends Operation>(operation: K, { path, query }: Asked<K> = {}): Prepared {
  const [method = "", template = ""] = (operationPaths[operation] ?? "").split(" ");
  const values: Record<string, string | number> = { accountId: account.value, ...path };
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== "");
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const isControl = template.startsWith("/_sandbox");
  return { method, url: urlOf(filled) + (search && `?${search}`), isControl, accountId: String(values.accountId) };
}

/** The address of the service for the account of the address. */
export const accountUrl = (): string => requestOf("thirdparties.list").url.replace(/\/thirdparties$/, "");

/** Every operation id with its method and path. */
export const allOperations = (): [operation: string, methodAndPath: string][] => Object.entries(operationPaths);

async function send(prepared: Prepared, { body, file, signal }: Asked<Operation>): Promise<Response> {
  const headers: Record<string, string> = prepared.isControl
    ? keyHeader()
    : { Authorization: `Bearer ${await tokenOf(prepared.accountId)}` };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const content = file ?? (body === undefined ? undefined : JSON.stringify(body));
  const { method, url } = prepared;
  return fetch(url, { method, headers, ...(content !== undefined && { body: content }), signal: signal ?? null });
}

/** Sends one operation of the control plane or of the service, and returns its answer, or throws what was refused. */
export async function call<K extends Operation>(operation: K, asked: Asked<K> = {}): Promise<Reply<K>> {
  const response = await responseOf(operation, asked);
  return (response.status === 204 ? undefined : await response.json()) as Reply<K>;
}

/** The response to an operation whose answer is no JSON. */
export async function responseOf<K extends Operation>(operation: K, asked: Asked<K> = {}): Promise<Response> {
  const prepared = requestOf(operation, asked);
  let response = await reached(() => send(prepared, asked as Asked<Operation>));
  if (response.status === 401 && !prepared.isControl) {
    // The token has expired, or the server was started again with another secret.
    tokens.delete(prepared.accountId);
    response = await reached(() => send(prepared, asked as Asked<Operation>));
  }
  if (response.ok) return response;
  if (response.status === 401 && prepared.isControl) keyWanted.value = true;
  throw new Refused(response.status, await response.json().catch(() => ({})));
}

async function reached(attempt: () => Promise<Response>): Promise<Response> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof Refused || (error as Error).name === "AbortError") throw error;
    throw new Refused(0, { detail: "The sandbox does not answer. Is it running?" });
  }
}
