import { beforeAll, describe, expect, it, vi } from "vitest";
import { assumptions } from "../../contract/assumptions.ts";
import type { Finding } from "../../src/verify/ledger.ts";
import { verifyRecording } from "../../src/verify/recording.ts";
import { verify } from "../../src/verify/verify.ts";
import { running } from "../control/running.ts";
import { operationFor } from "../support/contract.ts";
import { type HarEntry, harOf, recorder } from "../support/recorder.ts";

const on = running({ seed: "portfolio" });
let recorded: readonly HarEntry[] = [];

beforeAll(async () => {
  const world = await on.sandbox.world("recorded");
  const { entries, fetch } = recorder();
  vi.stubGlobal("fetch", fetch);
  await verify({ url: on.sandbox.url, account: "recorded", token: world.token, write: true });
  vi.unstubAllGlobals();
  recorded = entries;
});

type Json = Record<string, unknown>;
const bodyOf = ({ response }: HarEntry): Json => JSON.parse(response.content.text as string);
const rowsOf = (body: Json) => body.content as Json[];
const sent = ({ request }: HarEntry): string => request.postData?.text ?? "";
const queryOf = ({ request }: HarEntry) => new URL(request.url).searchParams;
function answer(entry: HarEntry, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const type = status < 400 ? "application/json" : "application/problem+json";
  const headers = [{ name: "Content-Type", value: type }];
  Object.assign(entry.response, { status, headers, content: { size: Buffer.byteLength(text), mimeType: type, text } });
}
const change = (entry: HarEntry, edit: (body: Json) => void): void => {
  const body = bodyOf(entry);
  edit(body);
  answer(entry, entry.response.status, body);
};

/** The entries of an operation with a status. */
class Entries {
  readonly all: HarEntry[];
  constructor(all: HarEntry[]) {
    this.all = all;
  }
  of(operationId: string, status: number, isWanted: (entry: HarEntry) => boolean = () => true): HarEntry[] {
    const found = this.all.filter((entry) => {
      const { method, url } = entry.request;
      const operation = operationFor(method, new URL(url).pathname);
      return operation?.operationId === operationId && entry.response.status === status && isWanted(entry);
    });
    expect(found, `${operationId} ${status}`).not.toEqual([]);
    return found;
  }
  one(...wanted: Parameters<Entries["of"]>): HarEntry {
    return this.of(...wanted)[0] as HarEntry;
  }
}

type Expected = [operationId: string, where: string, assumption: string | null];
const brief = ({ operationId, where, assumption }: Finding): Expected => [operationId, where, assumption];
const empty = { content: [], page: 0, size: 20, totalElements: 0, totalPages: 0 };

