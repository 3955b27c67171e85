import { filesIn } from "../../src/files/unzip.ts";

const names = ["README.md", "manifest.json", "requests.har", "events.jsonl", "world.json"];

/** The files of a bundle, as texts. */
export function filesOf(bundle: Uint8Array): Record<string, string> {
  const read = filesIn(Buffer.from(bundle), Object.fromEntries(names.map((name) => [name, 2 ** 30])));
  return Object.fromEntries(names.map((name) => [name, read(name).toString()]));
}
