import type { control } from "../../contract/control.ts";
import type { Result } from "../client/control.ts";

type Events = Result<typeof control.accounts.events>["content"];

export const eventLines = (events: Events): string[] =>
  events.map(
    ({ eventId, eventName, resourceType, resourceId, occurredAt }) =>
      `${eventId}  ${occurredAt}  ${resourceType} ${resourceId}  ${eventName}`,
  );

export const worldLine = (world: Result<typeof control.accounts.put>): string =>
  `${world.accountId}, from ${world.seed}: ${world.thirdparties} third parties, ${world.dossiers} dossiers, ` +
  `${world.documents} documents, ${world.events} events; ` +
  `its clock ${world.frozen ? "stands" : "runs"} at ${world.now}.`;
