import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { banner } from "../../src/commands/banner.ts";
import { type AnyCommand, readArguments, Usage } from "../../src/commands/command.ts";
import { open } from "../../src/commands/open.ts";
import { inMemoryUnlessNamed, optionsOf, type startOptions } from "../../src/commands/server.ts";
import { start } from "../../src/commands/start.ts";
import { startSandbox } from "../../src/start.ts";
import { temporaryFolder } from "../store/file/folders.ts";
import { parsed } from "./asking.ts";
import { begin, failure, forgetSignals, run } from "./invoked.ts";

forgetSignals();

const place = "memory, no data on disk";

/** Runs a command that serves, has a look at it, and lets a client stop it. Gives all that it has printed. */
async function served(command: AnyCommand, words: string[], look: (text: string, url: string) => Promise<void>) {
  const { printed, ended } = begin(command, [...words, "--port", "0", "--log", "silent", "--log-format", "text"]);
  await Promise.race([ended, expect.poll(() => printed.length).toBe(1)]);
  const [text = ""] = printed;
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? "";
  await look(text, url);
  expect((await fetch(`${url}/_sandbox/stop`, { method: "POST" })).status).toBe(202);
  await ended;
  await expect(fetch(`${url}/health`)).rejects.toThrow("fetch failed");
  expect(printed.slice(1)).toEqual(["Stopping: a client asked for it."]);
}
const opens = async (url: string, account: string, token: string | null) => {
  const headers = { ...(token && { authorization: `Bearer ${token}` }) };
  return (await fetch(`${url}/api/v1/account/${account}/thirdparties`, { headers })).status;
};

describe("start", () => {
  it("prints the address and a token that opens the account demo, and ends when a client asks", () =>
    served(start, ["--memory", "--seed", "empty", "--json"], async (text, url) => {
      const { token, ...started } = JSON.parse(text);
      expect(started).toEqual({ version: "0", url, place, people: "none" });
      expect(await opens(url, "demo", token)).toBe(200);
    }));

  it("prints a banner that says where everything is, with no token where none is needed", () =>
    served(start, ["--memory", "--seed", "empty", "--auth", "off"], async (text, url) => {
      expect(text).toBe(banner({ version: "0", url, place, token: null }));
      expect(text).toContain(`\n  curl ${url}/api/v1/account/demo/thirdparties\n`);
      expect(banner({ version: "1.2.3", url: "http://h:1", place: ".sandbox", token: "t" })).toBe(
        `tiers-sandbox 1.2.3 is ready.

  Service     http://h:1/api/v1/account/demo
  Console     http://h:1/
  Swagger UI  http://h:1/docs
  Account     demo (user demo, password demo)
  Data        .sandbox

Try it:

  curl -H "Authorization: Bearer t" http://h:1/api/v1/account/demo/thirdparties
`,
      );
    }));

  it.each([
    [["--seed", "empty", "--people", "all"], "suppliers and the client's people act"],
    [["--seed", "empty", "--people", "suppliers"], "suppliers act"],
  ])("says that people act, and how to stop them, with %j", (words, who) =>
    served(start, ["--memory", ...words], async (text) => {
      expect(text).toContain(`\n  People      ${who} as time passes; tiers-sandbox people none stops them\n`);
    }),
  );

  it("refuses a seed that does not exist as bad usage", async () => {
    const { ended } = begin(start, ["--memory", "--port", "0", "--seed", "nowhere"]);
    const { constructor, message } = await failure(ended);
    expect([constructor, message]).toEqual([Usage, expect.stringMatching(/^There is no seed "nowhere"; there are/)]);
  });
});

describe("open", () => {
  it("serves the world of a bundle as it was, and prints where to look, with right usage of commands", async () => {
    const sandbox = await startSandbox({ seed: "empty", now: "2026-01-15T09:00:00", freeze: true });
    const file = join(temporaryFolder(), "opened.zip");
    const world = await sandbox.world("packed");
    await world.client.GET("/thirdparties");
    await expect.poll(async () => (await world.requests()).length).toBe(1);
    writeFileSync(file, await world.bundle());
    await sandbox.close();
    await served(open, [file, "--json"], async (text, url) => {
      const { token, ...opened } = JSON.parse(text);
      expect(opened).toEqual({
        ...{ version: "0", url, place, accountId: "packed", requests: 1, events: 0 },
        ...{ now: "2026-01-15T09:00:00.000", frozen: true },
      });
      expect(await opens(url, "packed", token)).toBe(200);
    });
    await served(open, [file, "--auth", "off"], async (text, url) => {
      const of = `--account packed --url ${url}`;
      expect(text).toBe(`tiers-sandbox 0 serves packed as it was.

  Service     ${url}/api/v1/account/packed
  Console     ${url}/#/packed/requests
  Swagger UI  ${url}/docs
  Clock       stopped at 2026-01-15T09:00:00.000
  Data        ${place}

  1 requests      tiers-sandbox requests ${of}
  as a HAR        tiers-sandbox requests --har --out requests.har ${of}
  0 events        tiers-sandbox events ${of}
  missed events   tiers-sandbox sync ${of}
  its faults      tiers-sandbox faults --url ${url}

Try it:

  curl ${url}/api/v1/account/packed/thirdparties
`);
      for (const [, line = ""] of text.matchAll(/tiers-sandbox ((?:requests|events|sync|faults) .*)/g))
        expect(readArguments(...(await parsed(line)), {})).toMatchObject({ help: false });
    });
  });
});

