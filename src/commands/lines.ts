import type { control, JournalEvent, Seen } from "../../contract/control.ts";
import type { Result } from "../client/control.ts";

export const eventLine = ({ eventId, eventName, resourceType, resourceId, occurredAt }: JournalEvent): string =>
  `${eventId}  ${occurredAt}  ${resourceType} ${resourceId}  ${eventName}`;

export const worldLine = (world: Result<typeof control.accounts.put>): string =>
  `${world.accountId}, from ${world.seed}: ${world.thirdparties} third parties, ${world.dossiers} dossiers, ` +
  `${world.documents} documents, ${world.events} events; ` +
  `its clock ${world.frozen ? "stands" : "runs"} at ${world.now}.`;

/** A request, and why it was refused. */
export const requestLines = ({ at, method, status, path, durationMs, operation, violations }: Seen): string[] => {
  const took = `${Math.round(durationMs * 10) / 10} ms`;
  const line = `${at}  ${method.padEnd(6)} ${status || "cut"} ${path}  ${took}  ${operation ?? ""}`.trimEnd();
  return [line, ...violations.map((violation) => `    ${violation}`)];
};
