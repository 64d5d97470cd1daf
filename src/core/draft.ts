/** One commit in the making: the state so far, and the events that led to it. */
import type { EventLog } from './backfill.ts';
import type { EventBody, RoomEvent } from './event.ts';
import { evolve, opened } from './evolve.ts';
import type { RoomCode, StoreTime } from './ids.ts';
import type { Instances } from './instances.ts';
import type { RoomState } from './state.ts';

/** What a decision may look at besides the room: all of it is read inside the commit. */
export interface DecisionContext {
  /** P2: the store's clock, read inside the commit. */
  readonly at: StoreTime;
  readonly instances: Instances;
  /** The retained events of the loaded generation. */
  readonly log: EventLog;
  /** The number that a generation opened in this commit takes; from the store-wide counter. */
  readonly nextGeneration: number;
}

export class Draft {
  readonly events: RoomEvent[] = [];
  readonly context: DecisionContext;
  /** The room before this commit: no client can have seen more of it (P4). */
  readonly committed: RoomState;
  #state: RoomState;

  constructor(state: RoomState, context: DecisionContext) {
    this.committed = state;
    this.#state = state;
    this.context = context;
  }

  /** Begins a new generation of `code`. */
  static open(
    code: RoomCode,
    body: Extract<EventBody, { readonly kind: 'room.opened' }>,
    context: DecisionContext,
  ): Draft {
    const event = { ...body, generation: context.nextGeneration, sequence: 1, at: context.at };
    const draft = new Draft(opened(code, event), context);
    draft.events.push(event);
    return draft;
  }

  get state(): RoomState {
    return this.#state;
  }

  /** Appends an event at the next sequence. */
  emit(body: EventBody): void {
    const { generation, revision } = this.#state;
    const event: RoomEvent = { ...body, generation, sequence: revision + 1, at: this.context.at };
    this.#state = evolve(this.#state, event);
    this.events.push(event);
  }

  /** The log as it will be after this commit. */
  log(): EventLog {
    const { log } = this.context;
    const first = this.events[0];
    if (first === undefined) return log;
    if (first.sequence === 1) {
      return { from: 1, after: (cursor) => this.events.filter((e) => e.sequence > cursor) };
    }
    return {
      from: log.from,
      after: (cursor) => [...log.after(cursor), ...this.events.filter((e) => e.sequence > cursor)],
    };
  }
}
