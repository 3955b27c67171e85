import { describe, expect, it } from "vitest";
import { configurationFormat as format } from "../../contract/configuration.ts";
import { type Configuration, defaultConfiguration } from "../../src/domain/configuration.ts";
import { alignWith } from "../../src/domain/configured.ts";
import { createDossier } from "../../src/domain/dossier/dossiers.ts";
import { Draft } from "../../src/domain/draft.ts";
import { archiveThirdparty } from "../../src/domain/thirdparty/identity.ts";
import { configured } from "../../src/world/configure.ts";
import { client, type Desk, desk, granted } from "../support/worlds.ts";
import { shape, told } from "./stage.ts";

const { documentTypes, dossierTypes, rules } = defaultConfiguration.source;
const none = (entries: object) => Object.fromEntries(Object.keys(entries).map((name) => [name, null]));
const configuredBy = (file: object, before = defaultConfiguration) =>
  granted(configured({ format, ...file }, before)) as Configuration;

/** What becomes of a third party when the account is configured otherwise; `begin` is done before. */
function aligned(one: Desk, next: Configuration, before = defaultConfiguration, begin?: (draft: Draft) => unknown) {
  const draft = new Draft(one.folder, { ...one.world.context(), configuration: next }, client);
  begin?.(draft);
  const { length } = draft.events;
  alignWith(before, [])(draft);
  return { draft, events: told(draft.events.slice(length)) };
}

const label = "Référencement interne";
const without = { [label]: null };
const risk = { "Risque global": null, Risque: { type: "string", id: 49, calculated: true, role: "risk" } };
const setting = (name: string, from: string[] | null, to: string[]) =>
  [["THIRD_PARTY_ATTRIBUTE_UPDATED", { label: name, from, to }]] as const;
const [ref, same] = ["924000/45 Référencement interne string REF", "924000/49 Risque global string High"];

describe("the attributes of an account that is configured otherwise", () => {
  it.each<[what: string, attributes: object, events: readonly unknown[], rows: string[]]>([
    ["keep their values where nothing has changed", {}, [], [ref, same]],
    ["are out of sight, with their values, when they are removed", without, setting(label, ["REF"], []), [ref, same]],
    ["lose the values that they do not take", { [label]: { type: "date" } }, setting(label, ["REF"], []), [same]],
    [
      "have another label",
      { [label]: null, Réf: { type: "string", id: 45 } },
      setting("Réf", ["REF"], ["REF"]),
      ["924000/45 Réf string REF 09:00:00.031", same],
    ],
    [
      "have another type that takes their values",
      { [label]: { type: "list_unique", options: ["REF"] } },
      setting(label, ["REF"], ["REF"]),
      ["924000/45 Référencement interne list_unique REF 09:00:00.031", same],
    ],
    [
      "are told of as calculated ones",
      risk,
      [["THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED", { label: "Risque", from: ["High"], to: ["High"] }]],
      [ref, "924000/49 Risque string High 09:00:00.031"],
    ],
  ])("%s", async (_what, attributes, events, rows) => {
    const one = await desk("cleaner", { [label]: ["REF"] });
    const before = one.folder.attributes.map(({ lastUpdateDate }) => ` ${lastUpdateDate.slice(11)}`);
    const found = aligned(one, configuredBy({ attributes }));
    expect(found.events).toEqual(events);
    const written = found.draft.all("attributes").map(({ key, label, type, values, lastUpdateDate }) => {
      const since = ` ${lastUpdateDate.slice(11)}`;
      return `${key} ${label} ${type} ${values}${before.includes(since) ? "" : since}`;
    });
    expect(written).toEqual(rows);
  });

  it("come back with their values, and are told of then alone", async () => {
    const one = await desk("cleaner", { [label]: ["REF"] });
    const gone = configuredBy({ attributes: without });
    expect(aligned(one, gone, gone).events).toEqual([]);
    expect(aligned(one, configuredBy({ attributes: { ...without, A: { type: "date" } } }, gone), gone).events).toEqual(
      [],
    );
    expect(aligned(one, configuredBy({}, gone), gone).events).toEqual(setting(label, null, ["REF"]));
    expect(aligned(one, gone, defaultConfiguration, archiveThirdparty).events).toEqual(setting(label, ["REF"], []));
  });
});

