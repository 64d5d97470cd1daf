/** A day in 1,000 rooms with retention on: whether memory grows with what has happened, and how fast the day goes by. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { atMost, type Measure } from '../measure/claim.ts';

const CHILD = fileURLToPath(new URL('./soak-child.js', import.meta.url));
/** Everybody has arrived, and retention has come to drop as much as is added. */
const EARLY_HOUR = 2;
const LAST_HOUR = 24;

const outcome = z.object({
  samples: z.array(z.object({ hour: z.number(), rssMiB: z.number(), heapMiB: z.number() })),
  wallMs: z.number(),
  virtualMs: z.number(),
});

export function measureSoak(): readonly Measure[] {
  const { samples, wallMs, virtualMs } = live('bounded');
  // Once more, only to hold: whatever all of them keep is no memory of the lobby.
  const watched = live('all');
  const rssAt = (wanted: number): number =>
    samples.find(({ hour }) => hour === wanted)?.rssMiB ?? Number.NaN;
  return [
    once(
      'soak.rssGrowth',
      `resident memory of 1000 rooms after ${LAST_HOUR} virtual hours, against that after ${EARLY_HOUR}`,
      rssAt(LAST_HOUR) / rssAt(EARLY_HOUR),
      atMost(1.2),
    ),
    once('soak.rssMiB', `MiB of it after ${LAST_HOUR} hours`, rssAt(LAST_HOUR)),
    once('soak.virtualToWall', 'virtual seconds per second of the same', virtualMs / wallMs),
    once(
      'soak.watchedVirtualToWall',
      'the same day watched by all invariants, which must hold',
      watched.virtualMs / watched.wallMs,
    ),
  ];
}

/** In a process of its own, so that its memory is its own. */
function live(watched: 'bounded' | 'all'): z.infer<typeof outcome> {
  const args = ['--expose-gc', CHILD, watched];
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const printed = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: [...stdio] });
  return outcome.parse(JSON.parse(printed));
}

const once = (
  name: string,
  what: string,
  value: number,
  claim: Measure['claim'] = null,
): Measure => ({ name, what, value, spread: null, claim });
