import { setImmediate as turn } from "node:timers/promises";
import supertest from "supertest";
import { describe, expect, it, onTestFinished } from "vitest";
import { control as contract } from "../../contract/control.ts";
import { operationsOf } from "../../contract/endpoint.ts";
import { createApp } from "../../src/app.ts";
import { control } from "../../src/control/index.ts";
import { Sandbox } from "../../src/sandbox/sandbox.ts";
import { fileStorage } from "../../src/store/file/storage.ts";
import { type Call, watchedDisk } from "../store/file/disks.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { makeSandbox, options, TestWorld } from "../support/sandbox.ts";

const ofAccounts = operationsOf(contract).filter(({ endpoint }) => endpoint.path.includes("/:accountId"));
const making = ["accounts.put", "accounts.import"];

describe("an operation of an account that does not exist", () => {
  const { app, sandbox } = makeSandbox();
  const accountId = "missing";

  it.each(ofAccounts.filter(({ operationId }) => !making.includes(operationId)))(
    "refuses $operationId of an unknown account with a 404, and does not make the account",
    async ({ endpoint: { method, path, examples } }) => {
      const instance = path.replace(/:(\w+)/g, (_, name) => (name === "accountId" ? accountId : "1"));
      const { body } = await supertest(app)
        [method](instance)
        .send(examples.success?.body as object)
        .expect(404);
      expect(body).toEqual({
        type: "about:blank",
        title: "Not Found",
        status: 404,
        code: "ACCOUNT_NOT_FOUND",
        detail:
          "There is no account missing yet: PUT /_sandbox/accounts/missing makes it, " +
          "and so does the first request with a token that names it.",
        instance,
        requestId: expect.any(String),
      });
      expect([...(await sandbox.worlds.accounts()).keys()]).toEqual([]);
    },
  );
});

describe("the response of an operation that changes an account on disk", () => {
  const changing: readonly Call["verb"][] = ["write", "truncate", "sync", "rename", "remove"];
  /** Snapshots are no part of the store: the Sandbox itself waits for their files. */
  // The last of them has nothing to cancel.
  const besideTheStore = ["accounts.snapshot", "accounts.forget", "clock.cancel"];

  /** A sandbox on a disk whose changes wait while the test holds them. */
  async function held() {
    let release = () => {};
    let reached = () => {};
    let gate: Promise<void> | undefined;
    const { disk } = watchedDisk(async ({ verb }) => {
      if (gate === undefined || !changing.includes(verb)) return undefined;
      reached();
      await gate;
      return undefined;
    });
    const storage = await fileStorage(temporaryFolder(), { disk });
    onTestFinished(() => {
      release();
      return storage.close();
    });
    const sandbox = new Sandbox(options, storage);
    const hold = () => {
      gate = new Promise((resolve) => {
        release = () => {
          gate = undefined;
          resolve();
        };
      });
      return new Promise<void>((resolve) => {
        reached = resolve;
      });
    };
    return { sandbox, hold, release: () => release() };
  }

  const bodies: Record<string, unknown> = {
    "accounts.put": { seed: "empty", freeze: true },
    "accounts.configure": { format: "tiers-sandbox/configuration@1", documentTypes: { PLAN: { label: "Plan" } } },
    "clock.move": { advance: "P1D" },
    "occurrences.create": { event: "THIRD_PARTY_ARCHIVED" },
    "occurrences.answer": { outcome: "valid" },
    "people.put": { people: "all" },
    "people.temper": { temper: "late" },
    "scenarios.play": { scenario: "new-thirdparty" },
  };

  it.each(
    ofAccounts.filter(
      ({ operationId, endpoint }) => endpoint.method !== "get" && !besideTheStore.includes(operationId),
    ),
  )("sends the response to $operationId only when the change is durable", async ({ operationId, tag }) => {
    const { sandbox, hold, release } = await held();
    const accountId = "kept";
    const world = new TestWorld(accountId, await sandbox.token([accountId], 600), { sandbox, app: createApp(sandbox) });
    const { documents } = await world.free(await world.add(), ["CODE_CONDUITE"]);
    await world.control("post", "/snapshots", { name: "before" }).expect(201);
    const { body: state } = await world.control("get", "/state").expect(200);
    const handlers = control[tag as keyof typeof control] as unknown as Record<
      string,
      (request: unknown, context: Sandbox) => Promise<{ status: number }>
    >;

    const reached = hold();
    let replied = false;
    const reply = handlers[operationId.slice(tag.length + 1)]?.(
      {
        params: { accountId, name: "before", thirdpartyId: 924_000, documentId: documents[0]?.documentId },
        query: {},
        body: operationId === "accounts.import" ? state : bodies[operationId],
      },
      sandbox,
    ).finally(() => {
      replied = true;
    });
    await Promise.race([reached, reply]);
    for (let time = 0; time < 100; time++) await turn();
    expect(replied).toBe(false);
    release();
    expect((await reply)?.status).toBeLessThan(300);
  });
});
