import { expect, it } from 'vitest';
import { durationMs } from './duration.ts';

it.each([
  ['30s', 30_000],
  ['500ms', 500],
  ['2m', 120_000],
  ['1h', 3_600_000],
  ['29.999s', 29_999],
  ['1.5s', 1_500],
  ['-3m', -180_000],
  [250, 250],
])('H3: %s is %d ms of virtual time', (written, ms) => {
  expect(durationMs(written)).toBe(ms);
});

it.each(['', '3', '3 s', 's', '0.5ms', '1.2.3s', '3sec', 0.5])(
  'H3: %s is no duration',
  (written) => {
    expect(durationMs(written)).toBeNull();
  },
);
