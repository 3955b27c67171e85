import { AccountClosed, AccountExists } from "../../store/failures.ts";

/** Others make and delete the account on other servers in each of so many turns, or the server has stopped. */
const mostTurns = 20;

/** Does work again in which another server has made or deleted the account between a look and a write. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn++) {
    try {
      return await work();
    } catch (error) {
      if (turn === mostTurns || !(error instanceof AccountExists || error instanceof AccountClosed)) throw error;
    }
  }
}
