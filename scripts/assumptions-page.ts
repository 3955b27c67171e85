import { operationsOf } from "../contract/endpoint.ts";
import { assumptionPlaces, pathOf } from "../contract/openapi.ts";
import { service } from "../contract/service.ts";

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** The component or the operation that a place of the service's document belongs to. */
function ownerOf(place: string): string {
  const [, root = "", name = "", inner = ""] = place.split("/");
  if (root === "components") return inner;
  const path = name.replaceAll("~1", "/").replaceAll("~0", "~");
  const operation = operationsOf(service).find(
    ({ endpoint }) => pathOf(endpoint) === path && endpoint.method === inner,
  );
  return operation?.operationId ?? place;
}

export function assumptionsPage(): string {
  const rows = assumptionPlaces().map(({ key, gap, chosen, places }) => {
    const owners = [...new Set(places.map(ownerOf))].map((owner) => `\`${owner}\``).join(", ");
    return `| \`${key}\` | ${cell(gap)} | ${cell(chosen)} | ${owners || "behaviour"} |`;
  });
  return [
    "# Assumptions",
    "",
    "What the specification leaves open and the sandbox had to settle: the real service may do otherwise.",
    "Where the OpenAPI document carries an assumption it is marked `x-assumed`, " +
      "and the last column names the component or operation;",
    "`behaviour` is what no place of a document can carry.",
    "",
    "| Key | Left open | Chosen here | Where |",
    "|---|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
