/** The retained events of one generation; they are its outbox records as well (P3, P21, P22). */
import type { EventLog } from '../../core/backfill.ts';
import type { RoomEvent } from '../../core/event.ts';
import type { RoomCode, StoreTime } from '../../core/ids.ts';
import type { Position } from '../../ports/room-store.ts';
import { RequestBook } from './request-book.ts';

export class GenerationLog implements EventLog {
  readonly code: RoomCode;
  readonly generation: number;
  readonly requests: RequestBook = new RequestBook();
  #events: RoomEvent[] = [];
  #positions: Position[] = [];
  #from = 1;

  constructor(code: RoomCode, generation: number) {
    this.code = code;
    this.generation = generation;
  }

  /** The lowest retained sequence; head + 1 when none is retained. */
  get from(): number {
    return this.#from;
  }

  get head(): number {
    return this.#from + this.#events.length - 1;
  }

  append(event: RoomEvent, position: Position): void {
    this.#events.push(event);
    this.#positions.push(position);
  }

  after(cursor: number): readonly RoomEvent[] {
    return this.#events.slice(Math.max(cursor + 1 - this.#from, 0));
  }

  positionOf(sequence: number): Position {
    const position = this.#positions[sequence - this.#from];
    if (position === undefined) throw new Error(`P22: sequence ${sequence} is not retained`);
    return position;
  }

  /** The last sequence up to `through` whose event was committed before `cutoff`; `from` - 1 if there is none. */
  lastBefore(cutoff: StoreTime, through: number): number {
    let sequence = this.#from - 1;
    while (sequence < through) {
      const next = this.#events[sequence + 1 - this.#from];
      if (next === undefined || next.at >= cutoff) break;
      sequence += 1;
    }
    return sequence;
  }

  /** Drops the events up to `through`; their positions. */
  drop(through: number): readonly Position[] {
    const count = through + 1 - this.#from;
    const dropped = this.#positions.slice(0, count);
    this.#events = this.#events.slice(count);
    this.#positions = this.#positions.slice(count);
    this.#from = through + 1;
    return dropped;
  }
}
