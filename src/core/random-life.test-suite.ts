/** Anything that may be sent to a room, over instances that come and go and time that passes: for properties. */
import fc from 'fast-check';
import type { Decision } from './decide.ts';
import type { RoomPolicy } from './policy.ts';
import { POLICY, type RoomDriver } from './room-driver.test-suite.ts';

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
  'setPolicy',
  'promote',
  'close',
  'expireSeats',
  'void',
] as const;

export interface LifeStep {
  readonly kind: (typeof KINDS)[number];
  readonly who: (typeof NAMES)[number];
  readonly by: 'host' | 'operator' | (typeof NAMES)[number];
  readonly on: string | null;
  /** What happens before: store time passes; an instance dies or starts; everything is down for a time. */
  readonly ms: number;
  readonly fate: string;
  /** How far the presented epoch is from the committed one. */
  readonly off: number;
  readonly cursor: number | null;
  readonly eligible: boolean;
}

const ONE_STEP: fc.Arbitrary<LifeStep> = fc.record({
  kind: fc.constantFrom(...KINDS, 'join', 'resume', 'disconnect', 'attach', 'setEligible', 'open'),
  who: fc.constantFrom(...NAMES),
  by: fc.constantFrom('host', 'host', 'operator', ...NAMES),
  on: fc.constantFrom('east', 'east', 'west', 'south', null),
  ms: fc.constantFrom(0, 0, 1, 29, 30, 31, 120, 150, 1_100),
  fate: fc.constantFrom(
    '',
    '',
    '',
    '',
    '',
    '',
    '-east',
    '-west',
    '+east',
    '+west',
    '+south',
    'down',
  ),
  off: fc.constantFrom(0, 0, 0, 0, 0, -1, 1),
  cursor: fc.constantFrom(null, null, 0, 3, 12, -1),
  eligible: fc.boolean(),
});

export const anyPolicy: fc.Arbitrary<Partial<RoomPolicy>> = fc.record({
  succession: fc.constantFrom('lease', 'lease', 'immediate'),
  emptyRoom: fc.constantFrom('hold', 'hold', 'close'),
  maxAbsenceMs: fc.constantFrom(null, null, 50),
});

export const anyLife = (maxLength: number): fc.Arbitrary<LifeStep[]> =>
  fc.array(ONE_STEP, { maxLength, size: 'max' });

/** Lets one step happen. */
export function take(room: RoomDriver, { fate, ms, ...wanted }: LifeStep): Decision {
  if (fate.startsWith('-')) room.lose(fate.slice(1));
  if (fate.startsWith('+')) room.start(fate.slice(1));
  if (fate === 'down') room.outage(500, 'south');
  room.pass(ms);
  const { kind, who, on, cursor } = wanted;
  const epoch = room.credentials(who).epoch + wanted.off;
  switch (kind) {
    case 'open':
      return room.open(who, { on, policy: room.state?.policy ?? POLICY });
    case 'join':
      return room.join(who, { on });
    case 'resume':
      return room.resume(who, { on, epoch, cursor });
    case 'attach':
      return room.attach(who, { epoch, ...(on === null ? {} : { on }) });
    case 'disconnect':
      return room.disconnect(who);
    case 'leave':
      return room.leave(who, { epoch });
    case 'promote':
      return room.promote();
    case 'close':
      return room.close();
    case 'expireSeats':
      return room.expireSeats();
    case 'void':
      return room.void();
    default:
      return command(room, kind, wanted);
  }
}

function command(
  room: RoomDriver,
  kind: 'remove' | 'setEligible' | 'transfer' | 'end' | 'setPolicy',
  { who, by, eligible }: Pick<LifeStep, 'who' | 'by' | 'eligible'>,
): Decision {
  const named = by === 'host' ? {} : { name: by };
  const authority = by === 'operator' ? room.operator() : room.host(named);
  switch (kind) {
    case 'remove':
      return room.remove(who, authority);
    case 'setEligible':
      return room.setEligible(who, eligible, authority);
    case 'transfer':
      return room.transfer(who, authority);
    case 'end':
      return room.end(authority);
    case 'setPolicy':
      return room.setPolicy({ succession: eligible ? 'lease' : 'immediate' }, authority);
  }
}
