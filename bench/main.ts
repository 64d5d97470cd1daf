/**
 * `npm run bench [-- --json --check] [area…]`: the measured claims. The table goes to `reports/benchmark.md` when everything
 * was measured; prose goes to stderr. With `--check` a claim that does not hold makes it exit with 1.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureBreadth } from './breadth/measure-breadth.ts';
import { measureEndToEnd } from './end-to-end/measure-end-to-end.ts';
import { measureKernel } from './kernel/measure-kernel.ts';
import { holds, type Measure } from './measure/claim.ts';
import { asJson, asTable } from './report.ts';
import { measureRooms } from './rooms/measure-rooms.ts';
import { measureSoak } from './soak/measure-soak.ts';
import { measureStartup } from './startup/measure-startup.ts';
import { measureThreads } from './threads/measure-threads.ts';

const AREAS = {
  kernel: measureKernel,
  endToEnd: measureEndToEnd,
  breadth: measureBreadth,
  rooms: measureRooms,
  startup: measureStartup,
  threads: measureThreads,
  soak: measureSoak,
} as const satisfies Record<string, () => Promise<readonly Measure[]> | readonly Measure[]>;

const isArea = (name: string): name is keyof typeof AREAS => Object.hasOwn(AREAS, name);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
  },
});
const all = Object.keys(AREAS).filter(isArea);
const asked = positionals.filter(isArea);
if (asked.length < positionals.length) throw new Error(`areas are ${all.join(', ')}`);
const areas = asked.length === 0 ? all : asked;

const measures: Measure[] = [];
for (const area of areas) {
  process.stderr.write(`measuring ${area} …\n`);
  measures.push(...(await AREAS[area]()));
}
const table = asTable(measures);
if (areas.length === all.length) writeFileSync('reports/benchmark.md', table);
process.stdout.write(values.json ? `${JSON.stringify(asJson(measures))}\n` : table);
if (values.check && !measures.every(holds)) process.exitCode = 1;
