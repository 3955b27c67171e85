import { beforeAll, describe, expect, it } from "vitest";
import { operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/service.ts";
import type { Report } from "../../src/verify/ledger.ts";
import { judgeRecording } from "../../src/verify/recording.ts";
import { type HarEntry, harOf } from "../support/recorder.ts";
import {
  answer,
  answered,
  bodyOf,
  edit,
  empty,
  header,
  type Json,
  of,
  type Plant,
  rowsOf,
  set,
  status,
} from "./planting.ts";
import { recorded, replaying, verifying } from "./recorded.ts";

let { options, entries: all } = {} as Awaited<ReturnType<typeof recorded>>;
beforeAll(async () => {
  ({ options, entries: all } = await recorded());
});

const claims = "sub, account_ids, iat, exp, iss";
const moment = "must be a moment as yyyy-MM-ddTHH:mm:ss.SSS, without a zone";
/** What is reported where a problem document has none of its fields. */
const allOther = Object.entries({
  ...{ type: "string", title: "string", status: "number", code: "one of …", detail: "string", instance: "string" },
  requestId: "string",
}).map(([name, type]) => `documents.list 404 /${name} [errors]: ${type} ≠ nothing; there is message`);

/**
 * A difference, the findings of `verify --har` in a recording with it, and those of `verify` at a service with it where
 * they are others; null is for what changes every entry. A finding is shown as its place, its assumption, what is
 * expected and what is received.
 */
const planted: [name: string, plant: Plant, inRecording: string[], atService?: string[] | null][] = [
  [
    "a renamed field",
    edit("thirdparties.get", (body) => {
      body.sirenNumber = body.siren;
      delete body.siren;
    }),
    ["thirdparties.get 200 /siren [thirdparty-fields]: string ≠ nothing; there is sirenNumber"],
  ],
  [
    "a date of another form",
    edit("documents.get", (body) => void (body.requestDate = `${body.requestDate}Z`)),
    [`documents.get 200 /requestDate: ${moment} ≠ the form "9999-99-99A99:99:99.999A"`],
    [`documents.get 200 /requestDate: ${moment} ≠ "2025-12-05T22:00:00.007Z"`],
  ],
  [
    "a document status that the contract does not have",
    edit("documents.get", (body) => void (body.statusCode = "EXPIRED"), { most: 1 }),
    ['documents.get 200 /statusCode [document-statuses]: one of … ≠ "EXPIRED"'],
  ],
  [
    "another envelope",
    answered("attributes.available", 200, 200, { items: [] }),
    ["attributes.available 200 /content [response-shapes]: array ≠ nothing; there is items"],
  ],
  [
    "another status for a creation",
    status("dossiers.create", 201, 200),
    ["dossiers.create status [success-statuses]: 201 ≠ 200"],
  ],
  [
    "a missing operation",
    answered("indicators.list", 200, 501, { detail: "Not here." }),
    ["indicators.list status [errors]: one of 200, 400, 401, 403, 404, 406 ≠ 501"],
    ["indicators.list status: 200 ≠ 501 (Not here.)"],
  ],
  [
    "a rate limit",
    answered("indicators.list", 200, 429, { message: "slow down" }),
    ["indicators.list status [limits]: no rate limit ≠ 429"],
    ["indicators.list status: 200 ≠ 429"],
  ],
  [
    "another default for the size of a page",
    (entries) => {
      for (const entry of of(entries, "dossiers.list", 200, (_, query) => query.size === 0))
        answer(entry, 200, { ...bodyOf(entry), size: 50 });
    },
    ["dossiers.list 200 /size [pagination]: 20 when none is asked for ≠ 50"],
  ],
  [
    "a list in another order",
    edit("thirdparties.list", (body) => void rowsOf(body).reverse(), { most: 2 }),
    ["thirdparties.list 200 order [pagination]: by thirdpartyId ≠ another order"],
  ],
  [
    "a filter that is overlooked",
    answered("thirdparties.list", 200, 200, 200, (_, query) => query.has("siret")),
    ["thirdparties.list 200 filtered by siret [list-filters]: rows with that siret alone ≠ others too"],
  ],
  [
    "a property of a request body that the service took",
    (entries) => {
      const { postData } = of(entries, "thirdparties.create", 201)[0].request;
      if (postData) postData.text = JSON.stringify({ ...JSON.parse(postData.text), category: "x" });
    },
    ["thirdparties.create request body /category [unknown-input]: no such property ≠ it, taken"],
    null,
  ],
  [
    "a bound with a zone that the service took",
    answered("documents.search", 400, 200, empty, (_, query) => !!query.get("eventOccurrenceEndDate")?.endsWith("Z")),
    [
      "documents.search request query /eventOccurrenceEndDate [event-bounds]: must not carry a zone: " +
        'moments are UTC; leave out the Z or the offset ≠ the form "9999-99-99A99:99:99A", taken',
    ],
    ["documents.search 400 for event-bounds [event-bounds]: 400 ≠ 200"],
  ],
  [
    "a page of more rows than the contract allows, which the service took",
    answered("thirdparties.list", 400, 200, { ...empty, size: 101 }, (_, query) => query.get("size") === "101"),
    ['thirdparties.list request query /size [limits]: must be a whole number from 1 to 100 ≠ the form "999", taken'],
    ["thirdparties.list 400 for limits [limits]: 400 ≠ 200"],
  ],
  [
    "a number with a wrong check digit that the service took",
    answered("thirdparties.find", 400, 200, empty, ({ request }) => !!request.postData?.text.includes('"SIRET"')),
    [
      "thirdparties.find request body /value [identifier-checks]: has a wrong check digit, " +
        'in its first 9 digits (SIREN) or in all 14 ≠ the form "99999999999999", taken',
    ],
    ["thirdparties.find 400 for identifier-checks [identifier-checks]: 400 ≠ 200"],
  ],
  [
    "a dossier by type and by documents at once, which the service took",
    (entries) => {
      const opened = bodyOf(of(entries, "dossiers.create", 201)[0]);
      answer(of(entries, "dossiers.create", 400)[0], 201, { ...opened, dossierId: Number(opened.dossierId) + 1 });
    },
    [
      "dossiers.create request body /requiredDocuments [dossier-creation]: " +
        "no such property beside the others ≠ it, taken",
      "dossiers.create leaves DOSSIER_ADDED [event-causes]: 1324009 among those that dossiers.search finds ≠ none",
    ],
    ["dossiers.create 400 for dossier-creation [dossier-creation]: 400 ≠ 201"],
  ],
  [
    "a document code that only the service has",
    answered("dossiers.require", 400, 200, { content: [] }),
    ['dossiers.require status [document-codes]: 400 for "NO_SUCH_CODE", which the sandbox does not have ≠ 200'],
    ["dossiers.require 400 for document-codes [document-codes]: 400 ≠ 200"],
  ],
  [
    "a company that is added twice",
    answered("thirdparties.create", 409, 201, 201),
    ["thirdparties.create status [thirdparty-creation]: 409: the company is in the portfolio already ≠ 201"],
    ["thirdparties.create 409 for thirdparty-creation [thirdparty-creation]: 409 ≠ 201"],
  ],
  [
    "a decision that is taken twice",
    answered("responses.approve", 409, 200, 200),
    ["responses.approve status [decision-bodies]: 409: the response is decided already ≠ 200"],
    ["responses.approve 409 for decision-bodies [decision-bodies]: 409 ≠ 200"],
  ],
  [
    "another status of the document after a decision",
    set("responses.reject", { statusCode: "INVALID" }),
    [
      "responses.reject 200 /statusCode [document-transitions]: BELOW_EXPECTATION ≠ INVALID",
      'documents.get 200 /statusCode after a decision [document-transitions]: INVALID ≠ "BELOW_EXPECTATION"',
    ],
    ["responses.reject 200 /statusCode [document-transitions]: BELOW_EXPECTATION ≠ INVALID"],
  ],
  [
    "a decision that leaves the document as it was",
    edit("documents.get", (body) => void (body.statusCode === "BELOW_EXPECTATION" && (body.statusCode = "ONGOING"))),
    ['documents.get 200 /statusCode after a decision [document-transitions]: BELOW_EXPECTATION ≠ "ONGOING"'],
    ["responses.reject the document afterwards [document-transitions]: BELOW_EXPECTATION ≠ ONGOING"],
  ],
  [
    "an operation that leaves no event",
    (entries) => {
      const { thirdpartyId } = bodyOf(of(entries, "thirdparties.create", 201)[0]);
      edit("thirdparties.search", (body) => {
        const rows = rowsOf(body).filter((row) => row.thirdpartyId !== thirdpartyId);
        Object.assign(body, { content: rows, totalElements: rows.length, totalPages: 1 });
      })(entries);
    },
    [
      "thirdparties.create leaves THIRD_PARTY_ADDED [event-causes]: " +
        "924003 among those that thirdparties.search finds ≠ none",
    ],
  ],
  [
    "an attribute that takes any value",
    answered("attributes.set", 400, 200, 200),
    ["attributes.set status [attribute-checks]: 400 or 409: the attribute does not take these values ≠ 200"],
    ["attributes.set 400 for attribute-checks [attribute-checks]: 400 ≠ 200"],
  ],
  [
    "another status for a request without a token",
    status("thirdparties.list", 401, 403),
    [],
    ["thirdparties.list 401 for errors [errors]: 401 ≠ 403"],
  ],
  [
    "refusals with another status",
    (entries) => {
      const [entry] = of(entries, "thirdparties.list", 400, (_, query) => query.has("page"));
      answer(entry, 422, { ...bodyOf(entry), status: 422 });
    },
    ["thirdparties.list 400 for errors [errors]: 400 ≠ 422"],
    ["thirdparties.list 400 for pagination [pagination]: 400 ≠ 422"],
  ],
  ["refusals of another form", answered("documents.list", 404, 404, { message: "no" }), allOther],
  [
    "a request that fits the contract and is refused",
    answered("thirdparties.list", 200, 400, 400, (_, query) => query.has("siren")),
    ["thirdparties.list status [list-filters]: a success: the request fits the contract ≠ 400"],
    ["thirdparties.list status: 200 ≠ 400 (page must be a whole number from 0 to 1000000.)"],
  ],
  [
    "a company search without a hit that is a 404",
    answered("thirdparties.find", 200, 404, {}, (entry) => rowsOf(bodyOf(entry)).length === 0),
    ["thirdparties.find status [company-search]: 200 with an empty page ≠ 404"],
    ["thirdparties.find status: 200 ≠ 404"],
  ],
  [
    "a token that names the account and may not do everything",
    (entries) => {
      const [refused] = of(entries, "thirdparties.list", 403);
      answer(of(entries, "attributes.list", 200)[0], 403, bodyOf(refused));
    },
    ["attributes.list status [roles]: no 403: the token names the account ≠ 403"],
    ["attributes.list status [roles]: 200 ≠ 403 (The token does not name the account recorded-no; it names recorded.)"],
  ],
  [
    "a token of another algorithm",
    (entries) => {
      const head = Buffer.from('{"alg":"RS256"}').toString("base64url");
      for (const each of entries.flatMap(({ request }) => request.headers))
        if (each.name === "authorization") each.value = each.value.replace(/ [^.]+/, ` ${head}`);
    },
    [`thirdparties.list the token [tokens]: HS256 with ${claims} ≠ "RS256" with ${claims}`],
    null,
  ],
  [
    "a download that is shown in the page",
    header("documents.file", "content-disposition", "inline; filename=a"),
    ["documents.file header Content-Disposition [file-disposition]: attachment ≠ inline"],
  ],
  [
    "another content type",
    header("documents.link", "content-type", "text/json+json"),
    ["documents.link header Content-Type: application/json ≠ text/json+json"],
  ],
  [
    "a file that is shorter than it says",
    (entries) => {
      for (const { response } of of(entries, "documents.file", 200)) {
        const bytes = Buffer.from(response.content.text ?? "", "base64").subarray(0, 100);
        Object.assign(response.content, { text: bytes.toString("base64"), size: 100 });
      }
    },
    [
      "documents.file header Content-Length: 100 ≠ 139937",
      "documents.file 200 body: 139937 bytes, as fileSize says ≠ 100 bytes",
      "documents.link 200 /url [signed-link]: the file, without an Authorization header ≠ other bytes",
      "documents.file 200 body: 625207 bytes, as fileSize says ≠ 100 bytes",
    ],
  ],
  [
    "a signed link that needs a token",
    (entries) => {
      for (const { request, response } of entries) if (request.url.includes("signature=")) response.status = 401;
    },
    ["documents.link 200 /url [signed-link]: the file, without an Authorization header ≠ 401"],
  ],
  [
    "another version of the interface that answers",
    (entries) => {
      for (const entry of entries) if (entry.request.url.includes("/api/v2/")) answer(entry, 200, empty);
    },
    ["thirdparties.list another version [versions]: 404 ≠ 200"],
    ["thirdparties.list /api/v2 [versions]: 404 ≠ 200"],
  ],
  [
    "one number for ids of two kinds",
    (entries) => {
      const { thirdpartyId } = bodyOf(of(entries, "thirdparties.get", 200)[0]);
      const change = (body: Json) => void Object.assign(rowsOf(body)[0] as Json, { documentId: thirdpartyId });
      edit("documents.search", change, { most: 1 })(entries);
    },
    ["documents.search ids [id-ranges]: each kind in a range of its own ≠ one number for thirdpartyId and documentId"],
    [],
  ],
  [
    "fields and headers that the contract does not name",
    (entries) => {
      const content = (body: Json) => rowsOf(body).map((row) => ({ ...row, extra: 1 }));
      edit("thirdparties.list", (body) => void Object.assign(body, { more: true, content: content(body) }))(entries);
      for (const { response } of of(entries, "thirdparties.list", 200))
        response.headers.push({ name: "x-other", value: "1" });
    },
    [],
  ],
];

const shortly = {
  ...{ "a text of the form": "the form", ", which the contract does not name": "", "it is not there": "none" },
  "and the service took it": "taken",
};
const findingsOf = ({ findings }: Report) =>
  findings.map(({ operationId, where, assumption, deviation: { expected, received } }) => {
    const wanted = expected.replace(/^Invalid option: expected one of (?:"\w+"\|)+"\w+"$/, "one of …");
    const got = Object.entries(shortly).reduce((text, [long, short]) => text.replace(long, short), received);
    return `${operationId} ${where}${assumption === null ? "" : ` [${assumption}]`}: ${wanted} ≠ ${got}`;
  });
/** The findings of a report, once it has blamed the operations and the assumptions that they name, and no other. */
function judged(report: Report): string[] {
  const [failed, contradicted] = [
    report.operations.filter(({ outcome }) => outcome === "failed").map(({ operationId }) => operationId),
    report.assumptions.filter(({ outcome }) => outcome === "contradicted").map(({ key }) => key),
  ];
  const named = { operations: new Set<string>(), assumptions: new Set<string>() };
  for (const { operationId, assumption } of report.findings) {
    named.operations.add(operationId);
    if (assumption !== null) named.assumptions.add(assumption);
  }
  expect({ operations: new Set(failed), assumptions: new Set(contradicted) }).toEqual(named);
  return findingsOf(report);
}

/** Differences that are planted together, because no operation is in two of them. */
interface Batch {
  cases: typeof planted;
  operations: Set<string>;
  isAsked: boolean;
  /** What only reading shows is not asked for with --write, which takes longer. */
  write: boolean;
}
const operationIds = operationsOf(service).map(({ operationId }) => operationId);
function batches(): [names: string, batch: Batch][] {
  const all: Batch[] = [];
  for (const one of planted) {
    const [, plant, found, atService = found] = one;
    const text = String(plant) + plant.operationId + found + atService;
    const named = operationIds.filter((operationId) => text.includes(operationId));
    const isAsked = Boolean(atService);
    const write = isAsked && /create|require|approve|reject|attributes\.set/.test(text);
    let batch = all.find(
      (other) =>
        atService !== null &&
        other.isAsked === isAsked &&
        other.write === write &&
        named.every((name) => !other.operations.has(name)),
    );
    if (!batch) all.push((batch = { cases: [], operations: new Set(), isAsked, write }));
    batch.cases.push(one);
    for (const name of atService === null ? operationIds : named) batch.operations.add(name);
  }
  return all.map((batch) => [batch.cases.map(([name]) => name).join(", or "), batch]);
}

describe("a difference from the contract", () => {
  it.each(batches())("is found and named where it is %s, and no other", async (_names, { cases, isAsked, write }) => {
    const entries = structuredClone(all) as HarEntry[];
    for (const [, plant] of cases) plant(entries);
    const found = cases.flatMap(([, , inRecording]) => inRecording);
    expect(judged(judgeRecording(harOf(entries))).sort()).toEqual(found.sort());
    if (!isAsked) return;
    const atService = cases.flatMap(([, , inRecording, asked = inRecording]) => asked ?? []);
    const { fetch } = replaying(entries);
    expect(judged(await verifying(fetch, { ...options, write })).sort()).toEqual(atService.sort());
  });
});
