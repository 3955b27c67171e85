/** The company as the addressee of a letter. */
export const addressee = ["{name}", "{street}", "{postCity}", "{country}", "{identity}"];

/** A deed to which the company is the party. */
export const deed = (ink: string) => ({
  style: "deed" as const,
  ink,
  serif: true,
  authority: ["{name}", "{legalForm}{capitalMention}", "{seatLabel} : {seat}", "{seatIdentity}"],
});

/** The identification of a company: one of the two is empty, and its line is then left out. */
export const identification = { SIRET: "{siret}", Immatriculation: "{foreignIdentity}" };

export const signedByCompany = ["Fait{inCity}, le {issuedLong}", "{ceo}", "{ceoRole}"];

/** A letter from the company to its client. */
export const letterToClient = {
  style: "letter",
  authority: ["{name}", "{street}", "{postCity}", "{identity}"],
  aside: ["Au donneur d'ordre", "Service des achats"],
  signature: signedByCompany,
} as const;
