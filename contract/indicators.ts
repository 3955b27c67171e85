import { z } from "zod";
import { assumedObject } from "./assumptions.ts";
import type { Endpoint } from "./endpoint.ts";
import { account, guarded, listOf, params } from "./endpoint-parts.ts";
import { choice, named } from "./named.ts";
import { DateTime, Id, Problem, ShortText, whole } from "./shared.ts";

export const Indicator = assumedObject("indicator-fields", {
  id: Id,
  calculationId: whole(101, 104),
  name: named(
    "IndicatorName",
    z.enum(["Legal compliance", "Financial risk", "Cybersecurity score", "Environmental impact"]),
  ),
  theme: choice("Theme", ["LEGAL", "FINANCE", "CYBERSECURITY", "ENVIRONMENT"], "What the indicator judges."),
  resultType: z.literal("STRING"),
  resultValue: ShortText.meta({
    description:
      "The band of the score. Legal compliance: 100 is Compliant, 50 to 99 Partially compliant (something is " +
      "missing, late or refused). Environmental impact: the higher the score, the lower the impact.",
  }),
  score: whole(0, 100).nullable().meta({ description: "null while there is nothing to judge by." }),
  resultColorCode: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, { error: "must be a colour such as #fcb900, in small letters" })
    .meta({
      description:
        "The colour of the band: #00d084 good, #7bdcb5 fair, #fcb900 to be watched, #ff6900 poor, #cf2e2e bad, " +
        "#abb8c3 not evaluated. Each indicator has bands of its own, so the same score may have another colour.",
    }),
  resultLastUpdateDate: DateTime,
  nature: z.literal("INDICATOR"),
  targetResourceType: z.literal("THIRD_PARTY"),
  targetResourceId: Id,
}).meta({ id: "Indicator", description: "A score of a third party, and how it reads." });
export type Indicator = z.output<typeof Indicator>;

export const indicators = {
  list: {
    method: "get",
    path: `${account}/thirdparties/:id/indicators`,
    summary: "List the indicators of a third party",
    description:
      "Legal compliance, financial risk, cybersecurity score, environmental impact: " +
      "computed from the state, in this order.",
    params: params.thirdparty,
    responses: { 200: listOf("Indicators", Indicator), 404: Problem, ...guarded },
    examples: {
      success: {
        summary: "Financial risk",
        response: {
          content: [
            {
              id: 3948001,
              calculationId: 102,
              name: "Financial risk",
              theme: "FINANCE",
              resultType: "STRING",
              resultValue: "Medium risk",
              score: 44,
              resultColorCode: "#fcb900",
              resultLastUpdateDate: "2026-01-10T09:12:01.012",
              nature: "INDICATOR",
              targetResourceType: "THIRD_PARTY",
              targetResourceId: 924000,
            },
          ],
        },
      },
    },
  },
} as const satisfies Record<string, Endpoint>;
