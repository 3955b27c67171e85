import { describe, expect, it } from "vitest";
import type { State } from "../../src/domain/change.ts";
import { differencesOf } from "../../src/domain/differences.ts";
import { emptyState } from "../../src/store/memory/tables.ts";
import { atOnce } from "../support/at-once.ts";

const all = { collection: undefined, offset: 0, limit: 1000 };
const stateOf = (contacts: object[], others: object = {}) => ({ ...emptyState(), contacts, ...others }) as State;
const compare = (before: State, after: State, wish: Partial<typeof all> = {}) =>
  atOnce(differencesOf(before, after, { ...all, ...wish }));

describe("differencesOf", () => {
  it("names rows that were added, removed and changed, with the places that differ and both values", () => {
    const before = stateOf([
      { contactId: 1, email: "a@x.example", status: "INVITED", tags: [{ "a/b": 1 }] },
      { contactId: 2, email: "b@x.example" },
      { contactId: 3, email: "c@x.example" },
    ]);
    const after = stateOf([
      { contactId: 1, email: "a@x.example", status: "ACTIVE", tags: [{ "a/b": 2 }, "new"] },
      { contactId: 3, email: "c@x.example" },
      { contactId: 4, email: "d@x.example" },
    ]);
    const row = { collection: "contacts", fields: [], furtherFields: 0 };
    const fields = [
      { path: "/status", before: "INVITED", after: "ACTIVE" },
      { path: "/tags/0/a~1b", before: 1, after: 2 },
      { path: "/tags/1", after: "new" },
    ];
    expect(compare(before, after)).toEqual({
      counts: [{ collection: "contacts", added: 1, removed: 1, changed: 1 }],
      content: [
        { ...row, id: 1, name: "a@x.example", difference: "changed", fields },
        { ...row, id: 2, name: "b@x.example", difference: "removed" },
        { ...row, id: 4, name: "d@x.example", difference: "added" },
      ],
      total: 3,
    });
  });

  it.each([
    [{ a: null }, { a: {} }, [{ path: "/a", before: null, after: {} }]],
    [{ a: [1] }, { a: { 0: 1 } }, [{ path: "/a", before: [1], after: { 0: 1 } }]],
    [{ "~/": 1 }, { "~/": 2 }, [{ path: "/~0~1", before: 1, after: 2 }]],
    [{ a: 1 }, {}, [{ path: "/a", before: 1 }]],
    [{}, { a: 1 }, [{ path: "/a", after: 1 }]],
    [{ a: "x".repeat(500) }, { a: 1 }, [{ path: "/a", before: "x".repeat(500), after: 1 }]],
    [{ a: { accountId: "x" } }, { a: { accountId: "y" } }, [{ path: "/a/accountId", before: "x", after: "y" }]],
  ])("from %j to %j, the places are %j", (before, after, fields) => {
    const found = compare(stateOf([{ contactId: 1, ...before }]), stateOf([{ contactId: 1, ...after }])).content;
    expect(found.map((row) => ({ name: row.name, fields: row.fields }))).toStrictEqual([{ name: null, fields }]);
  });

  it("leaves the name of the account aside, and finds equal worlds equal", () => {
    const one = stateOf([{ contactId: 1, accountId: "a", internal: { accountId: "x" } }]);
    const other = stateOf([{ contactId: 1, accountId: "b", internal: { accountId: "x" } }]);
    expect(compare(one, other)).toEqual({ counts: [], content: [], total: 0 });
  });

  it("cuts long values, and counts the fields after the first hundred", () => {
    const wide = (by: number) => Object.fromEntries(Array.from({ length: 130 }, (_, at) => [`f${at}`, at + by]));
    const [found] = compare(
      stateOf([{ contactId: 1, text: "x".repeat(900), ...wide(0) }]),
      stateOf([{ contactId: 1, text: { long: "y".repeat(900) }, ...wide(1) }]),
    ).content;
    expect([found?.fields.length, found?.furtherFields]).toEqual([100, 31]);
    expect(found?.fields[0]).toEqual({
      path: "/text",
      before: `${"x".repeat(500)}…`,
      after: expect.stringMatching(/^\{"long":"y{490,}…$/),
    });
  });

  it("gives the rows of one collection or one page, and counts all", () => {
    const rows = Array.from({ length: 5 }, (_, at) => ({ contactId: at + 1, email: `${at}@x.example` }));
    const comments = [{ commentId: 1, text: "hello" }];
    const after = stateOf(rows, { comments });
    const page = compare(stateOf([]), after, { offset: 2, limit: 2 });
    expect([page.content.map(({ id }) => id), page.total]).toEqual([[2, 3], 6]);
    const some = compare(stateOf([]), after, { collection: "contacts" as never, offset: 4 });
    expect([some.content.map(({ id }) => id), some.total, some.counts.length]).toEqual([[5], 5, 2]);
  });
});
