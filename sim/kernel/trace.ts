/**
 * What happened, event by event: virtual time, lane, operation, cause, and the words that the event noted. All of it
 * goes into a rolling hash (H2); what is kept to be shown is kept in typed arrays, which the next run reuses.
 */
import { Digest } from './digest.ts';

/** Index of an event in its run: 0, 1, 2, …; -1 is the start of the run. */
export type EventIndex = number;

export interface TraceEvent {
  readonly index: EventIndex;
  readonly atMs: number;
  /** The simulated process or member in which it happened. */
  readonly lane: string;
  readonly operation: string;
  /** The event that caused this one: what asked for it. */
  readonly cause: EventIndex;
  /** What was noted about it; present only in a recorded run. */
  readonly details: readonly string[];
}

const words = new Map<string, number>();

/** A name as a word for the hash: a pure function of its characters, so that no run depends on an earlier one. */
export function wordOf(name: string): number {
  let word = words.get(name);
  if (word === undefined) {
    word = 0x811c9dc5;
    for (let i = 0; i < name.length; i++) word = Math.imul(word ^ name.charCodeAt(i), 0x01000193);
    if (words.size < 10_000) words.set(name, word);
  }
  return word;
}

export class Trace {
  readonly digest: Digest = new Digest();
  /** Whether details are kept: in replays, not in the first run. */
  readonly recording: boolean;
  #times = new Float64Array(1024);
  #causes = new Int32Array(1024);
  readonly #lanes: string[] = [];
  readonly #operations: string[] = [];
  readonly #details = new Map<EventIndex, string[]>();
  /** The hash as it was before each event; kept in a recorded run. */
  readonly #before: bigint[] = [];
  #length = 0;

  constructor(recording: boolean) {
    this.recording = recording;
  }

  get length(): number {
    return this.#length;
  }

  /** Begins the next event. */
  begin(atMs: number, lane: string, operation: string, cause: EventIndex): EventIndex {
    const index = this.#length++;
    this.keep(index, atMs, lane, operation, cause);
    const { digest } = this;
    if (this.recording) this.#before.push(digest.value());
    digest.add(atMs);
    digest.add(wordOf(lane));
    digest.add(wordOf(operation));
    digest.add(cause);
    return index;
  }

  /** Keeps an event to be shown later; a run of days, of which only the hash is wanted, keeps none. */
  protected keep(
    index: EventIndex,
    atMs: number,
    lane: string,
    operation: string,
    cause: EventIndex,
  ): void {
    if (index === this.#times.length) this.#grow();
    this.#times[index] = atMs;
    this.#causes[index] = cause;
    this.#lanes[index] = lane;
    this.#operations[index] = operation;
  }

  /** Adds a word to the current event. */
  note(word: number): void {
    this.digest.add(word);
  }

  noteText(text: string): void {
    this.digest.text(text);
  }

  /** Adds a line for people to the current event; made only when somebody will read it. */
  detail(make: () => string): void {
    if (!this.recording) return;
    const index = this.#length - 1;
    const lines = this.#details.get(index);
    if (lines === undefined) this.#details.set(index, [make()]);
    else lines.push(make());
  }

  event(index: EventIndex): TraceEvent {
    return {
      index,
      atMs: this.#times[index] ?? 0,
      lane: this.#lanes[index] ?? '',
      operation: this.#operations[index] ?? '',
      cause: this.#causes[index] ?? -1,
      details: this.#details.get(index) ?? [],
    };
  }

  /** In a recorded run the hash of everything through an event; where two runs first differ in it they part. */
  hashThrough(index: EventIndex): bigint {
    return this.#before[index + 1] ?? this.digest.value();
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2);
    const causes = new Int32Array(this.#times.length * 2);
    times.set(this.#times);
    causes.set(this.#causes);
    this.#times = times;
    this.#causes = causes;
  }
}
