import { originsRefusal } from "../http/cors.ts";
import { exposureRefusal } from "../http/host.ts";
import type { AuthMode } from "../sandbox/authentication.ts";
import type { LogLevel } from "../sandbox/log.ts";
import type { Options } from "../sandbox/options.ts";
import { banner } from "./banner.ts";
import { command, type Invocation, option, Usage, type ValuesOf } from "./command.ts";
import { host, listenHost, moment, oneOf, wholeNumber } from "./values.ts";

const defaultData = ".sandbox";
const day = 86_400;

const options = {
  port: option<number>({
    summary: "Port; 0 takes any free one.",
    takes: "N",
    short: "p",
    environment: "PORT",
    fallback: 4600,
    parse: wholeNumber(0, 65_535),
  }),
  host: option<string>({
    summary: "Address to listen on.",
    takes: "H",
    environment: "HOST",
    fallback: "127.0.0.1",
    parse: listenHost,
  }),
  data: option<string | null>({
    summary: "Folder of the database.",
    takes: "DIR",
    environment: "SANDBOX_DATA",
    fallback: null,
    shown: defaultData,
  }),
  memory: option<boolean>({ summary: "Keep nothing on disk.", fallback: false }),
  seed: option<string>({
    summary: "World that a new account starts from: a name of `tiers-sandbox seeds`, or a JSON file.",
    takes: "NAME",
    environment: "SANDBOX_SEED",
    fallback: "portfolio",
  }),
  "random-seed": option<number>({
    summary: "Same number, same world.",
    takes: "N",
    environment: "SANDBOX_RANDOM_SEED",
    fallback: 1,
    parse: wholeNumber(0, 4_294_967_295),
  }),
  now: option<string | null>({
    summary: "Where the accounts' clocks start, in UTC.",
    takes: "T",
    environment: "SANDBOX_NOW",
    fallback: null,
    shown: "wall clock",
    parse: moment,
  }),
  freeze: option<boolean>({ summary: "Stop the accounts' clocks there.", fallback: false }),
  auth: option<AuthMode>({
    summary: "strict, lenient (any JWT, no signature) or off.",
    takes: "MODE",
    environment: "SANDBOX_AUTH",
    fallback: "strict",
    parse: oneOf("strict", "lenient", "off"),
  }),
  cors: option<string | null>({
    summary: "Origins whose pages may call, separated by commas, or *.",
    takes: "ORIGINS",
    environment: "SANDBOX_CORS",
    fallback: null,
    shown: "every localhost origin",
    parse: origins,
  }),
  "allowed-host": option<readonly string[]>({
    summary: "Name that the server answers to, beside loopback's.",
    takes: "H",
    environment: "SANDBOX_ALLOWED_HOSTS",
    repeatable: true,
    fallback: [],
    parse: host,
  }),
  log: option<LogLevel>({
    summary: "silent, error, info, or debug, which also says why a request was refused.",
    takes: "LEVEL",
    environment: "SANDBOX_LOG",
    fallback: "info",
    parse: oneOf("silent", "error", "info", "debug"),
  }),
  "jwt-secret": option<string | null>({
    summary: "Secret that signs tokens, of 32 bytes or more; needed beyond loopback.",
    environment: "SANDBOX_JWT_SECRET",
    environmentOnly: true,
    fallback: null,
  }),
  "sandbox-key": option<string | null>({
    summary: "Key of the control plane; needed beyond loopback.",
    environment: "SANDBOX_KEY",
    environmentOnly: true,
    fallback: null,
  }),
};

function origins(text: string): string {
  const refusal = originsRefusal(text);
  if (refusal === undefined) return text;
  throw new Error(`cannot be read. ${refusal}`);
}

export const start = command({ name: "start", summary: "Start the sandbox.", options, run });

async function run({ values, version, logStyle, print, say }: Invocation<typeof options>): Promise<void> {
  const wanted = { ...(await optionsOf(values)), logStyle };
  const stop = stopSignal(say);
  const { startSandbox } = await import("../start.ts");
  const { SeedNotFound } = await import("../seed/seed-file.ts");
  const sandbox = await startSandbox({ ...wanted, demo: true }).catch((error) => {
    throw error instanceof SeedNotFound ? new Usage(error.message) : error;
  });
  const token = wanted.auth === "off" ? null : await sandbox.token(["demo"], day);
  print(banner({ version, url: sandbox.url, place: sandbox.place, token }));
  await stop;
  await sandbox.close();
}

async function optionsOf(values: ValuesOf<typeof options>): Promise<Omit<Options, "logStyle">> {
  const { developmentSecret, checkSecret } = await import("../sandbox/authentication.ts");
  const { "jwt-secret": ownSecret, "sandbox-key": sandboxKey } = values;
  const exposed = exposureRefusal({
    host: values.host,
    ownJwtSecret: ownSecret !== null && ownSecret !== developmentSecret,
    ownSandboxKey: sandboxKey !== null,
  });
  if (exposed !== undefined) throw new Usage(exposed);
  try {
    if (ownSecret !== null) checkSecret(ownSecret);
  } catch (error) {
    throw new Usage((error as Error).message);
  }
  return {
    port: values.port,
    host: values.host,
    data: values.memory ? null : (values.data ?? defaultData),
    seed: values.seed,
    randomSeed: values["random-seed"],
    now: values.now,
    freeze: values.freeze,
    auth: values.auth,
    cors: values.cors,
    allowedHosts: values["allowed-host"],
    log: values.log,
    jwtSecret: ownSecret ?? developmentSecret,
    sandboxKey,
  };
}

/** Resolves at the first SIGINT or SIGTERM; the second ends the process as it is. */
const stopSignal = (say: (text: string) => void): Promise<void> =>
  new Promise((resolve) => {
    let asked = false;
    const signalled = () => {
      if (asked) process.exit(1);
      asked = true;
      say("Stopping: requests in flight are finished first. Once more to stop at once.");
      resolve();
    };
    process.on("SIGINT", signalled);
    process.on("SIGTERM", signalled);
  });
