import { expect, it } from "vitest";
import {
  AccountClosed,
  AccountExists,
  Damaged,
  FolderHeld,
  FolderLost,
  ReadFailed,
  TooManyAccounts,
  WriteFailed,
} from "../../src/store/failures.ts";

const caused = (code?: string) => Object.assign(new Error("no luck"), { code });

it.each<[Error, object]>([
  [new AccountExists("a"), { name: "AccountExists", message: "account a exists already" }],
  [new TooManyAccounts(7), { name: "TooManyAccounts", count: 7, message: "there are 7 accounts already" }],
  [new AccountClosed("a.json"), { name: "AccountClosed", message: "a.json is closed" }],
  [new Damaged("a", "", "it is odd"), { name: "Damaged", message: "a: it is odd. The file was left as it is." }],
  [new Damaged("a", "line 1", "it is odd"), { message: "a, line 1: it is odd. The file was left as it is." }],
  [new FolderHeld("a", "b"), { name: "FolderHeld", message: "a is in use by b" }],
  [
    new FolderLost("a"),
    {
      code: "FOLDER_LOST",
      message:
        "The data folder a was removed, or another server has taken it, while this one ran: nothing is written any " +
        "more. Put the folder back, or start the sandbox again",
    },
  ],
  [
    new ReadFailed("a", caused("EIO")),
    { name: "ReadFailed", code: "EIO", where: "disk", message: "a could not be read: no luck" },
  ],
  [new ReadFailed("a", caused(), "database"), { code: "UNKNOWN", where: "database" }],
  [
    new WriteFailed("a", caused("EIO")),
    {
      name: "WriteFailed",
      code: "EIO",
      where: "disk",
      file: "a",
      full: false,
      message: "a could not be written: no luck",
    },
  ],
  [new WriteFailed("a", caused(), "uncertain"), { code: "UNKNOWN", where: "uncertain", full: false }],
  ...["ENOSPC", "EDQUOT", "53100"].map((code): [Error, object] => [new WriteFailed("a", caused(code)), { full: true }]),
])("%s says what is wrong", (error, expected) => {
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, error[name as keyof Error]]))).toEqual(expected);
});
