import { expect } from "vitest";
import { EventName } from "../../contract/events.ts";
import { Occurrence } from "../../contract/occurrences.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { possibleTriggers } from "../../src/world/possible.ts";
import { type Named, trigger } from "../../src/world/trigger.ts";
import type { World } from "../../src/world/world.ts";

export type Found = Exclude<Awaited<ReturnType<typeof possibleTriggers>>, { refused: unknown }>[number];

/** What a trigger answers to exactly what `triggers` says to send; its changes are undone. */
async function answerOf(world: World, { event, target }: Found) {
  const body = Occurrence.parse({ event, ...target });
  const undo = new Error("undo");
  let answer: unknown;
  const attempt = world.write(async () => {
    const outcome = await trigger(world, body);
    if (isRefusal(outcome)) {
      const { code, detail } = outcome.refused.body;
      answer = { possible: false, code, detail };
    } else if (outcome.events.some(({ eventName }) => eventName === event)) answer = { possible: true };
    throw undo;
  });
  await expect(attempt).rejects.toBe(undo);
  return answer;
}
const saidOf = ({ possible, code, detail }: Found) => (possible ? { possible } : { possible, code, detail });
export const every = <T>(rows: readonly T[], nth: number) => rows.filter((_, at) => at % nth === 0);

/** Holds each verdict against the trigger's own answer. Returns how many events were met with both verdicts. */
export async function compareVerdicts(world: World, resources: readonly Named[]): Promise<number> {
  const verdicts = new Map<string, Set<boolean>>();
  for (const resource of resources) {
    const found = await possibleTriggers(world, resource);
    if (isRefusal(found)) throw new Error(found.refused.body.detail);
    expect(found.map(({ event }) => event)).toEqual(EventName.options);
    for (const each of found) {
      const about = { ...resource, event: each.event };
      expect({ ...about, ...saidOf(each) }).toEqual({ ...about, ...((await answerOf(world, each)) as object) });
      verdicts.set(each.event, (verdicts.get(each.event) ?? new Set()).add(each.possible));
    }
  }
  return [...verdicts.values()].filter(({ size }) => size === 2).length;
}
