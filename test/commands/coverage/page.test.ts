import { expect, it } from "vitest";
import { page } from "../../../src/commands/coverage/page.ts";
import { sample, whole } from "./sample.ts";

const headingsIn = (html: string) =>
  [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, text = ""]) => text.replace(/<.*/, ""));

it("the page begins with what is missing and ends with figures", () => {
  expect(headingsIn(page(sample))).toEqual([
    "Operations without a success",
    "Statuses that no response had by itself",
    "Parameters: nothing is missing",
    "Values that no response had",
    "Event types that no search found",
    "Faults that never struck, or were not survived",
    "Assumptions leaned on",
    "In figures",
  ]);
  expect(page(sample)).toContain('<span class="chip odd">401<i>only forced</i></span>');
  expect(page(sample)).toContain('<span class="chip good">THIRD_PARTY_ADDED<i>×3</i></span>');
  expect(page(whole)).not.toContain("chip bad");
});

it("the page needs no other file, no script and no network", () => {
  const html = page(sample);
  expect(html.match(/\b(?:src|href)="(?!data:)[^"]*"/g)).toBeNull();
  expect(html).not.toMatch(/<script|url\(|@import|https?:/);
});

it("the page shows names as text, whatever they are", () => {
  const counted = { ...sample.counted, survived: { 'status <img src="x">': 1 } };
  expect(page({ ...sample, counted })).toContain("&lt;img src=&quot;x&quot;&gt;");
});
