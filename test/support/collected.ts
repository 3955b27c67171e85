import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Frees what nothing holds. A weak reference keeps its object until the turn ends in which it was looked at. */
export async function collected(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    await wait(0);
    collect();
  }
}
