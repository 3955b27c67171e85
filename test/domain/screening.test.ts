import { describe, expect, it } from "vitest";
import { chance } from "../../src/directory/chance.ts";
import { sequenceStarts } from "../../src/domain/rows.ts";
import { rescreen } from "../../src/domain/screening.ts";
import { settle } from "../../src/domain/settle.ts";
import { dayOf, parse } from "../../src/domain/time.ts";
import { unsettled, wrongs } from "../support/invariants.ts";
import { nowOf } from "../support/model.ts";
import { advance, type Desk, desk, start } from "../support/worlds.ts";

const critical = { Criticité: ["High"] };
const screened = (one: Desk) => [one.thirdparty.internal.sanctioned, one.document("SCR_SANCTIONS").statusCode];

/** A world in which the first third party gets on the lists on its twentieth day. */
function unlucky(): number {
  const day = dayOf(parse(start) + 20 * 86_400_000);
  for (let seed = 1; ; seed++) if (chance(seed, "sanctions", day, sequenceStarts.thirdpartyId).bool(1 / 20_000)) return seed;
}

describe("the lists of sanctions", () => {
  it("are read every day: who gets on them, or off, is screened anew", async () => {
    const one = await desk("it", critical, { randomSeed: unlucky() });
    await advance(one.world, "P19DT12H");
    expect(screened(await one.reread())).toEqual([false, "VALID"]);
    await advance(one.world, "P1D");
    expect(screened(await one.reread())).toEqual([true, "INVALID"]);
    expect(one.document("SCR_SANCTIONS").evidences).toMatchObject([
      { uploadDate: expect.stringMatching(/^2026-02-04T05:00:00/), transmitter: "PARTENAIRE" },
      {},
    ]);
    expect(one.dossier("SCREENING").statusCode).toBe("INVALID");

    await one.do((draft) => (rescreen(draft), settle(draft)));
    await advance(one.world, "PT2M");
    expect(screened(await one.reread())).toEqual([false, "VALID"]);
    expect([...wrongs(await one.world.store.dump(), nowOf(one.world)), ...(await unsettled(one.world))]).toEqual([]);
  });
  it("leave a staged company in its case", { timeout: 30_000 }, async () => {
    const one = await desk("sanctioned", critical);
    await advance(one.world, "P2Y");
    expect((await one.reread()).thirdparty.internal.sanctioned).toBe(true);
  });
});
