/** The account exists already: load its store instead. */
export class AccountExists extends Error {
  constructor(accountId: string) {
    super(`account ${accountId} exists already`);
    this.name = "AccountExists";
  }
}

/** The account was deleted, or the server has stopped, since it was opened. Nothing was changed. */
export class AccountClosed extends Error {
  constructor(account: string) {
    super(`${account} is closed`);
    this.name = "AccountClosed";
  }
}

/** Changes could not be kept and were undone. Reads go on, and so do writes once the disk takes them. */
export class WriteFailed extends Error {
  /** The system's error code: ENOSPC, EIO, EROFS… */
  readonly code: string;
  readonly file: string;

  constructor(file: string, cause: unknown) {
    const { code = "UNKNOWN", message } = cause as NodeJS.ErrnoException;
    super(`${file} could not be written: ${message}`, { cause });
    this.name = "WriteFailed";
    this.code = code;
    this.file = file;
  }

  /** The disk is full, rather than broken. */
  get full(): boolean {
    return this.code === "ENOSPC" || this.code === "EDQUOT";
  }
}

/** A file is there and could not be read. Nothing was changed. */
export class ReadFailed extends Error {
  readonly code: string;

  constructor(file: string, cause: unknown) {
    const { code = "UNKNOWN", message } = cause as NodeJS.ErrnoException;
    super(`${file} could not be read: ${message}`, { cause });
    this.name = "ReadFailed";
    this.code = code;
  }
}

/** A file that was damaged, or whose rows do not fit. It is left as it is. */
export class Damaged extends Error {
  readonly file: string;
  /** A line, a JSON pointer, or both; empty for the file as a whole. */
  readonly where: string;
  readonly reason: string;

  constructor(file: string, where: string, reason: string) {
    super(`${file}${where === "" ? "" : `, ${where}`}: ${reason}. The file was left as it is.`);
    this.name = "Damaged";
    this.file = file;
    this.where = where;
    this.reason = reason;
  }
}

/** Another server has the folder. */
export class FolderHeld extends Error {
  constructor(folder: string, holder: string) {
    super(`${folder} is in use by ${holder}`);
    this.name = "FolderHeld";
  }
}

/** The folder is no longer the one that this server holds: it was removed or replaced, or another server took it. */
export class FolderLost extends Error {
  readonly code = "FOLDER_LOST";

  constructor(folder: string) {
    super(
      `The data folder ${folder} was removed, or another server has taken it, while this one ran: nothing is written ` +
        "any more. Put the folder back, or start the sandbox again",
    );
    this.name = "FolderLost";
  }
}
