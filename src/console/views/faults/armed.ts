import { signal } from "@preact/signals";
import { allOperations, call } from "../../api.ts";
import { account } from "../../route.ts";
import { toast } from "../../toasts.ts";
import type { Fault } from "./words.ts";

/** The faults that can hit the account of the address: its own and those for all accounts. */
export const armed = signal<readonly Fault[]>([]);

const hits = ({ accountId }: Fault) => (accountId ?? account.value) === account.value;
export async function readFaults(): Promise<void> {
  const found = await call("faults.list").catch(() => undefined);
  if (!found) return;
  const own = found.filter(hits);
  if (JSON.stringify(own) !== JSON.stringify(armed.peek())) armed.value = own;
}

/** Both are based on what is armed now: hits may have been used up since it was shown. */
export async function arm(fault: Fault): Promise<void> {
  const accountId = account.value;
  const own = await call("faults.list", { query: { accountId } });
  await call("faults.replace", { query: { accountId }, body: [...own, fault] });
  await readFaults();
}

const isSame = (one: Fault, other: Fault) =>
  JSON.stringify({ ...one, times: 0 }) === JSON.stringify({ ...other, times: 0 });

export async function disarm(fault: Fault): Promise<void> {
  const { accountId } = fault;
  const query = { accountId };
  const all = await call("faults.list", { query });
  const at = all.findIndex((other) => isSame(other, fault));
  await call("faults.replace", { query, body: all.toSpliced(at, at < 0 ? 0 : 1) });
  await readFaults();
}

export async function disarmAll(): Promise<void> {
  const before = await call("faults.list");
  await call("faults.replace", { body: before.filter((fault) => !hits(fault)) });
  await readFaults();
  toast("No fault is armed.", {
    undo: async () => {
      await call("faults.replace", { body: before });
      await readFaults();
    },
  });
}

/** The operations of the service. */
export const operations = () =>
  allOperations()
    .filter(([, path]) => path.includes(" /api/v1/"))
    .map(([id, path]) => ({ id, path: path.replace("/api/v1/account/{accountId}", "") }));
