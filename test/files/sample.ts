import { defaultConfiguration } from "../../src/domain/configuration.ts";
import type { FileSubject } from "../../src/files/subject.ts";
import type { ZipEntry } from "../../src/files/zip.ts";

export const charpentes: FileSubject = {
  configuration: defaultConfiguration,
  documentCode: "KBIS",
  documentName: "Extrait Kbis",
  kind: "file",
  name: "Charpentes Morvandelles",
  acronym: null,
  siren: "219920147",
  siret: "21992014700010",
  tva: "FR15219920147",
  duns: "990100012",
  localId: null,
  legalCategoryLabel: "SAS, société par actions simplifiée",
  activityCode: "4391A",
  activityLabel: "Travaux de charpente",
  ceo: "MARTIN Claire",
  executives: [
    { lastName: "MARTIN", firstName: "Claire", role: "Présidente", since: "2019-04-01" },
    { lastName: "LEFÈVRE", firstName: "Noël", role: "Directeur général", since: "2021-09-15" },
  ],
  capital: 120_000,
  capitalCurrency: "EUR",
  workforce: 48,
  dateCreation: "2012-03-15",
  addressLine1: "12 rue de l'Exemple",
  addressLine2: null,
  addressPostCode: "21000",
  addressCity: "Dijon",
  addressCountryCode: "FR",
  greffe: "Dijon",
  collectiveProcedure: null,
  sanctioned: false,
  iban: "FR7630004008230001005432188",
  bic: "BNPAFRPP",
  bankName: "BNP Paribas",
  reference: "KBIS-2025-004512",
  issueDate: "2025-01-15",
  expirationDate: "2025-04-15T23:59:59.999",
  fileSize: 120_000,
};

export const munich: FileSubject = {
  ...charpentes,
  name: "Alpenblick Präzision GmbH",
  siren: null,
  siret: null,
  tva: "DE319988015",
  localId: "München HRB 998812",
  addressPostCode: "80331",
  addressCity: "München",
  addressCountryCode: "DE",
  greffe: null,
};

const optional = [
  ...["tva", "duns", "localId", "legalCategoryLabel", "activityCode", "activityLabel", "ceo", "capital", "workforce"],
  ...["capitalCurrency", "dateCreation", "addressLine1", "addressPostCode", "addressCity", "iban", "bic", "bankName"],
  "expirationDate",
];
/** A company of which everything optional is unknown. */
export const unknown: FileSubject = {
  ...{ ...munich, ...Object.fromEntries(optional.map((name) => [name, null])) },
  ...{ name: "X", executives: [], addressCountryCode: "US", reference: "R", fileSize: undefined },
};

export const mtime = Date.UTC(2025, 0, 15, 9, 30, 14);
export const entry = (name: string, content = name): ZipEntry => ({ name, mtime, bytes: () => Buffer.from(content) });

/** Names of files in an archive that would leave its folder, or that no file system takes. */
export const hostileNames = [
  ...["../../etc/passwd", "/etc/passwd", "C:\\x.pdf", "a\\..\\b.pdf", "x\u0000.pdf", "CON/NUL", "..", ""],
  ...["a/./../b.pdf", "\u202e.pdf", "n".repeat(300)],
];
