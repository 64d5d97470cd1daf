/** Drives an engine with real commands: load, then decide inside the commit. */
import type { Command } from '../../core/command.ts';
import { decide } from '../../core/decide.ts';
import type { Attachment } from '../../core/event.ts';
import {
  connectionId,
  type InstanceId,
  instanceId,
  memberId,
  type RoomCode,
  requestId,
  roomCode,
} from '../../core/ids.ts';
import type { RoomPolicy } from '../../core/policy.ts';
import type { RoomState } from '../../core/state.ts';
import type { CommitOutcome, RequestKey, Retention, StoreEngine } from '../../ports/room-store.ts';
import type { StoreSettings } from '../store-settings.ts';

/** An engine, and the hand on its clock. */
export interface Rig {
  readonly store: StoreEngine;
  advance(ms: number): void;
  close(): void;
}

export type MakeRig = (settings: StoreSettings) => Rig;

export const TIMEOUT_MS = 500;
export const LEASE_MS = 1_000;
export const IDLE_MS = 10_000;

const HOLD: RoomPolicy = {
  succession: 'lease',
  leaseMs: LEASE_MS,
  seatGraceMs: 4_000,
  emptyRoom: 'hold',
  idleMs: IDLE_MS,
  maxAbsenceMs: null,
};

export const SERVER: InstanceId = instanceId('i1');

/** A transport of the member, owned by `instance`. */
export const transport = (member: string, instance = 'i1'): Attachment => ({
  connectionId: connectionId(`${member}@${instance}`),
  instanceId: instanceId(instance),
});

/** Decides the command on what is loaded now. */
export function run(
  store: StoreEngine,
  command: Command,
  request: RequestKey | null = null,
): CommitOutcome {
  const { state } = store.load(command.code, null);
  return store.commit({
    code: command.code,
    expected: state,
    request,
    decide: (context) => decide(state, command, context),
  });
}

/** The room, which the test has opened. */
export function stateOf(store: StoreEngine, code: string): RoomState {
  const { state } = store.load(roomCode(code), null);
  if (state === null) throw new Error(`${code} was never opened`);
  return state;
}

export const open = (
  code: string,
  member: string,
  lastGeneration = 0,
  attachment: Attachment | null = transport(member),
): Command & { readonly code: RoomCode } => ({
  kind: 'open',
  code: roomCode(code),
  requestId: requestId(`open-${code}-${lastGeneration}`),
  memberId: memberId(member),
  lastGeneration,
  policy: HOLD,
  transport: attachment,
});

export const join = (
  code: string,
  member: string,
  attachment: Attachment | null = transport(member),
): Command => ({
  kind: 'join',
  code: roomCode(code),
  requestId: requestId(`join-${member}`),
  memberId: memberId(member),
  generation: null,
  transport: attachment,
});

export const disconnect = (state: RoomState, member: string, instance = 'i1'): Command => ({
  kind: 'disconnect',
  code: state.code,
  generation: state.generation,
  memberId: memberId(member),
  connectionId: transport(member, instance).connectionId,
});

/** Asked by the committed host. */
export function end(state: RoomState): Command {
  const host = state.members.find((member) => member.memberId === state.host);
  if (host === undefined) throw new Error('nobody can end a room without a host');
  return {
    kind: 'end',
    code: state.code,
    requestId: requestId(`end-${state.generation}`),
    authority: {
      kind: 'host',
      memberId: host.memberId,
      generation: state.generation,
      epoch: host.epoch,
      hostTerm: state.hostTerm,
    },
  };
}

/** Adds `count` events to the room, one commit each: eligibility taken and given by its host. */
export function stir(store: StoreEngine, code: string, count: number): void {
  for (let turn = 0; turn < count; turn += 1) {
    const state = stateOf(store, code);
    const host = state.members.find((member) => member.memberId === state.host);
    if (host === undefined) throw new Error('nobody can stir a room without a host');
    run(store, {
      kind: 'setEligible',
      code: state.code,
      requestId: requestId(`stir-${state.revision}`),
      authority: {
        kind: 'host',
        memberId: host.memberId,
        generation: state.generation,
        epoch: host.epoch,
        hostTerm: state.hostTerm,
      },
      target: host.memberId,
      eligible: true,
    });
  }
}

/** Compacts a store whose projector, if it has one, does not lag. What one keeps that lags is the ledger's own (P27). */
export function compact(store: StoreEngine, retention: Retention, limit: number): number {
  store.projection?.project(10_000);
  return store.compact(retention, limit);
}

/** All that an engine says about rooms, for comparisons before and after. */
export function dump(store: StoreEngine, codes: readonly string[]): unknown {
  return {
    rooms: codes.map((code) => store.load(roomCode(code), null).state),
    logs: codes.map((code) => {
      const { log } = store.loadLog(roomCode(code), 0);
      return { from: log.from, events: log.after(0) };
    }),
    heads: store.heads(codes.map(roomCode)),
    tail: store.tail(0, 10_000),
    position: store.position(),
    due: store.due(100),
    armed: codes.map((code) => store.armed(roomCode(code))),
    nextWake: store.nextWake(),
    haunted: store.haunted(100),
  };
}
