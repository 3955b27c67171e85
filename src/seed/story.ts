import { EventName } from "../../contract/events.ts";
import { isWorkingMoment } from "../directory/calendar.ts";
import type { Company } from "../directory/company.ts";
import { resolve } from "../directory/reference-providers.ts";
import { defaultConfiguration } from "../domain/configuration.ts";
import { office, ownMoment, windowLength, windowOf } from "../domain/people/moments.ts";
import { isRefusal } from "../domain/refusal.ts";
import { drawnFrom } from "../domain/sequences.ts";
import { addDuration, day, type Moment, minute } from "../domain/time.ts";
import { sliced } from "../store/time-slice.ts";
import { identifierKinds } from "../world/operations.ts";
import type { World } from "../world/world.ts";
import { lackOf } from "./fitting.ts";
import { populationSteps, workBy } from "./population.ts";
import type { Step, StepOf, TimedStep } from "./script.ts";
import { isLived, NotAsked, runStep } from "./steps.ts";

const stepsToProgress = 100;

export const before = (end: Moment, duration: string): Moment => end - (addDuration(end, duration) - end);

/** Runs the steps of a script in order of time, with the jobs that are due between them, and says how far it is. */
export async function runScript(
  world: World,
  script: readonly Step[],
  end: Moment,
  {
    progress = () => {},
    refuse = () => {},
  }: { progress?: (share: number) => void; refuse?: (rows: number) => void } = {},
): Promise<void> {
  const thirdpartyIds = new Map<string, number>();
  const steps = await timedSteps(world, script, end);
  for await (const [at, { step, moment }] of sliced(steps.entries())) {
    if (at > 0 && at % stepsToProgress === 0) progress(at / steps.length);
    refuse(drawnFrom(world.context().sequences));
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
  const [scripted, joining]: [TimedStep[], TimedStep[]] = [[], []];
  const own = ownMoments(world);
  for (const step of script) {
    const moment = before(end, step.at.slice(1));
    if (step.do === "populate")
      for await (const { step: joins, moment: at } of sliced(populationSteps(world, step, moment, end, scriptedDuns)))
        joining.push({ step: joins, moment: own(at) });
    else if (step.do === "complete") scripted.push(...completions(world, step.at, moment, end));
    else scripted.push({ step, moment });
  }
  return inOrder([...(isLived(world) ? atWork(world, inOrder(scripted), own) : scripted), ...joining]);
}

const inOrder = (timed: readonly TimedStep[]) => timed.toSorted((a, b) => a.moment - b.moment);

/** Each event type that is missing has a moment of its own; the time from the middle on is for what follows. */
const completions = (world: World, at: string, begin: Moment, end: Moment): TimedStep[] =>
  EventName.options.map((event) => {
    const moment = begin + Math.floor(((end - begin) / 2) * world.chance("completed", event).float());
    // An erasure is announced, and carried out when its term is over, if the story lasts as long.
    const isAnnounced = event === "DOCUMENT_DELETION" && moment + (graceDays(world) + 1) * day < end;
    return { step: { do: "complete", at, event: isAnnounced ? "DOCUMENT_DELETION_WARNING" : event }, moment };
  });

const graceDays = ({ configuration }: World): number => configuration.practice.deletionGraceDays;

const mostMoved = 20;

/** The moments of a script are as those of people: a person does one thing at a time. */
function ownMoments(world: World): (moment: Moment) => Moment {
  const taken = new Set<number>();
  const { country, postCode } = office;
  return (moment) => {
    let at = moment;
    for (let moved = 0; moved < mostMoved; moved++) {
      // The last of the seconds of a window, which a third party has only in a large portfolio.
      at = ownMoment((...key) => world.chance(...key), -1, at);
      if (!isWorkingMoment(country, at, postCode)) break;
      if (!taken.has(windowOf(at))) {
        taken.add(windowOf(at));
        return at;
      }
      at = (windowOf(at) + 1) * windowLength;
    }
    return moment;
  };
}

/** People do what the steps say: during their day, and one thing after another. */
function atWork(world: World, timed: readonly TimedStep[], own: (moment: Moment) => Moment): TimedStep[] {
  const latest = new Map<string, Moment>();
  return timed.map(({ step, moment }, index) => {
    if (step.do === "complete") return { step, moment: own(workBy(moment, world.chance("step", index))) };
    const about = step.do === "add" ? step.as : step.on;
    const chance = world.chance("step", about, index);
    const at = own(Math.max(workBy(moment, chance), (latest.get(about) ?? 0) + chance.int(2, 15) * minute));
    latest.set(about, at);
    return { step, moment: at };
  });
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
