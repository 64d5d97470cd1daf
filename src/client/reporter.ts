/** What a client tells its owner and its log. No secret is in it (P19). */
import type { ConnectionId } from '../core/ids.ts';
import type { Log } from '../ports/log.ts';
import type { ClientOptions, ClientStatus, Settled } from './client-options.ts';
import type { Exchange } from './exchange.ts';
import type { Replica } from './replica.ts';

export type Result = Settled['result'];

/** What a client shows. */
export interface Shown {
  readonly status: ClientStatus;
  readonly epoch: number | null;
  readonly connectionId: ConnectionId | null;
  readonly replica: Replica;
}

export class Reporter {
  readonly #log: Log;
  readonly #options: ClientOptions;
  #shown = '';
  #settled: Settled[] = [];

  constructor(log: Log, options: ClientOptions) {
    this.#log = log;
    this.#options = options;
  }

  /** What is shown from the start, and no change. */
  begin(shown: Shown): void {
    this.#shown = fingerprint(shown);
  }

  settled(
    { requestId, request }: Exchange,
    result: Result,
    generation: number | null = null,
  ): void {
    this.#settled.push({ requestId, kind: request.kind, result, generation });
  }

  /** Calls the owner, which may call back: outcomes first, then, if what is shown differs from the last time, that. */
  report(shown: Shown): void {
    const settled = this.#settled;
    this.#settled = [];
    for (const one of settled) this.#options.onSettled?.(one);
    const now = fingerprint(shown);
    if (now === this.#shown) return;
    this.#shown = now;
    this.#options.onChange?.();
  }

  /** P28: every line says where the client stands. */
  log(transition: string, { replica, epoch }: Shown): void {
    const { code, memberId } = this.#options;
    const { generation, cursor } = replica;
    this.#log.info('client', {
      room: code,
      member: memberId,
      generation,
      epoch,
      sequence: cursor,
      transition,
    });
  }
}

/** A view is as its generation and sequence say, so these stand for it. */
function fingerprint({ status, epoch, connectionId, replica }: Shown): string {
  const { view } = replica;
  return `${status} ${epoch} ${connectionId} ${view?.generation} ${view?.sequence}`;
}
