import type { ClockState } from "./rows.ts";
import { format, type Moment, parse } from "./time.ts";

/** A clock that shows a moment, when it is `wall` on the machine's own. */
export const clockAt = (moment: Moment, frozen: boolean, wall: Moment): ClockState =>
  frozen ? { frozenAt: format(moment), offset: 0 } : { frozenAt: null, offset: moment - wall };

/** What a clock shows. */
export const shownBy = ({ frozenAt, offset }: ClockState, wall: Moment): Moment =>
  frozenAt === null ? wall + offset : parse(frozenAt);
