import { describe, expect, it } from "vitest";
import { documentTypes } from "../../src/domain/configuration.ts";
import { valuesIn } from "../../src/domain/document/forms.ts";
import { canHave } from "../../src/domain/dossier/requirements.ts";
import { longDate, spaced } from "../../src/files/wording.ts";
import { downloadOf } from "../../src/service/files.ts";
import { addToPortfolio, openDossier, respond } from "../../src/world/operations.ts";
import { firstCompany, isActive } from "../domain/stage.ts";
import { companies, Desk, granted, quietWorld } from "../support/worlds.ts";
import { installed, textOf } from "./readers.ts";

const poppler = installed("pdftotext");

const french = (code: string) => ({
  companyIdType: "CIT001" as const,
  companyIdValue: firstCompany((company) => isActive(company) && company.legalCategoryCode === code).siret as string,
});
const kinds = {
  ...companies,
  branch: { companyIdType: "CIT001", companyIdValue: "21996648800013" },
  soleTraderWithStaff: { companyIdType: "CIT001", companyIdValue: "21992269700012" },
} as const;

/** Every document that a company can have, answered. */
async function answered(id: Parameters<typeof addToPortfolio>[1]): Promise<Desk> {
  const world = await quietWorld();
  const { result } = granted(await addToPortfolio(world, id, "tester"));
  const one = await new Desk(world, result.thirdpartyId).reread();
  const requiredDocuments = [...documentTypes.keys()].filter((code) => canHave(one.thirdparty, code));
  granted(await openDossier(world, one.thirdpartyId, { requiredDocuments }, "tester"));
  await one.reread();
  for (const code of requiredDocuments) granted(await respond(world, one.document(code).documentId, {}));
  return one.reread();
}

async function pdf({ world, document }: Pick<Desk, "world"> & { document: ReturnType<Desk["document"]> }) {
  const [newest] = document.evidences;
  if (!newest) throw new Error(`${document.documentCode} has no evidence`);
  return textOf((await (await downloadOf(world.store, document, newest)).content.produce()) as Buffer);
}
const textIn = (one: Desk, code: string) => pdf({ world: one.world, document: one.document(code) });
const formIn = (one: Desk, code: string) => valuesIn(one.document(code).evidences[0] as { formdata?: never });
const ids = (one: Desk) => one.folder.documents.map(({ documentCode }) => documentCode);

describe.skipIf(!poppler)("the PDFs of a company", () => {
  it.each(["it", "branch", "soleTraderWithStaff", "builder", "german"] as const)(
    "show the seat, the numbers, the head count and the bank that the API shows (%s)",
    async (kind) => {
      const one = await answered({ ...kinds[kind] });
      const { establishments, siren, siret, workforce, addressLine1, internal } = one.thirdparty;
      const [head] = establishments;
      for (const code of ["KBIS", "RNE", "STATUTS", "EXTRAIT_LOCAL", "RBE"].filter((code) => ids(one).includes(code))) {
        const text = await textIn(one, code);
        expect([code, text]).toEqual([code, expect.stringContaining(head?.addressLine1 as string)]);
        if (head?.siret) expect([code, text]).toEqual([code, expect.stringContaining(head.siret)]);
        if (siret !== head?.siret) expect(text).not.toContain(addressLine1);
      }
      for (const code of ["KBIS", "ATT_URSSAF", "ATT_FISCALE"].filter((code) => ids(one).includes(code)))
        expect(await textIn(one, code)).toContain(spaced(siren, 3));
      for (const code of ["ATT_URSSAF", "ATT_FISCALE"].filter((code) => ids(one).includes(code))) {
        expect(await textIn(one, code)).toContain(siret);
        expect(await textIn(one, code)).toContain(addressLine1);
      }
      expect(formIn(one, "FICHE_FOURN").effectif_total).toBe(String(workforce));
      expect(await textIn(one, "FICHE_FOURN")).toContain(`Effectif total ${workforce} `);
      if (ids(one).includes("ATT_URSSAF"))
        expect(await textIn(one, "ATT_URSSAF")).toMatch(new RegExp(`au ${workforce} `));
      expect(await textIn(one, "RIB")).toContain(spaced(internal.bank?.iban, 4));
      expect(await textIn(one, "RIB")).toContain(internal.bank?.bankName);
    },
  );

  it("a plan and a questionnaire about security say the same", async () => {
    const said = new Set<string>();
    for (const kind of ["it", "builder", "cleaner", "german", "american"] as const) {
      const one = await answered({ ...kinds[kind] });
      const { rssi, delai_notification_h: hours = "", localisation_donnees } = formIn(one, "Q_CYBER");
      const plan = await textIn(one, "PAS");
      const words: Record<string, string> = { 24: "vingt-quatre", 48: "quarante-huit", 72: "soixante-douze" };
      expect(plan.includes("responsable de la sécurité est désigné")).toBe(rssi === "true");
      expect(plan).toContain(`notification sous ${words[hours]}`);
      expect(await textIn(one, "DPA")).toContain(`dans les ${words[hours]}`);
      expect(await textIn(one, "DPA")).toContain(`Localisation ${localisation_donnees} `);
      said.add(`${rssi} ${hours}`);
    }
    expect(said.size).toBeGreaterThan(1);
  });

  it("the statutes of an association speak of members, and of no capital", async () => {
    const one = await answered(french("9220"));
    const text = await textIn(one, "STATUTS");
    expect(text).toContain("loi du 1er juillet 1901");
    expect(text).not.toMatch(/société|capital|associés/i);
  });

  it("the Kbis of a company that is struck off says so, with the day", async () => {
    const one = await answered({ ...kinds.struckOff });
    const day = one.thirdparty.internal.struckOffOn as string;
    expect(await textIn(one, "KBIS")).toContain(`Personne radiée du registre le ${longDate(day)}.`);
    const executives = one.thirdparty.executives.map(({ since }) => since);
    expect([...executives, day, one.thirdparty.creationDate].sort()).toEqual([
      ...executives,
      day,
      one.thirdparty.creationDate,
    ]);
  });

  it("an A1 certificate is of the European Union and its neighbours", async () => {
    expect(await textIn(await answered({ ...kinds.german }), "A1")).toContain("CERTIFICAT A1");
    const abroad = await textIn(await answered({ ...kinds.american }), "A1");
    expect(abroad).toContain("CERTIFICATE OF COVERAGE");
    expect(abroad).not.toContain("État membre");
  });

  it("an external evaluation shows the score that the indicator starts from", async () => {
    const one = await answered({ ...kinds.it });
    const { score } = one.thirdparty.internal.monitoring.SUSTAINSCORE;
    expect(await textIn(one, "SCORE_RSE")).toContain(`Ensemble ${score}/100`);
  });

  it("a foreign extract names the activity in English too", async () => {
    const text = await textIn(await answered({ ...kinds.german }), "EXTRAIT_LOCAL");
    expect(text).toContain("Freight forwarding");
  });
});
