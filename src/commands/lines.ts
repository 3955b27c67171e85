import type { Body, control, Header, JournalEvent, Seen, WholeRequest } from "../../contract/control.ts";
import type { Result } from "../client/control.ts";

export const eventLine = ({ eventId, eventName, resourceType, resourceId, occurredAt }: JournalEvent): string =>
  `${eventId}  ${occurredAt}  ${resourceType} ${resourceId}  ${eventName}`;

export const worldLine = (world: Result<typeof control.accounts.put>): string =>
  `${world.accountId}, from ${world.seed}: ${world.thirdparties} third parties, ${world.dossiers} dossiers, ` +
  `${world.documents} documents, ${world.events} events; ` +
  `its clock ${world.frozen ? "stands" : "runs"} at ${world.now}.`;

export const listedLine = (world: Result<typeof control.accounts.list>["content"][number]): string =>
  `${worldLine(world)} Last used at ${world.usedAt} by the wall clock.`;

/** A request, and why it was refused. */
export const requestLines = (seen: Seen): string[] => {
  const { at, method, status, path, durationMs, operation, fault, violations, remarks, requestId } = seen;
  const took = `${Math.round(durationMs * 10) / 10} ms`;
  const outcome = `${operation ?? "-"}${fault === null ? "" : `  hit by ${fault}`}`;
  const line = `${at}  ${method.padEnd(6)} ${status || "cut"} ${path}  ${took}  ${outcome}  ${requestId}`;
  return [line, ...[...violations, ...remarks].map((reason) => `    ${reason}`)];
};

/** A request with its headers and bodies, and those of its response. */
export function wholeLines(whole: WholeRequest): string[] {
  const { accountId, caller, clock, lastEventId, fault, forced, code, events } = whole;
  const about = { account: accountId, caller, clock, "last event": lastEventId, fault, code };
  const facts = Object.entries({ ...about, forced: forced || null, events: events.join(", ") || null });
  const indented = facts.filter(([, value]) => value !== null).map(([name, value]) => `    ${name}: ${value}`);
  const request = [...headerLines(whole.requestHeaders), ...bodyLines(whole.requestBody)];
  const response = [...headerLines(whole.responseHeaders), ...bodyLines(whole.responseBody)];
  return [
    ...requestLines(whole),
    ...indented,
    ...request.map((line) => `> ${line}`.trimEnd()),
    ...response.map((line) => `< ${line}`.trimEnd()),
  ];
}
const headerLines = (headers: readonly Header[]) => headers.map(({ name, value }) => `${name}: ${value}`);
function bodyLines(body: Body | null): string[] {
  if (!body) return [];
  const { size, kept, text, encoding } = body;
  const bytes = size === null ? "an unknown number of bytes" : `${size} bytes`;
  if (text === null) return ["", `(${bytes}, left out)`];
  const lines = encoding === null ? shortened(readable(text).split("\n")) : [short(`(base64) ${text}`)];
  return ["", ...lines, ...(kept === "cut" ? [`(cut; ${bytes} in all)`] : [])];
}

/** JSON a field a line, as the console shows it. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
const [mostLines, mostLetters] = [40, 2000];
const whole = "--json prints all";
const short = (line: string) =>
  line.length > mostLetters ? `${line.slice(0, mostLetters)}… (${line.length} letters; ${whole})` : line;
const shortened = (lines: readonly string[]) =>
  lines.length > mostLines
    ? [...lines.slice(0, mostLines).map(short), `(… ${lines.length - mostLines} lines more; ${whole})`]
    : lines.map(short);
