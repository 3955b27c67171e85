import type { EventName, SandboxWorld } from "../../src/client/world.ts";
import { format, parse, second } from "../../src/domain/time.ts";
import { send } from "./running.ts";

/** A moment as clients write it, so many seconds away from another one. */
export const moved = (moment: string, seconds: number) => format(parse(moment) + seconds * second).slice(0, 19);

const resources = { THIRD_PARTY: "thirdparties", DOSSIER: "dossiers", DOCUMENT: "documents" } as const;
type Resource = keyof typeof resources;

interface Asked {
  names?: readonly EventName[];
  resource?: Resource;
  size?: number;
  token?: string;
}

/** A client that polls the events of one resource, as users write them: each test has its own idea of windows. */
export class Poller {
  readonly world: SandboxWorld;
  readonly #asked: Required<Asked>;

  constructor(world: SandboxWorld, asked: Asked = {}) {
    this.world = world;
    this.#asked = {
      names: ["THIRD_PARTY_ADDED"],
      resource: "THIRD_PARTY",
      size: 20,
      token: world.token,
      ...asked,
    };
  }

  /** One page; rejects as a client does that meets an error, a torn answer or one that is no JSON. */
  async page(from: string, to: string, page = 0): Promise<{ content: object[]; totalPages: number }> {
    const { names, resource, size, token } = this.#asked;
    const query = `eventNames=${names}&eventOccurrenceStartDate=${from}&eventOccurrenceEndDate=${to}`;
    const url = `${this.world.baseUrl}/${resources[resource]}/search?${query}&page=${page}&size=${size}`;
    const { status, body } = await send(url, "GET", undefined, { authorization: `Bearer ${token}` });
    if (status !== 200 || typeof body !== "object") throw new Error(`answered ${status}`);
    return body as unknown as { content: object[]; totalPages: number };
  }
  /** All pages of a window. */
  async read(from: string, to: string): Promise<void> {
    for (let page = 0, pages = 1; page < pages; page++) pages = (await this.page(from, to, page)).totalPages;
  }
  /** The service's time. */
  async now(): Promise<string> {
    return (await this.world.clock.now()).slice(0, 19);
  }
}
