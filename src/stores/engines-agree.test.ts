/**
 * P26, P27: whatever is asked of them, the engines of both shapes commit the same events, and say the same of rooms,
 * timers, attachments and claims. Random sequences of real commands, of the passing of time, of publishing, of projecting
 * and of compaction, in all of them at once.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Command } from '../core/command.ts';
import { instanceId, memberId, requestId, roomCode, storeTime } from '../core/ids.ts';
import type { RoomState } from '../core/state.ts';
import type { Claim, StoreEngine } from '../ports/room-store.ts';
import {
  compact,
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
import { MemoryLedger } from './ledger/memory-ledger.ts';
import { SqliteLedger } from './ledger/sqlite-ledger.ts';
import { MemoryStore } from './memory-store.ts';
import { SqliteStore } from './sqlite/sqlite-store.ts';
import { HandClock, temporaryFile } from './sqlite/temporary-file.test-suite.ts';

const CODES = ['A', 'B', 'C'];
const INSTANCES = ['i1', 'i2', 'i3', 'i4'];
const RETENTION = { eventsMs: 1_500, requestsMs: 2_500 };

type Step =
  | {
      readonly kind: 'command';
      readonly command:
        | 'open'
        | 'join'
        | 'leave'
        | 'disconnect'
        | 'end'
        | 'promote'
        | 'close'
        | 'void';
      readonly code: string;
      readonly member: string;
      readonly instance: string | null;
      readonly request: { readonly scope: 'code' | 'generation'; readonly id: number } | null;
    }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'heartbeat'; readonly instance: string }
  | { readonly kind: 'claim'; readonly target: string; readonly limit: number }
  | { readonly kind: 'acknowledge'; readonly claim: number; readonly records: number }
  | { readonly kind: 'compact'; readonly limit: number }
  | { readonly kind: 'project'; readonly limit: number }
  | { readonly kind: 'dropProjection' };

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
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('project' as const),
        limit: fc.integer({ min: 1, max: 6 }),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'dropProjection' as const }) },
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
      return state === null
        ? { kind: 'close', ...address }
        : disconnect(state, member, instance ?? 'i1');
    case 'end':
      return state === null || state.host === null ? { kind: 'void', ...address } : end(state);
    case 'close':
    case 'void':
      return { kind: step.command, ...address };
  }
}

/** One engine under the steps; it remembers its claims, and what the rooms were like. */
class Subject {
  readonly store: StoreEngine;
  readonly #claims: Claim[] = [];
  readonly #committed = new Map<string, RoomState>();

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
        return compact(store, RETENTION, step.limit);
      case 'project':
        store.projection?.project(step.limit);
        return this.#wrongReads();
      case 'dropProjection':
        store.projection?.dropProjection();
        return this.#wrongReads();
    }
  }

  /** P27: what the projection says of a place was so at that place, and is never given for a later one. */
  #wrongReads(): readonly string[] {
    const { projection } = this.store;
    if (projection === undefined) return [];
    return this.store.heads(CODES.map(roomCode)).flatMap(({ code, generation, revision }) => {
      const read = projection.readAtLeast(code, null);
      if (read.kind === 'refused') return [];
      const place = `${read.state.generation}:${read.state.revision}`;
      const then = this.#committed.get(place);
      const isFalse = then !== undefined && JSON.stringify(then) !== JSON.stringify(read.state);
      const current = projection.readAtLeast(code, { generation, sequence: revision });
      const isCurrent = place === `${generation}:${revision}`;
      const expected = isCurrent ? 'state' : 'behind';
      const isStale = (current.kind === 'refused' ? current.code : current.kind) !== expected;
      return isFalse || isStale
        ? [`${code} at ${place}: ${JSON.stringify({ read, current })}`]
        : [];
    });
  }

  /** The whole projection, byte for byte; and again after a rebuild (P27). */
  projections(): readonly string[] {
    const { projection } = this.store;
    if (projection === undefined) return [];
    projection.project(10_000);
    const read = (): string =>
      JSON.stringify(CODES.map((code) => projection.readAtLeast(roomCode(code), null)));
    const before = read();
    projection.dropProjection();
    while (projection.project(7) === 7);
    return [before, read()];
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
    const outcome = run(store, commandOf(step, loaded.state), request);
    if (outcome.kind === 'commit') {
      const { generation, revision } = outcome.state;
      this.#committed.set(`${generation}:${revision}`, outcome.state);
    }
    return { loaded, outcome };
  }

  dump(): unknown {
    const attachments = INSTANCES.map((instance) => this.store.attachments(instanceId(instance)));
    return { attachments, now: this.store.now(), rooms: dump(this.store, CODES) };
  }
}

describe('the engines', () => {
  const files = [temporaryFile(), temporaryFile()] as const;
  const clock = new HandClock();
  const settings = { heartbeatTimeoutMs: TIMEOUT_MS, targets: ['bus'] };
  const onFile = { ...settings, clock, synchronous: 'off' } as const;
  const sqlite = new SqliteStore({ ...onFile, path: files[0].path });
  const sqliteLedger = new SqliteLedger({ ...onFile, path: files[1].path });

  afterAll(() => {
    for (const store of [sqlite, sqliteLedger]) store.close();
    for (const file of files) file.remove();
  });

  /** Empty stores: the coordinator in memory, and the others that must do as it does. */
  function subjects(): readonly [Subject, readonly Subject[]] {
    clock.ms = 0;
    for (const store of [sqlite, sqliteLedger]) store.reset();
    const machine = (): number => clock.ms;
    const others = [sqlite, new MemoryLedger(machine, settings), sqliteLedger];
    return [
      new Subject(new MemoryStore(machine, settings)),
      others.map((store) => new Subject(store)),
    ];
  }

  it('P26, P27: commit the same events and give the same answers for the same commands', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(steps, (sequence) => {
        const [first, others] = subjects();
        for (const step of sequence) {
          if (step.kind === 'advance') clock.ms += step.ms;
          const answer = first.take(step);
          for (const other of others) expect(other.take(step)).toEqual(answer);
          seen.add(step.kind === 'command' ? step.command : `${step.kind} ${String(answer)}`);
        }
        const dumped = first.dump();
        for (const other of others) expect(other.dump()).toEqual(dumped);
        const projections = new Set(others.flatMap((other) => other.projections()));
        expect(projections.size).toBe(1);
        for (const { event } of first.store.tail(0, 10_000).entries) seen.add(event.kind);
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
