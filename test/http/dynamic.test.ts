import supertest from "supertest";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Endpoint, isBinary, operationsOf } from "../../contract/endpoint.ts";
import { service } from "../../contract/index.ts";
import { CountryCode, DateTime, Day, Email, Id, pageOf, ShortText } from "../../contract/shared.ts";
import { dynamicBody } from "../../src/http/examples.ts";
import { bound } from "../support/bound.ts";

const Kind = z.enum(["SAIL", "MOTOR"]);
const Vessel = z.object({
  id: Id,
  name: ShortText,
  kind: Kind,
  country: CountryCode,
  launched: Day,
  seen: DateTime.nullable(),
  mail: Email.optional(),
  crew: z.array(z.object({ name: ShortText, captain: z.boolean() })).max(5),
  cargo: z.union([z.object({ tons: z.number().min(0).max(1000) }), z.object({ people: z.number().int().min(1) })]),
  flags: z.record(z.string(), z.boolean()),
});
const VesselPage = pageOf("VesselPage", Vessel);
const impossible = z.string().refine((text) => text === "a text that no draw will hit");

const endpoint = (path: `/${string}`, response: Endpoint["responses"][number], more: Partial<Endpoint> = {}) =>
  ({
    method: "get",
    path,
    summary: "",
    params: z.object({}),
    responses: { 200: response },
    examples: {},
    ...more,
  }) satisfies Endpoint;

/** Ahead of its handlers: there are none. */
const ahead = {
  vessels: {
    list: endpoint("/vessels", VesselPage),
    get: endpoint("/vessels/one", Vessel),
    sealed: endpoint("/vessels/sealed", impossible, {
      examples: { success: { summary: "", status: 200, response: "a text that no draw will hit" } },
    }),
    secret: endpoint("/vessels/secret", impossible),
    chart: endpoint("/vessels/chart", { binary: ["application/pdf"], description: "", example: "%PDF" } as never),
    odd: endpoint(
      "/vessels/odd",
      z.custom<string>((value) => value === "odd"),
    ),
  },
} as const satisfies Record<string, Record<string, Endpoint>>;

const { app, errors } = bound(ahead, {});
const draw = (path: string) => supertest(app).get(path).set("Prefer", "dynamic=true");

describe("an endpoint that is nothing but a contract", () => {
  it("answers 501, and says how to get more", async () => {
    const { body } = await supertest(app).get("/vessels").expect(501);
    expect(body).toEqual({
      code: "NOT_IMPLEMENTED",
      detail:
        "vessels.list is in the contract and has no handler yet; Prefer: dynamic=true answers with a body drawn from its schema.",
    });
  });

  it("answers with a body drawn from its schema, for Prefer: dynamic=true", async () => {
    const { body, headers } = await draw("/vessels/one").expect(200);
    expect(Vessel.parse(body)).toEqual(body);
    expect(VesselPage.safeParse((await draw("/vessels").expect(200)).body).success).toBe(true);
    expect(headers["preference-applied"]).toBe("dynamic=true");
  });

  it("draws the same for the same address, and otherwise for another", async () => {
    const [first, again, other] = await Promise.all(
      ["/vessels/one?a", "/vessels/one?a", "/vessels/one?b"].map((path) => draw(path)),
    );
    expect(again?.body).toEqual(first?.body);
    expect(other?.body).not.toEqual(first?.body);
  });

  it("draws the same when many are drawn at once", async () => {
    const alone = (await draw("/vessels/one?c")).body;
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, at) => draw(`/vessels/one?${at % 2 ? "c" : at}`)));
    for (const { body } of crowd.filter((_, at) => at % 2)) expect(body).toEqual(alone);
  });

  it("falls back on the contract's example when no draw fits", async () => {
    expect((await draw("/vessels/sealed").expect(200)).body).toBe("a text that no draw will hit");
  });

  it("answers 501 when there is neither draw nor example", async () => {
    for (const path of ["/vessels/secret", "/vessels/odd"]) {
      const { body } = await draw(path).expect(501);
      expect(body).toMatchObject({
        code: "NOT_IMPLEMENTED",
        detail: expect.stringContaining("nothing could be drawn"),
      });
    }
    expect(errors).toEqual([]);
  });

  it("answers a file where a file is declared", async () => {
    const response = await draw("/vessels/chart").expect(200);
    expect(response.headers["content-type"]).toBe("application/pdf");
  });
});

describe("a draw from the service's own schemas", () => {
  it.each(operationsOf(service).filter(({ endpoint }) => !Object.values(endpoint.responses).some(isBinary)))(
    "fits $operationId",
    async ({ operationId, endpoint }) => {
      const { status, body } = await dynamicBody(operationId, endpoint, "/somewhere");
      const schema = endpoint.responses[status] as z.ZodType;
      expect(schema.safeParse(body).error).toBeUndefined();
    },
  );
});
