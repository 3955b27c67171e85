import type { Response } from "express";
import { z } from "zod";
import type { Fault } from "../../contract/control.ts";
import { AccountId, accountIdPattern } from "../../contract/shared.ts";
import { check } from "../../contract/violations.ts";
import { format } from "../domain/time.ts";
import { type Identity, isKey, type Verdict } from "../sandbox/auth/authentication.ts";
import { consoleCaller } from "../sandbox/log.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { lastEventUntil } from "../world/find.ts";
import type { World } from "../world/world.ts";
import { type Exchange, exchangeOf } from "./exchange.ts";
import { strike } from "./fault.ts";
import type { Admission, Surface } from "./operation.ts";
import { refusal } from "./problems.ts";
import { invalidRequest } from "./request/parse.ts";
import { createCors } from "./server/cors.ts";
import { isExposed } from "./server/host.ts";

/** The service: a bearer token opens the accounts that it names, and faults may strike. */
export function serviceSurface(sandbox: Sandbox): Surface<World> {
  const { maxWorldSize, auth, cors } = sandbox.options;
  const hasLargest = maxWorldSize !== null;
  // Where tokens are asked for, they keep pages of other sites out.
  const crossSiteRefused = auth === "off" ? createCors(cors).crossSiteRefused : undefined;
  return {
    challenge: "Bearer",
    isStrict: sandbox.options.strict,
    // A known token and an open world need no promise.
    admit({ headers }, accountId = "") {
      const refused = crossSiteRefused?.(headers, "service");
      if (refused !== undefined) throw refusal(403, "FORBIDDEN", refused);
      const verdict = sandbox.authenticator.authenticate(headers.authorization);
      return verdict instanceof Promise
        ? verdict.then((verified) => toWorld(sandbox, verified, accountId))
        : toWorld(sandbox, verdict, accountId);
    },
    async accountOf({ headers }) {
      const { accountIds } = accepted(await sandbox.authenticator.authenticate(headers.authorization));
      return accountIds === "any" ? "demo" : (accountIds[0] ?? "");
    },
    disturb(operationId, accountId, response) {
      if (isOfConsole(exchangeOf(response))) return false;
      const next = sandbox.faults.next({ operationId, accountId, randomSeed: sandbox.randomSeedOf(accountId) });
      if (!next) return false;
      return next instanceof Promise ? next.then((fault) => struck(fault, response)) : struck(next, response);
    },
    look,
    leave: (world) => sandbox.worlds.leave(world),
    narrow(world, query, exchange) {
      const lag = isOfConsole(exchange) ? 0 : sandbox.faults.lag(exchange.operation, world.accountId);
      return lag > 0 && isSearch(query) ? withLag(world, query, exchange, lag) : undefined;
    },
    answered(exchange, query, reply) {
      if (!isOfConsole(exchange)) sandbox.coverage.answered(exchange, query, reply);
    },
    async writing(world, work, exchange) {
      let firstEvent = 0;
      let events = 0;
      if (hasLargest) sandbox.worlds.checkSize(world);
      const result = await world.write(async () => {
        firstEvent = world.nextEventId;
        const done = await work();
        events = world.nextEventId - firstEvent;
        look(world, exchange);
        return done;
      });
      exchange.firstEvent = firstEvent;
      exchange.events = events;
      return result;
    },
  };
}

const isOfConsole = ({ caller }: Exchange) => caller === consoleCaller;

function struck(fault: Fault | undefined, response: Response): boolean | Promise<boolean> {
  if (!fault) return false;
  exchangeOf(response).fault = fault.kind;
  return strike(fault, response);
}

function look(world: World, exchange: Exchange): void {
  exchange.worldId = world.store.worldId;
  exchange.clock = world.now;
  exchange.lastEventId = world.lastEventId;
}

interface SearchQuery {
  eventOccurrenceEndDate: string;
}
const isSearch = (query: unknown): query is SearchQuery =>
  (query as Partial<SearchQuery> | undefined)?.eventOccurrenceEndDate !== undefined;

/** Ends the search where the events are old enough: no later event can fall before that end. */
async function withLag(world: World, query: SearchQuery, exchange: Exchange, lag: number): Promise<SearchQuery> {
  const latest = world.now - lag;
  exchange.fault ??= "lag";
  exchange.lastEventId = await lastEventUntil(world, latest);
  const [asked, visible] = [query.eventOccurrenceEndDate, format(latest)];
  return { ...query, eventOccurrenceEndDate: asked < visible ? asked : visible };
}

/** Opens the world of an account that the token names, or makes it. */
function toWorld(sandbox: Sandbox, verdict: Verdict, accountId: string): Admission<World> | Promise<Admission<World>> {
  const identity = accepted(verdict);
  checkAccount(identity, accountId);
  const admission = (context: World, newAccount = false) => ({ caller: identity.subject, newAccount, context });
  // A page that shows a world which was deleted must not reach a new world under the same name.
  if (identity.subject === consoleCaller)
    return sandbox.worlds.open(accountId).then((world) => {
      if (world) return admission(world);
      throw refusal(403, "ACCOUNT_FORBIDDEN", `There is no account ${accountId}: the console makes none by itself.`);
    });
  // Whether the account is new takes a look at the disk, which only the log level debug needs.
  if (sandbox.options.log === "debug")
    return sandbox.worlds.accounts().then(async (known) => {
      const isNew = !known.has(accountId);
      return admission(await sandbox.worlds.openOrCreate(accountId), isNew);
    });
  const world = sandbox.worlds.openOrCreate(accountId);
  return world instanceof Promise ? world.then((opened) => admission(opened)) : admission(world);
}

function accepted(verdict: Verdict): Identity {
  if (!("refused" in verdict)) return verdict;
  const { code, detail, wwwAuthenticate } = verdict.refused;
  throw refusal(401, code, detail, { "WWW-Authenticate": wwwAuthenticate });
}

const ofAccount = z.object({ accountId: AccountId });

function checkAccount({ accountIds }: Identity, accountId: string): void {
  if (accountIds !== "any" && !accountIds.includes(accountId)) {
    const names = accountIds.join(", ") || "none";
    throw refusal(403, "ACCOUNT_FORBIDDEN", `The token does not name the account ${accountId}; it names ${names}.`);
  }
  if (!accountIdPattern.test(accountId)) throw invalidRequest(check("path", ofAccount, { accountId }));
}

/** The control plane: open on loopback, behind its key elsewhere. */
export function controlSurface(sandbox: Sandbox): Surface<Sandbox> {
  const exposed = isExposed(sandbox.options);
  return {
    challenge: "SandboxKey",
    mostOfWorld: sandbox.worlds.most.bytes,
    admit({ headers }) {
      const { sandboxKey } = sandbox.options;
      const [key] = [headers["x-sandbox-key"]].flat();
      // Only a page of this server has the same origin.
      const caller = headers["sec-fetch-site"] === "same-origin" ? consoleCaller : "control";
      if (!exposed || isKey(key, sandboxKey)) return { caller, context: sandbox };
      const detail = "Off loopback the control plane needs the header X-Sandbox-Key.";
      throw refusal(401, "UNAUTHENTICATED", detail, { "WWW-Authenticate": "SandboxKey" });
    },
  };
}
