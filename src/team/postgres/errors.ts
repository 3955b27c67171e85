import { ReadFailed, WriteFailed } from "../../store/failures.ts";

/** The database answered that it does not do it: nothing was changed. */
export class Refused extends Error {
  readonly code: string;

  constructor(code: string, cause: Error) {
    super(cause.message, { cause });
    this.name = "Refused";
    this.code = code;
  }
}

/** The database was not reached, or did not answer: what it was asked for may have happened. */
export class Lost extends Error {
  readonly code: string;

  constructor(code: string, cause: Error) {
    super(cause.message, { cause });
    this.name = "Lost";
    this.code = code;
  }
}

/** Turns an error of the database into the ReadFailed that every engine has. */
export async function asReadFailed<T>(account: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof Lost || error instanceof Refused ? new ReadFailed(account, error, "database") : error;
  }
}

/** Turns an error of the database into a WriteFailed, which is uncertain where the database did not answer. */
export async function asWriteFailed<T>(account: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof Lost) throw new WriteFailed(account, error, "uncertain");
    throw error instanceof Refused ? new WriteFailed(account, error, "database") : error;
  }
}
