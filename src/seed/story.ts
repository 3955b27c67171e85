import type { Company } from "../directory/company.ts";
import { resolve } from "../directory/reference-providers.ts";
import { defaultConfiguration } from "../domain/configuration.ts";
import { isRefusal } from "../domain/refusal.ts";
import { addDuration, type Moment } from "../domain/time.ts";
import { sliced } from "../store/time-slice.ts";
import { identifierKinds } from "../world/operations.ts";
import type { World } from "../world/world.ts";
import { lackOf } from "./fitting.ts";
import { populationSteps } from "./population.ts";
import type { Step, StepOf, TimedStep } from "./script.ts";
import { NotAsked, runStep } from "./steps.ts";

const stepsToProgress = 100;

export const before = (end: Moment, duration: string): Moment => end - (addDuration(end, duration) - end);

/** Runs the steps of a script in order of time, with the jobs that are due between them, and says how far it is. */
export async function runScript(
  world: World,
  script: readonly Step[],
  end: Moment,
  progress: (share: number) => void = () => {},
): Promise<void> {
  const thirdpartyIds = new Map<string, number>();
  const steps = await timedSteps(world, script, end);
  for await (const [at, { step, moment }] of sliced(steps.entries())) {
    if (at > 0 && at % stepsToProgress === 0) progress(at / steps.length);
    const outcome = await world.write(async () => {
      await moveTo(world, moment);
      return runFitting(world, step, thirdpartyIds);
    });
    // Chance may prevent a step, for example by a strike-off the night before; any other refusal is a mistake.
    const isMistake = isRefusal(outcome) && (outcome.refused.status !== 409 || step.do === "add");
    if (isMistake && (step.do === "add" || world.configuration === defaultConfiguration))
      throw new Error(`the story cannot go on at ${step.at}, ${JSON.stringify(step)}: ${outcome.refused.body.detail}`);
  }
  await world.write(() => moveTo(world, end));
}

/** Runs a step, but for one about what the account's own configuration lacks. */
async function runFitting(world: World, step: TimedStep["step"], ids: Map<string, number>): Promise<unknown> {
  if (world.configuration === defaultConfiguration) return runStep(world, step, ids);
  if (lackOf(world.configuration, step) !== undefined) return undefined;
  try {
    return await runStep(world, step, ids);
  } catch (error) {
    if (error instanceof NotAsked) return undefined;
    throw error;
  }
}

async function timedSteps(world: World, script: readonly Step[], end: Moment): Promise<TimedStep[]> {
  const scriptedDuns = new Set(script.flatMap((step) => (step.do === "add" ? (companyOf(step)?.duns ?? []) : [])));
  const timed: TimedStep[] = [];
  for (const step of script) {
    const moment = before(end, step.at.slice(1));
    if (step.do !== "populate") timed.push({ step, moment });
    else for await (const each of sliced(populationSteps(world, step, moment, end, scriptedDuns))) timed.push(each);
  }
  return timed.sort((a, b) => a.moment - b.moment);
}

function companyOf({ type, value }: StepOf<"add">): Company | undefined {
  const resolution = resolve({ by: identifierKinds[type], value });
  return "found" in resolution ? resolution.found : undefined;
}

/** Moves a frozen clock, with what becomes due on the way. */
export async function moveTo(world: World, moment: Moment): Promise<void> {
  await world.runDueJobs(moment);
  await world.setClock(moment, true);
}
