import { stepsUnderKernel } from './kernel/kernel-driver.ts';
import { scenarioNamed } from './measure/scenarios.ts';
import { planOf } from '../sim/plan/generate.ts';
import { seedOf } from '../sim/plan/seeds.ts';
import { INVARIANTS } from '../sim/invariants/all.ts';
const names = ['random-lease', 'random-immediate', 'lossy-network', 'random-rollover'];
const runs = names.flatMap((name) => { const s = scenarioNamed(name); return Array.from({ length: 10 }, (_, i) => { const seed = seedOf(1, name, i); return { name, seed, plan: planOf(s, seed) }; }); });
const inv = process.argv[2] === 'full' ? INVARIANTS : [];
const N = Number(process.argv[3] ?? 12);
const rates: number[] = [];
for (let round = 0; round < N; round++) {
    const t = performance.now(); const a = await stepsUnderKernel(runs, inv); const ta = performance.now() - t;
    rates.push(a / ta);
}
rates.sort((a, b) => a - b);
console.log(process.argv[2], 'median', rates[N >> 1]?.toFixed(0), 'best', rates.at(-1)?.toFixed(0), 'k steps/s');
