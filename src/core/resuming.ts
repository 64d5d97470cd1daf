/** `resume` and `attach`: how a member comes back (P8, P15–P18). */
import { markAbsent } from './absence.ts';
import { isCursorOf } from './backfill.ts';
import type { CommandOf } from './command.ts';
import type { Draft } from './draft.ts';
import type { Attachment } from './event.ts';
import { fencedMember } from './fencing.ts';
import type { RequestId } from './ids.ts';
import { isVoid } from './instances.ts';
import type { RefusalCode } from './refusal.ts';
import type { SessionReply } from './reply.ts';
import { sessionReply } from './session.ts';
import { isConnected, type Member, memberOf, type RoomState } from './state.ts';

type MakeReply = () => SessionReply;

/** Proves a session and uses up its nonce; raises the epoch, which ends whatever was connected before. */
export function resume(draft: Draft, command: CommandOf<'resume'>): RefusalCode | MakeReply {
  const { state, context } = draft;
  const member = provedMember(state, command);
  if (typeof member === 'string') return member;
  if (command.nonceEpoch === null || command.nonceEpoch > member.epoch) return 'wrong_nonce';
  if (command.nonceEpoch < member.epoch) return 'nonce_used';
  if (invalidCursor(draft, command.cursor)) return 'invalid_cursor';
  if (isVoid(command.transport, context.instances)) return 'void_instance';
  renew(draft, member, member.session, command.transport);
  return sessionReply(draft, member.memberId, command.cursor);
}

function provedMember(state: RoomState, command: CommandOf<'resume'>): RefusalCode | Member {
  const { memberId, session: proof } = command;
  if (state.departed.some((gone) => gone.removed && gone.memberId === memberId)) return 'removed';
  const member = proof === null ? undefined : memberOf(state, proof.memberId);
  if (member === undefined || member.session !== proof?.session) return 'unknown_session';
  return member.memberId === memberId ? member : 'not_member';
}

/** P23: a cursor is held against the committed room, not against what this commit has added so far. */
const invalidCursor = (draft: Draft, cursor: number | null): boolean =>
  cursor !== null && !isCursorOf(draft.committed, cursor);

/** Binds a transport to the session's current epoch, once (P16). */
export function attach(draft: Draft, command: CommandOf<'attach'>): RefusalCode | MakeReply {
  const { state, context } = draft;
  const { memberId, epoch, transport, cursor } = command;
  const member = fencedMember(state, memberId, epoch);
  if (typeof member === 'string') return member;
  if (member.epochAttached) return 'stale_epoch';
  if (invalidCursor(draft, cursor)) return 'invalid_cursor';
  if (isVoid(transport, context.instances)) return 'void_instance';
  comeBack(draft, member, epoch, member.session, transport);
  return sessionReply(draft, memberId, cursor);
}

/** Gives the seat a new epoch: with a transport the member is connected, without one it is absent until it attaches. */
export function renew(
  draft: Draft,
  member: Member,
  session: RequestId,
  transport: Attachment | null,
): void {
  const epoch = member.epoch + 1;
  if (transport !== null) {
    comeBack(draft, member, epoch, session, transport);
  } else if (isConnected(member)) {
    markAbsent(draft, member, { epoch, session });
  } else {
    draft.emit({ kind: 'session.renewed', memberId: member.memberId, epoch, session });
  }
}

function comeBack(
  draft: Draft,
  member: Member,
  epoch: number,
  session: RequestId,
  attachment: Attachment,
): void {
  const kind = member.memberId === draft.state.host ? 'host.resumed' : 'member.resumed';
  draft.emit({ kind, memberId: member.memberId, epoch, session, attachment });
}
