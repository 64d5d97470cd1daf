/**
 * room state × command × store time → transition or refusal. Pure: the same inputs give the same decision, in the
 * service as in a replay.
 *
 * Every decision has the same order (P3, P8, P12): outages move deadlines; members of void instances become absent; what
 * is due comes first, unless the command connects the host; then the command's own effect; then what that made due.
 */
import { voidGhosts } from './absence.ts';
import type { Command } from './command.ts';
import { type DecisionContext, Draft } from './draft.ts';
import type { RoomEvent } from './event.ts';
import type { MemberId } from './ids.ts';
import { settle } from './handoff.ts';
import { hostOnly } from './host-only.ts';
import { join, open } from './joining.ts';
import { disconnect, expireSeats, leave } from './leaving.ts';
import { promote } from './promote.ts';
import { rearm } from './rearm.ts';
import { type CommittedReply, type Refused, refused } from './reply.ts';
import type { RefusalCode } from './refusal.ts';
import { attach, resume } from './resuming.ts';
import type { RoomState } from './state.ts';

export type Decision =
  | {
      readonly kind: 'commit';
      readonly state: RoomState;
      readonly events: readonly RoomEvent[];
      readonly reply: CommittedReply;
    }
  | Refused
  /** A signal that no longer means anything, such as a late close (P5). */
  | { readonly kind: 'nothing' };

/** Decides `command` on the latest generation of its code; null: the code was never opened. */
export function decide(
  state: RoomState | null,
  command: Command,
  context: DecisionContext,
): Decision {
  if (command.kind === 'open') {
    const opening = open(state, command, context);
    return typeof opening === 'string' ? refused(opening) : decided(opening.draft, opening.reply);
  }
  const misaddressed = addressed(state, command);
  if (state === null || misaddressed !== null) return refused(misaddressed ?? 'unknown_room');
  const draft = new Draft(state, context);
  const connectsHost = connects(state.host, command);
  rearm(draft);
  voidGhosts(draft, connectsHost);
  if (!connectsHost && !isExempt(command)) settle(draft);
  if (draft.state.closed !== null && !isTimed(command)) return refused('room_closed');
  const outcome = effect(draft, command);
  if (typeof outcome === 'string') return refused(outcome);
  settle(draft);
  if (draft.events.length === 0) return { kind: 'nothing' };
  return decided(draft, outcome);
}

/** The reply is made last: it is read at the revision that the commit reaches. */
const decided = (draft: Draft, reply: (draft: Draft) => CommittedReply): Decision => ({
  kind: 'commit',
  state: draft.state,
  events: draft.events,
  reply: reply(draft),
});

/** P15, P18: whether the command means the live generation. */
function addressed(
  state: RoomState | null,
  command: Exclude<Command, { readonly kind: 'open' }>,
): RefusalCode | null {
  if (state === null) return 'unknown_room';
  const generation = 'authority' in command ? command.authority.generation : command.generation;
  if (generation !== null && generation !== state.generation) return 'stale_generation';
  return state.closed === null ? null : 'room_closed';
}

/** P8: a commit that connects the host stands before a due handoff. */
const connects = (host: MemberId | null, command: Command): boolean =>
  (command.kind === 'resume' || command.kind === 'join' || command.kind === 'attach') &&
  command.transport !== null &&
  command.memberId === host;

/** P3: a promotion does only what it observed; voiding goes ahead. What is then due is settled after them. */
const isExempt = ({ kind }: Command): boolean => kind === 'promote' || kind === 'void';

/** What a worker sends because time has passed: a closing that is due is what it wants. */
const isTimed = ({ kind }: Command): boolean => kind === 'close' || kind === 'expireSeats';

/** Applies the command's own effect; the answer is a refusal, or what makes its reply. */
function effect(
  draft: Draft,
  command: Exclude<Command, { readonly kind: 'open' }>,
): RefusalCode | ((draft: Draft) => CommittedReply) {
  switch (command.kind) {
    case 'join':
      return join(draft, command);
    case 'resume':
      return resume(draft, command);
    case 'attach':
      return attach(draft, command);
    case 'leave':
      return leave(draft, command);
    case 'disconnect':
      disconnect(draft, command);
      return done;
    case 'remove':
    case 'setEligible':
    case 'transfer':
    case 'end':
    case 'setPolicy':
      return hostOnly(draft, command) ?? done;
    case 'promote':
      return promote(draft, command) ?? done;
    case 'expireSeats':
      expireSeats(draft);
      return done;
    case 'close':
    case 'void':
      return done;
  }
}

const done = (draft: Draft): CommittedReply => ({
  kind: 'done',
  generation: draft.state.generation,
  revision: draft.state.revision,
});
