import { Objection } from "./configuration.ts";
import { choice } from "./named.ts";

const found = ["WRONG_ACCOUNT_NUMBER", "BANK_DETAILS_DISAGREE", "UNUSUAL_ACCOUNT", "DOCUMENT_EXPIRED"] as const;
const contradictions = ["DENIED_BY_FORM", "FORM_DENIES_DOCUMENT"] as const;
const leftToJudge = ["NO_RESULT", "TO_BE_JUDGED", "POSSIBLE_MATCH"] as const;
const faults = ["MATCH", "NOT_CONFIRMED", "REPORT_WITHDRAWN", "UNKNOWN_SIGNATORY", "UNREADABLE_FILE"] as const;

export const ReasonCode = choice(
  "ReasonCode",
  [...Objection.options, ...found, ...contradictions, ...leftToJudge, ...faults],
  "Why a check did not pass, for programs.",
);
export type ReasonCode = (typeof ReasonCode)["options"][number];
