import { expect, it } from 'vitest';
import { memberId, storeTime } from '../../src/core/ids.ts';
import { eventLine, lineProblem, matchesLine } from './event-lines.ts';

const PLACE = { generation: 1, sequence: 5, at: storeTime(9) };

it('P6: a handoff is a line that a scenario can expect', () => {
  const handoff = { ...PLACE, kind: 'host.changed', hostTerm: 2, reason: 'lease_expired' } as const;
  const [ana, ben] = [memberId('ana'), memberId('ben')];
  expect(eventLine({ ...handoff, previous: ana, host: ben })).toBe(
    'host.changed ana -> ben lease_expired',
  );
  expect(eventLine({ ...handoff, previous: ana, host: null })).toBe(
    'host.changed ana -> none lease_expired',
  );
});

it('P9: so is every other event', () => {
  const ana = { ...PLACE, memberId: memberId('ana') };
  expect(eventLine({ ...PLACE, kind: 'room.closed', reason: 'idle' })).toBe('room.closed idle');
  expect(eventLine({ ...ana, kind: 'member.left', reason: 'removed' })).toBe(
    'member.left ana removed',
  );
  expect(eventLine({ ...ana, kind: 'member.eligibility', eligible: false })).toBe(
    'member.eligibility ana ineligible',
  );
  expect(eventLine({ ...ana, kind: 'host.resumed' })).toBe('host.resumed ana');
});

it('H1: a pattern is the first words of a line, * for any one word', () => {
  const line = 'host.changed ana -> ben left';
  const matches = (pattern: string): boolean => matchesLine(pattern, line);
  const fitting = ['host.changed', 'host.changed * -> ben', '* ana', line];
  expect(fitting.filter(matches)).toEqual(fitting);
  const others = ['host', 'host.changed ben', 'host.changed * -> ana', `${line} *`];
  expect(others.filter(matches)).toEqual([]);
});

it('H1: a line with a word too many is no event', () => {
  expect(lineProblem('member.joined ana', ['ana'])).toBeNull();
  expect(lineProblem('member.joined ana now', ['ana'])?.message).toContain('member.joined member');
});
