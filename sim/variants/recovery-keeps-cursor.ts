import { Client } from '../../src/client/client.ts';
import { Replica, type SyncAnswer } from '../../src/client/replica.ts';
import type { PublicEvent } from '../../src/core/view.ts';
import type { Variant } from './variant.ts';

/** Only what arrives live moves the cursor: what a recovery brought is asked for once more by the next. */
export const recoveryKeepsCursor: Variant = {
  id: 'recovery-keeps-cursor',
  summary: 'the client does not advance its cursor by the events that an answer brings',
  rules: ['P24'],
  caughtBy: ['INV-CLIENT-ORDER'],
  breaks: ['f23-recovered-twice'],
  makeClient: (ports, options) => new Client(ports, { ...options, replica: new LiveCursor() }),
};

class LiveCursor extends Replica {
  /** Where live events have brought it, once an answer has gone further; null: nowhere else than the view. */
  #live: number | null = null;

  override get cursor(): number | null {
    return this.#live ?? super.cursor;
  }

  override event(event: PublicEvent): void {
    if (event.sequence === (super.cursor ?? 0) + 1) this.#live = null;
    super.event(event);
  }

  override answer(answer: SyncAnswer): void {
    const before = this.cursor;
    super.answer(answer);
    this.#live = answer.sync.kind === 'events' ? before : null;
  }
}
