/**
 * Two ways to let the code under test run until nothing of it is runnable, without leaving the event loop's turn (H5).
 * Both give the same trace; a test holds them to it.
 */

/** What is stepped: `begin` starts the next step and says whether there was one; `finish` looks at what it did. */
export interface Stepped {
  begin(): boolean;
  finish(): void;
}

/**
 * The fast way: Node's own routine that empties the tick and microtask queues, called after each step. It is not a
 * documented interface, so it is tried out before it is trusted.
 */
function drainRoutine(): (() => void) | null {
  const routine: unknown = Reflect.get(process, '_tickCallback');
  if (typeof routine !== 'function') return null;
  return () => {
    Reflect.apply(routine, process, []);
  };
}

/** Whether the fast way works here. Must be asked from a turn of its own, since microtasks do not nest. */
function drains(drain: () => void): boolean {
  let ran = false;
  void Promise.resolve()
    .then(() => undefined)
    .then(() => {
      ran = true;
    });
  drain();
  return ran;
}

/**
 * Does the work in a turn of its own, with the fast way at hand; null stands for it where it does not work. In that turn
 * any number of runs can be stepped one after another.
 */
export function inOwnTurn<T>(work: (drain: (() => void) | null) => T): Promise<T> {
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        const drain = drainRoutine();
        resolve(work(drain !== null && drains(drain) ? drain : null));
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** The fast way: all in this turn of the event loop. */
export function stepSynchronously(stepped: Stepped, drain: () => void): void {
  while (stepped.begin()) {
    drain();
    stepped.finish();
  }
}

const BATCH = 64;

/**
 * The documented way: Node empties the microtask queue between two immediates. Queueing a batch of them at once costs
 * one turn of the event loop for all. The last of a batch begins nothing, so that no step is open while the loop turns
 * and real I/O could call back.
 */
export function stepByPump(stepped: Stepped): Promise<void> {
  return new Promise((resolve, reject) => {
    pump(stepped, resolve, reject);
  });
}

function pump(stepped: Stepped, resolve: () => void, reject: (error: unknown) => void): void {
  let open = false;
  let over = false;
  const turn = (last: boolean): void => {
    if (over) return;
    try {
      if (open) stepped.finish();
      open = false;
      if (last) {
        batch();
      } else if (stepped.begin()) {
        open = true;
      } else {
        over = true;
        resolve();
      }
    } catch (error) {
      over = true;
      reject(error);
    }
  };
  const batch = (): void => {
    for (let i = 0; i < BATCH; i++) setImmediate(turn, i === BATCH - 1);
  };
  batch();
}
