/** Long work shows that it goes on: one line that redraws on a terminal, a line now and then elsewhere; on stderr. */
import cliProgress from 'cli-progress';
import { amount } from '../amounts.ts';

export interface Progress {
  /** So many runs are done, and so many of them have failed. */
  done(runs: number, failures: number): void;
  stop(): void;
}

const SILENT: Progress = { done: () => {}, stop: () => {} };

/** How often somebody without a terminal hears of it, in ms. */
const HEARTBEAT_MS = 10_000;

/** `total`: how many runs there will be; null: as many as fit into the time. */
export function progress(total: number | null, isQuiet: boolean): Progress {
  if (isQuiet) return SILENT;
  const redraws = process.stderr.isTTY && process.env['TERM'] !== 'dumb';
  return redraws ? bar(total) : heartbeat(total);
}

function bar(total: number | null): Progress {
  const format =
    total === null
      ? '  {value} runs · {failed} failed · {duration_formatted}'
      : '  {bar} {value} of {total} runs · {failed} failed · {duration_formatted}';
  const shown = new cliProgress.SingleBar({
    format,
    stream: process.stderr,
    barsize: 24,
    barCompleteChar: '━',
    barIncompleteChar: '─',
    clearOnComplete: true,
    hideCursor: true,
    // Otherwise it would wait for its last frame after Ctrl-C.
    gracefulExit: false,
    formatValue: (value, _options, type) => (type === 'percentage' ? String(value) : amount(value)),
  });
  shown.start(total ?? 0, 0, { failed: 0 });
  return {
    done: (runs, failed) => shown.update(runs, { failed }),
    stop: () => shown.stop(),
  };
}

function heartbeat(total: number | null): Progress {
  const startMs = performance.now();
  let told = startMs;
  return {
    done: (runs, failures) => {
      const nowMs = performance.now();
      if (nowMs - told < HEARTBEAT_MS) return;
      told = nowMs;
      const of = total === null ? '' : ` of ${amount(total)}`;
      const elapsed = Math.round((nowMs - startMs) / 1000);
      process.stderr.write(`${amount(runs)}${of} runs, ${amount(failures)} failed, ${elapsed} s\n`);
    },
    stop: () => {},
  };
}