describe("stop", () => {
  it("stops the sandbox on a data folder by a signal to its process, and waits for its end", async () => {
    const data = temporaryFolder();
    const sandbox = await startSandbox({ data, seed: "empty" });
    const signalled: number[] = [];
    vi.spyOn(process, "kill").mockImplementation((pid, signal) => {
      if (signal === "SIGTERM") signalled.push(pid);
      else if (signalled.length > 0) throw new Error("ESRCH");
      return true;
    });
    expect(await run(...(await parsed(`stop --data ${data}`)))).toBe(`The sandbox on ${data} has stopped.`);
    expect(signalled).toEqual([process.pid]);
    vi.restoreAllMocks();
    await sandbox.close();
  });
});

describe("the options of a server", () => {
  type Values = Parameters<typeof optionsOf>[0];
  const terminal = { json: false, colour: true };
  const read = (line: string, environment = {}) => {
    const { values = {} } = readArguments(start, line.split(" ").filter(Boolean), environment) as { values?: object };
    const { json: _, ...rest } = values as Values & { json: boolean };
    return rest as unknown as Values & Record<keyof typeof startOptions, unknown>;
  };
  const secrets = { SANDBOX_JWT_SECRET: "x".repeat(32), SANDBOX_KEY: "k".repeat(16) };

  it.each([
    ["", { data: ".sandbox", database: null, bodies: true, allowedHosts: [], logStyle: terminal }],
    ["--memory", { data: null }],
    ["--database postgres://h/d", { data: null, database: "postgres://h/d" }],
    ["--data d --no-bodies --allowed-host a.test", { data: "d", bodies: false, allowedHosts: ["a.test"] }],
    ["--no-world-cache", { worldCache: false }],
    ["--log-format json", { logStyle: { json: true, colour: false } }],
    ["--log-format text", { logStyle: { json: false, colour: false } }, { json: true, colour: false }],
    ["--max-worlds-memory 7K --world-ttl P7D", { maxWorldsMemory: 7000, worldTtl: "P7D" }],
    ["--random-seed 3", { randomSeed: 3 }],
  ])("%s", async (line, expected, style = terminal) => {
    expect(await optionsOf(read(line), style)).toMatchObject(expected);
  });

  it.each([
    ["--memory --data d", {}, "--memory keeps no data on disk, and --data (or SANDBOX_DATA) names a folder"],
    ["--database postgres://u:secret@h/d --data d", {}, "keeps the worlds, and --data (or SANDBOX_DATA) does too"],
    ["--database postgres://u:secret@h/d --memory", {}, "keeps the worlds, and --memory keeps none: leave one out."],
    ["", { SANDBOX_JWT_SECRET: "short" }, "SANDBOX_JWT_SECRET has 5 bytes"],
    ["--host 0.0.0.0", {}, "SANDBOX_JWT_SECRET"],
    ["--host 0.0.0.0", { SANDBOX_KEY: "k" }, "SANDBOX_JWT_SECRET"],
    ["--host 0.0.0.0", { SANDBOX_JWT_SECRET: secrets.SANDBOX_JWT_SECRET }, "SANDBOX_KEY"],
    [
      "--host 0.0.0.0",
      { ...secrets, SANDBOX_KEY: "k".repeat(15) },
      "SANDBOX_KEY lets other machines in, and has under",
    ],
  ])("refuses %s with %j as bad usage, and repeats no secret", async (line, environment, sentence) => {
    const { constructor, message } = await failure(optionsOf(read(line, environment), terminal));
    expect([constructor, message]).toEqual([Usage, expect.stringContaining(sentence)]);
    expect(message).not.toContain("secret@");
  });

  it("serves beyond loopback with a secret and a key of its own", async () => {
    const { host, jwtSecret, sandboxKey } = await optionsOf(read("--host 0.0.0.0", secrets), terminal);
    expect({ host, SANDBOX_JWT_SECRET: jwtSecret, SANDBOX_KEY: sandboxKey }).toEqual({ host: "0.0.0.0", ...secrets });
  });

  it.each([
    [{ memory: false, data: null, database: null }, true],
    [{ memory: true, data: null, database: null }, true],
    [{ memory: false, data: "d", database: null }, false],
    [{ memory: false, data: null, database: "postgres://h/d" }, false],
  ])("exec and open keep nothing unless a place is named: %j", (values, memory) => {
    expect(inMemoryUnlessNamed(values)).toEqual({ ...values, memory });
  });
});
