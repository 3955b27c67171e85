import { describe, expect, it } from "vitest";
import { type AnyCommand, type Environment, readArguments, Usage } from "../../src/commands/command.ts";
import { commandHelp, generalHelp } from "../../src/commands/help.ts";
import { importWorld } from "../../src/commands/import.ts";
import { openapi } from "../../src/commands/openapi.ts";
import { start } from "../../src/commands/start.ts";
import { token } from "../../src/commands/token.ts";

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

/** Of each option of start: its default, a flag and what it is read as, and the same of its variable. */
const options: Record<string, [usual: unknown, flag?: string, read?: unknown, variable?: string, read?: unknown]> = {
  port: [4600, "-p 0", 0, "PORT=8080", 8080],
  host: ["127.0.0.1", "--host [::1]", "::1", "HOST=localhost", "localhost"],
  data: [null, "--data d", "d", "SANDBOX_DATA=d", "d"],
  database: [null, "--database postgres://a/b", "postgres://a/b", "SANDBOX_DATABASE=postgres://h/d", "postgres://h/d"],
  memory: [false, "--memory", true],
  seed: ["portfolio", "--seed empty", "empty", "SANDBOX_SEED=empty", "empty"],
  "random-seed": [1, "--random-seed=7", 7, "SANDBOX_RANDOM_SEED=7", 7],
  now: [null, "--now 2026-01-15T09:00:00Z", "2026-01-15T09:00:00", "SANDBOX_NOW=2028-02-29", "2028-02-29T00:00:00"],
  freeze: [false, "--freeze", true],
  people: [null, "--people suppliers", "suppliers", "SANDBOX_PEOPLE=none", "none"],
  configuration: [null, "--configuration own.json", "own.json", "SANDBOX_CONFIGURATION=x.json", "x.json"],
  auth: ["strict", "--auth off", "off", "SANDBOX_AUTH=lenient", "lenient"],
  cors: [null, "--cors http://a.example,http://b.example", "http://a.example,http://b.example", "SANDBOX_CORS=*", "*"],
  "allowed-host": [
    [],
    ...(["--allowed-host a.test --allowed-host b.test", ["a.test", "b.test"]] as const),
    ...(["SANDBOX_ALLOWED_HOSTS=a.test, b.test,", ["a.test", "b.test"]] as const),
  ],
  log: ["info", "--log debug", "debug", "SANDBOX_LOG=silent", "silent"],
  strict: [false, "--strict", true],
  "no-bodies": [false, "--no-bodies", true],
  "no-world-cache": [false, "--no-world-cache", true],
  "request-log-bytes": [32_000_000, "--request-log-bytes 1000", 1_000, "SANDBOX_REQUEST_LOG_BYTES=2000", 2_000],
  "max-worlds-memory": [undefined, "--max-worlds-memory 512MB", 512_000_000, "SANDBOX_MAX_WORLDS_MEMORY=1K", 1_000],
  "max-worlds": [null, "--max-worlds 9", 9, "SANDBOX_MAX_WORLDS=8", 8],
  "max-world-size": [null, "--max-world-size 2gb", 2_000_000_000, "SANDBOX_MAX_WORLD_SIZE=7", 7],
  "world-ttl": [null, "--world-ttl P7D", "P7D", "SANDBOX_WORLD_TTL=PT2H", "PT2H"],
  "base-path": ["", "--base-path /x/", "/x", "SANDBOX_BASE_PATH=/y", "/y"],
  "trusted-proxies": [
    [],
    ...(["--trusted-proxies 10.0.0.0/8 --trusted-proxies ::1", ["10.0.0.0/8", "::1"]] as const),
    ...(["SANDBOX_TRUSTED_PROXIES=10.0.0.0/8,::1", ["10.0.0.0/8", "::1"]] as const),
  ],
  "log-format": ["auto", "--log-format json", "json", "SANDBOX_LOG_FORMAT=text", "text"],
  "jwt-secret": [null, undefined, null, "SANDBOX_JWT_SECRET=secret", "secret"],
  "sandbox-key": [null, undefined, null, "SANDBOX_KEY=key", "key"],
  json: [false, "--json", true],
};
const each = <T>(of: (row: (typeof options)[string]) => T) =>
  Object.fromEntries(Object.entries(options).map(([name, row]) => [name, of(row)]));
const defaults = each(([usual]) => usual);

