import { beforeEach, describe, expect, it } from 'vitest';
import { roomCode } from '../../core/ids.ts';
import { join, open, run, SERVER } from '../contract/driver.test-suite.ts';
import { MemoryLedger } from './memory-ledger.ts';
import { readWithin } from './read-within.ts';

const A = roomCode('A');
const WAIT_MS = 250;

let waitedMs = 0;
let ledger: MemoryLedger;
/** What happens elsewhere while the reader waits. */
let meanwhile: (atMs: number) => void;

const read = (generation: number, sequence: number): ReturnType<typeof readWithin> =>
  readWithin(
    {
      projection: ledger.projection,
      clock: {
        sleep: async (ms) => {
          waitedMs += ms;
          meanwhile(waitedMs);
        },
      },
    },
    A,
    { generation, sequence },
    WAIT_MS,
  );

beforeEach(() => {
  waitedMs = 0;
  meanwhile = () => undefined;
  ledger = new MemoryLedger(() => 0, { heartbeatTimeoutMs: 1_000 });
  ledger.heartbeat(SERVER);
  run(ledger, open('A', 'ann'));
  run(ledger, join('A', 'ben'));
  ledger.projection.project(2);
});

describe('a reader that waits for the projection', () => {
  it('P27: is answered at once if that has come far enough', async () => {
    expect(await read(1, 2)).toMatchObject({ kind: 'state', state: { revision: 2 } });
    expect(waitedMs).toBe(0);
  });

  it('P27: is answered when the projector comes to the place', async () => {
    meanwhile = (atMs) => {
      if (atMs >= 100) ledger.projection.project(1);
    };
    expect(await read(1, 3)).toMatchObject({ kind: 'state', state: { revision: 3 } });
    expect(waitedMs).toBe(100);
  });

  it('P27: waits as long as it was told, then is told that the projection is behind', async () => {
    expect(await read(1, 3)).toEqual({ kind: 'refused', code: 'behind' });
    expect(waitedMs).toBe(WAIT_MS);
  });

  it('P27: does not wait for what is beyond the head of the log', async () => {
    expect(await read(1, 4)).toEqual({ kind: 'refused', code: 'invalid_cursor' });
    expect(waitedMs).toBe(0);
  });
});
