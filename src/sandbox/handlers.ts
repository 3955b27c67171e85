import type { Contract, Endpoint, Group, RequestOf, ResponseOf } from "../../contract/endpoint.ts";

/** A request as a handler gets it: parsed, with who asks and under which address the sandbox is known to them. */
export type Request<E extends Endpoint> = RequestOf<E> & {
  caller: string;
  origin: string;
  authorization: string | undefined;
};

/** Load, decide, commit, answer. */
export type Handler<E extends Endpoint, X> = (request: Request<E>, context: X) => Promise<ResponseOf<E>>;

/** One handler for each endpoint of a group: none missing, none too many. */
export type Handlers<G extends Group, X> = { [K in keyof G]: Handler<G[K], X> };

export type HandlersOf<C extends Contract, X> = { [G in keyof C]: Handlers<C[G], X> };

/** While a contract is ahead of its handlers, what is missing answers 501. */
export type SomeHandlersOf<C extends Contract, X> = { [G in keyof C]?: Partial<Handlers<C[G], X>> };
