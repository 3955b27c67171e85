import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compiledCommand } from "./support/compiled-command.ts";
import { Postgres, programs, sayMissing } from "./support/postgres.ts";

const password = "hush-hush";
const hasOpenssl = spawnSync("openssl", ["version"]).error === undefined;

const command = compiledCommand();
sayMissing();
describe.skipIf(!programs || !hasOpenssl)("a database that wants TLS and a password", () => {
  const folder = mkdtempSync(join(tmpdir(), "tiers-tls-"));
  const certificate = join(folder, "server.crt");
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await Postgres.start();
    const key = join(folder, "server.key");
    const subject = ["-subj", "/CN=sandbox", "-addext", "subjectAltName=IP:127.0.0.1"];
    const files = ["-keyout", key, "-out", certificate];
    execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", ...subject, ...files], { stdio: "pipe" });
    await asksForBoth(postgres, readFileSync(certificate), readFileSync(key));
  });
  afterAll(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts the command, and ends it when it listens; the exit code, and all that it has said. */
  async function run(args: readonly string[], env: Record<string, string>) {
    const started = spawn(process.execPath, [command, "--port", "0", "--seed", "empty", ...args], {
      env: { ...process.env, ...env },
    });
    let said = "";
    let isAsked = false;
    for (const stream of [started.stdout, started.stderr])
      stream.on("data", (more) => {
        said += more;
        const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
        if (!url || isAsked) return;
        isAsked = true;
        // A request is logged before the end.
        void fetch(`${url}/_sandbox/accounts`).then(() => started.kill("SIGTERM"));
      });
    const [code] = await once(started, "exit");
    return { code, said };
  }
  const place = () => `127.0.0.1:${postgres.port}/postgres`;
  const trusted = `?sslrootcert=${certificate}`;

  it.each([
    ["in the address", () => `postgres://guest:${password}@${place()}${trusted}`, () => ({})],
    ["in PGPASSWORD", () => `postgres://guest@${place()}${trusted}`, () => ({ PGPASSWORD: password })],
    [
      ...(["in the standard variables", () => "postgres://"] as const),
      () => ({
        ...{ PGHOST: "127.0.0.1", PGPORT: String(postgres.port), PGUSER: "guest", PGDATABASE: "postgres" },
        ...{ PGPASSWORD: password, PGSSLMODE: "no-verify" },
      }),
    ],
  ])("is used with what stands %s, which no line says", async (_, address, env: () => Record<string, string>) => {
    const { code, said } = await run(["--database", address(), "--log", "debug"], env());
    expect([code, said]).toEqual([0, expect.stringContaining("/_sandbox/accounts")]);
    expect(said).not.toMatch(/hush-hush|guest|postgres:\/\//);
  });

  it.each([
    ["without TLS", password, "", "28000"],
    ["with a certificate that nothing vouches for", password, "?sslmode=verify-full", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["with a wrong password", `wrong-${password}`, trusted, "28P01"],
  ])("is refused %s in a sentence without the address", async (_, secret, query, error) => {
    const { code, said } = await run(["--database", `postgres://guest:${secret}@${place()}${query}`], {});
    expect([code, said]).toEqual([1, expect.stringContaining(`cannot be used (${error})`)]);
    expect(said).not.toMatch(/hush-hush|postgres:\/\//);
  });
});

describe("a machine without the package pg", () => {
  it("is told what to install when a database is wanted", () => {
    const hook = `export const resolve = (name, context, next) => next(name === "pg" ? "no-pg" : name, context)`;
    const url = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`;
    const preload = url(`import { register } from "node:module"; register(${JSON.stringify(url(hook))})`);
    const args = ["--import", preload, command, "--port", "0", "--database", `postgres://guest:${password}@host/db`];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect([status, stderr]).toEqual([1, expect.stringContaining("beside tiers-sandbox: npm install pg")]);
    expect(stderr).not.toMatch(/hush-hush|postgres:\/\//);
  });
});

/** From now on the user guest comes by TLS alone, and with a password. */
async function asksForBoth(postgres: Postgres, certificate: Buffer, key: Buffer): Promise<void> {
  const data = join(postgres.folder, "data");
  const { uid, gid } = statSync(data);
  for (const [name, text] of Object.entries({ "server.crt": certificate, "server.key": key })) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    chownSync(join(data, name), uid, gid);
  }
  await postgres.query(`create role guest login password '${password}'; grant all on schema public to guest`);
  const rules = join(data, "pg_hba.conf");
  const guest = "hostssl all guest all scram-sha-256\nhostnossl all guest all reject\n";
  writeFileSync(rules, guest + readFileSync(rules, "utf8"));
  await postgres.query("alter system set ssl = on");
  await postgres.query("select pg_reload_conf()");
  while ((await postgres.query("show ssl"))[0]?.ssl !== "on") await wait(20);
}
