import type { ReasonCode } from "../../../contract/reason-codes.ts";

/** Why a response did not pass its check: a code for programs, and a sentence for people in the account's language. */
export interface Reason {
  reason: string;
  reasonCode: ReasonCode;
}
export const noReason = { reason: null, reasonCode: null };

/** In two sentences stand the code of another document, and its day. */
const sentences: Record<ReasonCode, string> = {
  STRUCK_OFF: "La société est radiée du registre.",
  LATE: "Le document a été émis après la radiation de la société.",
  COLLECTIVE_PROCEDURE: "Aucune attestation fiscale n'est délivrée pendant une procédure collective.",
  WORKERS_WITHOUT_STAFF: "La société n'emploie personne, or la liste nomme des salariés étrangers.",
  STAFF_DENIED: "La société a des salariés, or l'attestation déclare qu'elle n'en a pas.",
  LIQUIDATION: "Aucune attestation de cotisations n'est délivrée à une société en liquidation.",
  NO_ACCOUNT: "Le document ne mentionne aucun compte.",
  WRONG_ACCOUNT_NUMBER: "Le numéro de compte est absent, ou sa clé est fausse.",
  BANK_DETAILS_DISAGREE: "Les coordonnées bancaires ne correspondent pas à la société.",
  UNUSUAL_ACCOUNT: "Le compte est tenu dans un autre pays que celui de la société, ou hors de la zone SEPA.",
  DOCUMENT_EXPIRED: "La durée de validité du document est dépassée.",
  DENIED_BY_FORM: "Selon {code} du {day}, la société n'a pas ce document.",
  FORM_DENIES_DOCUMENT: "Le formulaire nie l'existence de {code}, qui est en cours de validité.",
  NO_RESULT: "Le contrôle n'a donné aucun résultat.",
  TO_BE_JUDGED: "À apprécier par le donneur d'ordre.",
  POSSIBLE_MATCH: "Correspondance possible, homonyme ou non, à apprécier par le donneur d'ordre.",
  MATCH: "Le rapport signale une correspondance.",
  NOT_CONFIRMED: "L'émetteur ne confirme pas la référence du document.",
  REPORT_WITHDRAWN: "Le fournisseur de données a retiré son rapport.",
  UNREADABLE_FILE: "Le fichier est vide ou ne peut pas être ouvert.",
  UNKNOWN_SIGNATORY: "Le signataire n'est pas connu comme habilité à engager la société.",
};

export function why(reasonCode: ReasonCode, { code = "", day = "" } = {}): Reason {
  const reason = sentences[reasonCode].replace("{code}", code).replace("{day}", day.split("-").reverse().join("/"));
  return { reason, reasonCode };
}
