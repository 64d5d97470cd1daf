/** The shared answer of open, join, resume and attach (P16). */
import { type Sync, sync } from './backfill.ts';
import type { Draft } from './draft.ts';
import type { MemberId } from './ids.ts';
import type { SessionReply } from './reply.ts';
import { memberOf } from './state.ts';

/**
 * Makes the reply, once the commit is complete, at the revision that it reaches. The session is what the command made
 * of it: the same commit may go on to close the room and end the seat (P9). `cursor` was checked against the revision
 * before this commit.
 */
export function sessionReply(
  draft: Draft,
  id: MemberId,
  cursor: number | null,
): () => SessionReply {
  const member = memberOf(draft.state, id);
  if (member === undefined) throw new Error(`P16: ${id} has no seat after its own session command`);
  return () => {
    const { state } = draft;
    return {
      kind: 'session',
      memberId: id,
      generation: state.generation,
      epoch: member.epoch,
      connection: member.attachment?.connectionId ?? null,
      role: state.host === id ? 'host' : 'member',
      host: state.host,
      hostTerm: state.hostTerm,
      throughSequence: state.revision,
      sync: checkedSync(draft, cursor),
      session: member.session,
    };
  };
}

function checkedSync(draft: Draft, cursor: number | null): Sync {
  const answer = sync(draft.state, draft.log(), cursor);
  if (answer === null) throw new Error(`P23: cursor ${cursor} was not checked`);
  return answer;
}
