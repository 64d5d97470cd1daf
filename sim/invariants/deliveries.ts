/** What each publication target has got and acknowledged, noted once for all invariants that ask (P21). */
import type {
  Acknowledgement,
  DeadLetter,
  Publication,
  RunningSystem,
} from '../system-under-test.ts';
import type { WatchedRun } from './invariant.ts';

/** One generation of a room on its way to one target. */
export interface Stream {
  readonly target: string;
  readonly code: string;
  readonly generation: number;
  /** Every sequence up to here was delivered, or dropped, each for the first time after the one before it. */
  delivered: number;
  /** The highest acknowledged sequence. */
  acknowledged: number;
}

export interface Delivered {
  readonly stream: Stream;
  /** How far the stream had come before. */
  readonly before: number;
}

const known = new WeakMap<RunningSystem, Deliveries>();

/** The one record of a run's deliveries. */
export function deliveriesOf({
  system,
  targets,
}: Pick<WatchedRun, 'system' | 'targets'>): Deliveries {
  const found = known.get(system);
  if (found !== undefined) return found;
  const created = new Deliveries(targets ?? []);
  known.set(system, created);
  return created;
}

export class Deliveries {
  readonly #byTarget = new Map<string, Map<string, Map<number, Stream>>>();
  #stream: Stream | null = null;
  #publication: Publication | null = null;
  #last: Delivered | null = null;

  constructor(targets: readonly string[]) {
    for (const target of targets) this.#byTarget.set(target, new Map());
  }

  get targets(): IterableIterator<string> {
    return this.#byTarget.keys();
  }

  /** A target got a record. Several watchers may say so: it is noted once. */
  published(target: string, publication: Publication): Delivered {
    const { code, event } = publication;
    const stream = this.stream(target, code, event.generation);
    if (publication === this.#publication && this.#last?.stream === stream) return this.#last;
    this.#publication = publication;
    const before = stream.delivered;
    if (event.sequence === before + 1) stream.delivered = event.sequence;
    this.#last = { stream, before };
    return this.#last;
  }

  acknowledged({ target, code, generation, through }: Acknowledgement): void {
    const stream = this.stream(target, code, generation);
    if (through > stream.acknowledged) stream.acknowledged = through;
  }

  /** An operator has given the record up: what comes after it is next. */
  dropped({ target, code, generation, sequence }: DeadLetter): void {
    const stream = this.stream(target, code, generation);
    stream.delivered = Math.max(stream.delivered, sequence);
    stream.acknowledged = Math.max(stream.acknowledged, sequence);
  }

  stream(target: string, code: string, generation: number): Stream {
    const last = this.#stream;
    if (last?.target === target && last.code === code && last.generation === generation)
      return last;
    const byCode = entry(this.#byTarget, target, () => new Map<string, Map<number, Stream>>());
    const byGeneration = entry(byCode, code, () => new Map<number, Stream>());
    const stream = entry(byGeneration, generation, () => ({
      target,
      code,
      generation,
      delivered: 0,
      acknowledged: 0,
    }));
    this.#stream = stream;
    return stream;
  }

  /** Up to where every target has acknowledged; without targets nothing is waited for. */
  acknowledgedByAll(code: string, generation: number): number {
    let through = Number.POSITIVE_INFINITY;
    for (const target of this.targets) {
      through = Math.min(through, this.stream(target, code, generation).acknowledged);
    }
    return through;
  }
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const present = map.get(key);
  if (present !== undefined) return present;
  const made = make();
  map.set(key, made);
  return made;
}
