import { z } from "zod";
import { AccountId } from "../../contract/shared.ts";
import { complaint, expectation, type Issue, listed, ours, sentence } from "../../contract/wording.ts";
import { knownNames } from "../client/known-names.ts";
import { jsonSchemaOf } from "./json-schema.ts";
import { Refused, type Session } from "./session.ts";

interface Described<S extends z.ZodRawShape> {
  name: string;
  description: string;
  /** Whether no call of it changes a world. */
  reads?: boolean;
  input: S;
  run(input: z.output<z.ZodObject<S>> & { account?: string | undefined }, session: Session): Promise<unknown>;
}

export interface Tool {
  name: string;
  description: string;
  reads: boolean;
  inputSchema: Record<string, unknown>;
  call(given: unknown, session: Session): Promise<unknown>;
}

/** Left out of the list of tools, which every conversation carries: a refusal says what is wrong. */
const unlisted = ["pattern", "examples", "minLength", "maxLength", "additionalProperties", "propertyNames"];

/** A tool, as data: its arguments are fields of the contract, and every one takes the account beside them. */
export function tool<S extends z.ZodRawShape>({ reads = false, ...described }: Described<S>): Tool {
  const { name, description, input, run } = described;
  const schema = z.object({
    ...input,
    account: AccountId.optional().meta({ description: "Your world when left out." }),
  });
  const names = Object.keys(schema.shape);
  return {
    ...{ name, description, reads },
    inputSchema: jsonSchemaOf(schema, unlisted),
    async call(given, session) {
      const args = knownNames(name, given as object, names);
      const wrong = schema.safeParse(args, { ...ours, reportInput: true }).error?.issues ?? [];
      // What is inside an argument is for the control plane to refuse, in its own words.
      const own = wrong.filter(({ path, code }) => path.length < 2 && code !== "unrecognized_keys");
      if (own.length > 0) throw new Refused(own.map((issue) => sentenceOf(name, issue)).join("\n"));
      return run(args as Parameters<typeof run>[0], session);
    },
  };
}

function sentenceOf(tool: string, issue: Issue): string {
  const place = String(issue.path[0]);
  if (issue.input === undefined) return `${tool} needs ${place}.`;
  return sentence(`${place} ${complaint(issue, expected(issue), issue.input)}`);
}

/** What an argument should be; of a union, what each of its branches takes. */
function expected(issue: Issue): string {
  if (issue.code !== "invalid_union") return expectation(issue);
  return listed([...new Set(issue.errors.flatMap(([first]) => (first ? [expectation(first)] : [])))]);
}
