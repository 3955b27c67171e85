import { z } from "zod";
import { EventName } from "../../../contract/events.ts";
import { Temper } from "../../../contract/tempers.ts";
import { tableOf } from "../../directory/chance.ts";
import { readFixture } from "../../directory/fixtures.ts";
import type { RuleContext } from "../draft.ts";
import type { ThirdpartyRow } from "../rows.ts";

const Range = z.tuple([z.int(), z.int()]);
const Texts = z.array(z.string()).min(1);
const Share = z.number().min(0).max(1);
/** How a contact of a third party answers. Days are working days, unless they count from or to an end. */
const TemperRow = z.strictObject({
  /** Of a hundred third parties. */
  weight: z.number(),
  /** Reminders, of a week each, that the contact waits for. */
  reminders: Range,
  days: Range,
  /** The share of papers that take longer, and how much. */
  laterShare: Share,
  laterDays: Range,
  /** The share of first papers that are wrong. */
  defectShare: Share,
  /** Whether the very first file is wrong for certain. */
  firstIsWrong: z.boolean().optional(),
  /** The share of refused papers that another one follows. */
  corrects: Share,
  /** Before its end, when a paper is renewed; null waits for the end. */
  aheadDays: Range.nullable(),
  /** Since it joined, when the third party stops to answer. */
  quitDays: Range.optional(),
  sentence: z.string(),
});
/** The people of a world: each figure is a part of the assumption `people`. */
const fixture = readFixture(
  "people.json",
  z.strictObject({
    tempers: z.record(Temper, TemperRow),
    /**
     * When in a day something is done; and after the opening, where that moment is past the day. Things that are done
     * for one third party are so far apart, and mostly one is in a window, which divides the hour.
     */
    hours: z.strictObject({
      dayMinutes: Range,
      morningMinutes: Range,
      seconds: Range,
      apartSeconds: z.int(),
      windowSeconds: z.int(),
    }),
    suppliers: z.strictObject({
      paperMinutes: Range,
      mostDenials: z.int(),
      interruptedShare: Share,
      invitationDays: Range,
      /** In a company with fewer employees its head answers. */
      headWorkforce: z.int(),
    }),
    client: z.strictObject({
      decisionDays: Range,
      /** Before the end of its dossier, when a person decides what was left to the user. */
      lastCallDays: z.int(),
      paperMinutes: Range,
      approvedShare: Share,
      sharedShare: Share,
      homonymShare: Share,
      firstReviewDays: Range,
      reviewDays: Range,
      /** At each look, the share of third parties that are no longer needed. */
      unusedShare: Share,
      /** Since it was added, when a third party can be no longer needed. */
      unusedDays: z.int(),
      askAgainShare: Share,
      /** Since it was struck off, when a company is archived. */
      afterEndDays: z.int(),
      /** Working days until a person of the client looks at what alarms. */
      reactionDays: Range,
      /** About how many answers are left to the user, in a world of this size or more. */
      leftAnswers: z.int(),
      leastSize: z.int(),
      /** So many contacts of a third party are invited, one after another. */
      mostContacts: z.int(),
      /** Working days until a person takes up what reminders did not bring. */
      followUpDays: Range,
      /** The share of silent contacts who are called once; another one takes the place of the others. */
      callShare: Share,
      /** A contact that answered something within this number of days is not replaced. */
      answeredDays: z.int(),
      /** What a call brings: an answer that is planned, no such paper, nothing yet, or silence. */
      calls: z.strictObject({
        ...{ promised: Texts, lacking: Texts, open: Texts, silent: Texts },
        /** After an invitation without an answer: another contact is invited, or there is none to invite. */
        ...{ invited: Texts, nobody: Texts },
      }),
      /** To how many times its first size a portfolio grows. */
      growth: z.number(),
      /** From one addition to the next, in a world of `leastSize`; days until a look at one that has its size. */
      additionDays: Range,
      fullDays: z.int(),
    }),
    /** What the client does when a court has opened a procedure: a mark, a comment, and a dossier of new papers. */
    insolvency: z.strictObject({
      tag: z.string(),
      comment: z.string(),
      /** After a plan, when the mark is taken back. */
      lifted: z.string(),
      /** Follows the comment where another colleague is asked. */
      asking: z.string(),
      prefix: z.string(),
      description: z.string(),
      documents: z.array(z.string()),
      months: z.int(),
    }),
    /** Why a person refuses a good answer: by the code of the document, or for any other form. */
    doubts: z.record(z.string(), Texts),
    /**
     * What else a person does at a look, by the causes of these events, with one of these data: each for resources of
     * these statuses, for these documents, for third parties that were added that many days ago, and for papers that
     * follow another one.
     */
    chores: z.array(
      z.strictObject({
        event: EventName,
        weight: z.int(),
        data: z
          .array(
            z.looseObject({
              ...{ for: z.array(z.string()).optional(), documents: z.array(z.string()).optional() },
              ...{ days: z.int().optional(), follows: z.literal(true).optional() },
            }),
          )
          .min(1),
      }),
    ),
  }),
);
export const { tempers, hours, suppliers, client, insolvency, doubts, chores } = fixture;

const drawn = tableOf(Object.fromEntries(Object.entries(tempers).map(([name, { weight }]) => [name, weight])));

/** The temper that was set, or else one that is drawn for the legal unit, so that its establishments agree. */
export function temperOf(
  { internal, siren, duns, thirdpartyId }: ThirdpartyRow,
  chance: RuleContext["chance"],
): Temper {
  return internal.temper ?? (chance("temper", siren ?? duns ?? thirdpartyId).from(drawn) as Temper);
}
