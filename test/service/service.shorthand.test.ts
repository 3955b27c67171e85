import { describe, expect, it } from "vitest";
import { operationsOf } from "../../contract/endpoint.ts";
import { account } from "../../contract/endpoint-parts.ts";
import { service } from "../../contract/service.ts";
import { type Existing, workingRequests } from "../../src/domain/working-requests.ts";
import { readBytes } from "../support/files.ts";
import { makeWorld, type TestWorld } from "../support/sandbox.ts";

const existingIn = async (world: TestWorld): Promise<Existing> => ({
  ...((await world.state()) as Pick<Existing, "thirdparties" | "dossiers" | "documents">),
  newcomer: "21997305400014",
  now: Date.UTC(2026, 0, 15),
});
const withoutPort = (body: unknown) =>
  Buffer.isBuffer(body) ? body.toString("base64") : JSON.stringify(body).replace(/127\.0\.0\.1:\d+/, "here");

describe("shorthand paths", () => {
  it.each(operationsOf(service))(
    "$operationId works without the account's prefix",
    async ({ operationId, endpoint }) => {
      const world = await makeWorld();
      await world.answered();
      const { params, query, body } = workingRequests(await existingIn(world))(operationId, endpoint);
      const { method } = endpoint;
      const path = endpoint.path.slice(account.length).replace(/:(\w+)/g, (_, name: string) => String(params[name]));
      expect(path).not.toContain("undefined");
      const short = await readBytes(
        world
          .short(method, path)
          .query(query)
          .send(body as object),
      );
      expect(short.ok, short.text).toBe(true);
      if (method !== "get") return;
      const long = await readBytes(world.get(path, query)).expect(200);
      expect(withoutPort(short.body)).toEqual(withoutPort(long.body));
    },
  );

  it("a shorthand path means the first account of the token", async () => {
    const first = await makeWorld();
    const second = await makeWorld();
    const id = await first.add();
    const token = await first.sandbox.token([first.accountId, second.accountId], 60);
    const listed = await first.raw("get", "/thirdparties").set("Authorization", `Bearer ${token}`).expect(200);
    expect(listed.body.content.map(({ thirdpartyId }: { thirdpartyId: number }) => thirdpartyId)).toEqual([id]);
  });

  it("a shorthand path needs a token that names an account, and allows the methods of the full path", async () => {
    const world = await makeWorld();
    await world.raw("get", "/thirdparties").expect(401);
    const nameless = await world.sandbox.token([], 60);
    expect(await world.raw("get", "/thirdparties").set("Authorization", `Bearer ${nameless}`)).toBeProblem({
      ...{ status: 403, code: "ACCOUNT_FORBIDDEN", detail: expect.stringContaining("it names none") },
    });
    const response = await world.raw("delete", "/thirdparties").expect(405);
    expect(response.headers.allow).toBe("GET, HEAD, POST, OPTIONS");
  });
});
