import { BlockList, isIP, isIPv6 } from "node:net";
import type { Options } from "../../sandbox/options.ts";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** The lower-case name in a Host header, without port, brackets and last dot; undefined when it is no host. */
export function hostName(header: string | undefined): string | undefined {
  const [, bracketed, plain, port] =
    /^(?:\[([\da-f:.]{2,45})\]|([\w.-]{1,255}))(?::(\d{0,5}))?$/i.exec(header ?? "") ?? [];
  if (Number(port ?? 0) > 65_535) return undefined;
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed.toLowerCase() : undefined;
  const name = plain?.toLowerCase().replace(/\.$/, "");
  return name === undefined || /^\.|\.\.|\.$|^$/.test(name) ? undefined : name;
}

/** Takes a name or an address, without port and brackets. */
export function isLoopback(name: string): boolean {
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  const family = isIP(name);
  return family !== 0 && loopback.check(name, family === 6 ? "ipv6" : "ipv4");
}

/** Protects against DNS rebinding: a page whose name resolves to 127.0.0.1 still sends its own name as Host. */
export function createHostCheck(allowed: readonly string[], ownHost: string): (header: string | undefined) => boolean {
  const names = new Set([...allowed.map((entry) => hostName(entry) ?? entry.toLowerCase()), ownHost.toLowerCase()]);
  const anyAddress = ownHost === "0.0.0.0" || ownHost === "::";
  // Only names can be made to resolve to another machine, addresses cannot.
  const accepts = (name: string) => isLoopback(name) || names.has(name) || (anyAddress && isIP(name) !== 0);
  let lastAccepted: string | undefined;
  return (header) => {
    if (header !== undefined && header === lastAccepted) return true;
    const name = hostName(header);
    if (name === undefined || !accepts(name)) return false;
    lastAccepted = header;
    return true;
  };
}

type Reachable = Pick<Options, "host" | "trustedProxies">;

/** Whether other machines may reach the sandbox: by its own address, or by a trusted proxy. */
export const isExposed = ({ host, trustedProxies }: Reachable): boolean =>
  !isLoopback(host.toLowerCase()) || trustedProxies.length > 0;

const shortestKey = 16;

/** The reason why a sandbox must not listen on a host with the published secrets, or undefined. */
export function exposureRefusal(given: Reachable & { ownJwtSecret: boolean; sandboxKey: string | null }) {
  const { host, ownJwtSecret, sandboxKey } = given;
  if (!isExposed(given)) return undefined;
  const unset = [...(ownJwtSecret ? [] : ["SANDBOX_JWT_SECRET"]), ...(sandboxKey === null ? ["SANDBOX_KEY"] : [])];
  if (unset.length === 0)
    return (sandboxKey as string).length < shortestKey
      ? `SANDBOX_KEY lets other machines in, and has under ${shortestKey} characters: openssl rand -hex 16 makes one.`
      : undefined;
  const verb = unset.length === 1 ? "is" : "are";
  const how = isLoopback(host.toLowerCase()) ? "A proxy in front" : `Listening on ${host}`;
  return (
    `${how} lets other machines in, and ${unset.join(" and ")} ${verb} not set: ` +
    "anyone could sign a token with the well-known secret, or reset the sandbox. Set them, or listen on 127.0.0.1."
  );
}
