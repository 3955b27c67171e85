import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** A proxy to a port of this machine that drops its connections when it is asked to. */
export class CuttingProxy {
  readonly port: number;
  readonly #server: Server;
  readonly #pairs = new Set<[Socket, Socket]>();
  /** What becomes of the answers of the other side: they pass, or are swallowed until the connection is cut. */
  #isDeaf = false;

  private constructor(server: Server, target: number) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on("connection", (near) => this.#join(near, connect(target, "127.0.0.1")));
  }
  static async start(target: number): Promise<CuttingProxy> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new CuttingProxy(server, target);
  }

  #join(near: Socket, far: Socket): void {
    const pair: [Socket, Socket] = [near, far];
    this.#pairs.add(pair);
    const end = () => {
      this.#pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const socket of pair) socket.on("error", end).on("close", end);
    near.on("data", (bytes) => far.write(bytes));
    far.on("data", (bytes) => {
      if (!this.#isDeaf) near.write(bytes);
    });
  }
  /** Drops every connection at once. */
  cut(): void {
    for (const [near] of this.#pairs) near.destroy();
  }
  /** Swallows answers for a while, and drops the connections then: what was asked for has happened meanwhile. */
  async swallow(milliseconds: number): Promise<void> {
    this.#isDeaf = true;
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    this.cut();
    this.#isDeaf = false;
  }
  async stop(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }
}
