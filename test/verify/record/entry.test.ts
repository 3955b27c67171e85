import { expect, it } from "vitest";
import { type Example, operationsOf } from "../../../contract/endpoint.ts";
import { service } from "../../../contract/service.ts";
import { Disguise } from "../../../src/verify/record/disguise.ts";
import { EntryWriter, type Passed } from "../../../src/verify/record/entry.ts";

/** Names of a configuration and of public lists, and days: they stay. */
const staying = new Set([
  ...["accountId", "label", "options", "key", "title", "documentName", "dossierTypeLabel", "statusLabel", "ruleId"],
  ...["legalCategoryLabel", "activityLabel", "workforceRangeLabel", "resultValue", "resultColorCode"],
]);

/** The same with a text at every place that does not stay, and with a property that the contract lacks. */
function planted(value: unknown, name = "", isNamed = false): unknown {
  if (Array.isArray(value)) return [...value, value[0]].map((one) => planted(one, name, isNamed));
  if (typeof value !== "object" || value === null)
    return staying.has(name) || (isNamed && ["name", "theme"].includes(name)) ? value : `Zorblax45 ${name}`.trim();
  const entries = Object.entries(value).map(([key, one]) => [key, planted(one, key, isNamed)]);
  return { ...Object.fromEntries(entries), Zorblax45name: { Zorblax45inner: "Zorblax45" }, zorblax: ["Zorblax45"] };
}

const names = [
  ...["accept", "content-type", "prefer", "if-none-match", "range", "etag", "retry-after", "www-authenticate", "date"],
  ...["allow", "accept-ranges", "content-range", "cache-control", "content-disposition", "x-tiers-sandbox", "cookie"],
  ...["location", "x-request-id", "authorization", "server"],
];
const usual = { "content-type": "application/json; ", "content-disposition": "attachment; ", allow: "GET, " };
const headers = () =>
  new Headers(names.map((name): [string, string] => [name, `${usual[name as "allow"] ?? ""}Zorblax45=zorblax`]));
const bytes = (body: unknown) => Buffer.from(body === undefined ? "" : JSON.stringify(body));

it.each(operationsOf(service).map(({ operationId, endpoint }) => ({ operationId, endpoint })))(
  "record writes nothing of what stands in any place of $operationId",
  ({ operationId, endpoint }) => {
    const writer = new EntryWriter("https://service.example", new Disguise("key"), false);
    const success = (endpoint.examples?.success ?? {}) as Example;
    const path = endpoint.path.replace(":accountId", "17").replace(/:\w+/g, "Zorblax45path");
    const query = Object.keys({ ...endpoint.query?.shape, page: 1, eventNames: 1, event_x: 1, size: 1, Zorblax45q: 1 });
    const url = new URL(`https://service.example${path}`);
    for (const name of query) url.searchParams.append(name, `Zorblax45 ${name}`);
    const isNamed = operationId === "indicators.list";
    const passed: Passed = {
      ...{ method: endpoint.method.toUpperCase(), url, requestHeaders: headers(), headers: headers() },
      ...{ sent: bytes(planted(success.body)), received: bytes(planted(success.response ?? {}, "", isNamed)) },
      ...{ status: 200, at: 0, took: 1 },
    };
    const text = JSON.stringify(writer.entry(passed));
    expect([text.length > 500, text.match(/.{0,60}zorblax.{0,20}/gi) ?? []]).toEqual([true, []]);
    const file = writer.entry({ ...passed, received: Buffer.from("PK Zorblax45") });
    expect(JSON.stringify(file)).not.toMatch(/zorblax|Wm9yYmxheDQ1/i);
  },
);
