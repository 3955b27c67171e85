import { expect, it } from "vitest";
import { control } from "../../../contract/control.ts";
import { service } from "../../../contract/service.ts";
import { noteParameters, remarksOf } from "../../../src/sandbox/requests/remarks.ts";

noteParameters("thirdparties.list", service.thirdparties.list);
noteParameters("attributes.available", service.attributes.available);
noteParameters("accounts.list", control.accounts.list);

const overlooked = "is no parameter of this operation and was overlooked";

it.each<[path: string, operation: string | null, remarks: string[]]>([
  ["/thirdparties?sise=3&page=0", "thirdparties.list", [`sise ${overlooked}; did you mean size?`]],
  ["/thirdparties?size=3", "thirdparties.list", []],
  ["/thirdparties", "thirdparties.list", []],
  ["/attributes?q&q&r", "attributes.available", [`q ${overlooked}. It has none.`, `r ${overlooked}. It has none.`]],
  ["/_sandbox/accounts?sise=3", "accounts.list", [expect.stringContaining(`sise ${overlooked}`)]],
  [`/attributes?${"q".repeat(9_000)}`, "attributes.available", [`${"q".repeat(60)}… ${overlooked}. It has none.`]],
  ["/nothing?sise=3", null, []],
  ["/?sise=3", "no.operation", []],
])("a request for %s of %s gets the remarks %j", (path, operation, remarks) => {
  expect(remarksOf({ path, operation, refused: null })).toEqual(remarks);
});

it("a parameter that is refused needs no remark", () => {
  const error = { in: "query", pointer: null, name: "a", code: "", detail: "", expected: "", received: "" } as const;
  const refused = { code: "VALIDATION_ERROR", detail: "", errors: [error] } as const;
  const path = "/thirdparties?a=1&sise=2";
  expect(remarksOf({ path, operation: "thirdparties.list", refused: { ...refused, errors: [error] } })).toEqual([
    `sise ${overlooked}; did you mean size?`,
  ]);
});

it("names no more than 20 unknown parameters", () => {
  const names = Array.from({ length: 50 }, (_, nth) => `unknown${nth}`);
  const path = `/thirdparties?${names.join("&")}`;
  expect(remarksOf({ path, operation: "thirdparties.list", refused: null })).toHaveLength(20);
});