describe("start", () => {
  it("start has the documented defaults", () => {
    expect(values(start, "")).toEqual(defaults);
  });

  it("start reads every flag", () => {
    const line = Object.values(each(([, flag = ""]) => flag)).join(" ");
    expect(values(start, line)).toEqual(each(([, , read]) => read));
  });

  it("start reads every environment variable", () => {
    const pairs = Object.values(options).flatMap(([, , , variable]) => (variable ? [variable.split("=")] : []));
    expect(values(start, "", Object.fromEntries(pairs))).toEqual(
      each(([usual, , , variable, read]) => (variable ? read : usual)),
    );
  });

  it("a flag wins over its variable, the last flag wins over the first, and an empty variable counts as none", () => {
    expect(values(start, "--port 1 --port 2", { PORT: "3" })).toMatchObject({ port: 2 });
    expect(values(start, "", { PORT: "", SANDBOX_KEY: "" })).toEqual(defaults);
  });

  it.each([
    ["--port", "a whole number from 0 to 65535", ["65536", "-1", "0x50", "1e3"]],
    ["--random-seed", "a whole number from 0 to 4294967295", ["-1", "1.5"]],
    [
      ...(["--now", "a moment in UTC like 2026-01-15T09:00:00, or a day"] as const),
      ["yesterday", "2026-02-30", "2026-01-15T24:00:00", "2026-01-15T09:00:00+01:00", "2026-01-15:00", "10000-01-01"],
    ],
    ["--now", "from 1980-01-01T00:00:00.000 to 9999-12-31T23:59:59.999", ["0000-01-01"]],
    ["--max-worlds-memory", "a size like 512MB or 2GB", ["x1K", "1KBx", "1TB"]],
    ["--world-ttl", "an ISO 8601 duration such as P90D or PT12H, longer than nothing", ["P0D", "7d"]],
    ["--base-path", "a path like /sandbox", ["sandbox"]],
    ["--log", "one of silent, error, info, debug", ["loud"]],
    ["--host", "an address or name of this machine, without a port", ["http://localhost", "localhost:80"]],
    ["--allowed-host", "a host name or address, like sandbox.test", ["["]],
  ])("start refuses %s that is not %s", (flag, wanted, texts) => {
    const refused = texts.map((text) => refusal(start, `${flag} ${text}`));
    expect(refused).toEqual(texts.map((text) => `${flag} must be ${wanted}, got "${text}".`));
  });

  const noRange = "neither an address nor a range of addresses, like 10.0.0.0/8 or fd00::/8.";
  const noOrigin =
    "not an origin: scheme, host and port are wanted, like http://localhost:5173, separated by commas, or *.";
  it.each([
    ["--prot 1", "There is no option --prot. Did you mean --port?"],
    ["--frobnicate-everything", "There is no option --frobnicate-everything."],
    ["-x", "There is no option -x."],
    ["--constructor", "There is no option --constructor."],
    ["--port", "--port needs a value: --port N."],
    ["--port=", "--port needs a value: --port N."],
    ["--port --memory", "--port needs a value: --port N."],
    ["--memory=yes", '--memory takes no value, got "yes".'],
    ["--auth strcit", '--auth must be one of strict, lenient, off, got "strcit". Did you mean strict?'],
    ["--trusted-proxies proxy", `--trusted-proxies cannot be read. proxy is ${noRange}`],
    ["--cors localhost:5173", `--cors cannot be read. localhost:5173 is ${noOrigin}`],
    ["--jwt-secret x", "--jwt-secret would show a secret to everyone on this machine: set SANDBOX_JWT_SECRET instead."],
    ["now", 'start takes no argument, got "now".'],
  ])("start refuses %s", (line, sentence) => {
    expect(refusal(start, line)).toBe(sentence);
  });

  it("a wrong variable is refused by its name", () => {
    expect(refusal(start, "", { PORT: "http" })).toBe('PORT must be a whole number from 0 to 65535, got "http".');
    const hosts = refusal(start, "", { SANDBOX_ALLOWED_HOSTS: "a.test,[" });
    expect(hosts).toMatch(/^SANDBOX_ALLOWED_HOSTS must be a host name/);
  });

  it("--now reads moments of several forms, and --host an IPv6 address without brackets", () => {
    const read = (text: string) => values(start, `--now ${text}`).now;
    const texts = ["2026-01-15T09:00:00.250", "2026-01-15T09:30", "2026-01-15T09:30Z"];
    expect(texts.map(read)).toEqual(["2026-01-15T09:00:00.250", "2026-01-15T09:30:00", "2026-01-15T09:30:00"]);
    expect(values(start, "--host ::")).toMatchObject({ host: "::" });
  });
});

it("token reads several accounts, a negative number of seconds and an address without its last slash", () => {
  const read = { account: ["a", "b"], "expires-in": -60, url: "http://127.0.0.1:1" };
  expect(values(token, "-a a --account b --expires-in -60 --url http://127.0.0.1:1/")).toMatchObject(read);
  expect(values(token, "")).toMatchObject({ account: [], "expires-in": 3_600, url: null });
  const id = '--account must be 1 to 64 letters, digits, - and _, got "a/b".';
  const address = '--url must be the address of a sandbox, like http://127.0.0.1:4600, got "localhost:4600".';
  expect([refusal(token, "--account a/b"), refusal(token, "--url localhost:4600")]).toEqual([id, address]);
});

it("a command with an argument takes exactly one", () => {
  expect(readArguments(importWorld, ["--account", "copy", "a.json"], {})).toMatchObject({
    ...{ help: false, argument: "a.json", others: [], values: { json: false, account: "copy" } },
  });
  const sentences = ["import needs FILE.", 'import takes one argument, got "B".'];
  expect([refusal(importWorld, ""), refusal(importWorld, "A B")]).toEqual(sentences);
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
        "  tiers-sandbox openapi --configuration account.json --out openapi.json",
        "      Of the service with the codes of your account.",
        "",
        "Options (default) [environment variable]",
        "  -o, --out FILE            File to write; the terminal",
        "                            without it.",
        "  --format FORMAT           json or yaml; by the file's name",
        "                            without it.",
        "  -c, --configuration FILE  Describe the codes, dossier",
        "                            types and attributes of this",
        "                            configuration of an account.",
        "  --surface SURFACE         service, or control for the",
        "                            sandbox's own. (service)",
        "  --json                    Print JSON; with --out, the name",
        "                            of the file and its bytes.",
        "  -h, --help                Show this.",
      ].join("\n"),
    );
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
