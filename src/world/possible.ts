import { eventList, type ListedEvent } from "../../contract/event-list.ts";
import type { Occurrence } from "../../contract/occurrences.ts";
import { isRefusal } from "../domain/refusal.ts";
import { sliced } from "../store/time-slice.ts";
import { complete, type Named, planOf } from "./trigger.ts";
import type { World } from "./world.ts";

/** The id that a trigger of the event takes for a resource: its own, or that of the nearest one around it. */
function targetOf({ targets }: ListedEvent, named: Named): Named {
  const name = (["documentId", "dossierId", "thirdpartyId"] as const).find(
    (id) => named[id] !== undefined && targets.includes(id),
  );
  return name === undefined ? {} : { [name]: named[name] };
}

/** For every event whether a trigger would bring it about on a resource, and the refusal if not; nothing changes. */
export async function possibleTriggers(world: World, named: Named) {
  const all = await complete(world, named);
  if (isRefusal(all)) return all;
  const folder = world.store.folder(all.thirdpartyId as number);
  const reading = { world, folderOf: () => folder, slices: sliced };
  const found = [];
  for (const event of eventList()) {
    const target = targetOf(event, all);
    const plan = await planOf(reading, { event: event.name, ...target } as Occurrence);
    const { code = null, detail = null } = isRefusal(plan) ? plan.refused.body : {};
    found.push({ event: event.name, resource: event.resource, possible: code === null, target, code, detail });
  }
  return found;
}
