import { describe, expect, it } from 'vitest';
import type { SimProcess } from '../kernel/process.ts';
import { SmallKernel } from '../kernel/small-kernel.test-suite.ts';
import type { FaultRates } from '../plan/plan.ts';
import { RunFaults } from './run-faults.ts';
import { Cuts } from './cuts.ts';
import { StoreTransport } from './store-transport.ts';

/** A shared shelf of things to take, and processes on the way to it. */
class Shelf {
  readonly kernel: SmallKernel;
  readonly faults: RunFaults;
  readonly process: SimProcess;
  readonly told: string[] = [];
  readonly cuts = new Cuts();
  readonly store: StoreTransport;
  things = 0;

  constructor(rates: FaultRates = {}, latency: readonly [number, number] = [5, 5], seed = 1) {
    this.kernel = new SmallKernel({ seed });
    this.faults = new RunFaults(rates, this.kernel.choices);
    this.store = new StoreTransport(this.kernel, this.faults, this.cuts, latency, (process) => {
      process.alive = false;
      this.tell('crash');
    });
    this.process = this.kernel.process('worker-1');
  }

  tell(what: string): void {
    this.told.push(`${what} @${this.kernel.nowMs}`);
  }

  /** A process puts things down; tells when it was done, and when it knew. */
  put(
    atMs: number,
    things = 1,
    process: SimProcess = this.kernel.process('worker-2'),
    operation = 'put',
  ): this {
    this.kernel.in(process, atMs, () => {
      const work = (): number => {
        this.things += things;
        this.tell('put');
        return this.things;
      };
      this.store
        .call(process, operation, work, () => new Error('unavailable'))
        .then(
          (all) => this.tell(`answered ${all}`),
          (error: unknown) => this.tell(String(error)),
        );
    });
    return this;
  }

  /** The process waits for something to take. */
  take(atMs: number, waitMs: number, againMs: number | null = null, process = this.process): this {
    this.kernel.in(process, atMs, () => {
      const poll = {
        operation: 'take',
        waitMs,
        ready: () => this.things > 0,
        againMs: () => againMs,
        take: () => {
          this.tell('looks');
          return this.things > 0 ? `took ${this.things--}` : null;
        },
        nothing: () => 'nothing',
        unavailable: () => new Error('unavailable'),
      };
      this.store.poll(process, poll).then(
        (got) => this.tell(got),
        (error: unknown) => this.tell(String(error)),
      );
    });
    return this;
  }

  async all(): Promise<readonly string[]> {
    await this.kernel.all();
    return this.told;
  }

  get acted(): object {
    return Object.fromEntries(this.faults.acted);
  }
}

describe('the way to the store', () => {
  it('H5: takes its time there and back, and does the work once, in between', async () => {
    expect(await new Shelf().put(10).all()).toEqual(['put @15', 'answered 1 @20']);
  });

  it('P20: an error before: nothing was done', async () => {
    const shelf = new Shelf({ 'store-error': 1_000 });
    expect(await shelf.put(10).all()).toEqual(['Error: unavailable @15']);
    expect([shelf.things, shelf.acted]).toEqual([0, { 'store-error': 1 }]);
  });

  it('P20: an answer lost: done, and its process learns of it by its own time-out', async () => {
    const shelf = new Shelf({ 'store-answer-lost': 1_000 });
    expect(await shelf.put(10).all()).toEqual(['put @15', 'Error: unavailable @2015']);
    expect([shelf.things, shelf.acted]).toEqual([1, { 'store-answer-lost': 1 }]);
  });

  it('P20: a slow store does the same, later', async () => {
    const shelf = new Shelf({ 'store-slow': 1_000 });
    const [put, answered] = await shelf.put(10).all();
    const [putAt, answeredAt] = [put, answered].map((line) => Number(line?.split('@')[1]));
    expect(putAt).toBeGreaterThan(15);
    expect(answeredAt).toBeGreaterThan((putAt ?? 0) + 5);
    expect(answeredAt).toBeLessThanOrEqual(20 + 2 * 1_500);
    expect(shelf.acted).toEqual({ 'store-slow': 2 });
  });

  it('H7: without faults none acts, and none is asked about', async () => {
    const off = new Shelf({ 'store-error': 0, 'store-answer-lost': 0, 'store-slow': 0 });
    const bare = new Shelf();
    for (const shelf of [off, bare]) await shelf.put(10).take(40, 100).all();
    expect(off.acted).toEqual({});
    expect(off.kernel.choices.taken()).toEqual(bare.kernel.choices.taken());
  });

  it('H5: work under way is done though its process crashes; nobody hears of it', async () => {
    const shelf = new Shelf({ 'store-answer-lost': 1_000 });
    const process = shelf.kernel.process('worker-3');
    shelf.put(10, 1, process).kernel.world(12, () => {
      process.alive = false;
    });
    expect(await shelf.all()).toEqual(['put @15']);
    expect(shelf.acted).toEqual({});
  });

  it('H5: a paused process hears of its work when it wakes', async () => {
    const shelf = new Shelf();
    const process = shelf.kernel.process('worker-3');
    shelf.put(10, 1, process);
    shelf.kernel.world(12, () => {
      process.paused = true;
    });
    shelf.kernel.world(500, () => {
      process.paused = false;
      shelf.kernel.release(process.deferred.splice(0));
    });
    expect(await shelf.all()).toEqual(['put @15', 'answered 1 @500']);
  });
});

