/** What a client makes of answers, refusals and closes, as pure rules; a known-bad design can replace one of them. */
import type { ConnectionId, MemberId } from '../core/ids.ts';
import type { RefusalCode } from '../core/refusal.ts';
import type { RoomView } from '../core/view.ts';
import type { StoredSession } from '../ports/client-storage.ts';
import type { CloseReason, SessionAnswer } from '../ports/network.ts';
import type { CommandRequest, SessionRequest } from './exchange.ts';

/** P20: a repeated request attaches nothing, so an answer that names another connection says that this one is not. */
export const attaches = (answer: SessionAnswer, connection: ConnectionId): boolean =>
  answer.connection === connection;

/** P16: what the close of the client's current transport means; null: it broke. */
export function afterClose(reason: CloseReason | null): 'reconnect' | 'superseded' | 'over' {
  switch (reason) {
    case 'superseded':
      return 'superseded';
    case 'ended':
      return 'over';
    case 'instance_void':
    case 'slow':
    case null:
      return 'reconnect';
  }
}

/**
 * What to do with a session request that was refused. `repeat`: later, under the same id. `elsewhere`: the same on
 * another transport. `restart`: without a cursor. `rejoin`: the session is void, the seat may be there (P17). `over`: no
 * seat can be had in this generation. `report`: the caller's to decide.
 */
export type AfterRefusal = 'repeat' | 'elsewhere' | 'restart' | 'rejoin' | 'over' | 'report';

export function afterRefusal(kind: SessionRequest['kind'], code: RefusalCode): AfterRefusal {
  switch (code) {
    case 'unavailable':
    case 'conflict':
    case 'too_many_resumes':
    case 'behind':
      return 'repeat';
    case 'void_instance':
      return 'elsewhere';
    default:
      return kind === 'resume' ? afterRefusedResume(code) : afterRefusedEntry(kind, code);
  }
}

function afterRefusedResume(code: RefusalCode): AfterRefusal {
  switch (code) {
    case 'invalid_cursor':
      return 'restart';
    case 'nonce_used':
    case 'wrong_nonce':
    case 'unknown_session':
    case 'stale_epoch':
    case 'request_id_reused':
      return 'rejoin';
    default:
      return 'over';
  }
}

function afterRefusedEntry(kind: 'open' | 'join', code: RefusalCode): AfterRefusal {
  switch (code) {
    case 'stale_generation':
    case 'room_closed':
    case 'removed':
      return kind === 'join' ? 'over' : 'report';
    default:
      return 'report';
  }
}

/** What to do when a backfill of the live session was refused. */
export function afterRefusedBackfill(
  code: RefusalCode,
): 'repeat' | 'restart' | 'superseded' | 'over' {
  switch (code) {
    case 'invalid_cursor':
      return 'restart';
    case 'stale_epoch':
      // Only another connection of this member raises the epoch of a session that is attached here.
      return 'superseded';
    case 'stale_generation':
    case 'room_closed':
    case 'unknown_room':
    case 'removed':
    case 'unknown_session':
    case 'not_member':
      return 'over';
    default:
      return 'repeat';
  }
}

/** What to do when a command of the session was refused. */
export function afterRefusedCommand(
  kind: CommandRequest['kind'],
  code: RefusalCode,
): 'repeat' | 'over' | 'report' {
  switch (code) {
    case 'unavailable':
    case 'conflict':
    case 'void_instance':
    case 'too_many_resumes':
    case 'behind':
      return 'repeat';
    case 'stale_generation':
    case 'room_closed':
    case 'unknown_room':
    case 'removed':
      return 'over';
    case 'not_member':
      // Of the others' it may mean the target.
      return kind === 'leave' ? 'over' : 'report';
    default:
      // `stale_epoch` too: the epoch may be from before the last resume.
      return 'report';
  }
}

export interface ClientRules {
  readonly attaches: typeof attaches;
  readonly afterClose: typeof afterClose;
  readonly afterRefusal: typeof afterRefusal;
}

export const CLIENT_RULES: ClientRules = { attaches, afterClose, afterRefusal };

/** Whether a command was given in the stay that the session is, rather than in an earlier one (P17). */
export const isOfStay = (
  command: { readonly generation: number; readonly epoch: number },
  session: StoredSession | null,
): boolean => command.generation === session?.generation && command.epoch === session.epoch;

export const isSeatedIn = (view: RoomView, memberId: MemberId): boolean =>
  view.closed === null && view.members.some((member) => member.memberId === memberId);
