import { describe, expect, it } from "vitest";
import { answer } from "../../src/commands/answer.ts";
import { clock } from "../../src/commands/clock.ts";
import {
  type AnyCommand,
  command,
  type Environment,
  option,
  readArguments,
  Usage,
} from "../../src/commands/command.ts";
import { events } from "../../src/commands/events.ts";
import { exportWorld } from "../../src/commands/export.ts";
import { commandHelp, generalHelp } from "../../src/commands/help.ts";
import { importWorld } from "../../src/commands/import.ts";
import { openapi } from "../../src/commands/openapi.ts";
import { start } from "../../src/commands/start.ts";
import { token } from "../../src/commands/token.ts";
import { trigger } from "../../src/commands/trigger.ts";
import { verify } from "../../src/commands/verify.ts";

const values = (described: AnyCommand, line: string, environment: Environment = {}) => {
  const read = readArguments(described, line.split(" ").filter(Boolean), environment);
  if (read.help) throw new Error("help was asked for");
  return read.values;
};
const refusal = (described: AnyCommand, line: string, environment: Environment = {}) => {
  try {
    readArguments(described, line.split(" ").filter(Boolean), environment);
  } catch (error) {
    if (error instanceof Usage) return error.message;
    throw error;
  }
  return "nothing was refused";
};

const defaults = {
  port: 4600,
  host: "127.0.0.1",
  data: null,
  database: null,
  memory: false,
  seed: "portfolio",
  "random-seed": 1,
  now: null,
  freeze: false,
  auth: "strict",
  cors: null,
  "allowed-host": [],
  log: "info",
  "no-bodies": false,
  "request-log-bytes": 32_000_000,
  "max-worlds-memory": undefined,
  "max-worlds": null,
  "max-world-size": null,
  "world-ttl": null,
  "base-path": "",
  "trusted-proxies": [],
  "log-format": "auto",
  "jwt-secret": null,
  "sandbox-key": null,
  json: false,
};

