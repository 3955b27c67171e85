import { describe, expect, it, vi } from "vitest";
import {
  emptyHar,
  emptyWorld,
  journal,
  reading,
  snapshot,
  syncReport,
  world,
} from "../../contract/examples/control.ts";
import { createClient } from "../../src/client/client.ts";
import { connectSandbox } from "../../src/client/connect.ts";
import type { SandboxWorld } from "../../src/client/world.ts";
import { type Answers, answering } from "../commands/asking.ts";

const demo = "/_sandbox/accounts/demo";
const made = [`PUT ${demo} {"seed":"empty"}`, 'POST /_sandbox/tokens {"accountIds":["demo"],"expiresIn":86400}'];

/** What a sandbox is asked for by a use of one of its worlds, and what comes of it. */
async function use(act: (world: SandboxWorld) => unknown, answers: Answers = {}) {
  const { fetch, asked, keys, wrong } = answering(answers);
  vi.stubGlobal("fetch", fetch);
  try {
    const one = await connectSandbox({ url: "http://127.0.0.1:9//", key: "k-17" }).world("demo", { seed: "empty" });
    expect({ asked: asked.splice(0).toSorted(), keys: [...keys] }).toEqual({ asked: made.toSorted(), keys: ["k-17"] });
    const result = await act(one);
    expect(wrong).toEqual([]);
    return { asked, result };
  } finally {
    vi.unstubAllGlobals();
  }
}
const other = { "content-type": "application/json" };

describe("a world asks the control plane", () => {
  const token = "eyJhbGciOiJIUzI1NiJ9.e30.c2ln";
  it.each<[string, (world: SandboxWorld) => unknown, asked: string, result?: unknown]>([
    ["for its clock", ({ clock }) => clock.read(), `GET ${demo}/clock`, { ...reading, happened: {} }],
    ["for the time", ({ clock }) => clock.now(), `GET ${demo}/clock`, reading.now],
    ["to advance", ({ clock }) => clock.advance("P90D"), `POST ${demo}/clock {"advance":"P90D"}`, reading],
    ["to set", ({ clock }) => clock.set("2027-01-01T00:00:00"), `POST ${demo}/clock {"set":"2027-01-01T00:00:00"}`],
    ["to freeze", ({ clock }) => clock.freeze(), `POST ${demo}/clock {"freeze":true}`],
    ["to resume", ({ clock }) => clock.resume(), `POST ${demo}/clock {"freeze":false}`],
    ["for what is due", ({ clock }) => clock.due(), `GET ${demo}/due`],
    [
      "for a page of it",
      ({ clock }) => clock.due("2027-01-01T00:00:00", { page: 1, size: 2 }),
      `GET ${demo}/due?until=2027-01-01T00:00:00&page=1&size=2`,
    ],
    ["for its faults", ({ faults }) => faults.list(), "GET /_sandbox/faults?accountId=demo"],
    [
      "to set faults",
      ({ faults }) => faults.set({ kind: "delay", delayMs: 5 }, { kind: "status" }),
      'PUT /_sandbox/faults?accountId=demo [{"kind":"delay","delayMs":5},{"kind":"status"}]',
      undefined,
    ],
    ["to clear them", ({ faults }) => faults.clear(), "DELETE /_sandbox/faults?accountId=demo", undefined],
    [
      "for a trigger",
      (one) => one.trigger("THIRD_PARTY_ARCHIVED", { thirdpartyId: 1 }),
      `POST ${demo}/occurrences {"event":"THIRD_PARTY_ARCHIVED","thirdpartyId":1}`,
      journal.content,
    ],
    ["for triggers", (one) => one.triggers({ documentId: 3 }), `GET ${demo}/triggers?documentId=3`],
    [
      "for a scenario",
      (one) => one.scenario("iban-mismatch"),
      `POST ${demo}/scenarios {"scenario":"iban-mismatch"}`,
      expect.objectContaining({ scenario: "iban-mismatch", documentId: 11031002 }),
    ],
    ["for an answer", (one) => one.answer(3), `POST ${demo}/documents/3/answers {}`, journal.content],
    [
      "for an answer with a form",
      (one) => one.answer(3, { outcome: "review", formdata: { iban: "FR76" } }),
      `POST ${demo}/documents/3/answers {"outcome":"review","formdata":{"iban":"FR76"}}`,
    ],
    [
      "for an answer with a file",
      (one) => one.answer(3, { file: Buffer.from("%PDF"), fileName: "a.pdf", issueDate: "2026-01-02" }),
      `POST ${demo}/documents/3/answers?fileName=a.pdf&issueDate=2026-01-02 application/pdf: %PDF`,
      journal.content,
    ],
    [
      "for an answer with a file of another type",
      (one) => one.answer(3, { file: Buffer.from("x"), contentType: "image/png" }),
      `POST ${demo}/documents/3/answers image/png: x`,
    ],
    [
      "for events",
      (one) => one.events({ names: ["DOSSIER_ADDED", "THIRD_PARTY_ADDED"], after: 5, dossierId: 2 }),
      `GET ${demo}/events?after=5&dossierId=2&names=DOSSIER_ADDED,THIRD_PARTY_ADDED&limit=1000`,
      journal.content,
    ],
    [
      "for requests",
      (one) => one.requests({ status: 400, limit: 2 }),
      "GET /_sandbox/requests?status=400&limit=2&accountId=demo",
      [],
    ],
    ["for one request", (one) => one.request("a-1"), "GET /_sandbox/requests/a-1"],
    ["for a HAR", (one) => one.har({ limit: 2 }), "GET /_sandbox/requests.har?limit=2&accountId=demo", emptyHar],
    [
      "for the audit",
      (one) => one.sync({ caller: "a", from: "2026-01-01T00:00:00", names: ["DOSSIER_ADDED"] }),
      `GET ${demo}/sync?caller=a&from=2026-01-01T00:00:00&names=DOSSIER_ADDED`,
      syncReport,
    ],
    ["for a bundle", (one) => one.bundle(), `GET ${demo}/bundle`, new Uint8Array(Buffer.from("bytes"))],
    [
      "for a comparison with a snapshot",
      (one) => one.compare({ snapshot: "a", size: 5 }),
      "GET /_sandbox/compare?before=demo&beforeSnapshot=a&after=demo&size=5",
    ],
    [
      "for a comparison with another account",
      (one) => one.compare({ accountId: "test" }),
      "GET /_sandbox/compare?before=test&after=demo",
    ],
    ["for a reset", (one) => one.reset(), `POST ${demo}/reset`, world],
    ["for an export", (one) => one.export(), `GET ${demo}/state`, emptyWorld],
    ["for an import", (one) => one.import(emptyWorld), `PUT ${demo}/state ${JSON.stringify(emptyWorld)}`],
    ["for a snapshot", (one) => one.snapshot("a"), `POST ${demo}/snapshots {"name":"a"}`, snapshot],
    ["for its snapshots", (one) => one.snapshots(), `GET ${demo}/snapshots`, [{ ...snapshot, damage: null }]],
    ["to restore one", (one) => one.restore("a"), `POST ${demo}/snapshots/a/restore`, world],
    ["to forget one", (one) => one.forget("a"), `DELETE ${demo}/snapshots/a`, undefined],
    [
      "for a token",
      (one) => one.tokenFor(-60, "nightly"),
      'POST /_sandbox/tokens {"accountIds":["demo"],"expiresIn":-60,"subject":"nightly"}',
      token,
    ],
    ["to delete itself", (one) => one.delete(), `DELETE ${demo}`, undefined],
  ])("%s", async (_name, act, request, ...expected) => {
    const { asked, result } = await use(act);
    expect(asked).toEqual([request]);
    if (expected.length > 0) expect(result).toEqual(expected[0]);
  });

  it("to be copied to another account, with its snapshots or from one", async () => {
    const forked = await use(async (one) => (await one.fork("copy", { snapshot: "a", withSnapshots: true })).accountId);
    expect(forked.result).toBe("copy");
    expect(forked.asked).toContain(
      'PUT /_sandbox/accounts/copy {"from":{"snapshot":"a","withSnapshots":true,"accountId":"demo"}}',
    );
  });

  it("for every page of a long journal, and stops at the first that is not full", async () => {
    const [event] = journal.content;
    const pages = [1000, 1000, 3].map((length, page) => ({
      ...{ content: Array.from({ length }, () => event), after: 7 + page },
    }));
    const answers = {
      get "accounts.events"() {
        return pages.shift();
      },
    };
    const { asked, result } = await use((one) => one.events(), answers);
    const path = `GET ${demo}/events?`;
    expect(asked).toEqual([`${path}limit=1000`, `${path}after=7&limit=1000`, `${path}after=8&limit=1000`]);
    expect(result).toHaveLength(2003);
  });

  it.each([
    [
      { detail: "No.", errors: [{ detail: "/a is wrong." }, { detail: "/a is wrong." }, { detail: "No." }] },
      "No.\n/a is wrong.",
    ],
    [{ detail: "No.", errors: [{ detail: "/a." }], furtherErrors: 4 }, "No.\n/a.\nAnd 4 more."],
    [{ detail: "No.", furtherErrors: 4 }, "No."],
    [{ message: "x" }, "The sandbox answered 409."],
  ])("and throws a refusal with its reason: %j", async (body, message) => {
    const refusal = use((one) => one.reset(), { "accounts.reset": Response.json(body, { status: 409 }) });
    await expect(refusal).rejects.toMatchObject({ name: "SandboxProblem", status: 409, message, problem: body });
    const text = use((one) => one.reset(), { "accounts.reset": new Response("<p>", { headers: other }) });
    await expect(text).rejects.toMatchObject({ name: "SandboxProblem", status: 200, problem: {} });
  });
});

