import { type AssumptionKey, overTime } from "../../../contract/assumptions.ts";
import { operationsOf } from "../../../contract/endpoint.ts";
import { EventName } from "../../../contract/events.ts";
import { assumptionPlaces, openapiDocument, pathOf } from "../../../contract/openapi.ts";
import type { Json } from "../../../contract/publish.ts";
import { service } from "../../../contract/service.ts";
import { breakable, type Group, line, link, listing, operationLink, type Row } from "./listing.ts";

/** Each group with the keys that stand in it; a key that no group names tells of what happens over time. */
const groups: Record<string, readonly AssumptionKey[]> = {
  "Records and fields": [
    ...(["thirdparty-fields", "dossier-fields", "indicator-fields", "attribute-definitions"] as const),
    ...(["evidence-values", "document-codes", "stopped-documents", "id-ranges"] as const),
  ],
  "Statuses and transitions": [
    ...(["thirdparty-transitions", "dossier-transitions", "document-statuses", "document-transitions"] as const),
  ],
  "Requests and searches": [
    ...(["pagination", "list-filters", "company-search", "thirdparty-creation", "dossier-creation"] as const),
    ...(["attribute-checks", "identifier-checks", "vat-scope", "reference-providers", "unknown-input"] as const),
  ],
  "Answers and files": [
    ...(["response-shapes", "success-statuses", "decision-bodies", "errors", "signed-link"] as const),
    ...(["download-types", "file-disposition", "archive-layout"] as const),
  ],
  "Access, limits and versions": ["tokens", "roles", "account-ids", "shorthand-paths", "limits", "versions"],
  Events: ["event-causes", "event-record", "event-delivery", "event-bounds"],
  "Over time": overTime,
};

/** The events by which a behaviour shows. */
const shownBy: Partial<Record<AssumptionKey, RegExp>> = {
  "document-validity": /^DOCUMENT_ANSWER_EXPIRED$/,
  "dossier-terms": /^DOSSIER_(?:UPDATED|ARCHIVED|ADDED)$/,
  "collected-documents": /^DOCUMENT_(?:ANSWER_ADDED|DOCCHECK_REPORT_RECEIVED)$/,
  reminders: /^THIRD_PARTY_(?:CONTACT_|COMMENT_MENTION_ADDED)/,
  "automatic-checks": /^DOCUMENT_ANSWER_STATUS_UPDATE_(?:VALID|ACTION_REQUIRED|INVALID)$/,
  "bank-recheck": /^DOCUMENT_ANSWER_STATUS_UPDATE_INVALID$/,
  "screening-hits": /^DOCUMENT_DOCCHECK_|^DOCUMENT_ANSWER_STATUS_UPDATE_ACTION_REQUIRED$/,
  insolvency: /^THIRD_PARTY_(?:PROCEDURE_COLLECTIVE_UPDATED|LEGAL_ANNOUNCEMENT_CESSATION)$/,
  "register-changes": /^THIRD_PARTY_(?:INFORMATION_UPDATED|LEGAL_ANNOUNCEMENT_|SOURCE_CHANGED_TO_UNMANAGED)/,
  "indicator-calculation": /_INDICATOR_UPDATED$/,
  "data-provider-scores":
    /^THIRD_PARTY_(?:DOCCHECK|ESG|SUSTAINSCORE|SECURITY_RATING|FINANCIAL_STRENGTH|CREDITDATA|NEWSFEED)_/,
  "account-rules": /^DOSSIER_ADDED$/,
  "document-transitions": /^DOCUMENT_ANSWER_STATUS_UPDATE/,
  "dossier-transitions": /^DOSSIER_STATUS_UPDATED/,
  "stopped-documents": /^DOCUMENT_(?:STOPPED|DELETION)/,
};

/** The assumptions that an event rests on, beside `event-causes`. */
export const assumptionsOfEvent = (name: EventName): AssumptionKey[] =>
  (Object.keys(shownBy) as AssumptionKey[]).filter((key) => shownBy[key]?.test(name));

/** The operations whose requests or answers have a component, by the component's name. */
function usesOf(document: Json): Map<string, Set<string>> {
  const components = document.components as Record<string, Record<string, Json>>;
  const uses = new Map<string, Set<string>>();
  const visit = (node: unknown, operationId: string): void => {
    for (const [, kind = "", name = ""] of JSON.stringify(node).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      const users = uses.get(name) ?? new Set();
      if (users.has(operationId)) continue;
      uses.set(name, users.add(operationId));
      visit(components[kind]?.[name], operationId);
    }
  };
  const paths = document.paths as Record<string, Record<string, Json>>;
  for (const { operationId, endpoint } of operationsOf(service))
    visit(paths[pathOf(endpoint)]?.[endpoint.method], operationId);
  return uses;
}

/** Where each assumption shows: components by name, and operations, those that use the components too. */
function placeFinder() {
  const operations = new Map(operationsOf(service).map((operation) => [operation.operationId, operation.endpoint]));
  const byPath = new Map([...operations].map(([id, endpoint]) => [`${pathOf(endpoint)} ${endpoint.method}`, id]));
  const uses = usesOf(openapiDocument("service"));
  return (places: readonly string[]) => {
    const components = new Set<string>();
    const found = new Set<string>();
    for (const place of places) {
      const [, root, name = "", inner = ""] = place.split("/");
      const operation = byPath.get(`${name.replaceAll("~1", "/").replaceAll("~0", "~")} ${inner}`);
      if (operation) found.add(operation);
      else if (root === "components") components.add(inner);
    }
    for (const component of components) for (const operation of uses.get(component) ?? []) found.add(operation);
    // In the order of the contract.
    const listed = [...operations].filter(([id]) => found.has(id));
    return { components: [...components], operations: listed.length === operations.size ? "all" : listed } as const;
  };
}

function row(
  { key, gap, chosen, confirmed, places }: ReturnType<typeof assumptionPlaces>[number],
  find: ReturnType<typeof placeFinder>,
): Row {
  const { components, operations } = find(places);
  const events = EventName.options.filter((name) => shownBy[key as AssumptionKey]?.test(name));
  const isOfEvents = key.startsWith("event-") && events.length === 0;
  const everywhere = operations === "all" || (operations.length === 0 && events.length === 0);
  return {
    id: key,
    name: breakable(gap),
    aside: `<p class="key"><code>${key}</code>${confirmed ? ` · confirmed on ${confirmed}` : ""}</p>`,
    text: [
      `<p>${breakable(chosen)}</p>`,
      line(
        "In",
        components.map((name) => `<code>${breakable(name)}</code>`),
      ),
      line(
        "Applies to",
        everywhere
          ? [link("/docs/", "every operation")]
          : [...operations].map(([id, { summary }]) => operationLink(id, summary)),
      ),
      line(
        "Shows as",
        isOfEvents ? [link("/events", "every event")] : events.map((name) => link(`/events#${name}`, name)),
      ),
    ].join(""),
  };
}

export function assumptionsPage(): string {
  const find = placeFinder();
  const rows = new Map(assumptionPlaces().map((place) => [place.key as AssumptionKey, row(place, find)]));
  const listed: Group[] = Object.entries(groups).map(([title, keys]) => ({
    title,
    rows: keys.map((key) => rows.get(key) as Row),
  }));
  return listing(
    "Assumptions",
    "What the specification leaves open, and what was chosen here. The real service may do otherwise: " +
      "<code>tiers-sandbox verify</code> holds it against these choices, and says which hold.",
    listed,
  );
}
