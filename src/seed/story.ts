import type { Company } from "../directory/company.ts";
import { resolve } from "../directory/reference-providers.ts";
import { isRefusal } from "../domain/refusal.ts";
import { addDuration, type Moment } from "../domain/time.ts";
import { identifierKinds } from "../world/operations.ts";
import type { World } from "../world/world.ts";
import { populationSteps } from "./population.ts";
import type { Step, StepOf, TimedStep } from "./script.ts";
import { runStep } from "./steps.ts";

export const before = (end: Moment, duration: string): Moment => end - (addDuration(end, duration) - end);

/** Runs the steps of a script in order of time, with the jobs that are due between them. */
export async function runScript(world: World, script: readonly Step[], end: Moment): Promise<void> {
  const thirdpartyIds = new Map<string, number>();
  for (const { step, moment } of timedSteps(world, script, end)) {
    const outcome = await world.write(async () => {
      await moveTo(world, moment);
      return runStep(world, step, thirdpartyIds);
    });
    // Chance may prevent a step, for example by a strike-off the night before; any other refusal is a mistake.
    if (isRefusal(outcome) && (outcome.refused.status !== 409 || step.do === "add"))
      throw new Error(`the story cannot go on at ${step.at}, ${JSON.stringify(step)}: ${outcome.refused.body.detail}`);
  }
  await world.write(() => moveTo(world, end));
}

function timedSteps(world: World, script: readonly Step[], end: Moment): TimedStep[] {
  const scriptedDuns = new Set(script.flatMap((step) => (step.do === "add" ? (companyOf(step)?.duns ?? []) : [])));
  return script
    .flatMap((step) => {
      const moment = before(end, step.at.slice(1));
      return step.do === "populate" ? populationSteps(world, step, moment, end, scriptedDuns) : { step, moment };
    })
    .sort((a, b) => a.moment - b.moment);
}

function companyOf({ type, value }: StepOf<"add">): Company | undefined {
  const resolution = resolve({ by: identifierKinds[type], value });
  return "found" in resolution ? resolution.found : undefined;
}

async function moveTo(world: World, moment: Moment): Promise<void> {
  await world.runDueJobs(moment);
  await world.setClock(moment, true);
}
