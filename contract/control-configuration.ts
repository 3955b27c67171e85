import { strictObject, z } from "zod";
import { ConfigurationBase, type ConfigurationFile, configurationFormat } from "./configuration.ts";
import { ClockMoment, ForkSource, root, SeedName, World } from "./control-shapes.ts";
import type { Endpoint } from "./endpoint.ts";
import { guarded, guardedWrite, params } from "./endpoint-parts.ts";
import { world } from "./examples/control.ts";
import { matching } from "./named.ts";
import { historyPattern, largestWorld, Problem, whole, yesOrNo } from "./shared.ts";
import { People } from "./tempers.ts";

/** Loose, so that an answer holds what was configured and no defaults; rules name what is wrong with a given one. */
const written: z.ZodType = z.looseObject({}).meta({
  id: "Configuration",
  description:
    "A file of the form `tiers-sandbox/configuration@1`: `/_sandbox/configuration.schema.json` describes it.",
});
const WrittenConfiguration = written as z.ZodType<ConfigurationFile, ConfigurationFile>;
const History = matching(historyPattern, "must be months from P1M to P120M, such as P24M", {
  description:
    "With `size`: how long ago the first third party joined, and people have acted since. By default P24M, " +
    "and less for more than 1,000: P6M up to 3,000, and P1M for more.",
  examples: ["P24M"],
});
export const WorldRequest = strictObject({
  seed: SeedName.optional(),
  randomSeed: whole(0, 4_294_967_295).optional().meta({ description: "Same number, same world." }),
  size: whole(0, largestWorld).optional().meta({ description: "Third parties to generate." }),
  now: ClockMoment.optional(),
  freeze: z.boolean().optional().meta({ description: "Stops the clock where it starts." }),
  people: People.optional(),
  history: History.optional(),
  configuration: WrittenConfiguration.optional(),
  from: ForkSource.optional(),
})
  .superRefine(({ from, ...others }, context) => {
    if (others.history !== undefined && others.size === undefined) {
      const message = "goes with size alone: a seed has a history of its own";
      context.addIssue({ code: "custom", message, path: ["history"], params: { expected: "nothing without size" } });
    }
    if (!from) return;
    const message = "cannot go with from: a copy has the seed and the clock of its source";
    for (const [name, value] of Object.entries(others))
      if (value !== undefined)
        context.addIssue({ code: "custom", message, path: [name], params: { expected: "nothing" } });
  })
  .meta({
    id: "WorldRequest",
    description: "The world to make, as the server was started where something is left out; or `from` alone.",
    dependentRequired: { history: ["size"] },
    dependentSchemas: { from: { propertyNames: { enum: ["from"] } } },
  });

const path = `${root}/accounts/:accountId/configuration` as const;
const own: ConfigurationFile = {
  format: configurationFormat,
  base: "default",
  documentTypes: { PLAN: { label: "Plan de prévention", months: 12 } },
};

export const configuration = {
  configuration: {
    method: "get",
    path,
    summary: "Read what an account has configured",
    description: "All of it, as a file that can be changed and sent back; or what differs from its base.",
    params: params.account,
    query: z.object({
      difference: yesOrNo.optional(),
      base: ConfigurationBase.optional().meta({ description: "With `difference`: from which base; its own without." }),
    }),
    responses: { 200: WrittenConfiguration, 404: Problem, ...guarded },
    examples: { success: { summary: "What differs", query: { difference: true }, response: own } },
  },
  configure: {
    method: "put",
    path,
    summary: "Configure an account otherwise",
    description:
      "The world goes on with it: open dossiers and documents follow their types, rules look at every third party " +
      "once, and every change leaves its events. All that is wrong is named at once, and then nothing is changed. " +
      "What is removed and still asked for is a 409, unless `stop` is true: its documents are stopped, its dossiers " +
      "archived. The values of a removed attribute come back with it.",
    params: params.account,
    query: z.object({ stop: yesOrNo.optional() }),
    body: WrittenConfiguration,
    responses: { 200: World, 404: Problem, 409: Problem, ...guardedWrite },
    examples: { success: { summary: "A document type of its own", body: own, response: world } },
  },
} as const satisfies Record<string, Endpoint>;
