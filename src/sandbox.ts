import type { AddressInfo } from "node:net";
import type { Seen } from "../contract/control.ts";
import { createApp } from "./app.ts";
import { format, type Moment, parse } from "./domain/time.ts";
import { createAuthenticator, type Authenticator, developmentSecret } from "./http/auth.ts";
import { Faults } from "./http/faults.ts";
import { createLog, type Log } from "./http/log.ts";
import { Requests } from "./http/requests.ts";
import { close, createServer, listen } from "./http/server.ts";
import { issueToken } from "./http/tokens.ts";
import type { Options } from "./options.ts";
import { makeState, readSeed } from "./seeds.ts";
import { memoryStorage } from "./store/memory.ts";
import type { Storage } from "./store/store.ts";
import { World } from "./world.ts";

const defaults: Options = {
  port: 0,
  host: "127.0.0.1",
  data: null,
  seed: "portfolio",
  randomSeed: 1,
  now: null,
  freeze: false,
  auth: "strict",
  cors: null,
  allowedHosts: [],
  log: "silent",
  jwtSecret: developmentSecret,
  sandboxKey: null,
};

export interface WorldOptions {
  seed?: string | undefined;
  randomSeed?: number | undefined;
  size?: number | undefined;
  now?: string | undefined;
  freeze?: boolean | undefined;
}

/** What the world supplies: the accounts, each with its store, clock and chance; and the server's own time and log. */
export class Sandbox {
  readonly options: Options;
  readonly storage: Storage;
  readonly authenticator: Authenticator;
  readonly log: Log;
  readonly faults: Faults;
  readonly requests = new Requests();
  readonly #worlds = new Map<string, World | Promise<World>>();

  constructor(options: Options, storage: Storage) {
    this.options = options;
    this.storage = storage;
    this.authenticator = createAuthenticator({ mode: options.auth, secret: options.jwtSecret });
    this.log = createLog({ level: options.log });
    this.faults = new Faults(options.randomSeed);
  }

  wall(): Moment {
    return Date.now();
  }

  /** A request was answered. */
  seen(seen: Omit<Seen, "at">): void {
    this.requests.add({ ...seen, at: format(this.wall()) });
    const { method, path: url, status, durationMs: milliseconds, operation, accountId, requestId } = seen;
    this.log.request({ method, url, status, milliseconds, operation: operation ?? undefined, accountId: accountId ?? undefined, requestId });
  }

  /** The account's world; an account that is named for the first time comes into being. */
  world(accountId: string): World | Promise<World> {
    const known = this.#worlds.get(accountId);
    if (known instanceof World) {
      const due = known.catchUp();
      return due ? due.then(() => known) : known;
    }
    return known ?? this.#keep(accountId, this.#open(accountId));
  }
  #keep(accountId: string, opening: Promise<World>): Promise<World> {
    this.#worlds.set(accountId, opening);
    opening.then(
      (world) => this.#worlds.set(accountId, world),
      () => this.#worlds.delete(accountId),
    );
    return opening;
  }
  async #open(accountId: string): Promise<World> {
    const store = (await this.storage.open(accountId)) ?? (await this.storage.create(accountId, await this.#stateFor(accountId, {})));
    const world = await World.open(accountId, store, { wall: this.wall, linkSecret: this.options.jwtSecret });
    await world.catchUp();
    return world;
  }

  #stateFor(accountId: string, wish: WorldOptions) {
    const wall = this.wall();
    const now = wish.now ?? this.options.now;
    return makeState({
      accountId,
      seed: wish.seed ?? this.options.seed,
      randomSeed: wish.randomSeed ?? this.options.randomSeed,
      size: wish.size ?? null,
      now: now === null ? wall : parse(now),
      frozen: wish.freeze ?? this.options.freeze,
      wall,
    });
  }

  /** Whether there is such an account; looking does not make one. */
  async existing(accountId: string): Promise<World | undefined> {
    if (this.#worlds.has(accountId)) return this.world(accountId);
    return (await this.storage.accounts()).includes(accountId) ? this.world(accountId) : undefined;
  }
  async accounts(): Promise<string[]> {
    return [...new Set([...this.#worlds.keys(), ...(await this.storage.accounts())])].sort();
  }

  /** Makes a world, or makes it anew. */
  async make(accountId: string, wish: WorldOptions): Promise<{ world: World; created: boolean }> {
    readSeed(wish.seed ?? this.options.seed);
    const existing = await this.existing(accountId);
    const state = await this.#stateFor(accountId, wish);
    if (existing) {
      await existing.turn(() => existing.replace(state));
      return { world: existing, created: false };
    }
    const store = await this.storage.create(accountId, state);
    const world = await this.#keep(accountId, World.open(accountId, store, { wall: this.wall, linkSecret: this.options.jwtSecret }));
    await world.catchUp();
    return { world, created: true };
  }
  /** Back to how it was created: same seed, same chance, same moment. */
  async reset(world: World): Promise<void> {
    const { seed, randomSeed, size, createdAt, clock } = world.origin;
    await this.make(world.accountId, { seed, randomSeed, size: size ?? undefined, now: createdAt, freeze: clock.frozenAt !== null });
  }
  async delete(accountId: string): Promise<void> {
    this.#worlds.delete(accountId);
    await this.storage.delete(accountId);
  }

  token(accountIds: readonly string[], expiresIn: number, subject = "demo"): Promise<string> {
    return issueToken({ accountIds, expiresIn, subject, secret: this.options.jwtSecret, now: this.wall() });
  }
}

export interface RunningSandbox {
  url: string;
  port: number;
  /** Where the data lies. */
  place: string;
  sandbox: Sandbox;
  token(accountIds?: string[], expiresIn?: number): Promise<string>;
  close(): Promise<void>;
}

async function openStorage(data: string | null): Promise<Storage> {
  if (data === null) return memoryStorage();
  const { fileStorage } = await import("./store/file.ts");
  return fileStorage(data);
}

/** Starts a sandbox: in memory, on any free port, unless told otherwise. */
export async function startSandbox(wish: Partial<Options> = {}): Promise<RunningSandbox> {
  const options = { ...defaults, ...wish };
  readSeed(options.seed);
  const storage = await openStorage(options.data);
  try {
    const sandbox = new Sandbox(options, storage);
    await sandbox.world("demo");
    const server = createServer(createApp(sandbox));
    const { port } = (await listen(server, options)) as AddressInfo;
    const host = options.host.includes(":") ? `[${options.host}]` : options.host;
    return {
      url: `http://${host}:${port}`,
      port,
      place: storage.place,
      sandbox,
      token: (accountIds = ["demo"], expiresIn = 3600) => sandbox.token(accountIds, expiresIn),
      async close() {
        await close(server);
        await storage.close();
      },
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

