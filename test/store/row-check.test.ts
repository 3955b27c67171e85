import { expect, it } from "vitest";
import { emptyState } from "../../src/store/memory/tables.ts";
import { changeMismatch, firstMismatch, firstMismatchIn } from "../../src/store/row-check.ts";
import { change, company, event, job, put, sequence, world } from "./samples.ts";

const odd = (row: object, over: object) => ({ ...row, ...over });
const unknown = "is not a field that is known here";
const response = {
  ...{ responseId: 1, documentId: 1, dossierId: 1, thirdpartyId: 1, submittedAt: "2026-01-15T09:00:00.000" },
  ...{ evidenceIds: [], outcome: "valid", reason: null, state: "WAITING", scope: "COMPANY", decision: null },
};
const decision = { decision: "MAYBE" };

it.each([
  ["a row that fits", "sequences", sequence("a", 1), undefined],
  ["a row of null", "sequences", null, { pointer: "", reason: "Invalid input: expected object, received null" }],
  ["an unknown field", "sequences", odd(sequence("a", 1), { "a/b~c": 1 }), { pointer: "/a~1b~0c", reason: unknown }],
  ["an unknown object", "jobs", odd(job(1, 1), { extra: { deep: 1 } }), { pointer: "/extra", reason: unknown }],
  ["an unknown null", "jobs", odd(job(1, 1), { extra: null }), { pointer: "/extra", reason: unknown }],
  [
    "an unknown field in a list",
    "thirdparties",
    company(1, { executives: [odd(company(1).executives[0] as object, { age: 60 })] as never }),
    { pointer: "/executives/0/age", reason: unknown },
  ],
  ["no alternative of a union", "responses", odd(response, { decision }), { pointer: "/decision", reason: "" }],
] as const)("the first mistake of %s is found with its place", (_, collection, row, expected) => {
  const found = firstMismatch(collection, row);
  if (expected?.pointer !== "/decision") return expect(found).toEqual(expected);
  // The alternative with the fewest mistakes: null has one, a decision has many.
  expect(found).toEqual({ pointer: "/decision", reason: expect.stringContaining("expected null") });
});

it("the first row of a state that does not fit is found with its collection and its number", async () => {
  const jobs = [job(1, 1), { ...job(2, 2), kind: "WHIM" as never }, { ...job(3, 3), kind: "WHIM" as never }];
  expect(await firstMismatchIn({ ...world(), jobs })).toMatchObject({ name: "jobs", nth: 1, pointer: "/kind" });
  expect([await firstMismatchIn(world()), await firstMismatchIn(emptyState())]).toEqual([undefined, undefined]);
});

it("the first mistake of a change is found among its rows, its removals and its events", () => {
  const row = put("sequences", sequence("a", 1));
  const gone = { collection: "sequences" as const, key: "a" };
  const [nowhere, wrong] = ["sequels" as "sequences", { ...event(2, 1), eventName: "X" as never }];
  const mismatches = [
    change({ put: [row], remove: [gone], events: [event(1, 1)] }),
    change({ put: [row, put("sequences", sequence("b", 0))] }),
    change({ put: [row, { ...row, collection: nowhere } as typeof row] }),
    change({ put: [row], remove: [gone, { ...gone, collection: nowhere }] }),
    change({ put: [row], events: [event(1, 1), wrong] }),
  ].map(changeMismatch);
  expect(mismatches).toEqual([
    undefined,
    { pointer: "/put/1/row/next", reason: expect.stringContaining("Too small") },
    { pointer: "/put/1/row", reason: "there is no collection sequels" },
    { pointer: "/remove/1", reason: "there is no collection sequels" },
    { pointer: "/events/1/eventName", reason: expect.stringContaining("Invalid") },
  ]);
});
