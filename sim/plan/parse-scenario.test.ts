import { FAULT_KINDS } from './fault-kinds.ts';
import { describe, expect, it } from 'vitest';
import { parseScenario, scenarioErrorText } from './parse-scenario.ts';

const HEAD = 'title: A story\nrules: [P5]\nmembers: [ana, ben]\n';

function scenarioOf(text: string) {
  const parsed = parseScenario('scenarios/story.yaml', text);
  if (!parsed.ok) throw new Error(parsed.errors.map(scenarioErrorText).join('\n'));
  return parsed.scenario;
}

describe('H1: a scenario file', () => {
  it('H1: has a sensible default for everything that is left out', () => {
    const scenario = scenarioOf(HEAD);
    expect(scenario.name).toBe('story');
    expect(scenario.plan.topology).toMatchObject({
      servers: 2,
      workers: 2,
      members: [
        { name: 'ana', room: 'lobby' },
        { name: 'ben', room: 'lobby' },
      ],
      rooms: [{ code: 'lobby', policy: { succession: 'lease', leaseMs: 30_000 } }],
    });
    expect(scenario.plan.faults).toEqual({});
    expect(scenario).toMatchObject({ workload: null, faults: {}, drawsLatency: false });
    expect(scenario.expect).toEqual({ rooms: [], refused: [], sees: [] });
  });

  it('H1: puts its steps in order of time, equal times as they are written', () => {
    const { plan } = scenarioOf(`${HEAD}steps:
  - { at: 20s, process: server-1, does: pause, for: 1.5s }
  - { at: 1s, member: ana, does: open, server: server-2 }
  - { at: 2s, member: ben, does: join }
  - { at: 10s, member: ana, does: drop, serverNotices: 30s }
  - { at: 10s, operator: remove, target: ben }
  - { at: 30s, process: worker-2, does: clock, offset: -3m }
`);
    expect(plan.steps).toEqual([
      { atMs: 1_000, who: 'member', member: 'ana', does: 'open', server: 'server-2' },
      { atMs: 2_000, who: 'member', member: 'ben', does: 'join' },
      { atMs: 10_000, who: 'member', member: 'ana', does: 'drop', serverNoticesMs: 30_000 },
      { atMs: 10_000, who: 'operator', room: 'lobby', does: { kind: 'remove', target: 'ben' } },
      { atMs: 20_000, who: 'process', process: 'server-1', does: 'pause' },
      { atMs: 21_500, who: 'process', process: 'server-1', does: 'unpause' },
      { atMs: 30_000, who: 'process', process: 'worker-2', does: 'clock', offsetMs: -180_000 },
    ]);
    // The last step, the lease, and some calm.
    expect(plan.endMs).toBe(65_000);
  });

  it('H1: reads holds, latency and settings', () => {
    const { plan } = scenarioOf(`${HEAD}settings: { leaseMs: 20s, heartbeatTimeoutMs: 12s }
room: { leaseMs: 25s, emptyRoom: close }
latency: { network: 0, store: [1ms, 4ms] }
holds:
  - { hold: worker-2, before: commit, from: 30s, until: worker-1 commit }
  - { hold: ana, before: deliver, until: 5s }
`);
    expect(plan.settings).toMatchObject({ leaseMs: 20_000, heartbeatTimeoutMs: 12_000 });
    expect(plan.topology.rooms[0]?.policy).toMatchObject({ leaseMs: 25_000, emptyRoom: 'close' });
    expect(plan.latency).toEqual({ networkMs: [0, 0], storeMs: [1, 4] });
    expect(plan.holds).toEqual([
      {
        process: 'worker-2',
        before: 'commit',
        fromMs: 30_000,
        until: { kind: 'step', process: 'worker-1', operation: 'commit' },
      },
      { process: 'ana', before: 'deliver', fromMs: 0, until: { kind: 'time', atMs: 5_000 } },
    ]);
  });

  it('H1: goes on after the common events in each alternative of a race', () => {
    const { expect: expectation } = scenarioOf(`${HEAD}expect:
  events: [room.opened ana]
  host: ana
  oneOf:
    - { events: [member.joined ana], hostTerm: 1 }
    - { host: none, closed: empty }
    - { closed: false }
  refused: [{ member: ben, code: stale_generation }]
`);
    expect(expectation.rooms).toEqual([
      {
        room: 'lobby',
        outcomes: [
          { events: ['room.opened ana', 'member.joined ana'], host: 'ana', hostTerm: 1 },
          { events: ['room.opened ana'], host: null, closed: 'empty' },
          { events: ['room.opened ana'], host: 'ana', closed: null },
        ],
        never: [],
        counts: [],
      },
    ]);
    expect(expectation.refused).toEqual([{ member: 'ben', code: 'stale_generation' }]);
  });

  it('H1: is recognised by its text, however its lines end', () => {
    const unix = scenarioOf(HEAD).textHash;
    expect(unix).toMatch(/^[0-9a-f]{8}$/);
    expect(scenarioOf(HEAD.replaceAll('\n', '\r\n')).textHash).toBe(unix);
    expect(scenarioOf(`${HEAD}tags: [x]\n`).textHash).not.toBe(unix);
  });

  it('H7: takes all kinds of fault at once, or some by weight', () => {
    const all = Object.keys(scenarioOf(`${HEAD}faults: all\n`).faults);
    expect(all.sort()).toEqual([...FAULT_KINDS].sort());
    expect(scenarioOf(`${HEAD}faults: { half-open: 7 }\n`).faults).toEqual({ 'half-open': 7 });
  });
});
