import type { ClockState } from "./rows.ts";
import { format, type Moment, onClock, parse } from "./time.ts";

/** The state of a clock that shows the moment while the wall clock shows `wall`. */
export const clockAt = (moment: Moment, frozen: boolean, wall: Moment): ClockState =>
  frozen ? { frozenAt: format(moment), offset: 0 } : { frozenAt: null, offset: moment - wall };

/** A running clock stands still at the end of its range. */
export const readClock = ({ frozenAt, offset }: ClockState, wall: Moment): Moment =>
  onClock(frozenAt === null ? wall + offset : parse(frozenAt));
