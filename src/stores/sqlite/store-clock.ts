/**
 * P2: store time is a persisted base plus the machine's monotonic clock, keyed by boot, so that all processes on the
 * file agree, and never below the highest committed time. No wall clock takes part. After a reboot it goes on from the
 * highest committed time: how long the machine was off is not known, and not needed (P12).
 */
import type { Database, Statement } from 'better-sqlite3';
import { type StoreTime, storeTime } from '../../core/ids.ts';
import type { MonotonicClock } from '../../ports/monotonic-clock.ts';
import { StoreUnavailable } from '../../ports/room-store.ts';

interface ClockRow {
  readonly boot_id: string;
  readonly monotonic_base: number;
  readonly time_base: number;
  readonly last_time: number;
}

export class StoreClock {
  readonly #machine: MonotonicClock;
  readonly #path: string;
  readonly #read: Statement<[], ClockRow>;
  readonly #rebase: Statement<[ClockRow]>;
  readonly #stamp: Statement<[number]>;

  constructor(db: Database, machine: MonotonicClock, path: string) {
    this.#machine = machine;
    this.#path = path;
    this.#read = db.prepare('SELECT boot_id, monotonic_base, time_base, last_time FROM clock');
    this.#rebase = db.prepare(`
      INSERT OR REPLACE INTO clock (id, boot_id, monotonic_base, time_base, last_time)
      VALUES (1, @boot_id, @monotonic_base, @time_base, @last_time)`);
    this.#stamp = db.prepare('UPDATE clock SET last_time = ?');
  }

  /** Starts the clock of a new file at 0, or takes over one of an earlier boot; inside a write transaction. */
  start(): void {
    const row = this.#read.get();
    if (row?.boot_id === this.#machine.bootId) return;
    const lastTime = row?.last_time ?? 0;
    this.#rebase.run({
      boot_id: this.#machine.bootId,
      monotonic_base: Math.floor(this.#machine.monotonicMs()),
      time_base: lastTime,
      last_time: lastTime,
    });
  }

  now(): StoreTime {
    const row = this.#read.get();
    if (row === undefined || row.boot_id !== this.#machine.bootId) {
      throw new StoreUnavailable(
        `${this.#path} is kept by boot ${row?.boot_id ?? '(none)'}, this process runs in boot ${this.#machine.bootId}: keep it on one machine, and open it again`,
      );
    }
    const elapsed = Math.floor(this.#machine.monotonicMs()) - row.monotonic_base;
    return storeTime(Math.max(row.time_base + elapsed, row.last_time));
  }

  /** Persists the time of a commit, inside it. */
  stamp(at: StoreTime): void {
    this.#stamp.run(at);
  }
}
