import type { components } from "./schema.ts";

type Schemas = components["schemas"];
/** What any refusal may say. */
type Problem = Schemas["InvalidRequest"] & Schemas["Duplicate"];

/** The address of a sandbox, and the key of its control plane when it is not on loopback. */
export interface Place {
  url: string;
  key: string | null;
}

/** A refusal by the sandbox, with its reason. */
export class SandboxProblem extends Error {
  readonly status: number;
  readonly problem: Partial<Problem>;
  constructor(status: number, problem: Partial<Problem>) {
    super(problem.detail ?? `The sandbox answered ${status}.`);
    this.name = "SandboxProblem";
    this.status = status;
    this.problem = problem;
  }
}
