/** The same simulator, clients and invariants that watch the built-in lobby, on a lobby written in an afternoon. */
import { describe, expect, it } from 'vitest';
import { type Simulated, simulate } from '../../sim/api.ts';
import { naiveLobby } from './system.ts';

const SETTINGS = '{ leaseMs: 5s, seatGraceMs: 20s, heartbeatMs: 1s, heartbeatTimeoutMs: 3s }';

const scenario = (name: string, body: string): { file: string; text: string } => ({
  file: `${name}.yaml`,
  text: `title: ${name}\nrules: [P1]\nsettings: ${SETTINGS}\n${body}\n`,
});

const SEEDS = { base: 1, from: 1, to: 20 };

const invariantsOf = ({ failures }: Simulated): readonly string[] => [
  ...new Set(failures.map(({ invariant }) => invariant)),
];

const alone = scenario(
  'alone',
  `members: [ana]
steps:
  - { at: 0s, member: ana, does: open }
end: 20s`,
);

/** The host is back long before its time is up, but its timer does not ask. */
const backInTime = scenario(
  'back-in-time',
  `servers: 1
members: [ana, ben]
steps:
  - { at: 0s, member: ana, does: open }
  - { at: 1s, member: ben, does: join }
  - { at: 5s, member: ana, does: drop, serverNotices: 0s, clientNotices: 0s }
  - { at: 7s, member: ana, does: return }
end: 20s`,
);

/** A player is back on a new socket before the server has noticed that the old one is dead. */
const lateClose = scenario(
  'late-close',
  `servers: 1
members: [ana, ben]
steps:
  - { at: 0s, member: ana, does: open }
  - { at: 1s, member: ben, does: join }
  - { at: 5s, member: ben, does: drop, serverNotices: 4s, clientNotices: 0s }
  - { at: 7s, member: ben, does: return }
end: 20s`,
);

/** Everybody comes at once: each reads the record, adds itself, and writes it back. */
const stampede = scenario(
  'stampede',
  `members: [ana, ben, cleo, dan]
steps:
  - { at: 0s, member: ana, does: open }
  - { at: 1s, member: ben, does: join }
  - { at: 1s, member: cleo, does: join }
  - { at: 1s, member: dan, does: join }
end: 20s`,
);

/** The server that had the timer is no more. */
const crash = scenario(
  'crash',
  `servers: 1
members: [ana, ben]
steps:
  - { at: 0s, member: ana, does: open }
  - { at: 1s, member: ben, does: join }
  - { at: 5s, member: ana, does: drop, serverNotices: 0s, clientNotices: 0s }
  - { at: 6s, process: server-1, does: crash, for: 1s }
end: 20s`,
);

/** One of them listens on the other server. */
const twoServers = scenario(
  'two-servers',
  `members: [ana, ben, cleo]
steps:
  - { at: 0s, member: ana, does: open, server: server-1 }
  - { at: 1s, member: ben, does: join, server: server-1 }
  - { at: 2s, member: cleo, does: join, server: server-2 }
end: 20s`,
);

describe('H5: the system under test is a port', () => {
  it('H5: a lobby with one player and no faults is not complained about', async () => {
    const result = await simulate(naiveLobby, alone, SEEDS);
    expect(result.failures).toEqual([]);
    expect(result.runs).toBe(20);
  });

  it('H2: a foreign system with global timers and clock has one trace a seed', async () => {
    const [first, second] = [
      await simulate(naiveLobby, stampede, SEEDS),
      await simulate(naiveLobby, stampede, SEEDS),
    ];
    expect(second).toEqual(first);
  });

  it.each([
    ['the timer promotes although the host is back', backInTime, 'INV-HOST-CHAIN'],
    ['the late close of an old socket drops a player who is there', lateClose, 'INV-ABSENCE'],
    ['read, change and write back lose what others wrote in between', stampede, 'INV-STATE'],
    ['the timer dies with its server', crash, 'INV-HANDOFF-DUE'],
    ['whoever is on another server hears nothing', twoServers, 'INV-CONVERGENCE'],
  ])('H4: it finds that %s', async (_mistake, story, invariant) => {
    expect(invariantsOf(await simulate(naiveLobby, story, SEEDS))).toContain(invariant);
  });
});
