/** An error with the name of its class. */
export class Failure extends Error {
  override readonly name = this.constructor.name;
}

/** The account exists already: load its store instead. */
export class AccountExists extends Failure {
  constructor(accountId: string) {
    super(`account ${accountId} exists already`);
  }
}

/** There are as many accounts as there may be. Nothing was changed. */
export class TooManyAccounts extends Failure {
  readonly count: number;

  constructor(count: number) {
    super(`there are ${count} accounts already`);
    this.count = count;
  }
}

/** The account was deleted, or the server has stopped, since it was opened. Nothing was changed. */
export class AccountClosed extends Failure {
  constructor(account: string) {
    super(`${account} is closed`);
  }
}

/** SQLSTATE: the disk of the database is full. */
const databaseFull = "53100";

/** Changes could not be kept and were undone. Reads still work, and writes as soon as the disk does. */
export class WriteFailed extends Failure {
  /** The system's error code: ENOSPC, EIO, EROFS…, or the SQLSTATE of a database. */
  readonly code: string;
  readonly file: string;
  /** `uncertain` where a database did not say whether it has kept them: they may come to light later. */
  readonly where: "disk" | "database" | "uncertain";

  constructor(file: string, cause: unknown, where: WriteFailed["where"] = "disk") {
    const { code = "UNKNOWN", message } = cause as NodeJS.ErrnoException;
    super(`${file} could not be written: ${message}`, { cause });
    this.code = code;
    this.file = file;
    this.where = where;
  }

  /** The disk is full, rather than broken. */
  get full(): boolean {
    return this.code === "ENOSPC" || this.code === "EDQUOT" || this.code === databaseFull;
  }
}

/** A file that exists, or the database, could not be read. Nothing was changed. */
export class ReadFailed extends Failure {
  readonly code: string;
  readonly where: "disk" | "database";

  constructor(file: string, cause: unknown, where: ReadFailed["where"] = "disk") {
    const { code = "UNKNOWN", message } = cause as NodeJS.ErrnoException;
    super(`${file} could not be read: ${message}`, { cause });
    this.code = code;
    this.where = where;
  }
}

/** A file was damaged, or has rows that do not fit. It is left as it is. */
export class Damaged extends Failure {
  readonly file: string;
  /** A line, a JSON pointer, or both; empty for the file as a whole. */
  readonly where: string;
  readonly reason: string;

  constructor(file: string, where: string, reason: string) {
    super(`${file}${where === "" ? "" : `, ${where}`}: ${reason}. The file was left as it is.`);
    this.file = file;
    this.where = where;
    this.reason = reason;
  }
}

/** Another server uses the folder. */
export class FolderHeld extends Failure {
  constructor(folder: string, holder: string) {
    super(`${folder} is in use by ${holder}`);
  }
}

/** The folder was removed or replaced, or another server has taken it. */
export class FolderLost extends Failure {
  readonly code = "FOLDER_LOST";

  constructor(folder: string) {
    super(
      `The data folder ${folder} was removed, or another server has taken it, while this one ran: nothing is written ` +
        "any more. Put the folder back, or start the sandbox again",
    );
  }
}
