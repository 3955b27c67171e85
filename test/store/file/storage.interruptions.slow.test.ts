import { it } from "vitest";
import { interruptedAnywhere, operations } from "./interrupting.ts";

it.each(Object.entries(operations))(
  "%s is whole or absent at every call to the disk at which it is interrupted",
  (name, operate) => interruptedAnywhere(name, operate, 1),
);
