/** No invariant about authority complains of what the core decides, whoever sends what, over instances that come and go. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { POLICY } from '../../src/core/room-driver.test-suite.ts';
import { AUTHORITY_INVARIANTS } from './authority-invariants.test-suite.ts';
import { watched, type WatchedRoom } from './watch-harness.test-suite.ts';

const NAMES = ['ann', 'bob', 'Cat', 'dan'] as const;
const KINDS = [
  'open',
  'join',
  'resume',
  'attach',
  'disconnect',
  'leave',
  'remove',
  'setEligible',
  'transfer',
  'end',
  'promote',
  'close',
  'void',
] as const;

const step = fc.record({
  kind: fc.constantFrom(...KINDS, 'join', 'resume', 'disconnect', 'attach', 'setEligible', 'open'),
  who: fc.constantFrom(...NAMES),
  by: fc.constantFrom('host', 'host', 'operator', ...NAMES),
  on: fc.constantFrom('east', 'east', 'west', 'south', null),
  ms: fc.constantFrom(0, 0, 1, 29, 30, 31, 150, 1_100),
  fate: fc.constantFrom('', '', '', '', '', '-east', '-west', '+east', '+west', '+south'),
  off: fc.constantFrom(0, 0, 0, 0, 0, -1, 1),
  eligible: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const policy = fc.record({
  succession: fc.constantFrom('lease', 'lease', 'immediate'),
  emptyRoom: fc.constantFrom('hold', 'hold', 'close'),
});

function take(room: WatchedRoom, { kind, who, by, on, ms, fate, off, eligible }: Step): void {
  if (fate.startsWith('-')) room.lose(fate.slice(1));
  if (fate.startsWith('+')) room.start(fate.slice(1));
  room.pass(ms);
  const epoch = room.credentials(who).epoch + off;
  const authority =
    by === 'operator' ? room.operator() : room.host(by === 'host' ? {} : { name: by });
  switch (kind) {
    case 'open':
      room.open(who, { on, policy: room.state?.policy ?? POLICY });
      break;
    case 'join':
    case 'resume':
      room[kind](who, { on });
      break;
    case 'attach':
      room.attach(who, { epoch, ...(on === null ? {} : { on }) });
      break;
    case 'disconnect':
    case 'leave':
      room[kind](who);
      break;
    case 'remove':
    case 'transfer':
      room[kind](who, authority);
      break;
    case 'setEligible':
      room.setEligible(who, eligible, authority);
      break;
    case 'end':
      room.end(authority);
      break;
    case 'promote':
    case 'close':
    case 'void':
      room[kind]();
      break;
  }
}

describe('P3: what the core commits', () => {
  it('P3: raises no complaint about authority, over any commands', () => {
    fc.assert(
      fc.property(policy, fc.array(step, { maxLength: 60, size: 'max' }), (wanted, steps) => {
        const room = watched(AUTHORITY_INVARIANTS, 'ann bob Cat', wanted);
        for (const next of steps) {
          take(room, next);
          expect(room.complaints).toEqual([]);
        }
        room.monitor.ended();
        expect(room.complaints).toEqual([]);
      }),
      { seed: 20_240_301, numRuns: 400 },
    );
  });
});
