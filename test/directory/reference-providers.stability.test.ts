import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { directory } from "../../src/directory/name-search.ts";
import { resolve } from "../../src/directory/reference-providers.ts";

const digest = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);

it("resolves a SIRET to the company of this snapshot", () => {
  const resolution = resolve({ by: "SIRET", value: "21998146100011" });
  expect(resolution).toMatchInlineSnapshot(`
    {
      "found": {
        "acronym": null,
        "activityCode": "8130Z",
        "activityLabel": "Services d’aménagement paysager",
        "addressCity": "Annecy",
        "addressCountryCode": "FR",
        "addressLine1": "85 rue du Général-Leclerc",
        "addressLine2": null,
        "addressPostCode": "74000",
        "bank": {
          "bankName": "BoursoBank",
          "bic": "BOUSFRPPXXX",
          "country": "FR",
          "holder": "Jean Lacroix - Paysages du Lac",
          "iban": "FR7640618035682205810586543",
        },
        "bases": {
          "cyber": 56,
          "environment": 60,
          "financial": 42,
        },
        "capital": null,
        "capitalCurrency": "EUR",
        "category": "Services",
        "ceo": "LACROIX Jean",
        "collectiveProcedure": null,
        "companyIdType": "CIT001",
        "companyIdValue": "21998146100011",
        "dateCreation": "2022-02-08",
        "duns": "990100022",
        "establishments": [
          {
            "activityCode": "8130Z",
            "activityLabel": "Services d’aménagement paysager",
            "addressCity": "Annecy",
            "addressCountryCode": "FR",
            "addressLine1": "85 rue du Général-Leclerc",
            "addressPostCode": "74000",
            "closed": false,
            "headOffice": true,
            "name": "Jean Lacroix - Paysages du Lac",
            "siret": "21998146100011",
          },
        ],
        "executives": [
          {
            "firstName": "Jean",
            "lastName": "LACROIX",
            "role": "Entrepreneur individuel",
            "since": "2022-02-08",
          },
        ],
        "greffe": "Annecy",
        "legalCategoryCode": "1000",
        "legalCategoryLabel": "Entrepreneur individuel",
        "legalForm": "EI",
        "localId": null,
        "name": "Jean Lacroix - Paysages du Lac",
        "sanctioned": false,
        "siren": "219981461",
        "siret": "21998146100011",
        "source": "FR_REFERENCE",
        "status": "ACTIVE",
        "turnoverCurrency": "EUR",
        "tva": "FR45219981461",
        "usualTurnover": 65100,
        "workforce": 0,
        "workforceRangeCode": "00",
        "workforceRangeLabel": "0 salarié au 31/12",
      },
    }
  `);
});

it("keeps the whole directory, byte for byte", () => {
  expect(digest(directory())).toMatchInlineSnapshot(`"50e9847f2eee65e2"`);
});

it("keeps the companies of numbers outside the directory", () => {
  const lookups = [
    { by: "SIREN", value: "732829320" },
    { by: "VAT", value: "DE319988015" },
    { by: "DUNS", value: "123456789" },
    { by: "LOCAL_ID", value: "C-12345", countryCode: "KE" },
  ] as const;
  expect(lookups.map((lookup) => digest(resolve(lookup)))).toMatchInlineSnapshot(`
    [
      "b2866a3b720aac29",
      "315acdae462412ba",
      "3279dba500d05587",
      "01b7085c9ac5e1ea",
    ]
  `);
});
