import { describe, expect, it } from "vitest";
import { openTypedDossier, reactivateDossier } from "../../../src/domain/dossier/dossiers.ts";
import { announceCessation } from "../../../src/domain/providers/gazette.ts";
import { activateProviders, chooseMonitoring } from "../../../src/domain/providers/monitoring.ts";
import { archiveThirdparty, editThirdparty } from "../../../src/domain/thirdparty/identity.ts";
import { recalculate } from "../../../src/domain/thirdparty/recalculate.ts";
import { desk, type Kind } from "../../support/worlds.ts";
import { monitoredBy } from "../stage.ts";

type Attributes = Parameters<typeof desk>[1];

describe("monitoring", () => {
  it.each([
    ["French companies have financial strength and the bank check", "cleaner", {}, ["DOCCHECK", "FINANCIAL_STRENGTH"]],
    ["companies abroad have credit data", "german", {}, ["DOCCHECK", "CREDITDATA"]],
    [
      "an annual amount of 50 000 EUR adds credit data",
      "cleaner",
      { "Montant d'achat annuel": [50_000] },
      ["DOCCHECK", "FINANCIAL_STRENGTH", "CREDITDATA"],
    ],
    [
      "the category IT adds the security rating",
      "cleaner",
      { Catégorie: ["IT"] },
      ["DOCCHECK", "SECURITY_RATING", "FINANCIAL_STRENGTH"],
    ],
    [
      "a CSR dossier adds ESG and the scorecard",
      "german",
      { "Montant d'achat annuel": [100_000] },
      ["DOCCHECK", "ESG", "SUSTAINSCORE", "CREDITDATA"],
    ],
    [
      "high criticality adds the newsfeed",
      "german",
      { Criticité: ["High"] },
      ["DOCCHECK", "SECURITY_RATING", "CREDITDATA", "NEWSFEED"],
    ],
  ] as const)("the default data providers follow the configuration: %s", async (_name, kind, attributes, expected) => {
    expect(monitoredBy(await desk(kind as Kind, attributes as unknown as Attributes))).toEqual(expected);
  });
  it("a data provider that the client deactivates stays inactive", async () => {
    const one = await desk("cleaner");
    await one.do((draft) => chooseMonitoring(draft, "FINANCIAL_STRENGTH", false));
    expect(await one.do(activateProviders)).toEqual([]);
  });
  it("data providers come back from the archive by the configuration and by the choices of the client", async () => {
    const one = await desk("german", { "Montant d'achat annuel": [100_000] });
    await one.do((draft) => (chooseMonitoring(draft, "CREDITDATA", false), chooseMonitoring(draft, "NEWSFEED", true)));
    expect(monitoredBy(one)).toEqual(["DOCCHECK", "ESG", "SUSTAINSCORE", "NEWSFEED"]);
    await one.do((draft) => (archiveThirdparty(draft), recalculate(draft)));
    expect(monitoredBy(one)).toEqual([]);
    expect(await one.do((draft) => (editThirdparty(draft, { archived: false }), recalculate(draft)))).toEqual([
      "THIRD_PARTY_UPDATED",
      "THIRD_PARTY_NEWSFEED_ACTIVATED",
    ]);
    const reopened = await one.do(
      (draft) => (reactivateDossier(draft, one.dossier("CSR").dossierId), recalculate(draft)),
    );
    expect(reopened.filter((name) => name.endsWith("_ACTIVATED"))).toEqual([
      "THIRD_PARTY_ESG_ACTIVATED",
      "THIRD_PARTY_SUSTAINSCORE_ACTIVATED",
    ]);
    expect(monitoredBy(one)).toEqual(["ESG", "SUSTAINSCORE", "NEWSFEED"]);
  });
  it("reactivates only the data providers that were active before the strike-off", async () => {
    const one = await desk("cleaner");
    await one.do((draft) => (announceCessation(draft), archiveThirdparty(draft), recalculate(draft)));
    await one.do((draft) => {
      editThirdparty(draft, { archived: false });
      for (const { dossierId } of draft.all("dossiers")) reactivateDossier(draft, dossierId);
      openTypedDossier(draft, "CSR", { origin: "CONTROL" });
      recalculate(draft);
    });
    expect(monitoredBy(one)).toEqual(["DOCCHECK"]);
  });
  it("an archived third party has no data provider, and one that is struck off no financial one", async () => {
    const archived = await desk("german", { "Montant d'achat annuel": [100_000] });
    await archived.do(archiveThirdparty);
    expect(monitoredBy(archived)).toEqual([]);
    const struck = await desk("cleaner", { "Montant d'achat annuel": [50_000] });
    await struck.do(announceCessation);
    expect(monitoredBy(struck)).toEqual(["DOCCHECK"]);
  });
});
