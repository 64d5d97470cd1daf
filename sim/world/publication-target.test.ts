import { describe, expect, it } from 'vitest';
import { memberId, roomCode, storeTime } from '../../src/core/ids.ts';
import type { Publication } from '../system-under-test.ts';
import { SmallKernel } from '../kernel/small-kernel.test-suite.ts';
import type { FaultRates } from '../plan/plan.ts';
import { PublicationTarget } from './publication-target.ts';
import { RunFaults } from './run-faults.ts';

const RECORD: Publication = {
  idempotencyKey: 'lobby:1:2',
  code: roomCode('lobby'),
  event: {
    kind: 'member.left',
    memberId: memberId('ana'),
    reason: 'left',
    generation: 1,
    sequence: 2,
    at: storeTime(5),
  },
};

/** Publishes one record under the faults; what came of it, at the target and at the publisher. */
async function published(rates: FaultRates): Promise<object> {
  const kernel = new SmallKernel();
  const faults = new RunFaults(rates, kernel.choices);
  const process = kernel.process('worker-1');
  const got: string[] = [];
  const crashes: number[] = [];
  const refusals: string[] = [];
  const target = new PublicationTarget(
    'bus',
    kernel,
    faults,
    {
      published: (name, { idempotencyKey }, by) => got.push(`${name} ${idempotencyKey} by ${by}`),
      offered: () => {},
      throttled: (name, { idempotencyKey }) => got.push(`${name} puts off ${idempotencyKey}`),
      failed: (name, _record, forGood) => refusals.push(`${name} ${forGood ? 'for good' : 'now'}`),
    },
    (each, restartMs) => {
      each.alive = false;
      crashes.push(restartMs);
    },
  );
  let outcome: unknown = 'never known';
  kernel.in(process, 1, () => {
    void target.publish(process, RECORD).then((each) => {
      outcome = each;
    });
  });
  await kernel.all();
  return { got, outcome, crashes, refusals, acted: Object.fromEntries(faults.acted) };
}

describe('a publication target', () => {
  it('P21: gets the record, and says so', async () => {
    expect(await published({})).toEqual({
      got: ['bus lobby:1:2 by worker-1'],
      outcome: { kind: 'delivered' },
      crashes: [],
      refusals: [],
      acted: {},
    });
  });

  it('P21: puts off now and then, and says for how long', async () => {
    expect(await published({ 'publication-throttled': 1_000 })).toMatchObject({
      got: ['bus puts off lobby:1:2'],
      outcome: { kind: 'failed', retryAfterMs: expect.any(Number) as number },
      acted: { 'publication-throttled': 1 },
    });
  });

  it('P21: refuses for good now and then, and says so', async () => {
    expect(await published({ 'publication-rejected': 1_000 })).toMatchObject({
      got: [],
      outcome: { kind: 'rejected' },
      refusals: ['bus for good'],
    });
  });

  it('P21: takes a record and has its answer lost: the publisher thinks that it failed', async () => {
    expect(await published({ 'publication-answer-lost': 1_000 })).toMatchObject({
      got: ['bus lobby:1:2 by worker-1'],
      outcome: { kind: 'failed', retryAfterMs: null },
      refusals: ['bus now'],
    });
  });

  it('P21: gets a record twice, the second copy later', async () => {
    expect(await published({ 'publication-duplicate': 1_000 })).toMatchObject({
      got: ['bus lobby:1:2 by worker-1', 'bus lobby:1:2 by worker-1'],
      outcome: { kind: 'delivered' },
    });
  });

  it('P21: refuses now and then: it has got nothing', async () => {
    expect(await published({ 'publication-failed': 1_000 })).toEqual({
      got: [],
      outcome: { kind: 'failed', retryAfterMs: null },
      crashes: [],
      refusals: ['bus now'],
      acted: { 'publication-failed': 1 },
    });
  });

  it('P21: loses its publisher between publish and acknowledge: it has got the record', async () => {
    expect(await published({ 'publisher-crash': 1_000 })).toEqual({
      got: ['bus lobby:1:2 by worker-1'],
      outcome: 'never known',
      crashes: [800],
      refusals: [],
      acted: { 'publisher-crash': 1 },
    });
  });
});
