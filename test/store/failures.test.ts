import { expect, it } from "vitest";
import * as failures from "../../src/store/failures.ts";

const { AccountClosed, AccountExists, Damaged, FolderHeld, FolderLost, ReadFailed, TooManyAccounts, WriteFailed } =
  failures;
const caused = (code?: string) => Object.assign(new Error("no luck"), { code });
const lost =
  "The data folder a was removed, or another server has taken it, while this one ran: nothing is written any more. " +
  "Put the folder back, or start the sandbox again";

it.each<[Error, object]>([
  [new AccountExists("a"), { name: "AccountExists", message: "account a exists already" }],
  [new TooManyAccounts(7), { name: "TooManyAccounts", count: 7, message: "there are 7 accounts already" }],
  [new AccountClosed("a.json"), { name: "AccountClosed", message: "a.json is closed" }],
  [new Damaged("a", "", "it is odd"), { name: "Damaged", message: "a: it is odd. The file was left as it is." }],
  [new FolderHeld("a", "b"), { name: "FolderHeld", message: "a is in use by b" }],
  [new FolderLost("a"), { code: "FOLDER_LOST", message: lost }],
  [new ReadFailed("a", caused("EIO")), { name: "ReadFailed", code: "EIO", where: "disk" }],
  [new ReadFailed("a", caused(), "database"), { code: "UNKNOWN", message: "a could not be read: no luck" }],
  [new WriteFailed("a", caused("EIO")), { name: "WriteFailed", code: "EIO", where: "disk", file: "a", full: false }],
  [new WriteFailed("a", caused(), "uncertain"), { where: "uncertain", message: "a could not be written: no luck" }],
  ...["ENOSPC", "EDQUOT", "53100"].map((code): [Error, object] => [new WriteFailed("a", caused(code)), { full: true }]),
])("%s says what is wrong", (error, expected) => {
  const names = Object.keys(expected) as (keyof Error)[];
  expect(Object.fromEntries(names.map((name) => [name, error[name]]))).toEqual(expected);
});
