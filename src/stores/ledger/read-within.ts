/** The waiting of a reader whose place the projector has not reached, for stores without a transport (P27). */
import type { RoomCode } from '../../core/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AtLeast, ProjectedRead, Projection } from '../../ports/room-store.ts';

/** Between two looks, in ms of the process's clock. */
const AGAIN_MS = 10;

/** Answers as soon as the projection has come to the place; after `waitMs` `behind`. Nothing else is waited for. */
export async function readWithin(
  { projection, clock }: { readonly projection: Projection; readonly clock: Clock },
  code: RoomCode,
  atLeast: AtLeast | null,
  waitMs: number,
): Promise<ProjectedRead> {
  let leftMs = waitMs;
  for (;;) {
    const read = projection.readAtLeast(code, atLeast);
    if (read.kind === 'state' || read.code !== 'behind' || leftMs <= 0) return read;
    const pauseMs = Math.min(AGAIN_MS, leftMs);
    await clock.sleep(pauseMs);
    leftMs -= pauseMs;
  }
}
