/**
 * Every absence sets a timer, and nothing takes it back: neither a return nor the end of the seat. Until each has gone
 * off for nothing the store keeps it, and workers are woken by it.
 */
import type { RoomCode, StoreTime } from '../../src/core/ids.ts';
import type { CommitOutcome, CommitRequest, StoreEngine } from '../../src/ports/room-store.ts';
import { EngineInFront } from '../systems/engine-in-front.ts';
import type { Variant } from './variant.ts';

export const timersPileUp: Variant = {
  id: 'timers-pile-up',
  summary: 'sets a timer for every deadline, and takes none back when the deadline is gone',
  rules: ['P25'],
  caughtBy: ['INV-ARMED-TIMERS'],
  breaks: ['f16-sixty-stays-that-expire'],
  lobby: { engine: (engine) => new PilingTimers(engine) },
};

interface Timer {
  readonly code: RoomCode;
  readonly at: StoreTime;
}

class PilingTimers extends EngineInFront {
  #timers: readonly Timer[] = [];

  constructor(engine: StoreEngine) {
    super(engine);
  }

  override commit(request: CommitRequest): CommitOutcome {
    const outcome = this.engine.commit(request);
    const at = outcome.kind === 'commit' ? this.engine.armed(request.code) : null;
    if (at !== null) this.#timers = [...this.#timers, { code: request.code, at }];
    return outcome;
  }

  override armed(code: RoomCode): StoreTime | null {
    return earliest(this.#timers.filter((timer) => timer.code === code));
  }

  override nextWake(): StoreTime | null {
    return earliest(this.#timers) ?? this.engine.nextWake();
  }

  /** A timer that goes off is gone, whatever is done about it. */
  override due(limit: number): readonly RoomCode[] {
    const now = this.engine.now();
    const over = this.#timers.filter(({ at }) => at <= now).map(({ code }) => code);
    this.#timers = this.#timers.filter(({ at }) => at > now);
    return [...new Set([...over, ...this.engine.due(limit)])].slice(0, limit);
  }
}

function earliest(timers: readonly Timer[]): StoreTime | null {
  return timers.map(({ at }) => at).sort((a, b) => a - b)[0] ?? null;
}
