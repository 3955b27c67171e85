/**
 * client: what programs use to reach a sandbox. `createClient` is a client of the emulated service, typed by its
 * OpenAPI document; `connectSandbox` finds a running sandbox, and `SandboxWorld` is one account of it with its clock,
 * faults, triggers and events. It talks to the server by HTTP alone.
 */

import createFetchClient, { type Client as FetchClient, type ClientOptions as FetchOptions } from "openapi-fetch";
import { knownNames } from "./known-names.ts";
import type { components, paths } from "./schema.ts";

/** The schemas of the service, by their names in its OpenAPI document. */
export type Schemas = components["schemas"];

type Account = "/api/v1/account/{accountId}";
type Parameters<O> = O extends { parameters: { path: infer P } }
  ? Omit<O["parameters" & keyof O], "path"> &
      (Exclude<keyof P, "accountId"> extends never ? { path?: never } : { path: Omit<P, "accountId"> })
  : never;
/** An operation without its account, which the base URL names. */
type Bound<O> = O extends { parameters: unknown } ? Omit<O, "parameters"> & { parameters: Parameters<O> } : O;
type AccountPaths = {
  [P in keyof paths as P extends `${Account}${infer Rest}` ? Rest : never]: {
    [M in keyof paths[P]]: Bound<paths[P][M]>;
  };
};

export type Client = FetchClient<AccountPaths>;

export interface ClientOptions extends Pick<FetchOptions, "fetch" | "headers"> {
  /** The address of one account: `http://127.0.0.1:4600/api/v1/account/demo`. */
  baseUrl: string;
  token?: string;
  /** Called before each request, for tokens that are renewed. */
  getToken?: () => string | Promise<string>;
}

const names = ["baseUrl", "token", "getToken", "fetch", "headers"];

/**
 * A client of the service, typed by its OpenAPI document:
 * `client.GET("/thirdparties/{id}", { params: { path: { id } } })`.
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, token, getToken, ...rest } = knownNames("createClient", options, names);
  const client = createFetchClient<AccountPaths>({
    baseUrl: baseUrl.replace(/\/+$/, ""),
    // Several event names are separated by commas.
    querySerializer: { array: { style: "form", explode: false } },
    ...rest,
  });
  client.use({
    async onRequest({ request }) {
      const current = getToken ? await getToken() : token;
      if (current !== undefined) request.headers.set("Authorization", `Bearer ${current}`);
    },
  });
  return client;
}
