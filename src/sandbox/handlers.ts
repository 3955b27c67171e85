import type { Contract, Endpoint, Group, RequestOf, ResponseOf } from "../../contract/endpoint.ts";

/** A parsed request, with its caller and the address under which the caller reaches the sandbox. */
export type Request<E extends Endpoint> = RequestOf<E> & {
  caller: string;
  origin: string;
  authorization: string | undefined;
  /** Of a reader of the stream that comes back. */
  lastEventId: string | undefined;
};

/** Loads, decides, commits, and returns the response. */
export type Handler<E extends Endpoint, X> = (request: Request<E>, context: X) => Promise<ResponseOf<E>>;

/** Exactly one handler for each endpoint of a group. */
export type Handlers<G extends Group, X> = { [K in keyof G]: Handler<G[K], X> };

export type HandlersOf<C extends Contract, X> = { [G in keyof C]: Handlers<C[G], X> };
