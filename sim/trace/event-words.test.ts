import { describe, expect, it } from 'vitest';
import type { EventBody } from '../../src/core/event.ts';
import { connectionId, instanceId, memberId, requestId, storeTime } from '../../src/core/ids.ts';
import type { RoomEvent } from '../system-under-test.ts';
import { Digest } from '../kernel/digest.ts';
import { noteEvent } from './event-words.ts';

const [ana, ben] = [memberId('ana'), memberId('ben')];
const attachment = { connectionId: connectionId('c1'), instanceId: instanceId('i1') };
const session = requestId('s1');
const absence = {
  memberId: ana,
  epoch: 2,
  session,
  leaseUntil: storeTime(9),
  seatUntil: storeTime(20),
};
const policy = {
  succession: 'lease',
  leaseMs: 5,
  seatGraceMs: 6,
  emptyRoom: 'hold',
  idleMs: 7,
  maxAbsenceMs: 8,
} as const;

const EVERY: readonly EventBody[] = [
  { kind: 'room.opened', memberId: ana, policy },
  { kind: 'member.joined', memberId: ana, eligible: true, epoch: 1, session, attachment },
  { kind: 'session.renewed', memberId: ana, epoch: 2, session },
  { kind: 'member.absent', ...absence },
  { kind: 'host.absent', ...absence },
  { kind: 'member.resumed', memberId: ana, epoch: 2, session, attachment },
  { kind: 'host.resumed', memberId: ana, epoch: 2, session, attachment },
  { kind: 'member.left', memberId: ana, reason: 'left' },
  { kind: 'member.eligibility', memberId: ana, eligible: true },
  { kind: 'host.changed', previous: ana, host: ben, hostTerm: 2, reason: 'left' },
  {
    kind: 'lease.rearmed',
    outage: 1,
    startedAt: storeTime(10),
    endedAt: storeTime(11),
    leaseUntil: storeTime(12),
    seats: [
      { memberId: ana, seatUntil: storeTime(13) },
      { memberId: ben, seatUntil: storeTime(14) },
    ],
  },
  { kind: 'policy.changed', policy },
  { kind: 'room.closed', reason: 'ended' },
];

function digestOf(event: RoomEvent): bigint {
  const digest = new Digest();
  noteEvent(digest, event);
  return digest.value();
}

/** The same with one leaf changed, for each leaf. */
function changed(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'string') return [`${value}x`];
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    return list.flatMap((inner, i) => changed(inner).map((other) => list.with(i, other)));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    changed(inner).map((other) => ({ ...value, [key]: other })),
  );
}

const isEvent = (value: unknown): value is RoomEvent =>
  typeof value === 'object' && value !== null && 'kind' in value && 'sequence' in value;

describe('an event in a hash', () => {
  it.each(EVERY)('H2: every field of $kind counts', (body) => {
    const event: RoomEvent = { ...body, generation: 3, sequence: 4, at: storeTime(5) };
    const others = changed(event).filter(isEvent);
    expect(others.length).toBeGreaterThan(4);
    const digests = others.map(digestOf);
    expect(digests).not.toContain(digestOf(event));
    expect(new Set(digests).size).toBe(others.length);
  });

  it('H2: no member is told from a member of no name, no lease from one', () => {
    const at = { generation: 1, sequence: 2, at: storeTime(5) };
    const handoff = (host: typeof ana | null): RoomEvent => ({
      ...at,
      kind: 'host.changed',
      previous: ana,
      host,
      hostTerm: 1,
      reason: 'left',
    });
    expect(digestOf(handoff(null))).not.toBe(digestOf(handoff(ben)));
    const absent = (leaseUntil: typeof absence.leaseUntil | null): RoomEvent => ({
      ...at,
      kind: 'host.absent',
      ...absence,
      leaseUntil,
    });
    expect(digestOf(absent(null))).not.toBe(digestOf(absent(storeTime(0))));
  });
});
