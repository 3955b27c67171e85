import type { ClockState } from "./rows.ts";
import { format, type Moment, parse } from "./time.ts";

/** The state of a clock that shows the moment while the wall clock shows `wall`. */
export const clockAt = (moment: Moment, frozen: boolean, wall: Moment): ClockState =>
  frozen ? { frozenAt: format(moment), offset: 0 } : { frozenAt: null, offset: moment - wall };

export const readClock = ({ frozenAt, offset }: ClockState, wall: Moment): Moment =>
  frozenAt === null ? wall + offset : parse(frozenAt);
