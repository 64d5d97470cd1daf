/** The shared answer of open, join, resume and attach (P16). */
import { type Sync, sync } from './backfill.ts';
import type { Draft } from './draft.ts';
import type { MemberId } from './ids.ts';
import type { SessionReply } from './reply.ts';
import { memberOf } from './state.ts';

/** Reads the reply at the draft's revision. `cursor` was checked against the revision before this commit. */
export function sessionReply(id: MemberId, cursor: number | null): (draft: Draft) => SessionReply {
  return (draft) => {
    const { state } = draft;
    const member = memberOf(state, id);
    if (member === undefined) throw new Error(`P16: ${id} has no seat after its own session commit`);
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
