import { AccountClosed, AccountExists } from "../../store/failures.ts";

/** Gives up after 20 lost races. */
const mostAttempts = 20;

/** Repeats work when another writer has created or deleted the account between its look and its write. */
export async function retryOnRace<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === mostAttempts || !(error instanceof AccountExists || error instanceof AccountClosed)) throw error;
    }
  }
}
