import { expect, it } from "vitest";
import { collectionNames } from "../../src/domain/collections.ts";
import { membersText } from "../../src/store/state-text.ts";
import { world } from "./samples.ts";

it("the members of a state are its JSON text, compact or with a margin", () => {
  const state = world(2, 1);
  expect(`{${[...membersText(state, collectionNames, "", JSON.stringify)].join("")}}`).toBe(
    `{${collectionNames.map((name) => `"${name}":${JSON.stringify(state[name])}`).join()}}`,
  );
  const text = [...membersText(state, ["files", "sequences"], "\n  ", () => "\n    row")].join("");
  expect(text).toBe('\n  "files": [],\n  "sequences": [\n    row,\n    row\n  ]');
});
