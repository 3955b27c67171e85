import { expect, it } from "vitest";
import { markdown } from "../../../src/commands/coverage/summary.ts";
import { sample, whole } from "./sample.ts";

it("the summary folds what is missing, with the operations open, and ends with a table", () => {
  expect(markdown(sample)).toBe(`## Coverage of the contract

<details open><summary>Operations without a success: 1 of 2</summary>

- \`a.get\`

</details>

<details><summary>Statuses that no response had by itself: 3 of 4</summary>

- **a.list** \`400\`, \`401\` (only forced)
- **a.get** \`200\`

</details>

<details><summary>Values that no response had: 1 of 2</summary>

- **Colour** \`dark green\`

</details>

<details><summary>Event types that no search found: 1 of 2</summary>

- \`THIRD_PARTY_ARCHIVED\`

</details>

<details><summary>Faults that never struck, or were not survived</summary>

- \`delay\`
- **truncate** \`a.get\` (not survived)

</details>

Assumptions leaned on: 1.

| | Covered | |
|---|---|--:|
| Operations | 1 of 2 | 50 % |
| Statuses | 1 of 4 | 25 % |
| Parameters | 1 of 1 | 100 % |
| Values | 1 of 2 | 50 % |
| Event types | 1 of 2 | 50 % |
| Faults | 1 of 3 | 33.3 % |
`);
  expect(markdown(whole)).toContain("Nothing is missing.");
});