describe('waiting at the store', () => {
  it('H5: takes at once what is there', async () => {
    const shelf = new Shelf();
    shelf.things = 1;
    expect(await shelf.take(10, 1_000).all()).toEqual(['looks @15', 'took 1 @20']);
  });

  it('H5: wakes when the store has changed', async () => {
    const told = await new Shelf().take(10, 1_000).put(300).all();
    const taker = told.filter((line) => !line.startsWith('answered'));
    expect(taker).toEqual(['looks @15', 'put @305', 'looks @310', 'took 1 @315']);
  });

  it('H5: does not look again at a change that is none for it', async () => {
    const told = await new Shelf().take(10, 1_000).put(300, 0).all();
    expect(told.filter((line) => line.startsWith('looks'))).toEqual(['looks @15', 'looks @1010']);
    expect(told.at(-1)).toBe('nothing @1015');
  });

  it('H5: looks again when the time has come, and ends with nothing when the wait is over', async () => {
    expect(await new Shelf().take(10, 1_000, 400).all()).toEqual([
      'looks @15',
      'looks @415',
      'looks @815',
      'looks @1010',
      'nothing @1015',
    ]);
  });

  it('P21: changes that are none for it do not put its next look off', async () => {
    const shelf = new Shelf().take(10, 1_000, 400);
    for (let atMs = 100; atMs < 1_000; atMs += 100) shelf.put(atMs, 0);
    const looks = (await shelf.all()).filter((line) => line.startsWith('looks'));
    expect(looks).toEqual(['looks @15', 'looks @415', 'looks @815', 'looks @1010']);
  });

  it('H5: of two who wait one takes, and the other goes on waiting', async () => {
    const shelf = new Shelf();
    const told = await shelf
      .take(10, 500)
      .take(11, 500, null, shelf.kernel.process('worker-3'))
      .put(100)
      .all();
    expect(told.filter((line) => line.startsWith('took'))).toHaveLength(1);
    expect(told.filter((line) => line.startsWith('nothing'))).toHaveLength(1);
    expect(shelf.things).toBe(0);
  });

  it.each([
    ['while it waits', 50],
    ['on its way to look', 303],
    ['between the change and its look', 307],
  ])('P21: a process that has died %s takes nothing', async (_when, diesAt) => {
    const shelf = new Shelf().take(10, 1_000, 200).put(300);
    shelf.kernel.world(diesAt, () => {
      shelf.process.alive = false;
    });
    const told = await shelf.all();
    expect(told.filter((line) => line.startsWith('took'))).toEqual([]);
    expect(shelf.things).toBe(1);
  });

  it('P20: errors and lost answers meet it too: nothing taken, and taken unheard', async () => {
    const failing = new Shelf({ 'store-error': 1_000 });
    failing.things = 1;
    expect(await failing.take(10, 1_000).all()).toEqual(['Error: unavailable @15']);
    const losing = new Shelf({ 'store-answer-lost': 1_000 });
    losing.things = 1;
    expect(await losing.take(10, 1_000).all()).toEqual(['looks @15', 'Error: unavailable @2015']);
    expect([failing.things, losing.things]).toEqual([1, 0]);
    expect([failing.acted, losing.acted]).toEqual([
      { 'store-error': 1 },
      { 'store-answer-lost': 1 },
    ]);
  });
});

describe('what parts a process from its store', () => {
  const parted = (from: string, to: string): Shelf => {
    const shelf = new Shelf();
    shelf.cuts.cut(from, to);
    return shelf;
  };

  it('H7: what it asks is lost on the way, nothing is done, and it learns so by its own time-out', async () => {
    const shelf = parted('worker-2', 'store');
    expect(await shelf.put(10).all()).toEqual(['Error: unavailable @2010']);
    expect([shelf.things, shelf.acted]).toEqual([0, { partition: 1 }]);
  });

  it('P20: only the answers are lost: all is done, unheard', async () => {
    const shelf = parted('store', 'worker-2');
    expect(await shelf.put(10).all()).toEqual(['put @15', 'Error: unavailable @2015']);
    expect([shelf.things, shelf.acted]).toEqual([1, { partition: 1 }]);
  });

  it('H7: a cut is of its own two only, one way, and over when it is mended', async () => {
    const shelf = parted('worker-2', 'store');
    shelf.take(10, 0);
    shelf.kernel.world(500, () => shelf.cuts.mend('worker-2', 'store'));
    expect(await shelf.put(600).all()).toEqual([
      'looks @15',
      'nothing @20',
      'put @605',
      'answered 1 @610',
    ]);
    expect(shelf.acted).toEqual({});
  });

  it('P12: a store that is down refuses at once, whoever asks, and does nothing', async () => {
    const shelf = new Shelf();
    shelf.store.down = true;
    expect(await shelf.put(10).take(20, 100).all()).toEqual([
      'Error: unavailable @15',
      'Error: unavailable @25',
    ]);
    expect([shelf.things, shelf.acted]).toEqual([0, { 'store-outage': 2 }]);
  });

  it('P22: a worker is killed while it compacts, before or after it is done, and at nothing else', async () => {
    const done = new Set<number>();
    for (let seed = 0; seed < 20; seed++) {
      const shelf = new Shelf({ 'compaction-killed': 1_000 }, [5, 5], seed);
      expect(await shelf.put(10).put(20, 1, shelf.process, 'compact').all()).toContain('crash @25');
      expect(shelf.acted).toEqual({ 'compaction-killed': 1 });
      expect(shelf.told).not.toContain('answered 2 @30');
      done.add(shelf.things);
    }
    expect(done).toEqual(new Set([1, 2]));
  });
});
