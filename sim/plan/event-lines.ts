/**
 * Events as short lines: `host.changed ana -> ben lease_expired`, `member.joined ben`, `room.closed empty`. Scenarios
 * expect them, stories print them.
 */
import type {
  CloseReason,
  EventKind,
  HandoffReason,
  LeaveReason,
  RoomEvent,
} from '../../src/core/event.ts';
import type { PublicEvent } from '../../src/core/view.ts';

export const CLOSE_REASONS: readonly CloseReason[] = ['ended', 'empty', 'idle', 'abandoned'];
const LEAVE_REASONS: readonly LeaveReason[] = ['left', 'removed', 'expired'];
const HANDOFF_REASONS: readonly HandoffReason[] = [
  'lease_expired',
  'immediate',
  'left',
  'removed',
  'ineligible',
  'transferred',
  'vacancy',
];
const RIGHTS = ['eligible', 'ineligible'];
/** In the place of a host: there is none. */
export const NONE = 'none';

type Slot = 'member' | 'host' | 'arrow' | readonly string[];

const GRAMMAR: Readonly<Record<EventKind, readonly Slot[]>> = {
  'room.opened': ['member'],
  'member.joined': ['member'],
  'session.renewed': ['member'],
  'member.absent': ['member'],
  'host.absent': ['member'],
  'member.resumed': ['member'],
  'host.resumed': ['member'],
  'member.left': ['member', LEAVE_REASONS],
  'member.eligibility': ['member', RIGHTS],
  'host.changed': ['host', 'arrow', 'host', HANDOFF_REASONS],
  'lease.rearmed': [],
  'policy.changed': [],
  'room.closed': [CLOSE_REASONS],
};
const KINDS: readonly string[] = Object.keys(GRAMMAR);

export function eventLine(event: RoomEvent | PublicEvent): string {
  switch (event.kind) {
    case 'member.left':
      return `${event.kind} ${event.memberId} ${event.reason}`;
    case 'member.eligibility':
      return `${event.kind} ${event.memberId} ${event.eligible ? 'eligible' : 'ineligible'}`;
    case 'host.changed':
      return `${event.kind} ${event.previous ?? NONE} -> ${event.host ?? NONE} ${event.reason}`;
    case 'room.closed':
      return `${event.kind} ${event.reason}`;
    case 'lease.rearmed':
    case 'policy.changed':
      return event.kind;
    default:
      return `${event.kind} ${event.memberId}`;
  }
}

/** A pattern is the first words of a line, `*` for any one word: `host.changed`, `host.changed ana -> *`. */
export function matchesLine(pattern: string, line: string): boolean {
  const words = line.split(' ');
  return pattern.split(' ').every((word, i) => {
    const said = words[i];
    return said !== undefined && (word === '*' || word === said);
  });
}

/** What is wrong with a word, and what could stand there. */
export interface LineProblem {
  readonly message: string;
  readonly word: string;
  readonly allowed: readonly string[];
}

/** Null if the line can be one of an event of these members. */
export function lineProblem(line: string, members: readonly string[]): LineProblem | null {
  const words = line.split(' ');
  const slots = slotsOf(words[0] ?? '');
  if (slots === null) return unknownKind(words[0] ?? '');
  const wrong = wrongWord(words, slots, members);
  if (wrong !== null || words.length === slots.length + 1) return wrong;
  const form = [words[0], ...slots.map((slot) => nameOf(slot))].join(' ');
  return { message: `an event line has the form "${form}"`, word: line, allowed: [] };
}

/** Null if some line of these members could match. */
export function patternProblem(pattern: string, members: readonly string[]): LineProblem | null {
  const words = pattern.split(' ');
  if (words[0] === '*') return null;
  const slots = slotsOf(words[0] ?? '');
  if (slots === null) return unknownKind(words[0] ?? '');
  if (words.length <= slots.length + 1) return wrongWord(words, slots, members);
  return {
    message: `a line of ${words[0]} has ${slots.length + 1} words, the pattern ${words.length}`,
    word: pattern,
    allowed: [],
  };
}

const slotsOf = (kind: string): readonly Slot[] | null =>
  KINDS.includes(kind) ? GRAMMAR[kind as EventKind] : null;

const unknownKind = (kind: string): LineProblem => ({
  message: `unknown event "${kind}"`,
  word: kind,
  allowed: KINDS,
});

function wrongWord(
  words: readonly string[],
  slots: readonly Slot[],
  members: readonly string[],
): LineProblem | null {
  for (const [i, slot] of slots.entries()) {
    const word = words[i + 1];
    if (word === undefined) return null;
    const allowed = allowedIn(slot, members);
    if (word === '*' || allowed.includes(word)) continue;
    return { message: `"${word}" is no ${nameOf(slot)} in ${words[0]}`, word, allowed };
  }
  return null;
}

function allowedIn(slot: Slot, members: readonly string[]): readonly string[] {
  if (slot === 'member') return members;
  if (slot === 'host') return [...members, NONE];
  return slot === 'arrow' ? ['->'] : slot;
}

function nameOf(slot: Slot): string {
  if (slot === 'host') return 'member-or-none';
  if (slot === 'member') return slot;
  return slot === 'arrow' ? '->' : slot.join('|');
}
