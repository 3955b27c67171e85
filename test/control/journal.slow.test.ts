import { it } from "vitest";
import { expectEachEventOnce } from "./journal-pages.ts";

it.each([
  ["all of it", ""],
  ["one resource of it", "&names=THIRD_PARTY_ADDED"],
])("reading the audit journal of a portfolio page by page visits each event once (%s)", (_, filter) =>
  expectEachEventOnce("portfolio", filter),
);
