import { createRequire } from "node:module";

const sandboxes = createRequire(import.meta.url)("../dist/start.cjs");

/**
 * One process that is client and server: prints the processor time of what a test does to its world, in milliseconds,
 * and the heap in megabytes after 100 worlds that are made, read and deleted, after 1,000, and after 3,000.
 */
const rounds = Number(process.argv[2]);
const data = process.argv[3];
const sandbox = await sandboxes.startSandbox({ now: "2026-01-15T09:00:00", freeze: true, log: "silent", data });
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function timeOf(act) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    await act(round);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return median(times);
}

let count = 0;
async function heapAfter(worlds) {
  while (count < worlds) {
    const world = await sandbox.world(`heap-${++count}`);
    await world.client.GET("/thirdparties");
    await world.delete();
  }
  global.gc();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

const world = await sandbox.world("base");
await world.snapshot("one");
for (let nth = 0; nth < 10; nth++) await world.restore("one");
const times = {
  make: await timeOf((round) => sandbox.world(`made-${round}`)),
  reset: await timeOf(() => world.reset()),
  restore: await timeOf(() => world.restore("one")),
  fork: await timeOf((round) => world.fork(`forked-${round}`)),
};
const heap = data === undefined ? [await heapAfter(100), await heapAfter(1000), await heapAfter(3000)] : [];
await sandbox.close();
console.log(JSON.stringify({ times, heap }));
