import { expect, it } from "vitest";
import { Database } from "../../../src/team/postgres/connection.ts";

const expected =
  "expected postgres://user:password@host:port/database, where / # ? @ % and spaces in a password are written by " +
  "their codes (%2F %23 %3F %40 %25 %20).";
it.each([
  ["nonsense://user:hush-hush@host/db", `The address of the database cannot be read: ${expected}`],
  ["a postgres://user:hush-hush@host/db", `The address of the database cannot be read: ${expected}`],
  ["postgres://user:hush-hush@host:port/db", `The address of the database cannot be read: ${expected}`],
  ["postgres://user:hush#hush@host/db", `The address of the database cannot be read: ${expected}`],
  ["postgres://user:hush/hush@host/db", `The address of the database cannot be read: ${expected}`],
  ["postgres://user:hush hush@host/db", `The address of the database cannot be read: ${expected}`],
  ["postgres://user:hush-hush@host:99999/db", `The address of the database cannot be read: ${expected}`],
  ["postgres://user:hush-hush@host/db?port=99999", `The address of the database cannot be read: ${expected}`],
  [
    "postgres://user:hush-hush@127.0.0.1:1/db?sslrootcert=/nowhere.pem",
    "The address of the database cannot be used: ENOENT: no such file or directory, open '/nowhere.pem'.",
  ],
  [
    "postgresql://user:hush-hush@127.0.0.1:1/db",
    "The database cannot be used (ECONNREFUSED): connect ECONNREFUSED 127.0.0.1:1",
  ],
])("%s is refused with a sentence that does not have its password", async (address, sentence) => {
  const opened = Database.open(address, { connect: 10_000, query: 10_000, again: 0 });
  await expect(opened).rejects.toThrow(new Error(sentence));
});
