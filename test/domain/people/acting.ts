import { Draft, type RuleContext } from "../../../src/domain/draft.ts";
import { setPeople } from "../../../src/world/people.ts";
import { client, type Desk, desk, type Kind } from "../../support/worlds.ts";

/** A third party of a world in which people act. */
export async function watched(kind: Kind = "cleaner", people: "all" | "suppliers" = "all"): Promise<Desk> {
  const one = await desk(kind);
  await one.world.write(() => setPeople(one.world, people));
  return one.reread();
}
/** A draft whose draws of yes or no are as said by the first word of their key; it notes the keys and the odds. */
export function drafted(one: Desk, isSo: Record<string, boolean> = {}, more: Partial<RuleContext> = {}) {
  const real = one.world.context();
  const asked: unknown[] = [];
  const chance: RuleContext["chance"] = (...key) => {
    const drawn = real.chance(...key);
    const fixed = isSo[String(key[0])];
    const bool = (share: number) => (asked.push([...key, share]), fixed as boolean);
    return fixed === undefined ? drawn : Object.assign(drawn, { bool });
  };
  return { draft: new Draft(one.folder, { ...real, ...more, chance }, client), asked };
}
