import type { Reply } from "../../api.ts";

export type Fault = Reply<"faults.list">[number];

/** What a client meets, in a few words. */
export function effectOf({ kind, status, delayMs, lag, probability }: Fault): string {
  const slow = delayMs === undefined || kind === "delay" ? "" : ` after ${delayMs} ms`;
  const often = probability === undefined ? "" : `, ${Math.round(probability * 100)} % of the time`;
  const effect = {
    status: `${status ?? 503}`,
    delay: `${(delayMs ?? 1000) / 1000} s late`,
    disconnect: "connection cut",
    truncate: "cut off half-way",
    malformed: "no JSON",
    lag: `events ${(lag ?? "PT5M").slice(1).replace("T", "").toLowerCase()} late`,
  }[kind];
  return effect + slow + often;
}

export const timesLeft = ({ times }: Fault): string =>
  times === undefined ? "until disarmed" : times === 1 ? "next request only" : `next ${times} requests`;

/** Searches by events, and the lists that take the same filter; without an operation, all of them. */
export const takesLag = (operation: string | undefined): boolean =>
  operation === undefined ||
  /^(thirdparties|dossiers|documents)\.search$|^(thirdparties|dossiers)\.list$/.test(operation);

/** The fields of the form for any fault; what is left empty is not said. */
export const emptyFault = {
  kind: "status",
  operation: "",
  status: "503",
  delay: "",
  lag: "PT5M",
  probability: "",
  times: "1",
};

export function faultOf({ operation, status, delay, lag, probability, times, ...given }: typeof emptyFault): Fault {
  const kind = given.kind as Fault["kind"];
  const often = kind === "lag" ? {} : { probability, times, delayMs: delay };
  const numbers = Object.entries({ ...often, ...(kind === "status" && { status }) }).filter(
    ([, value]) => value !== "",
  );
  return {
    kind,
    ...(operation && { operation }),
    ...(kind === "lag" && { lag }),
    ...Object.fromEntries(numbers.map(([name, value]) => [name, Number(value)])),
  };
}
