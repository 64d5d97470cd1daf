/**
 * Goals (`sometimes`): races and repairs that the default budget must reach at least once (H7). A harness that no longer
 * reaches them must not stay green.
 */
import type { Settled } from '../../src/client/client-options.ts';
import type { Commit, ProjectedRead } from '../system-under-test.ts';

export const GOALS = {
  'host resumed within its lease': 'P8',
  'host resumed after its deadline, before a handoff': 'P8',
  'host resumed in the very ms of its deadline': 'P8',
  'lease expired and authority moved': 'P6',
  'handoff put first in another command’s commit': 'P3',
  'vacancy filled': 'P9',
  'room closed empty': 'P9',
  'room closed abandoned': 'P9',
  'code reopened as a new generation': 'P18',
  'members of a void instance made absent': 'P12',
  'deadlines re-armed after an outage': 'P12',
  'seat expired': 'P11',
  'policy of a live room switched': 'P13',
  'seat rejoined without a nonce': 'P17',
  'resume refused: nonce used': 'P16',
  'command refused: stale generation': 'P18',
  'commit answered unavailable': 'P20',
  'room halted at a target': 'P21',
  'halted record dropped': 'P21',
  'gap repaired by a client': 'P24',
  'duplicate dropped by a client': 'P24',
  'read answered from a projection that had come far enough': 'P27',
  'read refused: the projection is behind': 'P27',
  'read refused: beyond the head': 'P27',
} as const;

export type Goal = keyof typeof GOALS;

export class GoalCounter {
  readonly #counts = new Map<string, number>();

  reach(goal: Goal, times = 1): void {
    if (times > 0) this.#counts.set(goal, (this.#counts.get(goal) ?? 0) + times);
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  committed({ before, after, events, at }: Commit): void {
    const [first] = events;
    if (first === undefined) return;
    if (first.kind === 'room.opened' && before !== null) {
      this.reach('code reopened as a new generation');
    }
    let absent = 0;
    for (const event of events) {
      if (event.kind === 'host.changed') this.#handoff(event.reason);
      if (event.kind === 'member.absent' || event.kind === 'host.absent') absent++;
      if (event.kind === 'host.resumed') this.#hostResumed(before?.leaseUntil ?? null, at);
      if (event.kind === 'lease.rearmed') this.reach('deadlines re-armed after an outage');
      if (event.kind === 'policy.changed') this.reach('policy of a live room switched');
      if (event.kind === 'member.left' && event.reason === 'expired') this.reach('seat expired');
    }
    if (first.kind === 'host.changed' && first.reason === 'lease_expired' && events.length > 1) {
      this.reach('handoff put first in another command’s commit');
    }
    if (absent > 1) this.reach('members of a void instance made absent');
    if (after.closed === 'empty') this.reach('room closed empty');
    if (after.closed === 'abandoned') this.reach('room closed abandoned');
    if (before !== null && before.generation === after.generation) {
      for (const member of after.members) {
        const earlier = before.members.find(({ memberId }) => memberId === member.memberId);
        if (earlier !== undefined && earlier.session !== member.session) {
          this.reach('seat rejoined without a nonce');
        }
      }
    }
  }

  #handoff(reason: string): void {
    if (reason === 'lease_expired') this.reach('lease expired and authority moved');
    if (reason === 'vacancy') this.reach('vacancy filled');
  }

  #hostResumed(leaseUntil: number | null, at: number): void {
    if (leaseUntil === null) return;
    if (at === leaseUntil) this.reach('host resumed in the very ms of its deadline');
    else if (at < leaseUntil) this.reach('host resumed within its lease');
    else this.reach('host resumed after its deadline, before a handoff');
  }

  read(answer: ProjectedRead): void {
    if (answer.kind === 'state') {
      this.reach('read answered from a projection that had come far enough');
    } else if (answer.code === 'behind') {
      this.reach('read refused: the projection is behind');
    } else if (answer.code === 'invalid_cursor') {
      this.reach('read refused: beyond the head');
    }
  }

  settled({ result }: Settled): void {
    if (result === 'nonce_used') this.reach('resume refused: nonce used');
    if (result === 'stale_generation') this.reach('command refused: stale generation');
    if (result === 'unavailable') this.reach('commit answered unavailable');
  }
}
