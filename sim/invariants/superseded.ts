/**
 * INV-SUPERSEDED guards P16: a connection that a newer one of its member has replaced is closed by its server in the end;
 * `superseded` is said to no other connection, because a client does not come back from it; and the connections of one
 * member do not take each other's place for ever: without anything new that it or a process does by the plan, only so often.
 */
import type { GenerationHistory } from './generation-history.ts';
import type { Invariant, WatchedRun } from './invariant.ts';
import { historyOf, type SessionChange } from './run-history.ts';

/** How often a member may replace its own live connection without a new intent: late news of old breaks allow for a few. */
const MOST_TAKEOVERS = 8;

interface Attached {
  readonly room: GenerationHistory;
  readonly member: string;
  readonly epoch: number;
}

export const superseded: Invariant = {
  id: 'INV-SUPERSEDED',
  rules: ['P16', 'P25'],
  summary:
    'a replaced connection is closed as superseded, no other is, and tabs do not evict each other for ever',
  watch: (run) => {
    const history = historyOf(run);
    const attached = new Map<string, Attached>();
    /** Replaced connections that no server has closed yet. */
    const owed = new Set<string>();
    const takeovers = new Takeovers(run);
    return {
      committed(commit) {
        const facts = history.committed(commit);
        for (const change of facts.sessions) {
          const { event, connection, connectionBefore } = change;
          const { memberId: member, epoch } = event;
          if (connection !== null) {
            attached.set(connection, { room: facts.history, member, epoch });
            // Attached again before its server had told it: it is the current one now.
            owed.delete(connection);
          }
          if (!isReplaced(change) || connectionBefore === null) continue;
          owed.add(connectionBefore);
          const count = takeovers.count(member, facts.history);
          if (count <= MOST_TAKEOVERS) continue;
          run.violated(
            `P16: in room ${commit.code}, generation ${commit.after.generation}, the connections of ${member} have replaced each other ${count} times in a row, the last time at sequence ${event.sequence}, though nobody did anything new`,
          );
        }
      },
      closedByServer({ connectionId, member }, reason) {
        owed.delete(connectionId);
        if (reason !== 'superseded') return;
        const was = attached.get(connectionId);
        const now = was?.room.members.get(was.member)?.latest?.epoch ?? 0;
        if (was !== undefined && now > was.epoch) return;
        run.violated(
          `P16: connection ${connectionId} of ${member} was closed as superseded, but ${was === undefined ? 'it was never attached' : `nothing has replaced its epoch ${was.epoch}`}`,
        );
      },
      unsettled() {
        if (owed.size === 0) return null;
        for (const { connectionId, transportOpen, member, room } of run.tabs()) {
          if (!transportOpen || connectionId === null || !owed.has(connectionId)) continue;
          return `P16: in room ${room}, connection ${connectionId} of ${member} has been replaced by a newer one, but no server closes it`;
        }
        return null;
      },
    };
  },
};

/** A resume ends the previous connection; one on the same transport replaces nothing. */
const isReplaced = ({ event, before, connection, connectionBefore }: SessionChange): boolean =>
  connectionBefore !== null && connection !== connectionBefore && event.epoch !== before?.epoch;

class Takeovers {
  readonly #run: WatchedRun;
  readonly #counts = new Map<GenerationHistory, Map<string, { count: number; sinceMs: number }>>();

  constructor(run: WatchedRun) {
    this.#run = run;
  }

  /** How many there have been, with this one, since something new was done that may have led to it. */
  count(member: string, room: GenerationHistory): number {
    const nowMs = this.#run.nowMs();
    const ofRoom = this.#counts.get(room) ?? new Map<string, { count: number; sinceMs: number }>();
    this.#counts.set(room, ofRoom);
    const known = ofRoom.get(member);
    if (known === undefined || this.#isNew(member, known.sinceMs, nowMs)) {
      ofRoom.set(member, { count: 1, sinceMs: nowMs });
      return 1;
    }
    known.count += 1;
    known.sinceMs = nowMs;
    return known.count;
  }

  #isNew(member: string, fromMs: number, toMs: number): boolean {
    return this.#run.plan.steps.some(
      (step) =>
        step.atMs > fromMs &&
        step.atMs <= toMs &&
        (step.who === 'process' || (step.who === 'member' && step.member === member)),
    );
  }
}