describe("start", () => {
  it("start has the documented defaults", () => {
    expect(values(start, "")).toEqual(defaults);
  });

  it("start reads every flag", () => {
    const line =
      "-p 0 --host ::1 --data d --memory --seed empty --random-seed=7 --now 2026-01-15T09:00:00 --freeze " +
      "--auth off --cors http://a.example,http://b.example --allowed-host a.test --allowed-host b.test --log debug " +
      "--no-bodies --request-log-bytes 1000 --max-worlds-memory 512MB --max-worlds 9 --max-world-size 2gb " +
      "--world-ttl P7D --base-path /x/ --trusted-proxies 10.0.0.0/8 --trusted-proxies ::1 --log-format json";
    expect(values(start, line)).toEqual({
      ...defaults,
      port: 0,
      host: "::1",
      data: "d",
      memory: true,
      seed: "empty",
      "random-seed": 7,
      now: "2026-01-15T09:00:00",
      freeze: true,
      auth: "off",
      cors: "http://a.example,http://b.example",
      "allowed-host": ["a.test", "b.test"],
      log: "debug",
      "no-bodies": true,
      "request-log-bytes": 1_000,
      "max-worlds-memory": 512_000_000,
      "max-worlds": 9,
      "max-world-size": 2_000_000_000,
      "world-ttl": "P7D",
      "base-path": "/x",
      "trusted-proxies": ["10.0.0.0/8", "::1"],
      "log-format": "json",
    });
  });

  it.each([
    ["--now 0000-01-01", '--now must be from 1980-01-01T00:00:00.000 to 9999-12-31T23:59:59.999, got "0000-01-01".'],
    ["--now 2026-01-15:00", '--now must be a moment in UTC like 2026-01-15T09:00:00, or a day, got "2026-01-15:00".'],
    ["--now 10000-01-01", '--now must be a moment in UTC like 2026-01-15T09:00:00, or a day, got "10000-01-01".'],
    ["--max-worlds-memory x1K", '--max-worlds-memory must be a size like 512MB or 2GB, got "x1K".'],
    ["--max-worlds-memory 1KBx", '--max-worlds-memory must be a size like 512MB or 2GB, got "1KBx".'],
    ["--max-worlds-memory 1TB", '--max-worlds-memory must be a size like 512MB or 2GB, got "1TB".'],
    [
      "--world-ttl P0D",
      '--world-ttl must be an ISO 8601 duration such as P90D or PT12H, longer than nothing, got "P0D".',
    ],
    [
      "--world-ttl 7d",
      '--world-ttl must be an ISO 8601 duration such as P90D or PT12H, longer than nothing, got "7d".',
    ],
    ["--base-path sandbox", '--base-path must be a path like /sandbox, got "sandbox".'],
    [
      "--trusted-proxies proxy",
      "--trusted-proxies cannot be read. proxy is neither an address nor a range of addresses, " +
        "like 10.0.0.0/8 or fd00::/8.",
    ],
    ["--random-seed -1", '--random-seed must be a whole number from 0 to 4294967295, got "-1".'],
  ])("start refuses %s with a sentence", (line, sentence) => {
    expect(refusal(start, line)).toBe(sentence);
  });

  it("start reads every environment variable", () => {
    const environment = {
      PORT: "8080",
      HOST: "localhost",
      SANDBOX_DATA: "d",
      SANDBOX_DATABASE: "postgres://h/d",
      SANDBOX_SEED: "empty",
      SANDBOX_RANDOM_SEED: "7",
      SANDBOX_NOW: "2026-01-15",
      SANDBOX_AUTH: "lenient",
      SANDBOX_CORS: "*",
      SANDBOX_ALLOWED_HOSTS: "a.test, b.test,",
      SANDBOX_LOG: "silent",
      SANDBOX_REQUEST_LOG_BYTES: "1000",
      SANDBOX_MAX_WORLDS_MEMORY: "1K",
      SANDBOX_MAX_WORLDS: "9",
      SANDBOX_MAX_WORLD_SIZE: "7",
      SANDBOX_WORLD_TTL: "PT2H",
      SANDBOX_BASE_PATH: "/x",
      SANDBOX_TRUSTED_PROXIES: "10.0.0.0/8,::1",
      SANDBOX_LOG_FORMAT: "text",
      SANDBOX_JWT_SECRET: "secret",
      SANDBOX_KEY: "key",
    };
    expect(values(start, "", environment)).toEqual({
      ...defaults,
      port: 8080,
      host: "localhost",
      data: "d",
      database: "postgres://h/d",
      seed: "empty",
      "random-seed": 7,
      now: "2026-01-15T00:00:00",
      auth: "lenient",
      cors: "*",
      "allowed-host": ["a.test", "b.test"],
      log: "silent",
      "request-log-bytes": 1_000,
      "max-worlds-memory": 1_000,
      "max-worlds": 9,
      "max-world-size": 7,
      "world-ttl": "PT2H",
      "base-path": "/x",
      "trusted-proxies": ["10.0.0.0/8", "::1"],
      "log-format": "text",
      "jwt-secret": "secret",
      "sandbox-key": "key",
    });
  });

  it("a flag wins over its variable, the last flag wins over the first, and an empty variable counts as none", () => {
    expect(values(start, "--port 1 --port 2", { PORT: "3" })).toMatchObject({ port: 2 });
    expect(values(start, "", { PORT: "", SANDBOX_KEY: "" })).toEqual(defaults);
  });

  it.each([
    ["--prot 1", "There is no option --prot. Did you mean --port?"],
    ["--frobnicate-everything", "There is no option --frobnicate-everything."],
    ["-x", "There is no option -x."],
    ["--constructor", "There is no option --constructor."],
    ["--port", "--port needs a value: --port N."],
    ["--port=", "--port needs a value: --port N."],
    ["--port --memory", "--port needs a value: --port N."],
    ["--port 65536", '--port must be a whole number from 0 to 65535, got "65536".'],
    ["--port -1", '--port must be a whole number from 0 to 65535, got "-1".'],
    ["--port 0x50", '--port must be a whole number from 0 to 65535, got "0x50".'],
    ["--port 1e3", '--port must be a whole number from 0 to 65535, got "1e3".'],
    ["--random-seed 1.5", '--random-seed must be a whole number from 0 to 4294967295, got "1.5".'],
    ["--memory=yes", '--memory takes no value, got "yes".'],
    ["--auth strcit", '--auth must be one of strict, lenient, off, got "strcit". Did you mean strict?'],
    ["--log loud", '--log must be one of silent, error, info, debug, got "loud".'],
    ["--now yesterday", '--now must be a moment in UTC like 2026-01-15T09:00:00, or a day, got "yesterday".'],
    ["--now 2026-02-30", '--now must be a moment in UTC like 2026-01-15T09:00:00, or a day, got "2026-02-30".'],
    [
      "--now 2026-01-15T24:00:00",
      '--now must be a moment in UTC like 2026-01-15T09:00:00, or a day, got "2026-01-15T24:00:00".',
    ],
    [
      "--now 2026-01-15T09:00:00+01:00",
      '--now must be a moment in UTC like 2026-01-15T09:00:00, or a day, got "2026-01-15T09:00:00+01:00".',
    ],
    [
      "--host http://localhost",
      '--host must be an address or name of this machine, without a port, got "http://localhost".',
    ],
    ["--host localhost:80", '--host must be an address or name of this machine, without a port, got "localhost:80".'],
    ["--allowed-host [", '--allowed-host must be a host name or address, like sandbox.test, got "[".'],
    [
      "--cors localhost:5173",
      "--cors cannot be read. localhost:5173 is not an origin: scheme, host and port are wanted, " +
        "like http://localhost:5173, separated by commas, or *.",
    ],
    ["--jwt-secret x", "--jwt-secret would show a secret to everyone on this machine: set SANDBOX_JWT_SECRET instead."],
    ["now", 'start takes no argument, got "now".'],
  ])("start refuses %s", (line, sentence) => {
    expect(refusal(start, line)).toBe(sentence);
  });

  it("a wrong variable is refused by its name", () => {
    expect(refusal(start, "", { PORT: "http" })).toBe('PORT must be a whole number from 0 to 65535, got "http".');
    expect(refusal(start, "", { SANDBOX_ALLOWED_HOSTS: "a.test,[" })).toMatch(
      /^SANDBOX_ALLOWED_HOSTS must be a host name/,
    );
  });

  it.each([
    ["2026-01-15T09:00:00Z", "2026-01-15T09:00:00"],
    ["2026-01-15T09:00:00.250", "2026-01-15T09:00:00.250"],
    ["2028-02-29", "2028-02-29T00:00:00"],
    ["2026-01-15T09:30", "2026-01-15T09:30:00"],
    ["2026-01-15T09:30Z", "2026-01-15T09:30:00"],
  ])("--now reads the moment %s", (text, read) => {
    expect(values(start, `--now ${text}`)).toMatchObject({ now: read });
  });

  it("--host takes an IPv6 address with or without brackets", () => {
    expect(values(start, "--host [::1]")).toMatchObject({ host: "::1" });
    expect(values(start, "--host ::")).toMatchObject({ host: "::" });
  });
});

