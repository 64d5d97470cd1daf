/**
 * INV-FEED guards P23 and P21 on the server's side: what a connection is fed begins right after the answer that attached
 * it, has no gap, so that nothing that was committed between the reading of a backfill and the live feed is lost, and ends
 * with what ends the member's session on it: its departure, or the closing of the room. Nobody is fed without an answer.
 * An answer that is given again is as old as it is (P20): what was committed until it was given again may be left to the
 * client's own backfill.
 */
import type { PublicEvent } from '../../src/core/view.ts';
import type { Invariant } from './invariant.ts';
import { historyOf } from './run-history.ts';

/** How far a connection has been fed. */
interface Fed {
  readonly generation: number;
  sequence: number;
  /** What comes after this revision must all come. */
  readonly from: number;
  /** What ended it; null: it goes on. */
  ended: string | null;
}

export const feed: Invariant = {
  id: 'INV-FEED',
  rules: ['P21', 'P23'],
  summary:
    'what a connection is fed follows on its answer without a gap, and ends with the session',
  watch: (run) => {
    const history = historyOf(run);
    const connections = new Map<string, Fed>();
    /** Request ids that were sent; true: more than once, or answered before, so that an answer may be a repeated one. */
    const repeated = new Map<string, boolean>();
    const revisionOf = (connectionId: string): number => {
      const code = history.wire.codeOf(connectionId);
      return code === null ? 0 : (run.system.inspect(code)?.revision ?? 0);
    };
    return {
      requested(link, frame) {
        history.requested(link, frame);
        repeated.set(frame.requestId, repeated.has(frame.requestId));
      },
      sent({ connectionId, member }, frame) {
        const fed = connections.get(connectionId);
        if (frame.kind === 'event') {
          const wrong = wrongEvent(fed, frame.event);
          if (wrong !== null) run.violated(`P23: ${member} was sent ${wrong}`);
          if (fed !== undefined) advance(fed, member, frame.event);
        }
        if (frame.kind !== 'reply') return;
        const { answer, requestId } = frame;
        const isRepeated = repeated.get(requestId) === true;
        repeated.set(requestId, true);
        if (answer.kind !== 'session' || answer.connection !== connectionId) return;
        const { generation, throughSequence: sequence } = answer;
        // A copy of the request that attached it is answered again, while it is being fed.
        if (fed?.generation === generation && sequence <= fed.sequence) return;
        const from = isRepeated ? revisionOf(connectionId) : sequence;
        connections.set(connectionId, { generation, sequence, from, ended: null });
      },
    };
  },
};

function wrongEvent(
  fed: Fed | undefined,
  { kind, generation, sequence }: PublicEvent,
): string | null {
  const said = `${kind} of generation ${generation}, sequence ${sequence},`;
  if (fed === undefined) return `${said} on a connection that was never answered`;
  if (fed.ended !== null) return `${said} after ${fed.ended} had ended its session there`;
  const isNext = sequence > fed.sequence && sequence <= Math.max(fed.sequence, fed.from) + 1;
  return generation === fed.generation && isNext
    ? null
    : `${said} after generation ${fed.generation}, sequence ${fed.sequence}: the feed has a gap`;
}

function advance(fed: Fed, member: string, event: PublicEvent): void {
  fed.sequence = event.sequence;
  const left = event.kind === 'member.left' && event.memberId === member;
  if (left || event.kind === 'room.closed') fed.ended = event.kind;
}
