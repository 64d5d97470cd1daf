/** What the memory store keeps of one code. */
import type { InstanceId, RoomCode } from '../../core/ids.ts';
import type { RoomState } from '../../core/state.ts';
import type { GenerationLog } from './generation-log.ts';
import { RequestBook } from './request-book.ts';
import { idleTimer, type Timer } from './wake-index.ts';

export class MemoryRoom {
  /** Of the latest generation. */
  state: RoomState;
  log: GenerationLog;
  instances: readonly InstanceId[] = [];
  /** The requests of `open` and `join`: they belong to the code (P20). */
  readonly requests: RequestBook = new RequestBook();
  readonly timer: Timer;

  constructor(code: RoomCode, state: RoomState, log: GenerationLog) {
    this.state = state;
    this.log = log;
    this.timer = idleTimer(code);
  }
}