const planted: [name: string, plant: (entries: Entries) => void, Expected[]][] = [
  [
    "a renamed field",
    (entries) => {
      for (const entry of entries.of("thirdparties.get", 200))
        change(entry, (body) => {
          body.sirenNumber = body.siren;
          delete body.siren;
        });
    },
    [["thirdparties.get", "200 /siren", "thirdparty-fields"]],
  ],
  [
    "a date of another form in a field of the specification",
    (entries) =>
      change(entries.one("documents.get", 200), (body) => Object.assign(body, { requestDate: `${body.requestDate}Z` })),
    [["documents.get", "200 /requestDate", null]],
  ],
  [
    "a document status that the contract does not have",
    (entries) => change(entries.one("documents.get", 200), (body) => Object.assign(body, { statusCode: "EXPIRED" })),
    [["documents.get", "200 /statusCode", "document-statuses"]],
  ],
  [
    "another status for a creation",
    (entries) => Object.assign(entries.one("dossiers.create", 201).response, { status: 200 }),
    [["dossiers.create", "status", "success-statuses"]],
  ],
  [
    "a rate limit",
    (entries) => answer(entries.one("indicators.list", 200), 429, { message: "slow down" }),
    [["indicators.list", "status", "limits"]],
  ],
  [
    "another default for the size of a page",
    (entries) => {
      const entry = entries.one("dossiers.list", 200, (each) => queryOf(each).size === 0);
      change(entry, (body) => Object.assign(body, { size: 50 }));
    },
    [["dossiers.list", "200 /size", "pagination"]],
  ],
  [
    "a list in another order",
    (entries) => change(entries.one("thirdparties.list", 200), (body) => rowsOf(body).reverse()),
    [["thirdparties.list", "200 order", "pagination"]],
  ],
  [
    "a filter that is overlooked",
    (entries) => {
      const [all, filtered] = [
        entries.one("thirdparties.list", 200),
        entries.one("thirdparties.list", 200, (each) => queryOf(each).has("siret")),
      ];
      answer(filtered, 200, bodyOf(all));
    },
    [["thirdparties.list", "200 filtered by siret", "list-filters"]],
  ],
  [
    "a property of a request body that the service took",
    (entries) => {
      const { postData } = entries.one("thirdparties.create", 201).request;
      if (postData) postData.text = JSON.stringify({ ...JSON.parse(postData.text), category: "x" });
    },
    [["thirdparties.create", "request body /category", "unknown-input"]],
  ],
  [
    "a bound with a zone that the service took",
    (entries) => {
      const search = (each: HarEntry) => /Z$/.test(queryOf(each).get("eventOccurrenceEndDate") ?? "");
      answer(entries.one("documents.search", 400, search), 200, empty);
    },
    [["documents.search", "request query /eventOccurrenceEndDate", "event-bounds"]],
  ],
  [
    "a page of more rows than the contract allows, which the service took",
    (entries) => {
      const entry = entries.one("thirdparties.list", 400, (each) => queryOf(each).get("size") === "101");
      answer(entry, 200, { ...empty, size: 101 });
    },
    [["thirdparties.list", "request query /size", "limits"]],
  ],
  [
    "a number with a wrong check digit that the service took",
    (entries) => {
      const entry = entries.one("thirdparties.find", 400, (each) => sent(each).includes('"SIRET"'));
      answer(entry, 200, empty);
    },
    [["thirdparties.find", "request body /value", "identifier-checks"]],
  ],
  [
    "a dossier by type and by documents at once, which the service took",
    (entries) => {
      const opened = bodyOf(entries.one("dossiers.create", 201));
      answer(entries.one("dossiers.create", 400), 201, { ...opened, dossierId: Number(opened.dossierId) + 1 });
    },
    [["dossiers.create", "request body /requiredDocuments", "dossier-creation"]],
  ],
  [
    "a document code that only the service has",
    (entries) => answer(entries.one("dossiers.require", 400), 200, { content: [] }),
    [["dossiers.require", "status", "document-codes"]],
  ],
  [
    "a company that is added twice",
    (entries) => {
      const added = bodyOf(entries.one("thirdparties.create", 201));
      answer(entries.one("thirdparties.create", 409), 201, added);
    },
    [["thirdparties.create", "status", "thirdparty-creation"]],
  ],
  [
    "a decision that is taken twice",
    (entries) => {
      const repeated = entries.one("responses.approve", 409);
      answer(repeated, 200, bodyOf(entries.one("responses.approve", 200)));
    },
    [["responses.approve", "status", "decision-bodies"]],
  ],
  [
    "another status of the document after a decision",
    (entries) => change(entries.one("responses.reject", 200), (body) => Object.assign(body, { statusCode: "INVALID" })),
    [
      ["responses.reject", "200 /statusCode", "document-transitions"],
      ["documents.get", "200 /statusCode after a decision", "document-transitions"],
    ],
  ],
  [
    "an operation that leaves no event",
    (entries) => {
      const { thirdpartyId } = bodyOf(entries.one("thirdparties.create", 201));
      for (const entry of entries.of("thirdparties.search", 200))
        change(entry, (body) => {
          const rows = rowsOf(body).filter((row) => row.thirdpartyId !== thirdpartyId);
          Object.assign(body, { content: rows, totalElements: rows.length, totalPages: 1 });
        });
    },
    [["thirdparties.create", "leaves THIRD_PARTY_ADDED", "event-causes"]],
  ],
  [
    "an attribute that takes any value",
    (entries) => {
      answer(entries.one("attributes.set", 400), 200, bodyOf(entries.one("attributes.set", 200)));
    },
    [["attributes.set", "status", "attribute-checks"]],
  ],
  [
    "refusals with another status",
    (entries) => {
      const entry = entries.one("thirdparties.list", 400, (each) => queryOf(each).has("page"));
      answer(entry, 422, { ...bodyOf(entry), status: 422 });
    },
    [["thirdparties.list", "400 for errors", "errors"]],
  ],
  [
    "refusals of another form",
    (entries) => answer(entries.one("documents.list", 404), 404, { message: "no" }),
    ["type", "title", "status", "code", "detail", "instance", "requestId"].map(
      (name): Expected => ["documents.list", `404 /${name}`, "errors"],
    ),
  ],
  [
    "a request that fits the contract and is refused",
    (entries) => {
      const entry = entries.one("thirdparties.list", 200, (each) => queryOf(each).has("siren"));
      const refused = bodyOf(entries.one("thirdparties.list", 400));
      answer(entry, 400, { ...refused, detail: "siren is no parameter", errors: [] });
    },
    [["thirdparties.list", "status", "list-filters"]],
  ],
  [
    "a company search without a hit that is a 404",
    (entries) => {
      const entry = entries.one("thirdparties.find", 200, (each) => rowsOf(bodyOf(each)).length === 0);
      answer(entry, 404, {});
    },
    [["thirdparties.find", "status", "company-search"]],
  ],
  [
    "a token that names the account and may not do everything",
    (entries) => {
      const refused = bodyOf(entries.one("thirdparties.list", 403));
      answer(entries.one("attributes.list", 200), 403, refused);
    },
    [["attributes.list", "status", "roles"]],
  ],
  [
    "a token of another algorithm",
    (entries) => {
      for (const { request } of entries.all)
        for (const header of request.headers)
          if (/^authorization$/i.test(header.name))
            header.value = header.value.replace(/ [^.]+/, ` ${Buffer.from('{"alg":"RS256"}').toString("base64url")}`);
    },
    [["thirdparties.list", "the token", "tokens"]],
  ],
  [
    "a download that is shown in the page",
    (entries) => {
      for (const { response } of entries.of("documents.file", 200))
        for (const header of response.headers)
          if (/content-disposition/i.test(header.name)) header.value = "inline; filename=a.pdf";
    },
    [["documents.file", "header Content-Disposition", "file-disposition"]],
  ],
  [
    "a signed link that needs a token",
    (entries) => {
      for (const entry of entries.all)
        if (entry.request.url.includes("signature=")) Object.assign(entry.response, { status: 401 });
    },
    [["documents.link", "200 /url", "signed-link"]],
  ],
  [
    "another version of the interface that answers",
    (entries) => {
      const other = entries.all.find(({ request }) => request.url.includes("/api/v2/")) as HarEntry;
      answer(other, 200, empty);
    },
    [["thirdparties.list", "another version", "versions"]],
  ],
  [
    "one number for ids of two kinds",
    (entries) => {
      const { thirdpartyId } = bodyOf(entries.one("thirdparties.get", 200));
      const entry = entries.of("documents.search", 200).at(-1) as HarEntry;
      change(entry, (body) => Object.assign(rowsOf(body)[0] as Json, { documentId: thirdpartyId }));
    },
    [["documents.search", "ids", "id-ranges"]],
  ],
];

