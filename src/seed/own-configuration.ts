import { withRemedy } from "../../contract/wording.ts";
import type { Configuration } from "../domain/configuration.ts";
import { isRefusal } from "../domain/refusal.ts";
import { configured } from "../world/configure.ts";

/** A configuration that a seed file or a server's option holds, and that no account can have. */
export class WrongConfiguration extends Error {}

const known = new WeakMap<object, Configuration>();

/** The configuration that a file means for new accounts; `of` says whose it is, at the start of a sentence. */
export function ownConfiguration(json: object, of = "The configuration"): Configuration {
  const found = known.get(json) ?? configured(json, null);
  if (isRefusal(found)) {
    const { errors = [], furtherErrors = 0 } = found.refused.body;
    const count = errors.length + furtherErrors;
    const lines = errors.map((violation) => `  ${withRemedy(violation)}`);
    throw new WrongConfiguration(
      [`${of} has ${count === 1 ? "1 violation" : `${count} violations`}:`, ...lines].join("\n"),
    );
  }
  known.set(json, found);
  return found;
}
