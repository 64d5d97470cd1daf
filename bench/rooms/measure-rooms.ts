/** 1,000 and 10,000 rooms lose their host at once: how time grows, and how much memory it takes. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { atMost, type Measure, overRounds } from '../measure/claim.ts';
import { spreadOf } from '../measure/spread.ts';

const CHILD = fileURLToPath(new URL('./rooms-child.js', import.meta.url));
const FEW = 1_000;
const MANY = 10_000;
const ROUNDS = 5;

const outcome = z.object({ wallMs: z.number(), rssMiB: z.number() });

export function measureRooms(): readonly Measure[] {
  const pairs = Array.from({ length: ROUNDS }, () => ({ few: lose(FEW), many: lose(MANY) }));
  return [
    overRounds(
      'rooms.growth',
      `time of ${MANY} rooms that lose their host at once, against ${FEW}`,
      spreadOf(pairs.map(({ few, many }) => many.wallMs / few.wallMs)),
      atMost(12),
    ),
    overRounds(
      'rooms.rssMiB',
      `MiB of resident memory of ${MANY} rooms`,
      spreadOf(pairs.map(({ many }) => many.rssMiB)),
      atMost(300),
    ),
    overRounds(
      'rooms.wallMs',
      `ms from the loss until the last of ${MANY} handoffs is published`,
      spreadOf(pairs.map(({ many }) => many.wallMs)),
    ),
  ];
}

/** In a process of its own, so that its memory is its own. */
function lose(rooms: number): z.infer<typeof outcome> {
  const printed = execFileSync(process.execPath, [CHILD, String(rooms)], { encoding: 'utf8' });
  return outcome.parse(JSON.parse(printed));
}
