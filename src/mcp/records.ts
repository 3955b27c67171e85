import { z } from "zod";
import { control } from "../../contract/control.ts";
import { Fault, Moment } from "../../contract/control-shapes.ts";
import { syncQuery } from "../../contract/control-sync.ts";
import { Count, whole } from "../../contract/shared.ts";
import { contractUri } from "./resources.ts";
import { counted, targets } from "./states.ts";
import { tool } from "./tool-definition.ts";

const { accounts, coverage, requests: seen } = control;
const names = z.array(z.string()).optional().meta({ description: "Event names." });
const period = { from: Moment.optional(), to: Moment.optional() };
/** The most that the control plane gives at once. */
const mostCounted = 1000;

export const events = tool({
  name: "events",
  description: "Count the events of the audit journal by name, the last 1000 that pass; the last ones whole by rows.",
  reads: true,
  input: {
    names,
    ...targets,
    after: Count.optional().meta({ description: "An eventId." }),
    ...period,
    rows: whole(0, 100).optional(),
  },
  async run({ account, rows = 0, names: wanted, ...filter }, session) {
    const query = { ...filter, names: wanted?.join(","), latest: true, limit: mostCounted };
    const { content, after } = await session.ask(accounts.events, { query }, await session.reading(account));
    const last = rows === 0 ? [] : content.slice(-rows).map(({ accountId: _, ...event }) => event);
    return { total: content.length, isAll: content.length < mostCounted, counts: counted(content), after, rows: last };
  },
});

export const requests = tool({
  name: "requests",
  description:
    "The last requests to the service, newest last, with what was wrong with each; one whole, with its bodies, by " +
    "requestId.",
  reads: true,
  input: {
    requestId: z.string().optional(),
    operation: z.string().optional().meta({ description: "Such as dossiers.create." }),
    status: whole(0, 599).optional(),
    limit: whole(1, 100).optional().meta({ description: "10 when left out." }),
  },
  async run({ account, requestId, limit = 10, ...filter }, session) {
    const accountId = await session.reading(account);
    if (requestId !== undefined) return session.ask(seen.get, { params: { requestId } }, accountId);
    const { content } = await session.ask(seen.list, { query: { ...filter, accountId, limit } });
    return content.map(
      ({ requestId: id, method, path, operation, status, code, violations, fault, events: ids, at }) => ({
        ...{ requestId: id, at, method, path, operation, status, code, violations, fault, events: ids },
        ...(violations.length > 0 && operation !== null && { contract: contractUri(operation) }),
      }),
    );
  },
});

export const faults = tool({
  name: "faults",
  description: "What goes wrong on purpose in your world. faults replaces all of them, [] removes them.",
  input: { faults: z.array(Fault.omit({ accountId: true })).optional() },
  async run({ account, faults: wanted }, session) {
    if (wanted === undefined)
      return session.ask(control.faults.list, { query: { accountId: await session.reading(account) } });
    const accountId = await session.changing(account);
    return session.ask(control.faults.replace, { query: { accountId }, body: wanted });
  },
});

export const audit = tool({
  name: "audit",
  description:
    "Which events a client that polls was not shown, why, and how to mend it; and what the requests of all worlds " +
    "have used of the contract.",
  reads: true,
  input: { caller: syncQuery.shape.caller, from: period.from, names },
  async run({ account, names: wanted, ...query }, session) {
    const accountId = await session.reading(account);
    const synchronisation = await session.ask(
      accounts.sync,
      { query: { ...query, names: wanted?.join(",") } },
      accountId,
    );
    const { figures, missing } = await session.ask(coverage.read);
    return { synchronisation, coverage: { figures, missingOperations: missing.operations } };
  },
});
