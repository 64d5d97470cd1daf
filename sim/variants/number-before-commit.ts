/**
 * A commit takes its place in the store-wide order when it is sent, not when it is done. Of two, the later number may be
 * there first; whoever tails the log goes on from it, and passes over the earlier one.
 */
import {
  type CommitOutcome,
  type CommitRequest,
  type Position,
  type RoomStore,
  type StoreEngine,
  type TailBatch,
} from '../../src/ports/room-store.ts';
import { EngineInFront } from '../systems/engine-in-front.ts';
import type { Variant } from './variant.ts';

export const numberBeforeCommit: Variant = {
  id: 'number-before-commit',
  summary: 'numbers a commit in the store-wide order before it is made, and feeds by that number',
  rules: ['P3', 'P21'],
  caughtBy: ['INV-FEED'],
  breaks: ['f26-the-second-commit-comes-first'],
  lobby: {
    engine: (engine) => new EarlyNumbers(engine),
    store: (store, _ports, engine) =>
      engine instanceof EarlyNumbers ? takingNumbers(store, engine) : store,
  },
};

type Entry = TailBatch['entries'][number];

/** More than a commit has events. */
const EVENTS_OF_A_COMMIT = 1_000;

class EarlyNumbers extends EngineInFront {
  #taken = 0;
  #committed: Position = 0;
  /** Of the commit that is being decided. */
  #number = 0;
  readonly #entries = new Map<Position, Entry>();

  constructor(engine: StoreEngine) {
    super(engine);
  }

  take(): number {
    return ++this.#taken;
  }

  begins(number: number): void {
    this.#number = number;
  }

  override commit(request: CommitRequest): CommitOutcome {
    const outcome = this.engine.commit(request);
    if (outcome.kind !== 'commit') return outcome;
    for (const [i, event] of outcome.events.entries()) {
      const position = this.#number * EVENTS_OF_A_COMMIT + i;
      this.#entries.set(position, { code: request.code, event });
      this.#committed = Math.max(this.#committed, position);
    }
    return outcome;
  }

  override position(): Position {
    return this.#committed;
  }

  override tail(position: Position, limit: number): TailBatch {
    const next = [...this.#entries]
      .filter(([at]) => at > position)
      .sort(([a], [b]) => a - b)
      .slice(0, limit);
    return {
      entries: next.map(([, entry]) => entry),
      position: next.at(-1)?.[0] ?? position,
    };
  }
}

function takingNumbers(store: RoomStore, engine: EarlyNumbers): RoomStore {
  return {
    ...store,
    commit: (request) => {
      const number = engine.take();
      return store.commit({
        ...request,
        decide: (context) => {
          engine.begins(number);
          return request.decide(context);
        },
      });
    },
  };
}
