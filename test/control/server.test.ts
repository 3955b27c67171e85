import supertest from "supertest";
import { expect, it } from "vitest";
import { makeSandbox } from "../support/sandbox.ts";

it("stops a server that lets clients stop it, after the response", async () => {
  const { app, sandbox } = makeSandbox();
  const stopped = new Promise<void>((resolve) => (sandbox.onStop = resolve));
  const { body } = await supertest(app).post("/_sandbox/stop").expect(202);
  expect(body).toEqual({ pid: process.pid });
  await stopped;
});

it("refuses to stop a server that another program runs, and pages of other sites", async () => {
  const { app, sandbox } = makeSandbox();
  const { body } = await supertest(app).post("/_sandbox/stop").expect(409);
  expect(body.detail).toBe("This sandbox runs inside another program, which has to close it.");
  sandbox.onStop = () => expect.unreachable();
  await supertest(app).post("/_sandbox/stop").set("Origin", "https://evil.test").expect(403);
});
