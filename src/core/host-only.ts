/** The commands of a host, or of an operator while the host is absent (P14). */
import type { CommandOf, HostCommand } from './command.ts';
import type { Draft } from './draft.ts';
import { fencedMember } from './fencing.ts';
import { appoint, close, handOver } from './handoff.ts';
import { depart } from './leaving.ts';
import type { RefusalCode } from './refusal.ts';
import { hostOf, isConnected, memberOf, type RoomState } from './state.ts';

/** Null when the command took effect. */
export function hostOnly(draft: Draft, command: HostCommand): RefusalCode | null {
  const denied = denial(draft.state, command);
  if (denied !== null) return denied;
  if (command.kind === 'end') {
    close(draft, 'ended');
    return null;
  }
  if (command.kind === 'setPolicy') {
    draft.emit({ kind: 'policy.changed', policy: command.policy });
    return null;
  }
  if (memberOf(draft.state, command.target) === undefined) return 'not_member';
  switch (command.kind) {
    case 'remove':
      depart(draft, command.target, 'removed');
      return null;
    case 'setEligible':
      return setEligible(draft, command);
    case 'transfer':
      return transfer(draft, command);
  }
}

/** P14: the committed host with the current generation, epoch and term, checked in the commit that applies the command. */
function denial(state: RoomState, { authority, kind }: HostCommand): RefusalCode | null {
  if (kind === 'setPolicy') return authority.kind === 'operator' ? null : 'forbidden';
  if (authority.kind === 'operator') {
    const host = hostOf(state);
    const hostAbsent = host === undefined || !isConnected(host);
    return hostAbsent && kind !== 'transfer' ? null : 'forbidden';
  }
  const member = fencedMember(state, authority.memberId, authority.epoch);
  if (typeof member === 'string') return member;
  if (state.host !== authority.memberId) return 'not_host';
  return authority.hostTerm === state.hostTerm ? null : 'stale_term';
}

function setEligible(draft: Draft, command: CommandOf<'setEligible'>): null {
  const { target, eligible } = command;
  draft.emit({ kind: 'member.eligibility', memberId: target, eligible });
  if (!eligible && target === draft.state.host) handOver(draft, 'ineligible');
  return null;
}

/** P10: only to a connected, eligible member; it ends a running lease. */
function transfer(draft: Draft, command: CommandOf<'transfer'>): RefusalCode | null {
  const target = memberOf(draft.state, command.target);
  const able = target !== undefined && target.eligible && isConnected(target);
  if (!able || target.memberId === draft.state.host) return 'not_eligible';
  appoint(draft, target.memberId, 'transferred');
  return null;
}
