import { withRemedy } from "../../contract/wording.ts";
import type { components } from "./schema.ts";

type Schemas = components["schemas"];
/** What any refusal may say. */
type Problem = Schemas["InvalidRequest"] & Schemas["Duplicate"];

/** The address of a sandbox, and the key of its control plane when it is not on loopback. */
export interface Place {
  url: string;
  key: string | null;
  /** The program that started it has closed it. */
  closed?: boolean;
  /** Whether it keeps made worlds for the next process; unknown where this process did not start it. */
  worldCache?: boolean;
}

/** A refusal by the sandbox, with its reason. */
export class SandboxProblem extends Error {
  readonly status: number;
  readonly problem: Partial<Problem>;
  constructor(status: number, problem: Partial<Problem>) {
    super(sentencesOf(status, problem).join("\n"));
    this.name = "SandboxProblem";
    this.status = status;
    this.problem = problem;
  }
}

/** The detail, and the violations that it does not say itself. */
function sentencesOf(status: number, { detail, errors = [], furtherErrors = 0 }: Partial<Problem>): string[] {
  if (typeof detail !== "string") return [`The sandbox answered ${status}.`];
  const further = errors.filter((violation) => !detail.includes(violation.detail)).map(withRemedy);
  const more = furtherErrors > 0 && further.length > 0 ? [`And ${furtherErrors} more.`] : [];
  return [detail, ...new Set(further), ...more];
}
