import type { control } from "../../contract/control.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { notFound } from "../domain/refusal.ts";
import type { Handler, HandlersOf } from "../sandbox/handlers.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { World } from "../world/world.ts";

type Control = typeof control;
type OperationId = { [G in keyof Control]: `${G}.${keyof Control[G] & string}` }[keyof Control];

/**
 * The operations of an account that do more than work inside its existing world:
 * `making` ones make it; `whole` ones copy, replace or delete it by methods of the Sandbox, which wait for durability,
 * or read what the Sandbox knows of it;
 * an `exclusive` one reads, but never between two changes of one writer;
 * an `aside` one does not wait for what is under way in the world.
 */
const kinds = {
  "accounts.put": "making",
  "accounts.import": "making",
  "accounts.delete": "whole",
  "accounts.reset": "whole",
  "accounts.snapshots": "whole",
  "accounts.snapshot": "whole",
  "accounts.restore": "whole",
  "accounts.forget": "whole",
  "accounts.export": "exclusive",
  "accounts.sync": "whole",
  "accounts.bundle": "whole",
  "scenarios.play": "whole",
  "clock.move": "whole",
  "clock.cancel": "aside",
} as const satisfies Partial<Record<OperationId, "making" | "whole" | "exclusive" | "aside">>;

export interface Account {
  sandbox: Sandbox;
  world: World;
}

type KindOf<O> = O extends keyof typeof kinds ? (typeof kinds)[O] : "inside";
type ContextOf<O, E extends Endpoint> = E["path"] extends `${string}/:accountId${string}`
  ? { making: Sandbox; whole: Account; exclusive: World; inside: World; aside: Account }[KindOf<O>]
  : Sandbox;

/** The handlers of a group: an operation of an existing account receives its world, any other one the Sandbox. */
export type ControlHandlers<G extends keyof Control> = {
  [K in keyof Control[G] & string]: Control[G][K] extends Endpoint
    ? Handler<Control[G][K], ContextOf<`${G}.${K}`, Control[G][K]>>
    : never;
};

type AnyHandler = (request: unknown, context: unknown) => Promise<unknown>;

/** Gives each handler its context; one that writes inside a world returns when its change is durable. */
export function withContexts(
  contract: Control,
  groups: { [G in keyof Control]: ControlHandlers<G> },
): HandlersOf<Control, Sandbox> {
  const bound = Object.entries(groups).map(([tag, handlers]) => {
    const endpoints: Record<string, Endpoint> = contract[tag as keyof Control];
    const operations = Object.entries(handlers as Record<string, AnyHandler>).map(([name, handler]) => {
      const reads = endpoints[name]?.method === "get";
      return [name, inContext(`${tag}.${name}`, reads, handler)];
    });
    return [tag, Object.fromEntries(operations)];
  });
  return Object.fromEntries(bound);
}

function inContext(operationId: string, reads: boolean, handler: AnyHandler) {
  const kind = (kinds as Record<string, string>)[operationId];
  return async (request: { params: { accountId?: string } }, sandbox: Sandbox): Promise<unknown> => {
    const { accountId } = request.params;
    if (accountId === undefined || kind === "making") return handler(request, sandbox);
    const use = kind === "aside" ? sandbox.worlds.aside : sandbox.worlds.using;
    const answered = await use.call(sandbox.worlds, accountId, async (world) => {
      if (kind === "whole" || kind === "aside") return handler(request, { sandbox, world });
      const work = () => handler(request, world);
      if (!reads) sandbox.worlds.checkSize(world);
      return reads && kind !== "exclusive" ? work() : world.write(work);
    });
    return answered ?? noAccount(accountId);
  };
}

export function noAccount(accountId: string) {
  const missing = `There is no account ${accountId} yet: PUT /_sandbox/accounts/${accountId} makes it`;
  const detail = `${missing}, and so does the first request with a token that names it.`;
  return notFound("ACCOUNT_NOT_FOUND", detail).refused;
}
