import { readFileSync } from "node:fs";
import { assumptions } from "../contract/assumptions.ts";
import { operationsOf } from "../contract/endpoint.ts";
import { EventName } from "../contract/events.ts";
import { service } from "../contract/service.ts";

const place = /(<!-- standing -->\n)[\s\S]*?(<!-- \/standing -->)/;

/** The README with the line that says how much of the sandbox is known to be like the service. */
export function readmeWithStanding(readme = readFileSync("README.md", "utf8")): string {
  const made = Object.values(assumptions);
  const confirmed = made.filter((assumption) => "confirmed" in assumption).length;
  const line =
    `Standing: ${operationsOf(service).length} operations and ${EventName.options.length} event types as specified; ` +
    `${made.length} assumptions where the specification is silent, ` +
    `${confirmed || "none"} of them confirmed against the real service so far.`;
  return readme.replace(place, (_, start: string, end: string) => `${start}${line}\n${end}`);
}
