import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { Counted, type Coverage } from "../../../contract/control-coverage.ts";
import { sumOf } from "../../coverage/counted.ts";
import { declaredHere } from "../../coverage/declared.ts";
import { coverageOf } from "../../coverage/report.ts";
import { Failure, quoted } from "../command.ts";
import { read } from "../file.ts";

/** The form of every name that is counted: others would spoil a report. */
const namePattern = /^[\w.]+(?: [\w ]+(?:\.\w+)?)?$/;

function contentOf(file: string): { contract?: unknown; counted?: unknown } {
  let content: unknown;
  try {
    content = JSON.parse(read(file).toString());
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${file} is no JSON, so it holds no coverage: ${(error as Error).message}.`);
  }
  return typeof content === "object" && content !== null ? content : {};
}

function countedIn(file: string, own: string): Counted {
  const { contract, counted } = contentOf(file);
  const written = "tiers-sandbox coverage --json writes such a file";
  if (typeof contract !== "string" || counted === undefined)
    throw new Failure(`${file} holds no coverage: ${written}.`);
  if (contract !== own)
    throw new Failure(
      `${file} is of another contract (${quoted(contract)}; this version has ${own}): what one contract covers ` +
        "says nothing about another. Count again, or add the files up with the version that wrote them.",
    );
  const { success, data, error } = Counted.safeParse(counted);
  if (!success) {
    const { path, message } = error.issues[0] ?? { path: [], message: "" };
    throw new Failure(`${file} holds no coverage: /counted/${path.map(String).join("/")} ${message}; ${written}.`);
  }
  const wrong = Object.values(data)
    .flatMap(Object.keys)
    .find((name) => !namePattern.test(name));
  if (wrong !== undefined) throw new Failure(`${file} counts ${quoted(wrong)}, which is nothing of the contract.`);
  return data;
}

/** A file, or the files of a folder to which a run has added its coverage. */
function filesAt(path: string): string[] {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => name.endsWith(".json"));
  if (names.length === 0) throw new Failure(`The folder ${path} holds no coverage: it has no file *.json.`);
  return names.map((name) => join(path, name));
}

/** The coverage of several runs together; throws a Failure that names the first file that is wrong. */
export function coverageIn(paths: readonly string[]): Coverage {
  const declared = declaredHere();
  return coverageOf(sumOf(paths.flatMap(filesAt).map((file) => countedIn(file, declared.contract))), declared);
}
