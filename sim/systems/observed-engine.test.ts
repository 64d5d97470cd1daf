import { describe, expect, it } from 'vitest';
import { decide } from '../../src/core/decide.ts';
import type { Command } from '../../src/core/command.ts';
import { connectionId, instanceId, memberId, requestId, roomCode } from '../../src/core/ids.ts';
import { POLICY } from '../../src/core/room-driver.test-suite.ts';
import type { CommitOutcome, Head, StoreEngine } from '../../src/ports/room-store.ts';
import { MemoryStore } from '../../src/stores/memory-store.ts';
import type { Acknowledgement, Commit } from '../system-under-test.ts';
import { EngineInFront } from './engine-in-front.ts';
import { ObservedEngine } from './observed-engine.ts';

const CODE = roomCode('lobby');
const EAST = instanceId('east');

/** A store in memory whose commits are watched. */
class Watched {
  now = 1_000;
  readonly commits: Commit[] = [];
  readonly acknowledgements: Acknowledgement[] = [];
  readonly deadLetters: string[] = [];
  readonly engine: ObservedEngine;

  constructor(front: (engine: StoreEngine) => StoreEngine = (engine) => engine) {
    const store = new MemoryStore(() => this.now, { heartbeatTimeoutMs: 100, targets: ['bus'] });
    this.engine = new ObservedEngine(front(store), {
      committed: (commit) => this.commits.push(commit),
      acknowledged: (acknowledgement) => this.acknowledgements.push(acknowledgement),
      halted: ({ sequence }) => this.deadLetters.push(`halted ${sequence}`),
      dropped: ({ sequence }) => this.deadLetters.push(`dropped ${sequence}`),
    });
  }

  /** Commits a command in the room, if that is at the expected place. */
  commit(command: Command, expected: Head | null): CommitOutcome {
    const { state } = this.engine.load(CODE, null);
    return this.engine.commit({
      code: CODE,
      expected,
      request: null,
      decide: (context) => decide(state, command, context),
    });
  }

  open(): CommitOutcome {
    this.engine.heartbeat(EAST);
    return this.commit({ ...ASKED, kind: 'open', lastGeneration: 0, policy: POLICY }, null);
  }
}

const ASKED = {
  code: CODE,
  requestId: requestId('r1'),
  memberId: memberId('ana'),
  transport: { connectionId: connectionId('c1'), instanceId: EAST },
};

describe('the observed engine', () => {
  it('P4: tells each commit once, as the store then holds it', () => {
    const watched = new Watched();
    watched.open();
    watched.now = 1_005;
    const join: Command = { ...ASKED, kind: 'join', memberId: memberId('ben'), generation: null };
    watched.commit(join, { generation: 1, revision: 2 });
    const [opened, joined] = watched.commits;
    expect(watched.commits).toHaveLength(2);
    expect(opened?.before).toBeNull();
    expect(opened?.events.map(({ kind, sequence }) => `${sequence} ${kind}`)).toEqual([
      '1 room.opened',
      '2 member.joined',
    ]);
    expect(joined?.before).toEqual(opened?.after);
    expect(joined?.after).toEqual(watched.engine.load(CODE, null).state);
    expect([opened?.at, joined?.at]).toEqual([1_000, 1_005]);
    expect(joined?.events.map(({ sequence }) => sequence)).toEqual([3]);
  });

  it('P3: tells nothing of what changed nothing', () => {
    const watched = new Watched();
    watched.open();
    const leave: Command = { ...ASKED, kind: 'leave', generation: 1, epoch: 1 };
    expect(watched.commit(leave, { generation: 1, revision: 1 }).kind).toBe('conflict');
    const stale: Command = { ...leave, epoch: 7 };
    expect(watched.commit(stale, { generation: 1, revision: 2 }).kind).toBe('refused');
    expect(watched.commits).toHaveLength(1);
  });

  it('P12: knows whether any instance that it ever heard of is live', () => {
    const watched = new Watched();
    expect(watched.engine.anyLive()).toBe(false);
    watched.engine.heartbeat(EAST);
    watched.now += 50;
    watched.engine.heartbeat(instanceId('west'));
    watched.now += 90;
    expect(watched.engine.anyLive()).toBe(true);
    watched.now += 90;
    expect(watched.engine.anyLive()).toBe(false);
  });

  it('P21: tells what was acknowledged, and not what was refused', () => {
    const watched = new Watched();
    watched.open();
    const claim = watched.engine.claim('bus', 100, 10);
    if (claim === null) throw new Error('nothing to claim');
    watched.now += 200;
    expect(watched.engine.acknowledge(claim, 2)).toBe('refused');
    expect(watched.acknowledgements).toEqual([]);
    const again = watched.engine.claim('bus', 100, 10);
    if (again === null) throw new Error('nothing to claim');
    watched.engine.acknowledge(again, 2);
    expect(watched.acknowledgements).toEqual([
      { target: 'bus', code: CODE, generation: 1, through: 2, lapsed: false },
    ]);
  });

  it('P21: tells what halts, what that acknowledges, and what is dropped', () => {
    const watched = new Watched();
    watched.open();
    const claim = watched.engine.claim('bus', 100, 10);
    if (claim === null) throw new Error('nothing to claim');
    expect(watched.engine.fail(claim, 1, 1)).toBe('halted');
    expect(watched.engine.fail(claim, 1, 1)).toBe('refused');
    const [record] = watched.engine.halted(10);
    if (record === undefined) throw new Error('nothing is halted');
    expect([watched.engine.drop(record), watched.engine.drop(record)]).toEqual([true, false]);
    expect(watched.deadLetters).toEqual(['halted 2', 'dropped 2']);
    expect(watched.acknowledgements).toEqual([
      { target: 'bus', code: CODE, generation: 1, through: 1, lapsed: false },
    ]);
  });

  it('P21: tells that a claim had lapsed where the store takes its acknowledgement all the same', () => {
    const watched = new Watched((engine) => new TakesAll(engine));
    watched.open();
    const claim = watched.engine.claim('bus', 100, 10);
    if (claim === null) throw new Error('nothing to claim');
    watched.engine.acknowledge(claim, 1);
    watched.now += 100;
    watched.engine.acknowledge(claim, 2);
    expect(watched.acknowledgements.map(({ lapsed }) => lapsed)).toEqual([false, true]);
  });
});

class TakesAll extends EngineInFront {
  override acknowledge(): 'acknowledged' {
    return 'acknowledged';
  }
}
