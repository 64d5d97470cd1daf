import { describe, expect, it } from 'vitest';
import { seededRun } from './run-case.ts';
import { scenarioOf, setupOf } from './small-run.test-suite.ts';
import type { RunResult } from './run.ts';
import { runStepping } from './stepped-run.ts';

const STORY = `title: The host goes, and another member takes over
rules: [P6]
workers: 2
members: [ana, ben]
steps:
  - { at: 1s, member: ana, does: open }
  - { at: 2s, member: ben, does: join }
  - { at: 3s, member: ana, does: close }
end: 40s
`;

/** The story again, with more in its file. */
async function failureOf(more: string): Promise<RunResult['failure']> {
  const setup = setupOf(scenarioOf('story', STORY + more));
  return (await runStepping(seededRun(setup, 1, false), 'drain')).failure;
}

describe('what a scenario expects', () => {
  it.each([
    '',
    'expect: { host: ben, hostTerm: 2, closed: false }\n',
    'expect: { events: [room.opened ana, member.joined ana, member.joined ben, host.absent ana, host.changed ana -> ben lease_expired] }\n',
    'expect: { counts: { host.changed: 1, host.changed ana -> ben lease_expired: 1, room.closed: 0 }, never: [member.left] }\n',
    'expect: { oneOf: [{ host: ana }, { host: ben }] }\n',
    'expect: { sees: { ben: [host.absent ana, host.changed ana -> ben lease_expired] } }\n',
  ])('H6: holds: %s', async (more) => {
    expect(await failureOf(more)).toBeNull();
  });

  it.each([
    ['expect: { host: ana }\n', 'the host is ben, expected ana'],
    ['expect: { hostTerm: 1 }\n', 'the host term is 2, expected 1'],
    ['expect: { closed: ended }\n', 'it is open, expected closed (ended)'],
    [
      'expect: { events: [room.opened ana] }\n',
      '"member.joined ana" as line 2, expected nothing more',
    ],
    [
      'expect: { events: [room.opened ben] }\n',
      '"room.opened ana" as line 1, expected "room.opened ben"',
    ],
    [
      'expect: { counts: { host.changed: 2 } }\n',
      '"host.changed" was committed 1 times, expected 2',
    ],
    ['expect: { never: [host.absent] }\n', '"host.absent ana" was committed, and must never be'],
    [
      'expect: { oneOf: [{ host: ana }, { hostTerm: 7 }] }\n',
      'none of the outcomes: the host is ben',
    ],
    [
      'expect: { refused: [{ member: ben, code: not_host }] }\n',
      'ben was never refused with not_host',
    ],
    ['expect: { sees: { ben: [room.opened ana] } }\n', 'ben sees "host.absent ana" as line 1'],
  ])('H6: is broken, and says how: %s', async (more, message) => {
    const failure = await failureOf(more);
    expect(failure).toMatchObject({ kind: 'safety', invariant: 'INV-EXPECTATION', rules: ['P6'] });
    expect(failure?.message).toContain(message);
  });
});

describe('a scripted race', () => {
  it('H6: that is reached lets the run hold', async () => {
    const more = 'holds: [{ hold: worker-1, before: load, from: 33s, until: 34s }]\n';
    expect(await failureOf(more)).toBeNull();
  });

  it.each([
    [
      'catches nothing',
      '{ hold: worker-1, before: commit, from: 38s, until: 39s }',
      'before "commit" from 38s until 39s',
    ],
    [
      'is never released',
      '{ hold: worker-1, before: load, from: 33s, until: server-1 acknowledge }',
      'until server-1 has done acknowledge',
    ],
  ])('H6: a hold that %s was not reached, and says so', async (_what, hold, message) => {
    const failure = await failureOf(`holds: [${hold}]\n`);
    expect(failure).toMatchObject({ kind: 'safety', invariant: 'INV-EXPECTATION' });
    expect(failure?.message).toContain('the race was not reached: worker-1 was to be held');
    expect(failure?.message).toContain(message);
  });
});
