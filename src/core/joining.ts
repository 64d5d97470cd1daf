/** `open` and `join` (P1, P17, P18). */
import { markAbsent } from './absence.ts';
import type { CommandOf } from './command.ts';
import { type DecisionContext, Draft } from './draft.ts';
import type { Attachment } from './event.ts';
import type { MemberId, RequestId } from './ids.ts';
import { isVoid } from './instances.ts';
import type { RefusalCode } from './refusal.ts';
import type { SessionReply } from './reply.ts';
import { renew } from './resuming.ts';
import { sessionReply } from './session.ts';
import { memberOf, type RoomState } from './state.ts';

type MakeReply = () => SessionReply;

/** Opens the next generation of the code; the caller must know the last one, so that a delayed copy opens nothing (P18). */
export function open(
  last: RoomState | null,
  command: CommandOf<'open'>,
  context: DecisionContext,
): RefusalCode | { readonly draft: Draft; readonly reply: MakeReply } {
  if (last !== null && last.closed === null) return 'room_exists';
  if (command.lastGeneration !== (last?.generation ?? 0)) return 'stale_generation';
  if (isVoid(command.transport, context.instances)) return 'void_instance';
  const { memberId, policy, requestId, transport } = command;
  const draft = Draft.open(command.code, { kind: 'room.opened', memberId, policy }, context);
  seat(draft, memberId, requestId, transport, 1);
  return { draft, reply: sessionReply(draft, memberId, null) };
}

/** A join by a member that has a seat is a resume without a nonce: a new session, the earlier one void (P17). */
export function join(draft: Draft, command: CommandOf<'join'>): RefusalCode | MakeReply {
  const { state, context } = draft;
  const { memberId, requestId, transport } = command;
  const departed = state.departed.find((gone) => gone.memberId === memberId);
  if (departed?.removed === true) return 'removed';
  const member = memberOf(state, memberId);
  // P20: its record may be gone, but the session that it began still says that it has had its effect.
  if (member?.session === requestId) return 'request_id_reused';
  if (isVoid(transport, context.instances)) return 'void_instance';
  if (member !== undefined) renew(draft, member, requestId, transport);
  else seat(draft, memberId, requestId, transport, (departed?.epoch ?? 0) + 1);
  return sessionReply(draft, memberId, null);
}

function seat(
  draft: Draft,
  memberId: MemberId,
  session: RequestId,
  attachment: Attachment | null,
  epoch: number,
): void {
  draft.emit({ kind: 'member.joined', memberId, eligible: true, epoch, session, attachment });
  const member = memberOf(draft.state, memberId);
  if (attachment === null && member !== undefined) markAbsent(draft, member);
}
