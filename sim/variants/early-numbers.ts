/**
 * A store in which a commit takes its place in the store-wide order when it is sent, not when it is done: of two, the later
 * number may be there first. What goes wrong by that is for the designs that go by these numbers to show.
 */
import type {
  CommitOutcome,
  CommitRequest,
  Position,
  RoomStore,
  StoreEngine,
  TailBatch,
} from '../../src/ports/room-store.ts';
import { EngineInFront } from '../systems/engine-in-front.ts';
import type { ProcessPorts } from '../system-under-test.ts';

type Entry = TailBatch['entries'][number];

/** More than a commit has events. */
const EVENTS_OF_A_COMMIT = 1_000;

export class EarlyNumbers extends EngineInFront {
  #taken = 0;
  /** Of the commit that is being decided. */
  #number = 0;
  protected readonly entries: Map<Position, Entry> = new Map();

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
      this.entries.set(this.#number * EVENTS_OF_A_COMMIT + i, { code: request.code, event });
    }
    return outcome;
  }
}

/** The number is taken by the process, before the commit is on its way. */
export function takingNumbers(
  store: RoomStore,
  _ports: ProcessPorts,
  engine: StoreEngine,
): RoomStore {
  if (!(engine instanceof EarlyNumbers)) return store;
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