describe("a client of the service", () => {
  it("asks for a token before each request, joins several names by commas, and has no double slash", async () => {
    const asked: string[] = [];
    let tokens = 0;
    const client = createClient({
      baseUrl: "http://127.0.0.1:9/api/v1/account/demo//",
      headers: { "x-own": "1" },
      getToken: async () => `t-${++tokens}`,
      fetch: async ({ url, headers }) => {
        asked.push([headers.get("authorization"), headers.get("x-own"), decodeURIComponent(url)].join(" "));
        return Response.json({});
      },
    });
    const query = { eventNames: ["DOSSIER_ADDED", "DOSSIER_ARCHIVED"] as const, page: 1 };
    await client.GET("/dossiers/search", { params: { query: query as never } });
    await client.GET("/thirdparties");
    const base = "http://127.0.0.1:9/api/v1/account/demo";
    expect(asked).toEqual([
      `Bearer t-1 1 ${base}/dossiers/search?eventNames=DOSSIER_ADDED,DOSSIER_ARCHIVED&page=1`,
      `Bearer t-2 1 ${base}/thirdparties`,
    ]);
  });

  it.each([
    [{ token: "t" }, "Bearer t"],
    [{}, null],
  ])("sends the token that is given, or none: %j", async (options, expected) => {
    let sent: string | null = "nothing was asked";
    const fetch = async ({ headers }: Request) => {
      sent = headers.get("authorization");
      return Response.json({});
    };
    await createClient({ baseUrl: "http://127.0.0.1:9", fetch, ...options }).GET("/thirdparties");
    expect(sent).toBe(expected);
  });
});
