import { expect, it } from "vitest";
import { pageOf, pagingOf } from "../../../src/console/parts/pages.ts";

it.each([
  [undefined, 0, 0],
  ["no number", 100, 0],
  ["1", 100, 1],
  ["2", 100, 1],
  ["2", 101, 2],
  ["9", 0, 0],
  ["1", 50, 0],
])("the page %j of a list of %d rows, 50 a page, is %d", (asked, total, page) => {
  expect(pageOf(asked, total, 50)).toBe(page);
});

it.each([
  [0, 41, { first: 1, last: 20, before: undefined, after: 1 }],
  [1, 41, { first: 21, last: 40, before: 0, after: 2 }],
  [2, 41, { first: 41, last: 41, before: 1, after: undefined }],
  [1, 40, { first: 21, last: 40, before: 0, after: undefined }],
  [0, 5, { first: 1, last: 5, before: undefined, after: undefined }],
])("page %d of %d rows, 20 a page, has these bounds and neighbours", (page, total, paging) => {
  expect(pagingOf(page, 20, total)).toEqual(paging);
});