describe("a recording with planted differences", () => {
  it("has no difference as it was recorded, and shows every assumption that a request can show", () => {
    const report = verifyRecording(harOf(recorded));
    expect(report.findings).toEqual([]);
    expect(report.operations.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
    expect(report.assumptions.map(({ key }) => key)).toEqual(Object.keys(assumptions));
    expect(report.assumptions.filter(({ outcome }) => outcome !== "confirmed").map(({ key }) => key)).toEqual([
      "thirdparty-transitions",
      "event-record",
      "event-delivery",
    ]);
    expect(report).toMatchObject({ target: on.sandbox.url, wrote: false, recording: { entries: recorded.length } });
  });

  it("has no difference as the request log of the sandbox exports it", async () => {
    const text = await (await fetch(`${on.sandbox.url}/_sandbox/requests.har`)).text();
    const { findings, operations, recording } = verifyRecording(text);
    expect(findings).toEqual([]);
    expect(operations.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
    expect(recording.judged).toBeGreaterThan(100);
  });

  it.each(planted)("shows %s, and no other difference", (_name, plant, expected) => {
    const entries = structuredClone(recorded) as HarEntry[];
    plant(new Entries(entries));
    const { findings, assumptions: judged } = verifyRecording(harOf(entries));
    const sorted = (places: Expected[]) => places.map((place) => JSON.stringify(place)).sort();
    expect(sorted(findings.map(brief))).toEqual(sorted(expected));
    const contradicted = judged.filter(({ outcome }) => outcome === "contradicted").map(({ key }) => key);
    expect(new Set(contradicted)).toEqual(new Set(expected.flatMap(([, , key]) => key ?? [])));
    for (const { entry } of findings) {
      const changed = recorded.findIndex((each, at) => JSON.stringify(each) !== JSON.stringify(entries[at]));
      expect(entry).toBeGreaterThan(changed);
    }
  });
});
