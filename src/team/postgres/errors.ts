import { ReadFailed, WriteFailed } from "../../store/failures.ts";
import { Lost, Refused } from "./change-log.ts";

/** A read that the database does not answer is told as the engine of files tells it. */
export async function reading<T>(account: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof Lost || error instanceof Refused ? new ReadFailed(account, error, "database") : error;
  }
}

/** And so is a write that the database does not take. */
export async function writing<T>(account: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Lost) throw new WriteFailed(account, error, "uncertain");
    throw error instanceof Refused ? new WriteFailed(account, error, "database") : error;
  }
}
