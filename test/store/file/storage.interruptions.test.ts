import { describe, it } from "vitest";
import { finishedAnywhere, interruptedAnywhere, operations } from "./interrupting.ts";

describe("an operation that is interrupted", () => {
  // A ninth of the calls meets every kind of fault; storage.interruptions.slow.test.ts interrupts all.
  it.each(Object.entries(operations))(
    "%s is whole or absent wherever the process dies or the disk refuses a call",
    (name, operate) => interruptedAnywhere(name, operate, 9),
  );

  it("a start that finishes an interrupted deletion is whole wherever it is interrupted itself", finishedAnywhere);
});
