/** A user's program with everything that the package exports, for the compilers of test/package.slow.test.ts. */
export const program = `
import { connectSandbox, type RunningSandbox, type SandboxWorld, SandboxProblem, startSandbox } from "tiers-sandbox";
import { type Client, createClient, type Schemas } from "tiers-sandbox/client";
import { service } from "tiers-sandbox/contract";
import { assertMissedNothing, matchers, missedNothing } from "tiers-sandbox/matchers";
import { sandboxSetup as forJest, sandboxTeardown, withWorld } from "tiers-sandbox/jest";
import { sandboxFixtures as forPlaywright, type SandboxWorkerFixtures } from "tiers-sandbox/playwright";
import { sandboxFixtures, type SandboxFixtures, sandboxSetup } from "tiers-sandbox/vitest";

/** The members whose value, or the value of whose promise, is any. */
type AnyIn<T> = {
  [K in keyof T]-?: 0 extends 1 & (T[K] extends (...values: never[]) => Promise<infer R> ? R : T[K]) ? K : never;
}[keyof T];
type Nothing = AnyIn<
  SandboxFixtures & SandboxWorkerFixtures &
  SandboxWorld & SandboxWorld["clock"] & SandboxWorld["faults"] & RunningSandbox & SandboxProblem & Schemas
>;
export const nothingIsAny: [Nothing] extends [never] ? true : never = true;

export const fixtures = [sandboxFixtures({ seed: "empty" }), forPlaywright({ freeze: true })];
export default sandboxSetup({ now: "2026-01-15T09:00:00" });
export const ofJest = [forJest({ seed: "empty" }), sandboxTeardown, withWorld(async (world) => world.reset())];
// @ts-expect-error there is no such option of a world
sandboxFixtures({ sed: "empty" });

export async function use(): Promise<string> {
  const sandbox = await startSandbox({ now: "2026-01-15T09:00:00", freeze: true });
  const world = await connectSandbox({ url: sandbox.url }).world("test-17", { seed: "empty" });
  const client: Client = createClient({ baseUrl: world.baseUrl, getToken: () => world.token });
  const { data, error } = await client.GET("/thirdparties/{id}", { params: { path: { id: 1 } } });
  const count: number | undefined = (await world.clock.advance("P90D")).happened.DOCUMENT_ANSWER_EXPIRED;
  await world.trigger("DOCUMENT_MODIFICATION", { documentId: 1, data: { dueDate: "2026-02-01" } });
  const report = await world.sync({ names: ["DOCUMENT_ANSWER_ADDED"] });
  const passed: boolean = missedNothing(report) && matchers.toMissNothing(report).pass;
  assertMissedNothing(report);
  // @ts-expect-error a port is a number
  await startSandbox({ port: "4600" });
  // @ts-expect-error there is no such option
  await startSandbox({ sed: "empty" });
  // @ts-expect-error there is no such option of a world
  await sandbox.world("a", { sed: "empty" });
  // @ts-expect-error there is no such event
  await world.trigger("THIRD_PARTY_BURNED");
  // @ts-expect-error a third party's event has no document
  await world.trigger("THIRD_PARTY_ARCHIVED", { documentId: 1 });
  // @ts-expect-error there is no such path
  await client.GET("/thirdpartys");
  // @ts-expect-error there is no such endpoint
  service.thirdparties.burn;
  const violations: string[] = new SandboxProblem(400, {}).problem.errors?.map(({ detail }) => detail) ?? [];
  const method: "get" = service.thirdparties.list.method;
  return [data?.siren, error?.code, count, passed, method, ...violations].join();
}
`;
