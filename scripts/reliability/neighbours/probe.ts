/** Asks for another account's list without a pause, in a process of its own, so that its clock is not held up. */
import { clientOf, get } from "../client.ts";

const [port, path] = process.argv.slice(2) as [string, string];
const { ask } = clientOf(Number(port));
const times: number[] = [];

let asked = false;
process.on("message", () => {
  asked = true;
});
process.on("disconnect", () => process.exit());

for (;;) {
  const started = performance.now();
  const { status } = await ask(get(path));
  if (status !== 200) throw new Error(`another account's request was answered with ${status}`);
  times.push(performance.now() - started);
  // A request that is under way when the parent asks belongs to what the parent measured.
  if (asked) process.send?.(times.splice(0));
  asked = false;
  await new Promise((resolve) => setTimeout(resolve, 2));
}
