/** The measures as JSON and as the table of `reports/benchmark.md`. */
import { cpus, platform } from 'node:os';
import { holds, type Measure } from './measure/claim.ts';

/** `{ kernel: { ratio, … }, … }`, as the names have it. */
export function asJson(measures: readonly Measure[]): object {
  const areas: Record<string, Record<string, number>> = {};
  for (const { name, value } of measures) {
    const [area = '', key = ''] = name.split('.');
    areas[area] = { ...areas[area], [key]: rounded(value) };
  }
  return areas;
}

export function asTable(measures: readonly Measure[]): string {
  const lines = measures.map((measure) => {
    const { name, what, value, spread, claim } = measure;
    const range = spread === null ? '' : `${shown(spread.lowest)} – ${shown(spread.highest)}`;
    const claimed = claim === null ? '' : `${claim.relation} ${claim.bound}`;
    const verdict = claim === null ? '' : holds(measure) ? 'yes' : '**no**';
    return `| \`${name}\` | ${what} | ${shown(value)} | ${range} | ${claimed} | ${verdict} |`;
  });
  return [
    '# Benchmark',
    '',
    'Written by `npm run bench`. Medians of interleaved rounds in one process; ratios compare times of the same round.',
    '',
    `Node.js ${process.version}, ${platform()}, ${cpus().length} cores.`,
    '',
    '| measure | what | median | range | claim | holds |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}

const rounded = (value: number): number => Number(value.toPrecision(4));

const shown = (value: number): string =>
  value >= 1_000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
