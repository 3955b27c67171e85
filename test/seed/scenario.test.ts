import { describe, expect, it } from "vitest";
import { configurationFormat } from "../../contract/configuration.ts";
import { resolve } from "../../src/directory/reference-providers.ts";
import { isRefusal } from "../../src/domain/refusal.ts";
import { playScenario, type Scenario, scenarioNamed, scenarios } from "../../src/seed/scenario.ts";
import { Step } from "../../src/seed/script.ts";
import { configure } from "../../src/world/configure.ts";
import { granted, join, quietWorld } from "../support/worlds.ts";

interface Ids {
  thirdpartyId: number;
  dossierId: number;
  documentId: number;
  responseId: number;
  evidenceId: number;
  thirdpartyIds: number[];
}
const played = async (scenario: Scenario, world = quietWorld()) => {
  const here = await world;
  const ids = granted(await playScenario(here, scenario)) as Ids;
  return { ids, folder: await here.store.folder(ids.thirdpartyId ?? ids.thirdpartyIds?.[0] ?? 0) };
};
const withSteps = (...steps: object[]): Scenario => ({
  ...scenarioNamed("new-thirdparty"),
  steps: steps.map((step) =>
    (step as { do: string }).do === "populate" ? (step as Step) : Step.parse({ at: "-P0D", on: "company", ...step }),
  ),
});
/** The status that the sentence of a scenario promises. */
const promised = ({ sentence }: Scenario) => /(?:it is|it stays|They are) ([A-Z_]{5,})/.exec(sentence)?.[1];

describe("a scenario", () => {
  it.each(scenarios.filter(({ document, companies }) => document !== undefined && companies === 1))(
    "$name answers with the ids of its document, in the status that its sentence promises",
    async (scenario) => {
      const { ids, folder } = await played(scenario);
      const document = folder.documents.find(({ documentId }) => documentId === ids.documentId);
      const [evidence] = document?.evidences ?? [];
      const given = evidence && { responseId: evidence.responseId, evidenceId: evidence.id };
      expect(ids).toEqual({
        thirdpartyId: folder.thirdparty?.thirdpartyId,
        dossierId: document?.dossierId,
        documentId: ids.documentId,
        ...given,
      });
      expect({ code: document?.documentCode, status: document?.statusCode }).toEqual({
        code: scenario.document,
        status: promised(scenario) ?? expect.any(String),
      });
    },
  );

  it.each(scenarios.filter(({ dossier }) => dossier !== undefined))(
    "$name answers with the ids of its dossier",
    async (scenario) => {
      const { ids, folder } = await played(scenario);
      const dossier = folder.dossiers.findLast(({ dossierTypeCode }) => dossierTypeCode === scenario.dossier);
      expect(ids).toEqual({ thirdpartyId: folder.thirdparty?.thirdpartyId, dossierId: dossier?.dossierId });
    },
  );

  it.each(scenarios)(
    "$name plays in an account of its own codes, or is refused with what it lacks",
    async (scenario) => {
      const world = await quietWorld();
      const file = { format: configurationFormat, base: "empty", documentTypes: { OWN: { label: "Own" } } };
      granted(await world.write(() => configure(world, file, { stop: false })));
      const { document = "", dossier = "" } = scenario;
      const outcome = await playScenario(world, scenario);
      expect(isRefusal(outcome) ? outcome.refused.body.detail : "").toMatch(
        document || dossier
          ? `needs the ${document ? "document" : "dossier"} type ${document || dossier}, which the`
          : /^$/,
      );
    },
  );

  it("takes a company with nothing against it, old enough for any document, and then another", async () => {
    const world = await quietWorld();
    const companies = new Set<string>();
    for (const country of ["FR", "FR", "DE", "US"]) {
      const { folder } = await played({ ...scenarioNamed("new-thirdparty"), country }, Promise.resolve(world));
      const { addressCountryCode, status, companyIdType, companyIdValue = "" } = folder.thirdparty ?? {};
      expect({ addressCountryCode, status }).toEqual({ addressCountryCode: country, status: "ACTIVE" });
      companies.add(companyIdValue);
      const by = { CIT001: "SIRET", CIT002: "VAT", CIT003: "DUNS" } as const;
      const resolution = resolve({ by: by[companyIdType as "CIT001"], value: companyIdValue });
      expect(resolution).toMatchObject({ found: { sanctioned: false, bank: expect.anything() } });
      expect("found" in resolution && resolution.found.dateCreation < "2015").toBe(true);
    }
    expect(companies.size).toBe(4);
  });

  it("answers with all companies where several join, and with nothing where none does", async () => {
    const { ids } = await played({ ...scenarioNamed("new-thirdparty"), companies: 3 });
    expect(ids).toEqual({ thirdpartyIds: [924_000, 924_001, 924_002] });
    expect(await playScenario(await quietWorld(), { ...scenarioNamed("new-thirdparty"), companies: 0 })).toEqual({});
  });

  it("opens a dossier for a document or a type that was not asked for, and for no other", async () => {
    const { folder } = await played(
      withSteps(
        { do: "answer", document: "BEGES" },
        { do: "answer", document: "IBAN" },
        { do: "trigger", event: "DOSSIER_ARCHIVED", dossier: "CSR" },
      ),
    );
    const free = folder.dossiers
      .filter(({ typed }) => !typed)
      .map(({ documents }) => documents.map(({ documentCode }) => documentCode));
    expect(free).toEqual([["BEGES"]]);
    const csr = folder.dossiers.filter(({ dossierTypeCode }) => dossierTypeCode === "CSR");
    expect(csr.map(({ monitored }) => monitored)).toEqual([false]);
  });

  it("is refused and leaves nothing behind where a step is refused", async () => {
    const world = await quietWorld();
    await join(world, "it");
    const before = await world.store.dump();
    const outcome = await playScenario(world, withSteps({ do: "trigger", event: "DOSSIER_REACTIVATED" }));
    expect(outcome).toMatchObject({ refused: { status: 409, body: { code: "NOTHING_SUITABLE" } } });
    expect(isRefusal(outcome) && outcome.refused.body.detail).toMatch(
      /^The scenario cannot be played here, and nothing was changed\. DOSSIER_REACTIVATED needs/,
    );
    expect(await world.store.dump()).toEqual(before);
  });
});