describe("the open dossiers of an account that is configured otherwise", () => {
  const usual = ["Onboarding true true", "Vigilance true true", "null false true"];
  const vigilance = (change: object) => ({ dossierTypes: { VIGILANCE: { ...dossierTypes.VIGILANCE, ...change } } });
  const updated = "DOSSIER_TEMPLATE_UPDATED VIGILANCE";
  const stopped = (reason: string, ...codes: string[]) => codes.map((code) => `DOCUMENT_STOPPED ${code} ${reason}`);
  const papers = ["ATT_URSSAF", "LNTE", "ATT_FISCALE", "ASS_RC_PRO"];
  const removed = [updated, "DOSSIER_DOCUMENTS_UPDATED - ATT_URSSAF,LNTE,ATT_FISCALE,ASS_RC_PRO"];
  it.each<[what: string, file: object, events: string[], dossiers: string[]]>([
    ["stay as they are where nothing has changed", {}, [], usual],
    [
      "name their documents as their types do",
      { documentTypes: { CODE_CONDUITE: { ...documentTypes.CODE_CONDUITE, label: "Charte" } } },
      ["DOCUMENT_MODIFICATION CODE_CONDUITE Charte"],
      usual,
    ],
    [
      "stop the documents whose types are gone, also where they have no type themselves",
      { documentTypes: { RIB: null } },
      ["DOSSIER_DOCUMENTS_UPDATED - RIB", ...stopped("WITHDRAWN", "RIB")],
      usual,
    ],
    [
      "stop the documents that their types do not ask for",
      vigilance({ documents: ["KBIS"] }),
      [...removed, ...stopped("WITHDRAWN", ...papers)],
      usual,
    ],
    [
      "ask for the documents that their types ask for now",
      vigilance({ documents: ["KBIS", ...papers, "STATUTS"] }),
      [
        updated,
        "DOSSIER_DOCUMENTS_UPDATED + STATUTS",
        "DOCUMENT_ADDED STATUTS",
        "DOCUMENT_ANSWER_STATUS_UPDATE STATUTS",
        "DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT STATUTS",
      ],
      usual,
    ],
    ["have the label of their types", vigilance({ label: "V" }), [updated], usual.with(1, "V true true")],
    ["are typed as their types are", vigilance({ typed: false }), [updated], usual.with(1, "Vigilance false true")],
    [
      "are archived when their types are gone",
      { dossierTypes: { VIGILANCE: null }, rules: none(rules) },
      ["DOSSIER_ARCHIVED CLIENT", ...stopped("CLIENT", "KBIS", ...papers)],
      usual.with(1, "Vigilance true false"),
    ],
  ])("%s", async (_what, file, events, dossiers) => {
    const one = await desk("cleaner");
    await one.do((draft) => createDossier(draft, { requiredDocuments: ["RIB", "STATUTS"] }));
    const { draft, events: found } = aligned(one, configuredBy(file));
    const codes = new Map(draft.all("documents").map(({ documentId, documentCode }) => [documentId, documentCode]));
    const words = draft.events.slice(draft.events.length - found.length).map(({ eventName, documentId, payload }) => {
      const {
        added = [],
        removed: gone = [],
        documentName,
        reason,
        dossierTypeCode,
      } = payload as Record<string, never>;
      const lists = [added, gone].map((list, at) => (String(list) ? `${at === 0 ? "+" : "-"} ${list}` : undefined));
      const code = documentId === null ? dossierTypeCode : codes.get(documentId);
      return [eventName, code, documentName, ...lists, reason].filter(Boolean).join(" ");
    });
    expect(words).toEqual(events);
    const shown = draft.all("dossiers").map((row) => `${row.dossierTypeLabel} ${row.typed} ${row.monitored}`);
    expect(shown).toEqual(dossiers);
  });

  it("are left alone where the third party is archived, and nothing is opened where it is struck off", async () => {
    const next = configuredBy({ ...vigilance({ label: "V" }), rules: { X1: { label: "X", create: "CSR" } } });
    const added = next.rules.filter(({ ruleId }) => ruleId === "X1");
    const opened = async (begin: (draft: Draft) => unknown) => {
      const one = await desk("cleaner");
      const draft = new Draft(one.folder, { ...one.world.context(), configuration: next }, client);
      begin(draft);
      alignWith(defaultConfiguration, added)(draft);
      return draft.all("dossiers").map(({ dossierTypeLabel }) => dossierTypeLabel);
    };
    expect(await opened(() => {})).toEqual(["Onboarding", "V", "RSE"]);
    expect(await opened((draft) => shape(draft, { archived: true }))).toEqual(["Onboarding", "Vigilance"]);
    expect(await opened((draft) => shape(draft, { status: "STRUCK_OFF" }))).toEqual(["Onboarding", "V"]);
  });
});
