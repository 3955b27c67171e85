import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type Configuration,
  ConfigurationFile,
  type ConfigurationFile as File,
} from "../../../contract/configuration.ts";
import { configurationOf } from "../../../src/domain/configuration/default.ts";
import { violationsOf } from "../../../src/domain/configuration/violations.ts";
import { addMonths, format, parse } from "../../../src/domain/time.ts";
import { differencesFrom } from "../../../src/verify/learn/compare.ts";
import { learn } from "../../../src/verify/learn/learn.ts";
import { harOf } from "../../support/recorder.ts";

const word = fc.stringMatching(/^[A-Z][a-zé]{2,9}$/);
const label = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
const code = fc.stringMatching(/^[A-Z]{2}[A-Z_]{1,8}$/);
const months = fc.option(fc.integer({ min: 1, max: 60 }));
const entries = <T>(key: fc.Arbitrary<string>, value: fc.Arbitrary<T>, minLength = 1) =>
  fc
    .uniqueArray(fc.tuple(key, value), { minLength, maxLength: 6, selector: ([name]) => name.toLowerCase() })
    .map((pairs) => Object.fromEntries(pairs) as Record<string, T>);

const attribute = fc.oneof(
  fc.constantFrom("string", "boolean", "date", "decimal", "percentage").map((type) => ({ type })),
  fc.record({
    type: fc.constantFrom("list_unique", "list_multiple"),
    options: fc.uniqueArray(label, { minLength: 1, maxLength: 5 }),
    required: fc.boolean(),
  }),
);
const people = fc.constantFrom("FOURNISSEUR", "ORGANISME", "DO");
const document = fc.record({
  label,
  months,
  kind: fc.constantFrom("FILE", "FORM"),
  issuer: people,
  check: fc.constant("client"),
});
const field = fc.record({ key: code, title: label, type: fc.constantFrom("string", "date", "boolean", "number") });
const form = fc.uniqueArray(field, { minLength: 1, maxLength: 30, selector: ({ key }) => key });

const files = fc
  .record({
    attributes: entries(label, attribute),
    documentTypes: entries(code, document, 2),
    some: fc.infiniteStream(form),
  })
  .chain(({ some, ...parts }) => {
    const codes = Object.keys(parts.documentTypes);
    const filled = codes.filter((each) => parts.documentTypes[each]?.kind === "FORM");
    const forms = Object.fromEntries(filled.map((each) => [each, some.next().value]));
    const documents = fc.subarray(codes, { minLength: 1 });
    const types = entries(code, fc.record({ label, months, documents }));
    return types.map((dossierTypes) => ({
      format: "tiers-sandbox/configuration@1",
      base: "empty",
      ...parts,
      forms,
      dossierTypes,
    }));
  });

const now = "2026-01-15T09:00:00.000";
const later = (count: number | null, at = now) => (count === null ? null : format(addMonths(parse(at), count)));

/** What a service with a configuration answers: definitions, and two dossiers of each type with supplied documents. */
function recordingOf({ attributes, documentTypes, forms, dossierTypes }: Configuration): string {
  let id = 1_000;
  const bodies: [path: string, body: object][] = [
    ["attributes", { content: Object.entries(attributes).map(([name, one]) => ({ label: name, ...one })) }],
  ];
  const evidence = (each: string) => ({
    ...{ id: ++id, responseId: ++id, uploadDate: now, expirationDate: later(documentTypes[each]?.months ?? null) },
    ...{ issuer: documentTypes[each]?.issuer, transmitter: "FOURNISSEUR", metadata: {} },
    ...(forms[each]
      ? { formdata: forms[each].map(({ key, title, type, order }) => ({ key, title, type, order, value: "x y z" })) }
      : { fileName: "piece.pdf", fileSize: 1 }),
  });
  for (const [type, one] of Object.entries(dossierTypes))
    for (const thirdpartyId of [1, 2]) {
      const dossierId = ++id;
      const documents = one.documents.map((each) => ({
        ...{ documentId: ++id, dossierId, documentCode: each, documentName: documentTypes[each]?.label },
        ...{ statusCode: "ACTION_REQUIRED", evidences: [evidence(each)], stoppingDate: null },
      }));
      const dates = { startingDate: now.slice(0, 10), expirationDate: later(one.months)?.slice(0, 10) ?? null };
      const row = {
        dossierId,
        thirdpartyId,
        dossierTypeCode: type,
        dossierTypeLabel: one.label,
        typed: true,
        ...dates,
      };
      bodies.push([`thirdparties/${thirdpartyId}/dossiers`, { content: [{ ...row, documents: [] }] }]);
      bodies.push([`dossiers/${dossierId}/documents`, { content: documents }]);
    }
  return harOf(
    bodies.map(([path, body]) => ({
      request: { method: "GET", url: `https://service.example/api/v1/account/17/${path}` },
      response: { status: 200, headers: [], content: { mimeType: "application/json", text: JSON.stringify(body) } },
    })),
  );
}

/** The parts that a client can see. */
const visible = ({ attributes, documentTypes, forms, dossierTypes }: Configuration, asked: ReadonlySet<string>) => ({
  attributes: Object.fromEntries(Object.entries(attributes).map(([name, { role: _, ...one }]) => [name, one])),
  documentTypes: Object.fromEntries(Object.entries(documentTypes).filter(([each]) => asked.has(each))),
  forms: Object.fromEntries(Object.entries(forms).filter(([each]) => asked.has(each))),
  dossierTypes: Object.fromEntries(
    Object.entries(dossierTypes).map(([each, one]) => [each, { ...one, documents: [...one.documents].sort() }]),
  ),
});

it("learns every part of a random configuration that a client can see", () => {
  fc.assert(
    fc.property(files, (json) => {
      const file = ConfigurationFile.parse(json as File);
      expect(violationsOf(file)).toEqual([]);
      const configuration = configurationOf(file);
      const learned = learn([recordingOf(configuration)]);
      const asked = new Set(Object.values(configuration.dossierTypes).flatMap(({ documents }) => documents));
      expect(visible(learned.configuration, asked)).toEqual(visible(configuration, asked));
      expect(differencesFrom(configuration, learned)).toEqual([]);
    }),
    { numRuns: 40 },
  );
});
