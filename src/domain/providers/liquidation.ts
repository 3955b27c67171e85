import { workingDayFrom } from "../../directory/calendar.ts";
import { isLiquidation } from "../../directory/kinds.ts";
import { liquidatorIn } from "../../directory/liquidator.ts";
import type { Draft } from "../draft.ts";
import { terms } from "../terms.ts";
import { addMonths, day, dayOf, hour, nextDaily, parse } from "../time.ts";

/** Plans what a liquidation brings next: the leave of the staff, then the end of the company. */
export function planLiquidation(draft: Draft): void {
  const {
    thirdpartyId,
    siren,
    status,
    collectiveProcedure: open,
    executives,
    establishments,
    workforce,
    addressCountryCode: country,
  } = draft.thirdparty;
  draft.cancel(thirdpartyId, "LIQUIDATE");
  if (status === "STRUCK_OFF" || !open || !isLiquidation(open)) return;
  const began = parse(liquidatorIn(executives)?.since ?? open.openingDate);
  const draws = draft.context.chance("liquidation", siren ?? thirdpartyId);
  const dismissal = draws.int(...terms.dismissalDays) * day;
  const end = addMonths(began, draws.int(...terms.liquidationMonths));
  // A company may join the portfolio when the end would be near or past.
  const due = workforce ? began + dismissal : Math.max(end, draft.now + dismissal);
  const read = nextDaily(Math.max(due, draft.now), terms.gazetteHour * hour);
  const seat = establishments.find(({ headOffice }) => headOffice)?.addressPostCode;
  const sitting = parse(workingDayFrom(country, dayOf(read), seat)) + terms.gazetteHour * hour;
  draft.schedule("LIQUIDATE", sitting, thirdpartyId);
}
