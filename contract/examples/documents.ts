const file = {
  id: 6876000,
  responseId: 2238000,
  uploadDate: "2026-01-10T10:02:11.000",
  fileUUID: "5f0c1c9e-6f2f-4c0b-9d53-1f8f3d1a7a10",
  fileName: "kbis_2026-01.pdf",
  fileSize: 84213,
  expirationDate: "2026-04-05T23:59:59.999",
  format: "ORIGINALNUMERIQUE",
  issuer: "ORGANISME",
  transmitter: "PLATEFORME",
  metadata: {},
};
const form = {
  id: 6876001,
  responseId: 2238001,
  uploadDate: "2026-01-11T14:20:00.000",
  formdata: [
    { type: "string", key: "titulaire_compte", title: "Titulaire du compte", order: 1, value: "Novalune Systèmes" },
    { type: "iban", key: "iban", title: "IBAN", order: 2, value: "FR7630004008230001005432188" },
    { type: "date", key: "date_effet", title: "Date d'effet", order: 3, value: "01/01/2026" },
  ],
  expirationDate: null,
  format: "FORMULAIRE",
  issuer: "FOURNISSEUR",
  transmitter: "FOURNISSEUR",
  metadata: {
    verified: "true",
    bank_data_bank: "BNP Paribas",
    bank_data_bic: "BNPAFRPP",
    bank_data_country: "FR",
    sepa_data_sct: "YES",
    sepa_data_sdd: "YES",
    date_verification: "11/01/2026",
  },
};
export const kbis = {
  documentId: 11031000,
  dossierId: 1324000,
  documentCode: "KBIS",
  documentName: "Extrait Kbis",
  requestDate: "2026-01-10T09:12:01.020",
  present: true,
  statusCode: "VALID",
  evidences: [file],
  stoppingDate: null,
};
export const iban = {
  ...kbis,
  documentId: 11031001,
  documentCode: "IBAN",
  documentName: "Coordonnées bancaires (IBAN)",
  evidences: [form],
};
export const missing = {
  ...kbis,
  documentId: 11031002,
  documentCode: "RIB",
  documentName: "Relevé d'identité bancaire",
  present: false,
  statusCode: "MISSING",
  evidences: [],
};
