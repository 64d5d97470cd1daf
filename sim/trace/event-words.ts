/** A committed event as words for a hash: every field counts, in one fixed order. */
import type { RoomEvent, RoomPolicy } from '../system-under-test.ts';
import type { Digest } from '../kernel/digest.ts';
import { wordOf } from '../kernel/trace.ts';

const NONE = 0x7fffffff;

export function noteEvent(digest: Digest, event: RoomEvent): void {
  digest.add(wordOf(event.kind));
  digest.add(event.generation);
  digest.add(event.sequence);
  digest.add(event.at);
  noteBody(digest, event);
}

function noteBody(digest: Digest, event: RoomEvent): void {
  switch (event.kind) {
    case 'room.opened':
      digest.text(event.memberId);
      notePolicy(digest, event.policy);
      break;
    case 'member.joined':
      noteTexts(digest, event.memberId, event.session, String(event.eligible));
      noteTexts(digest, event.attachment?.connectionId, event.attachment?.instanceId);
      digest.add(event.epoch);
      break;
    case 'session.renewed':
      noteTexts(digest, event.memberId, event.session);
      digest.add(event.epoch);
      break;
    case 'member.absent':
    case 'host.absent':
      noteTexts(digest, event.memberId, event.session);
      digest.add(event.epoch);
      digest.add(event.leaseUntil ?? NONE);
      digest.add(event.seatUntil);
      break;
    case 'member.resumed':
    case 'host.resumed':
      noteTexts(digest, event.memberId, event.session);
      noteTexts(digest, event.attachment.connectionId, event.attachment.instanceId);
      digest.add(event.epoch);
      break;
    case 'member.left':
      noteTexts(digest, event.memberId, event.reason);
      break;
    case 'member.eligibility':
      noteTexts(digest, event.memberId, String(event.eligible));
      break;
    case 'host.changed':
      noteTexts(digest, event.previous, event.host, event.reason);
      digest.add(event.hostTerm);
      break;
    case 'lease.rearmed':
      digest.add(event.outage);
      digest.add(event.startedAt);
      digest.add(event.endedAt);
      digest.add(event.leaseUntil ?? NONE);
      for (const { memberId, seatUntil } of event.seats) {
        digest.text(memberId);
        digest.add(seatUntil);
      }
      break;
    case 'policy.changed':
      notePolicy(digest, event.policy);
      break;
    case 'room.closed':
      digest.text(event.reason);
      break;
  }
}

function notePolicy(digest: Digest, policy: RoomPolicy): void {
  noteTexts(digest, policy.succession, policy.emptyRoom);
  digest.add(policy.leaseMs);
  digest.add(policy.seatGraceMs);
  digest.add(policy.idleMs);
  digest.add(policy.maxAbsenceMs ?? NONE);
}

function noteTexts(digest: Digest, ...texts: readonly (string | null | undefined)[]): void {
  for (const text of texts) digest.text(text ?? '');
}
