/**
 * A lock inside one process stands in for compare-and-swap: right as long as there is one server, and worthless between
 * two, which overwrite each other's work.
 */
import type { Decision } from '../../src/core/decide.ts';
import type { RoomCode } from '../../src/core/ids.ts';
import type { RoomState } from '../../src/core/state.ts';
import type {
  CommitOutcome,
  CommitRequest,
  Head,
  RoomStore,
  StoreEngine,
} from '../../src/ports/room-store.ts';
import { EngineInFront } from '../systems/engine-in-front.ts';
import type { Variant } from './variant.ts';

export const processLock: Variant = {
  id: 'process-lock',
  summary: 'guards load and commit by a lock of the process, and commits without a compare',
  rules: ['P3'],
  caughtBy: [
    'INV-EARLY-PROMOTION',
    'INV-ABSENCE',
    'INV-EMPTY-ROOM',
    'INV-HOST-CHAIN',
    'INV-STATE',
    'INV-BACKFILL',
    'INV-LEASE',
    'INV-VOID',
    'INV-OUTAGE',
    'INV-FENCING',
    'INV-EVENT-ORDER',
    'INV-SUCCESSOR',
    'INV-IDEMPOTENT',
  ],
  lobby: {
    engine: (engine) => new LastWriterWins(engine),
    store: (store) => lockedByProcess(store),
  },
};

/** Takes what was decided on an older state for the new one, and numbers its events on from where the log is. */
class LastWriterWins extends EngineInFront {
  constructor(engine: StoreEngine) {
    super(engine);
  }

  override commit(request: CommitRequest): CommitOutcome {
    const { state } = this.engine.load(request.code, null);
    const head: Head | null =
      state === null ? null : { generation: state.generation, revision: state.revision };
    if (head === null || request.expected?.generation !== head.generation) {
      return this.engine.commit(request);
    }
    const behind = head.revision - request.expected.revision;
    return this.engine.commit({
      ...request,
      expected: head,
      decide: (context) => renumbered(request.decide(context), behind),
    });
  }
}

function renumbered(decision: Decision, behind: number): Decision {
  if (decision.kind !== 'commit' || behind === 0) return decision;
  return {
    ...decision,
    state: { ...decision.state, revision: decision.state.revision + behind },
    events: decision.events.map((event) => ({ ...event, sequence: event.sequence + behind })),
  };
}

/**
 * What the lock gives: of two commands of this process that loaded the same revision the second is decided again. What
 * other processes have committed in the meantime goes unnoticed.
 */
function lockedByProcess(store: RoomStore): RoomStore {
  const own = new Map<RoomCode, Promise<Head | null>>();
  return {
    ...store,
    commit: (request) => {
      const before = own.get(request.code) ?? Promise.resolve(null);
      const outcome = before.then((last) => {
        const overtaken =
          last !== null &&
          last.generation === request.expected?.generation &&
          last.revision > request.expected.revision;
        return overtaken ? ({ kind: 'conflict' } as const) : store.commit(request);
      });
      own.set(
        request.code,
        outcome.then(
          (done) => (done.kind === 'commit' ? headOf(done.state) : before),
          () => before,
        ),
      );
      return outcome;
    },
  };
}

const headOf = ({ generation, revision }: RoomState): Head => ({ generation, revision });