describe("token", () => {
  it("token reads several accounts and a negative number of seconds", () => {
    expect(values(token, "-a a --account b --expires-in -60 --url http://127.0.0.1:1/")).toEqual({
      account: ["a", "b"],
      "expires-in": -60,
      url: "http://127.0.0.1:1",
      secret: null,
      key: null,
      json: false,
    });
    expect(values(token, "")).toMatchObject({ account: ["demo"], "expires-in": 3_600, url: null });
  });

  it.each([
    ["--account a/b", '--account must be 1 to 64 letters, digits, - and _, got "a/b".'],
    [
      "--url localhost:4600",
      '--url must be the address of a sandbox, like http://127.0.0.1:4600, got "localhost:4600".',
    ],
  ])("token refuses %s", (line, sentence) => {
    expect(refusal(token, line)).toBe(sentence);
  });
});

describe("a command with an argument", () => {
  const example = command({
    name: "trigger",
    summary: "Bring an event about.",
    takes: "EVENT",
    examples: [],
    options: { url: option<string>({ takes: "URL", fallback: "here" }, "Where.") },
    run: async () => {},
  });

  it("a command with an argument takes exactly one", () => {
    expect(readArguments(example, ["--url", "there", "A_EVENT"], {})).toEqual({
      help: false,
      argument: "A_EVENT",
      others: [],
      values: { json: false, url: "there" },
    });
    expect(refusal(example, "")).toBe("trigger needs EVENT.");
    expect(refusal(example, "A B")).toBe('trigger takes one argument, got "B".');
  });
});

describe("help", () => {
  it("help is shown wherever --help stands before a mistake", () => {
    expect(readArguments(start, ["--port", "1", "--help"], {})).toEqual({ help: true });
    expect(readArguments(start, ["-h", "--nonsense"], { PORT: "x" })).toEqual({ help: true });
  });

  it("the help of a command shows every option with its default and its variable", () => {
    expect(commandHelp(openapi, 60)).toBe(
      [
        "Write the OpenAPI document.",
        "",
        "Usage: tiers-sandbox openapi [options]",
        "",
        "Examples",
        "  tiers-sandbox openapi --out openapi.yaml",
        "      Of the service, as YAML.",
        "  tiers-sandbox openapi --surface control",
        "      Of the control plane, as JSON.",
        "",
        "Options (default) [environment variable]",
        "  -o, --out FILE     File to write; the terminal without it.",
        "  --format FORMAT    json or yaml; by the file's name",
        "                     without it.",
        "  --surface SURFACE  service, or control for the sandbox's",
        "                     own. (service)",
        "  --json             The same as --format json.",
        "  -h, --help         Show this.",
      ].join("\n"),
    );
  });

  it("an option without a default shows none", () => {
    for (const described of [answer, clock, events, exportWorld, importWorld, openapi, start, token, trigger, verify])
      expect(commandHelp(described, 100)).not.toMatch(/\((?:undefined|null|true|false)\)/);
  });

  it("the general help lists the commands", () => {
    const parts = generalHelp([start, token], "1.2.3", 100).split("\n\n");
    expect(parts.slice(0, 4)).toEqual([
      "tiers-sandbox 1.2.3: a local, stateful stand-in for a supplier-evaluation API.",
      "Usage: tiers-sandbox [command] [options]\n       tiers-sandbox <command> --help",
      "Commands\n  start  Start the sandbox.\n  token  Make a token: signed here, or by a running sandbox with --url.",
      "Examples\n  tiers-sandbox        On port 4600, with its data in .sandbox.\n" +
        "  tiers-sandbox token  For the account demo, for an hour.",
    ]);
    expect(parts[4]).toMatch(
      /^Options of start, the command when none is named \(default\) \[environment variable\]\n {2}-p, --port N +Port/,
    );
    expect(parts[4]).toMatch(/\n {2}-h, --help +Show this\.\n {2}-v, -V, --version +Show the version\.$/);
  });
});
