/** The real store engine behind the simulated way to it: each call a scheduling point, each wait a poll (H5). */
import {
  type ProjectedRead,
  type Projection,
  type RoomStore,
  type StoreEngine,
  StoreUnavailable,
} from '../../src/ports/room-store.ts';
import type { ProcessPorts } from '../system-under-test.ts';

/** One for all: where it was made says nothing about who asked, and a stack for each costs more than the call. */
const UNAVAILABLE = new StoreUnavailable('the store did not answer');
const unavailable = (): Error => UNAVAILABLE;

export function storeOver(
  engine: StoreEngine,
  projection: Projection,
  ports: ProcessPorts,
): RoomStore {
  const call = <T>(operation: string, run: () => T): Promise<T> =>
    ports.call(operation, run, unavailable);
  return {
    load: (code, request) => call('load', () => engine.load(code, request)),
    loadLog: (code, cursor) => call('load-log', () => engine.loadLog(code, cursor)),
    commit: (request) => call('commit', () => engine.commit(request)),
    heads: (codes) => call('heads', () => engine.heads(codes)),
    heartbeat: (instance) => call('heartbeat', () => engine.heartbeat(instance)),
    attachments: (instance) => call('attachments', () => engine.attachments(instance)),
    haunted: (limit) => call('haunted', () => engine.haunted(limit)),
    acknowledge: (claim, through) => call('acknowledge', () => engine.acknowledge(claim, through)),
    fail: (claim, through, haltAfter) => call('fail', () => engine.fail(claim, through, haltAfter)),
    halted: (limit) => call('halted', () => engine.halted(limit)),
    redrive: (record) => call('redrive', () => engine.redrive(record)),
    drop: (record) => call('drop', () => engine.drop(record)),
    compact: (retention, limit) => call('compact', () => engine.compact(retention, limit)),
    position: () => call('position', () => engine.position()),
    tail: (position, limit, waitMs) =>
      ports.poll({
        operation: 'tail',
        waitMs,
        ready: () => engine.position() > position,
        againMs: () => null,
        take: () => (engine.position() > position ? engine.tail(position, limit) : null),
        nothing: () => engine.tail(position, limit),
        unavailable,
      }),
    due: (limit, waitMs) =>
      ports.poll({
        operation: 'due',
        waitMs,
        ready: () => isDue(engine),
        againMs: () => untilWake(engine),
        take: () => (isDue(engine) ? engine.due(limit) : null),
        nothing: () => [],
        unavailable,
      }),
    claim: (target, claimMs, limit, waitMs) => {
      let seen = -1;
      return ports.poll({
        operation: 'claim',
        waitMs,
        ready: () => engine.position() > seen,
        // A claim that was left behind by a crash lapses without any commit.
        againMs: () => claimMs,
        take: () => {
          seen = engine.position();
          return engine.claim(target, claimMs, limit);
        },
        nothing: () => null,
        unavailable,
      });
    },
    projection: {
      project: (limit, waitMs) =>
        ports.poll({
          operation: 'project',
          waitMs,
          ready: () => projection.position() < engine.position(),
          againMs: () => null,
          take: () => projection.project(limit) || null,
          nothing: () => 0,
          unavailable,
        }),
      readAtLeast: (code, atLeast, waitMs) =>
        ports.poll({
          operation: 'read-at-least',
          waitMs,
          ready: () => !isBehind(projection.readAtLeast(code, atLeast)),
          againMs: () => null,
          take: () => {
            const read = projection.readAtLeast(code, atLeast);
            return isBehind(read) ? null : read;
          },
          nothing: () => projection.readAtLeast(code, atLeast),
          unavailable,
        }),
      dropProjection: () => call('drop-projection', () => projection.dropProjection()),
    },
  };
}

const isBehind = (read: ProjectedRead): boolean =>
  read.kind === 'refused' && read.code === 'behind';

function isDue(engine: StoreEngine): boolean {
  const wake = engine.nextWake();
  return wake !== null && wake <= engine.now();
}

function untilWake(engine: StoreEngine): number | null {
  const wake = engine.nextWake();
  return wake === null ? null : wake - engine.now();
}
