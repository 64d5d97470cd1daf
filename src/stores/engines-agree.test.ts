/**
 * P26: whatever is asked of them, the engines commit the same events, and say the same of rooms, timers, attachments and
 * claims. Random sequences of real commands, of the passing of time, of publishing and of compaction, in both at once.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Command } from '../core/command.ts';
import { instanceId, memberId, requestId, roomCode, storeTime } from '../core/ids.ts';
import type { RoomState } from '../core/state.ts';
import type { Claim, StoreEngine } from '../ports/room-store.ts';
import {
  disconnect,
  dump,
  end,
  join,
  LEASE_MS,
  open,
  run,
  TIMEOUT_MS,
  transport,
} from './contract/driver.test-suite.ts';
import { MemoryStore } from './memory-store.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';
import { HandClock, temporaryFile } from './sqlite/temporary-file.test-suite.ts';

const CODES = ['A', 'B', 'C'];
const INSTANCES = ['i1', 'i2', 'i3', 'i4'];
const RETENTION = { eventsMs: 1_500, requestsMs: 2_500 };

type Step =
  | {
      readonly kind: 'command';
      readonly command: 'open' | 'join' | 'leave' | 'disconnect' | 'end' | 'promote' | 'close' | 'void';
      readonly code: string;
      readonly member: string;
      readonly instance: string | null;
      readonly request: { readonly scope: 'code' | 'generation'; readonly id: number } | null;
    }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'heartbeat'; readonly instance: string }
  | { readonly kind: 'claim'; readonly target: string; readonly limit: number }
  | { readonly kind: 'acknowledge'; readonly claim: number; readonly records: number }
  | { readonly kind: 'compact'; readonly limit: number };

const steps = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constant('command' as const),
        command: fc.constantFrom(
          'open' as const,
          'open',
          'join',
          'join',
          'leave',
          'disconnect',
          'disconnect',
          'end',
          'promote',
          'close',
          'void',
        ),
        code: fc.constantFrom(...CODES),
        member: fc.constantFrom('ann', 'ben', 'cat'),
        instance: fc.option(fc.constantFrom(...INSTANCES), { freq: 6 }),
        request: fc.option(
          fc.record({
            scope: fc.constantFrom('code' as const, 'generation'),
            id: fc.nat({ max: 3 }),
          }),
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('advance' as const),
        ms: fc.constantFrom(0, 1, 90, TIMEOUT_MS, LEASE_MS),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('heartbeat' as const),
        instance: fc.constantFrom(...INSTANCES),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('claim' as const),
        target: fc.constantFrom('bus', 'hook'),
        limit: fc.integer({ min: 1, max: 5 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('acknowledge' as const),
        claim: fc.nat({ max: 2 }),
        records: fc.nat({ max: 6 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('compact' as const),
        limit: fc.integer({ min: 1, max: 3 }),
      }),
    },
  ),
  { minLength: 20, maxLength: 120, size: 'max' },
);

function commandOf(step: Step & { readonly kind: 'command' }, state: RoomState | null): Command {
  const { code, member, instance } = step;
  const attachment = instance === null ? null : transport(member, instance);
  const address = { code: roomCode(code), generation: state?.generation ?? 1 };
  switch (step.command) {
    case 'open':
      return open(code, member, state?.generation ?? 0, attachment);
    case 'join':
      return join(code, member, attachment);
    case 'leave': {
      const epoch = state?.members.find((seated) => seated.memberId === member)?.epoch ?? 1;
      return {
        kind: 'leave',
        ...address,
        requestId: requestId('leave'),
        memberId: memberId(member),
        epoch,
      };
    }
    case 'promote':
      return {
        kind: 'promote',
        ...address,
        host: state?.host ?? memberId(member),
        leaseUntil: state?.leaseUntil ?? storeTime(0),
      };
    case 'disconnect':
      return state === null ? { kind: 'close', ...address } : disconnect(state, member, instance ?? 'i1');
    case 'end':
      return state === null || state.host === null ? { kind: 'void', ...address } : end(state);
    case 'close':
    case 'void':
      return { kind: step.command, ...address };
  }
}

/** One engine under the steps; it remembers its claims. */
class Subject {
  readonly store: StoreEngine;
  readonly #claims: Claim[] = [];

  constructor(store: StoreEngine) {
    this.store = store;
  }

  take(step: Step): unknown {
    const { store } = this;
    switch (step.kind) {
      case 'command':
        return this.#command(step);
      case 'advance':
        return store.now();
      case 'heartbeat':
        return store.heartbeat(instanceId(step.instance));
      case 'claim': {
        const claim = store.claim(step.target, 100, step.limit);
        if (claim !== null) this.#claims.unshift(claim);
        return claim;
      }
      case 'acknowledge': {
        const claim = this.#claims[step.claim];
        const first = claim?.records[0]?.sequence ?? 0;
        return claim && store.acknowledge(claim, first - 1 + step.records);
      }
      case 'compact':
        return store.compact(RETENTION, step.limit);
    }
  }

  #command(step: Step & { readonly kind: 'command' }): unknown {
    const { store } = this;
    const request =
      step.request === null
        ? null
        : {
            scope: step.request.scope,
            requestId: requestId(`r${step.request.id}`),
            identity: step.command,
          };
    const loaded = store.load(roomCode(step.code), request);
    return { loaded, outcome: run(store, commandOf(step, loaded.state), request) };
  }

  dump(): unknown {
    const attachments = INSTANCES.map((instance) => this.store.attachments(instanceId(instance)));
    return { attachments, now: this.store.now(), rooms: dump(this.store, CODES) };
  }
}

describe('the engines', () => {
  const file = temporaryFile();
  const clock = new HandClock();
  const settings = { heartbeatTimeoutMs: TIMEOUT_MS, targets: ['bus'] };
  const sqlite = new SqliteStore({ ...settings, path: file.path, clock, synchronous: 'off' });

  afterAll(() => {
    sqlite.close();
    file.remove();
  });

  it('P26: commit the same events and give the same answers for the same commands', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(steps, (sequence) => {
        clock.ms = 0;
        sqlite.reset();
        const memory = new Subject(new MemoryStore(() => clock.ms, settings));
        const onFile = new Subject(sqlite);
        for (const step of sequence) {
          if (step.kind === 'advance') clock.ms += step.ms;
          const answer = memory.take(step);
          expect(onFile.take(step)).toEqual(answer);
          seen.add(step.kind === 'command' ? step.command : `${step.kind} ${String(answer)}`);
        }
        expect(onFile.dump()).toEqual(memory.dump());
        for (const { event } of memory.store.tail(0, 10_000).entries) seen.add(event.kind);
      }),
      { seed: 26, numRuns: 300 },
    );
    // The sequences are worth something only if they reach these.
    for (const reached of [
      'host.changed',
      'room.closed',
      'host.resumed',
      'heartbeat void',
      'acknowledge refused',
      'acknowledge acknowledged',
      'compact 2',
    ]) {
      expect(seen).toContain(reached);
    }
  });
});
