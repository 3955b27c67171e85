import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { clock } from "../../src/commands/clock.ts";
import { withProgress } from "../../src/commands/progress.ts";
import { begin } from "./invoked.ts";

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const message = (percent: number) => `event: progress\ndata: ${JSON.stringify({ accountId: "demo", percent })}\n\n`;

it("shows the progress of long work at every tenth, however its messages are cut, and no end", async () => {
  const asked: unknown[] = [];
  let left = () => {};
  const ended = new Promise<void>((resolve) => (left = resolve));
  const url = await serving((request, response) => {
    asked.push([request.url, request.headers["x-sandbox-key"]]);
    request.on("close", left);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const text = `retry: 1000\n\n${[3, 11, 100, 12, 25, 40, 41].map(message).join("event: event\ndata: {}\n\n")}`;
    for (let at = 0; at < text.length; at += 7) response.write(text.slice(at, at + 7));
  });
  const shown: string[] = [];
  const work = async () => {
    while (shown.length < 3) await new Promise((resolve) => setImmediate(resolve));
    return "done";
  };
  const place = { url, key: "secret", account: "demo" };
  expect(await withProgress(place, (text) => shown.push(text), work)).toBe("done");
  expect(shown).toEqual(["11 % done", "25 % done", "40 % done"]);
  expect(asked).toEqual([["/_sandbox/stream?accountId=demo", "secret"]]);
  await ended;
});

it("does the work, and passes on its failure, where the sandbox shows no progress", async () => {
  const url = await serving((_, response) => void response.writeHead(404).end());
  const place = { url, key: null, account: "demo" };
  const shown: string[] = [];
  const show = (text: string) => void shown.push(text);
  expect(await withProgress(place, show, async () => 1)).toBe(1);
  expect(await withProgress({ ...place, url: "http://127.0.0.1:1" }, show, async () => 2)).toBe(2);
  await expect(withProgress(place, show, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(shown).toEqual([]);
});

it("cancels the move of a clock at Ctrl-C, and shows how far it came; once more ends the command", async () => {
  const asked: string[] = [];
  let move: ServerResponse | undefined;
  const reading = { now: "2026-02-01T09:00:00.000", frozen: true, nextDue: null, happened: {}, cancelled: true };
  const answer = (response?: ServerResponse) => response?.setHeader("content-type", "application/json").end(body);
  const body = JSON.stringify(reading);
  const url = await serving((request, response) => {
    if (request.method !== "GET") asked.push(`${request.method} ${request.url}`);
    if (request.method === "POST") move = response;
    else answer(response);
    if (request.method === "DELETE") answer(move);
  });
  const before = process.listeners("SIGINT");
  const added = () => process.listeners("SIGINT").filter((one) => !before.includes(one));
  const { printed, ended } = begin(clock, ["advance", "P90Y", "--url", url, "--account", "demo"]);
  while (!move) await new Promise((resolve) => setImmediate(resolve));
  expect(added().length).toBe(1);
  process.emit("SIGINT");
  expect(added()).toEqual([]);
  await ended;
  const path = "/_sandbox/accounts/demo/clock";
  expect(asked).toEqual([`POST ${path}`, `DELETE ${path}/move`]);
  expect(printed.join("\n")).toBe("2026-02-01T09:00:00.000, stopped; nothing is due\nThe move was cancelled.");
});
