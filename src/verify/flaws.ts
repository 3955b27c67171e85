import type { AssumptionKey } from "../../contract/assumptions.ts";
import { documentCodes } from "../../contract/document-codes.ts";
import { type Asked, endpointOf, type Row } from "./exchange.ts";
import { type Comparison, compare, type Shown } from "./shape.ts";

/** A part of a request that the contract would refuse. */
export interface Flaw {
  where: string;
  expected: string;
  received: string;
  assumption: AssumptionKey | null;
}
export interface Sent extends Asked {
  /** The media type of the body; undefined where no body is known. */
  type?: string | undefined;
  isMalformed: boolean;
  sentNoBody: boolean;
}
type Deviation = Comparison["deviations"][number];

/** The assumption about a request body, where its schema has none. */
const aboutBody: Record<string, AssumptionKey> = {
  "thirdparties.create": "thirdparty-creation",
  "thirdparties.find": "company-search",
  "dossiers.create": "dossier-creation",
  "attributes.set": "attribute-checks",
};

function assumptionOf(operationId: string, place: string, { pointer, assumption }: Deviation, asked: Asked) {
  if (place === "query" && pointer === "/size" && Number(asked.query.size) > 100) return "limits";
  if (assumption !== null || place !== "body") return assumption;
  const { searchBy, countryCode } = (asked.body ?? {}) as Row;
  if (pointer === "/value" && searchBy === "VAT" && countryCode !== "FR") return "vat-scope";
  if (pointer === "/value" && ["SIRET", "SIREN", "DUNS"].includes(String(searchBy))) return "identifier-checks";
  return aboutBody[operationId] ?? null;
}

/** Every part of a request that the contract would refuse. */
export function flawsOf(operationId: string, sent: Sent, shown: Shown): Flaw[] {
  const { params, query, body, type, isMalformed, sentNoBody } = sent;
  const endpoint = endpointOf(operationId);
  const ofPath = params.accountId === undefined ? endpoint.params.omit({ accountId: true }) : endpoint.params;
  const isKnown = (type !== undefined && !isMalformed) || (sentNoBody && !endpoint.bodyOptional);
  const parts = [
    ["path", ofPath, params],
    ["query", endpoint.query, query],
    ["body", isKnown ? endpoint.body : undefined, body],
  ] as const;
  const flaws = parts.flatMap(([place, schema, value]) =>
    (schema ? compare(schema, value, shown).deviations : []).map((deviation) => ({
      where: `request ${place} ${deviation.pointer || "/"}`,
      expected: deviation.expected,
      received: deviation.received,
      assumption: assumptionOf(operationId, place, deviation, sent),
    })),
  );
  const isOther = type !== undefined && type !== "application/json";
  const unreadable: Omit<Flaw, "assumption">[] = [
    ...(isOther
      ? [{ where: "request header Content-Type", expected: "application/json", received: type || "nothing" }]
      : []),
    ...(isMalformed ? [{ where: "request body", expected: "JSON", received: "something else" }] : []),
  ];
  return endpoint.body ? [...flaws, ...unreadable.map((flaw) => ({ ...flaw, assumption: "errors" as const }))] : flaws;
}

/** The document codes of a request that the sandbox does not have. */
export function unknownCodes({ body }: Asked): string[] {
  const { requiredDocuments, newRequiredDocuments } = (body ?? {}) as Row;
  return [requiredDocuments, newRequiredDocuments]
    .flat()
    .filter((code): code is string => typeof code === "string" && !Object.hasOwn(documentCodes, code));
}
